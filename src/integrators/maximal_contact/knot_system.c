/* SPDX-License-Identifier: Apache-2.0
 *
 * (B) as the system of an interior point: balances, directions, residual [contact.md 2.4]. */
#include "integrators/maximal_contact/knot_system.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal/forces.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal_contact/body_pairs.h"
#include "integrators/maximal_contact/condensation.h"

#include <math.h>
#include <string.h>

void ludo_maximal_contact_knot_load(maximal *x, const ludo_model *m)
{
    memcpy(x->tree.u, x->contacts->u, 6 * (size_t)m->slots * sizeof *x->tree.u);
    memcpy(x->tree.w, x->contacts->w, (size_t)m->columns * sizeof *x->tree.w);
}

void ludo_maximal_contact_knot_save(const maximal *x, const ludo_model *m)
{
    memcpy(x->contacts->u, x->tree.u, 6 * (size_t)m->slots * sizeof *x->tree.u);
    memcpy(x->contacts->w, x->tree.w, (size_t)m->columns * sizeof *x->tree.w);
}

/* Without contacts their constraint rows are empty. */
static void knot_restart(void *self)
{
    knot_problem *k = self;
    maximal *x = maximal_of(k->state);
    const ludo_model *m = k->state->model;
    if (k->start == START_NEAR) {
        ludo_maximal_contact_knot_save(x, m);
        return;
    }
    if (k->start == START_FREE) {
        ludo_body_pairs_clear(x);
        ludo_maximal_loops_solve_velocities(x, k->state);
        ludo_maximal_contact_knot_save(x, m);
    }
    k->start = START_FREE;
}

static ludo_status knot_evaluate(void *self)
{
    const knot_problem *k = self;
    if (k->start != START_NEAR) {
        maximal *x = maximal_of(k->state);
        ludo_maximal_contact_knot_load(x, k->state->model);
        ludo_maximal_contact_evaluate_knot(x, k->state);
    }
    return LUDO_OK;
}

/* Rates of the cones after a step: they are linear in the velocities. */
static void advance_rates(const maximal_contacts *c, double alpha)
{
    for (int32_t i = 0; i < c->count; i++) {
        cone *of = &c->cone[i];
        for (int32_t r = 0; r < of->kind->rows; r++) {
            of->y[r] += alpha * of->dy[r];
        }
    }
}

/* r and e of the tree: the momenta of the knot less those of the iterate; C is that of c->C. */
static void read_residual(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    const maximal_contacts *c = x->contacts;
    ludo_maximal_bodies_subtract_knot(x, state, c->u);
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t first = m->column[s], f = m->column[s + 1] - first;
        for (int32_t i = 0; i < f; i++) {
            const double *row = c->C + m->joint_block[s] + f * i;
            double sum = x->P_q[first + i];
            for (int32_t k = 0; k < f; k++) {
                sum -= row[k] * c->w[first + k];
            }
            x->tree.e[first + i] = sum;
        }
    }
}

/* The direction with a new factorisation. Cones add to the joint blocks, which are restored. */
static void solve_factorized(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    maximal_contacts *c = x->contacts;
    const size_t blocks = (size_t)m->joint_block[m->slots] * sizeof *c->C;
    ludo_maximal_bodies_assemble_knot(x, state);
    ludo_maximal_forces_assemble_knot(x, state);
    memcpy(c->C, x->tree.C, blocks);
    read_residual(x, state);
    ludo_maximal_contact_add_stiffness(x, state);
    ludo_maximal_contact_add_rhs(x);
    ludo_condensation_solve(x, m, true);
    x->tree.idle = ludo_condensation_idle(x, NULL);
    ludo_maximal_loops_solve_knot(x, state);
    x->tree.idle = NULL;
    memcpy(x->tree.C, c->C, blocks);
}

/* The direction with the last factorisation, from the iterate. */
static void solve_with_factors(maximal *x, const sim_state *state)
{
    read_residual(x, state);
    ludo_maximal_contact_add_rhs(x);
    ludo_condensation_solve(x, state->model, false);
    x->tree.idle = ludo_condensation_idle(x, NULL);
    ludo_recursion_reduce(&x->tree);
    ludo_recursion_expand(&x->tree);
    x->tree.idle = NULL;
}

static void knot_soften(void *self, bool soft)
{
    ((knot_problem *)self)->soft = soft;
}

/* Only the cones are nonlinear. Loops take several elimination passes with their own factors. */
static double knot_direction(void *self, bool factorize)
{
    const knot_problem *k = self;
    const sim_state *state = k->state;
    maximal *x = maximal_of(k->state);
    const ludo_model *m = state->model;
    if (factorize) {
        ludo_condensation_choose(x, &k->soft, NULL);
    }
    if (factorize || m->loop_count > 0) {
        solve_factorized(x, state);
    } else {
        solve_with_factors(x, state);
    }
    ludo_maximal_contact_read_rates(x);
    worst move = {0.0, -1};
    for (int32_t c = 0; c < m->columns; c++) {
        worst_take(&move, fabs(x->tree.w[c]) * m->column_scale[c], c);
    }
    return move.value * x->contacts->length / x->contacts->scale.y;
}

static void knot_advance(void *self, double alpha)
{
    knot_problem *k = self;
    const sim_state *state = k->state;
    maximal *x = maximal_of(k->state);
    maximal_contacts *c = x->contacts;
    if (k->start == START_NEAR) {
        advance_rates(c, alpha);
    }
    for (int32_t i = 0; i < 6 * state->model->slots; i++) {
        c->u[i] += alpha * x->tree.u[i];
    }
    for (int32_t i = 0; i < state->model->columns; i++) {
        c->w[i] += alpha * x->tree.w[i];
    }
}

/* The largest balance of momenta along a degree of freedom. The equations are linear but for the
 * cones, and several steps of an interior point leave rounding; a prediction takes one. */
static double knot_residual(const void *self)
{
    sim_state *state = ((const knot_problem *)self)->state;
    maximal *x = maximal_of(state);
    const ludo_model *m = state->model;
    read_residual(x, state);
    ludo_maximal_contact_apply_impulses(x);
    ludo_recursion_balance(&x->tree);
    worst left = {0.0, -1};
    for (int32_t c = 0; c < m->columns; c++) {
        worst_take(&left, fabs(x->tree.e[c]) / m->column_scale[c], c);
    }
    return left.value / (x->contacts->length * x->contacts->scale.p);
}

interior_system ludo_maximal_contact_knot_system(knot_problem *k)
{
    return (interior_system){.self = k,
                             .restart = knot_restart,
                             .evaluate = knot_evaluate,
                             .soften = knot_soften,
                             .direction = knot_direction,
                             .advance = knot_advance,
                             .residual = knot_residual};
}
