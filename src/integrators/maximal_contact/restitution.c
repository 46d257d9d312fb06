/* SPDX-License-Identifier: Apache-2.0
 *
 * Bounces at the knot after an interval [contact.md 2.5], without a gain of energy
 * [contact.md 6.3]. */
#include "integrators/maximal_contact/contact.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal/loops.h"

#include <math.h>
#include <string.h>

/* The rate of the gap where bodies have velocities u. */
static double gap_rate(const cone_rows *k, const double *u)
{
    const double b = k->slot_b >= 0 ? rate6(k->F[SIDE_B][0], u + 6 * k->slot_b) : 0.0;
    return b + (k->slot_a >= 0 ? rate6(k->F[SIDE_A][0], u + 6 * k->slot_a) : 0.0);
}

ludo_status ludo_maximal_contact_measure_approach(sim_state *state)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    memcpy(c->z_free - 1, state->poses[1 - state->progress->now] - 1,
           ((size_t)state->model->slots + 1) * sizeof *c->z_free);
    ludo_maximal_loops_solve_velocities(x, state);
    const ludo_status status = ludo_maximal_contact_solve_velocities(state);
    memcpy(c->u_knot, x->tree.u, 6 * (size_t)state->model->slots * sizeof *c->u_knot);
    return status;
}

/* The rebound speed of a contact that closed in the interval, open at t_k: the restitution times
 * the speed at which the surfaces met; 0: no bounce. */
static double bounce_speed(const maximal_contacts *c, const cone_rows *k, const contact *of,
                           double h)
{
    const bool closed = k->at.gap > c->closed && k->gap <= c->closed;
    const double before = gap_rate(k, c->u_knot);
    if (!closed || !(of->law.restitution > 0.0) || !(before < 0.0)) {
        return 0.0;
    }
    /* the gap at the end of the interval without contacts gives its acceleration */
    const feature *f = &of->feature;
    const double after = f->kind->view(f, &c->z_free[of->slot_a], &c->z_free[of->slot_b]).gap;
    const double twice_a = 4.0 * (k->at.gap + h * before - after) / (h * h);
    const double square = before * before + twice_a * k->at.gap;
    return square > 0.0 ? of->law.restitution * sqrt(square) : 0.0;
}

/* The contacts of the interval that bounce. */
static void list_bounces(maximal_contacts *c, double h)
{
    c->bounces = 0;
    for (int32_t g = 0; g < c->count; g++) {
        const cone_rows *k = &c->rows[c->islands.place[g]];
        if (k->source == CONE_CONTACT) {
            const contact *of = &c->search.found[k->index];
            const double speed = bounce_speed(c, k, of, h);
            if (speed > 0.0) {
                c->bounce[c->bounces++] = (bounce){of->a, of->b, of->feature.id, speed};
            }
        }
    }
}

/* Whether a contact of the knot is one that bounces; its feature may have been made a plane. */
static bool is_bounce(const bounce *k, const contact *of)
{
    return k->a == of->a && k->b == of->b && k->id % FEATURE_PASSED == of->feature.id;
}

/* The rebound speeds of those that are closed at the knot. */
static void set_bounces(maximal_contacts *c)
{
    for (int32_t i = 0; i < c->contacts; i++) {
        const contact *of = &c->search.found[i];
        for (int32_t b = 0; b < c->bounces; b++) {
            const bounce *k = &c->bounce[b];
            c->rows[i].rebound = is_bounce(k, of) ? k->speed : c->rows[i].rebound;
        }
    }
}

/* ---- energy ---- */

/* The work of reactions over the interval and at the knot after it, where they lead to the tree's
 * u and w. */
static double work_to(sim_state *state)
{
    maximal *x = maximal_of(state);
    ludo_maximal_contact_knot_balance(x, state);
    return x->contacts->work + ludo_maximal_contact_knot_work(x, state);
}

/* The tree's u and w go part of the way to the velocities that were saved. */
static void approach(maximal *x, const ludo_model *m, double part)
{
    const maximal_contacts *c = x->contacts;
    for (int32_t i = 0; i < 6 * m->slots; i++) {
        x->tree.u[i] += part * (c->u_knot[i] - x->tree.u[i]);
    }
    for (int32_t i = 0; i < m->columns; i++) {
        x->tree.w[i] += part * (c->w_knot[i] - x->tree.w[i]);
    }
}

/* The impulses of the cones go part of the way from those of the stop to those of the full bounce.
 */
static void approach_impulses(maximal_contacts *c, double part)
{
    for (int32_t i = 0; i < c->count; i++) {
        for (int32_t r = 0; r < CONE_ROWS; r++) {
            c->cone[i].p[r] += part * (c->rows[i].full[r] - c->cone[i].p[r]);
        }
    }
}

/* The last zero in [0, 1] of the convex parabola with these values at 0, 1/2 and 1, the last one
 * being positive. */
static double last_root(double none, double half, double all)
{
    const double a = 2.0 * (none + all) - 4.0 * half, b = 4.0 * half - 3.0 * none - all;
    const double square = b * b - 4.0 * a * none;
    return none < 0.0 ? -2.0 * none / (b + sqrt(square)) : 0.0;
}

/* Newton's law of restitution may gain energy where there is friction. The velocities of the full
 * bounce and those of a stop have impulses in the cones, and so has any convex combination: choose
 * the one nearest to the full bounce without a gain. */
static ludo_status scale_restitution(sim_state *state, double all)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    const ludo_model *m = state->model;
    memcpy(c->u_knot, x->tree.u, 6 * (size_t)m->slots * sizeof *c->u_knot);
    memcpy(c->w_knot, x->tree.w, (size_t)m->columns * sizeof *c->w_knot);
    for (int32_t i = 0; i < c->count; i++) {
        memcpy(c->rows[i].full, c->cone[i].p, sizeof c->rows[i].full);
        c->rows[i].rebound = 0.0;
    }
    ludo_maximal_loops_solve_velocities(x, state);
    const ludo_status status = ludo_maximal_contact_solve_knot(state);
    const double none = work_to(state);
    approach(x, m, 0.5);
    const double half = work_to(state), part = last_root(none, half, all);
    approach(x, m, 2.0 * part - 1.0);
    approach_impulses(c, part);
    return status;
}

/* Without a solution, where friction holds a body from all sides, there is no bounce: the
 * velocities are those of the stop. */
ludo_status ludo_maximal_contact_bounce(sim_state *state, double h, bool *bounced)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    list_bounces(c, h);
    *bounced = c->bounces > 0;
    if (!*bounced) {
        return LUDO_OK;
    }
    ludo_maximal_bodies_rotate_inertia(x);
    ludo_maximal_loops_solve_velocities(x, state);
    ludo_maximal_contact_begin_knot(x, state->model);
    const ludo_status status = ludo_maximal_contact_gather_closed(state);
    if (status != LUDO_OK) {
        return status;
    }
    set_bounces(c);
    ludo_status solved = ludo_maximal_contact_solve_knot(state);
    const double work = solved == LUDO_OK ? work_to(state) : 0.0;
    solved = work > 0.0 ? scale_restitution(state, work) : solved;
    if (solved == LUDO_OK) {
        state->progress->contact += ludo_maximal_contact_knot_taken(state, true);
    }
    if (solved != LUDO_CONTACT) {
        return solved;
    }
    *bounced = false;
    c->quality.relaxed++;
    return LUDO_OK;
}
