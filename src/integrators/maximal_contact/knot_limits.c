/* SPDX-License-Identifier: Apache-2.0
 *
 * (B) with limits and dry friction of joints alone, without an interior point [contact.md 5.11].
 *
 * Per degree of freedom c the impulse R_c of its cones is complementary to the rate w_c. A limit
 * that presses or friction that sticks holds c; the others are free:
 *
 *     held    w_c = 0,     R_c between the sums of the least and the largest impulses of its cones
 *     free    R_c = - mu sign w_c of friction that slips; w_c does not leave a closed limit
 *
 * The forces of the last interval say which are held. Solutions are unique, so that velocities that
 * satisfy all of these are those of (B), with kappa = 0. A pivot without bound holds a coordinate,
 * and its rate times that pivot is R_c: the elimination has the digits that slopes of an interior
 * point leave out. */
#include "integrators/maximal_contact/knot_limits.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal/forces.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal_contact/knot_start.h"
#include "integrators/maximal_limits/limits_set.h"
#include "integrators/maximal_limits/limits_speed.h"

#include <math.h>
#include <string.h>

/* Whether all cones are of single degrees of freedom. */
static bool are_scalar(const maximal_contacts *c)
{
    bool all = c->contacts == 0 && c->count > 0;
    for (int32_t i = 0; i < c->count && all; i++) {
        all = is_scalar(&c->rows[i]);
    }
    return all;
}

/* The bounds of a coordinate's impulse with a limit, which may hold it. */
static void add_limit(coordinate_hold *of, const cone_rows *k, bool presses)
{
    of->held = of->held || presses;
    if (k->joint.F[0][0] > 0.0) {
        of->most = HUGE_VAL;
    } else {
        of->least = -HUGE_VAL;
    }
}

/* Those with friction; where it slips, the impulse that it adds to a free coordinate. Limits come
 * before friction. */
static void add_friction(coordinate_hold *of, const cone *c, const cone_rows *k)
{
    const double bound = c->mu * k->joint.F[0][0];
    of->held = of->held || fabs(c->p[0]) < most_stick * c->mu;
    of->slip = of->held ? 0.0 : c->p[0] > 0.0 ? bound : -bound;
    of->least -= bound;
    of->most += bound;
}

/* Find the coordinates held. */
static void choose_held(const maximal *x, const sim_state *state)
{
    const maximal_contacts *c = x->contacts;
    const double fall = 0.5 * v3_norm(state->model->gravity) * fabs(state->progress->interval);
    const double least = least_push * c->mass / c->count * fall;
    memset(c->hold, 0, (size_t)state->model->columns * sizeof *c->hold);
    for (int32_t i = 0; i < c->count; i++) {
        const cone_rows *k = &c->rows[i];
        if (k->source == CONE_LIMIT) {
            add_limit(&c->hold[k->column], k, c->cone[i].p[0] > least);
        } else {
            add_friction(&c->hold[k->column], &c->cone[i], k);
        }
    }
}

/* The velocities with these coordinates held, and the impulses that hold them; the tree's C is
 * restored. */
static void solve_held(maximal *x, const sim_state *state)
{
    coordinate_hold *hold = x->contacts->hold;
    const int32_t *diagonal = x->forces.diagonal;
    ludo_maximal_bodies_assemble_knot(x, state);
    ludo_maximal_forces_assemble_knot(x, state);
    for (int32_t c = 0; c < state->model->columns; c++) {
        x->contacts->w[c] = x->tree.C[diagonal[c]];
        x->tree.e[c] += hold[c].slip;
        x->tree.C[diagonal[c]] += hold[c].held ? coordinate_inertia : 0.0;
    }
    ludo_maximal_loops_solve_knot(x, state);
    for (int32_t c = 0; c < state->model->columns; c++) {
        x->tree.C[diagonal[c]] = x->contacts->w[c];
        hold[c].reaction = -coordinate_inertia * x->tree.w[c];
        x->tree.w[c] = hold[c].held ? 0.0 : x->tree.w[c];
    }
}

/* Whether a coordinate with cones satisfies their laws. */
static bool holds(const coordinate_hold *of, double w)
{
    if (of->held) {
        return of->reaction >= of->least && of->reaction <= of->most;
    }
    return !(of->most == HUGE_VAL && w < 0.0) && !(of->least == -HUGE_VAL && w > 0.0) &&
           of->slip * w <= 0.0;
}

static bool is_solution(const maximal *x)
{
    const maximal_contacts *c = x->contacts;
    bool all = true;
    for (int32_t i = 0; i < c->count && all; i++) {
        const int32_t column = c->rows[i].column;
        all = holds(&c->hold[column], x->tree.w[column]);
    }
    return all;
}

bool ludo_maximal_contact_hold_coordinates(sim_state *state)
{
    maximal *x = maximal_of(state);
    if (x->holding || !are_scalar(x->contacts)) {
        return false;
    }
    ludo_knot_load_impulses(x, state);
    choose_held(x, state);
    solve_held(x, state);
    return is_solution(x) && !ludo_maximal_limits_speed_is_near(x, state);
}
