/* SPDX-License-Identifier: Apache-2.0
 *
 * (B) as the system of an interior point: balances, directions, residual. */
#include "integrators/maximal_contact/knot_system.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal/forces.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal_cones/body_pairs.h"
#include "integrators/maximal_cones/condensation.h"
#include "integrators/maximal_cones/island_sweeps.h"
#include "integrators/maximal_contact/contact.h"
#include "math/lanes.h"

#include <math.h>
#include <string.h>

/* ---- velocities of bodies ---- */

void ludo_knot_load(maximal *x, const ludo_model *m)
{
    memcpy(x->tree.u, x->contacts->u, 6 * (size_t)m->slots * sizeof *x->tree.u);
    memcpy(x->tree.w, x->contacts->w, (size_t)m->columns * sizeof *x->tree.w);
}

/* Copy the velocities of a body. */
static void copy(const ludo_model *m, int32_t s, const double *u, const double *w, double *to_u,
                 double *to_w)
{
    memcpy(to_u + 6 * (size_t)s, u + 6 * (size_t)s, 6 * sizeof *u);
    for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
        to_w[c] = w[c];
    }
}

/* The end of the bodies from s on that run, one after the other; s: it doesn't run. */
static int32_t end_of_running(const islands *of, int32_t s)
{
    while (s < of->bodies && of->running[of->of_body[s]]) {
        s++;
    }
    return s;
}

void ludo_knot_save(const maximal *x, const ludo_model *m)
{
    const maximal_contacts *c = x->contacts;
    for (int32_t s = 0, end = 0; s < m->slots; s = end + 1) {
        end = end_of_running(&c->islands, s);
        const int32_t first = m->column[s], columns = m->column[end] - first;
        memcpy(c->u + 6 * s, x->tree.u + 6 * s, 6 * (size_t)(end - s) * sizeof *c->u);
        memcpy(c->w + first, x->tree.w + first, (size_t)columns * sizeof *c->w);
    }
}

void ludo_knot_free(const maximal *x, const ludo_model *m, int32_t s)
{
    copy(m, s, x->contacts->free, x->contacts->free_rate, x->contacts->u, x->contacts->w);
}

/* ---- the iterate ---- */

bool ludo_knot_is_balanced_by_tree(const ludo_model *m)
{
    bool all = m->loop_count == 0;
    for (int32_t i = 0; i < m->spring_count; i++) {
        all = all && !(m->tendon[i].armature > 0.0);
    }
    return all;
}

void ludo_knot_begin_balances(sim_state *state)
{
    maximal *x = maximal_of(state);
    const size_t blocks = (size_t)state->model->joint_block[state->model->slots];
    ludo_maximal_loops_place_knot(x, state);
    ludo_maximal_forces_assemble_knot(x, state);
    memcpy(x->contacts->C, x->tree.C, blocks * sizeof *x->tree.C);
    x->contacts->balanced = false;
}

static void knot_restart(void *self, int32_t part)
{
    const knot_problem *k = self;
    maximal *x = maximal_of(k->state);
    const island *of = ludo_island_parts_at(&k->parts, part);
    for (int32_t b = of->first_body; b < of->end_body && !k->near; b++) {
        ludo_knot_free(x, k->state->model, x->contacts->islands.body[b]);
    }
}

static ludo_status knot_evaluate(void *self, const interior_part *parts, int32_t *failed)
{
    const knot_problem *k = self;
    maximal *x = maximal_of(k->state);
    *failed = -1;
    x->contacts->balanced = false;
    if (!k->near) {
        ludo_island_parts_run(&k->parts, parts);
        ludo_knot_load(x, k->state->model);
        ludo_maximal_contact_evaluate_knot(x, k->state);
    }
    return LUDO_OK;
}

/* r and e of the tree of running islands: the momenta of the knot less those of the iterate; C is
 * that of c->C. */
static void read_residual(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    const maximal_contacts *c = x->contacts;
    ludo_maximal_bodies_subtract_knot(x, state, c->u);
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t first = m->column[s];
        const int32_t f = c->islands.running[c->islands.of_body[s]] ? m->column[s + 1] - first : 0;
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

/* Blocks and residual without cones. */
static void assemble(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    ludo_maximal_bodies_assemble_knot(x, state);
    ludo_maximal_forces_assemble_knot(x, state);
    memcpy(x->contacts->C, x->tree.C, (size_t)m->joint_block[m->slots] * sizeof *x->tree.C);
    read_residual(x, state);
}

static void knot_estimate(void *self, const interior_part *parts)
{
    const knot_problem *k = self;
    maximal *x = maximal_of(k->state);
    ludo_island_parts_run(&k->parts, parts);
    assemble(x, k->state);
    ludo_island_parts_sweep(&k->parts, k->state->model, parts);
}

/* The direction with a new factorisation. Cones add to the joint blocks, which are restored. */
static void solve_factorized(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    maximal_contacts *c = x->contacts;
    assemble(x, state);
    ludo_maximal_contact_add_stiffness(x, state);
    ludo_maximal_contact_add_rhs(x);
    ludo_condensation_solve(x, m, true);
    x->tree.idle = ludo_condensation_idle(x, ludo_island_parts_idle(&c->islands));
    ludo_maximal_loops_solve_knot(x, state);
    x->tree.idle = NULL;
    memcpy(x->tree.C, c->C, (size_t)m->joint_block[m->slots] * sizeof *c->C);
}

/* The direction with the last factorisation, from the iterate. */
static void solve_with_factors(maximal *x, const sim_state *state)
{
    maximal_contacts *c = x->contacts;
    read_residual(x, state);
    ludo_maximal_contact_add_rhs(x);
    ludo_condensation_solve(x, state->model, false);
    x->tree.idle = ludo_condensation_idle(x, ludo_island_parts_idle(&c->islands));
    ludo_recursion_reduce(&x->tree);
    ludo_recursion_expand(&x->tree);
    x->tree.idle = NULL;
}

/* Only the cones are nonlinear. Loops take several elimination passes with their own factors. */
static void knot_direction(void *self, const interior_part *parts, bool factorize)
{
    const knot_problem *k = self;
    maximal *x = maximal_of(k->state);
    ludo_island_parts_run(&k->parts, parts);
    if (factorize) {
        ludo_island_parts_choose_solvers(&k->parts, parts);
    }
    if (factorize || k->state->model->loop_count > 0) {
        solve_factorized(x, k->state);
    } else {
        solve_with_factors(x, k->state);
    }
    ludo_maximal_contact_read_rates(x);
}

static double knot_size(const void *self, int32_t part)
{
    const knot_problem *k = self;
    const double move = ludo_island_parts_motion(&k->parts, k->state->model, part, 1.0);
    return move * maximal_in(k->state)->contacts->length /
           ludo_island_parts_at(&k->parts, part)->scale.y;
}

/* ---- a step ---- */

/* Rates of the cones of a part after a step: they are linear in the velocities. */
static void advance_rates(const interior_part *part)
{
    for (int32_t i = 0; i < part->count && part->alpha > 0.0; i++) {
        cone *of = &part->cones[i];
        for (int32_t r = 0; r < of->kind->rows; r++) {
            of->y[r] += part->alpha * of->dy[r];
        }
    }
}

/* n velocities after a step. */
LUDO_KERNEL static void advance(double *restrict u, const double *restrict du, double alpha,
                                int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        u[i] += alpha * du[i];
    }
}

/* Velocities of the bodies from s to end after a step. */
static void advance_bodies(const maximal *x, const ludo_model *m, int32_t s, int32_t end,
                           double alpha)
{
    const maximal_contacts *c = x->contacts;
    const int32_t first = m->column[s];
    advance(c->u + 6 * s, x->tree.u + 6 * s, alpha, 6 * (end - s));
    advance(c->w + first, x->tree.w + first, alpha, m->column[end] - first);
}

/* The end of the bodies from s on with its step length. */
static int32_t end_of_step(const islands *of, int32_t s)
{
    const double alpha = of->alpha[of->of_body[s++]];
    while (s < of->bodies && of->alpha[of->of_body[s]] == alpha) {
        s++;
    }
    return s;
}

static void knot_advance(void *self, const interior_part *parts)
{
    const knot_problem *k = self;
    const ludo_model *m = k->state->model;
    const maximal *x = maximal_of(k->state);
    const islands *of = &x->contacts->islands;
    ludo_island_parts_read_alpha(&k->parts, parts);
    for (int32_t i = 0; i < k->parts.count && k->near; i++) {
        advance_rates(&parts[i]);
    }
    for (int32_t s = 0, end = 0; s < m->slots; s = end) {
        const double alpha = of->alpha[of->of_body[s]];
        end = end_of_step(of, s);
        if (alpha > 0.0) {
            advance_bodies(x, m, s, end, alpha);
        }
    }
}

/* The balances of the iterate, of all parts at once. */
static void balance(const knot_problem *k)
{
    maximal *x = maximal_of(k->state);
    if (!x->contacts->balanced) {
        read_residual(x, k->state);
        ludo_maximal_contact_apply_impulses(x);
        ludo_recursion_balance(&x->tree);
        x->contacts->balanced = true;
    }
}

/* The largest balance of momenta along a degree of freedom. The equations are linear but for the
 * cones, and several steps of an interior point leave rounding; a prediction takes one. */
static double knot_residual(const void *self, int32_t part)
{
    const knot_problem *k = self;
    const maximal *x = maximal_of(k->state);
    const ludo_model *m = k->state->model;
    const island *of = ludo_island_parts_at(&k->parts, part);
    worst left = {0.0, -1};
    balance(k);
    for (int32_t b = of->first_body; b < of->end_body; b++) {
        const int32_t s = x->contacts->islands.body[b];
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            worst_take(&left, fabs(x->tree.e[c]) / m->column_scale[c], c);
        }
    }
    return left.value / (x->contacts->length * of->scale.p);
}

const interior_parts ludo_knot_parts = {.restart = knot_restart,
                                        .estimate = knot_estimate,
                                        .evaluate = knot_evaluate,
                                        .direction = knot_direction,
                                        .advance = knot_advance,
                                        .size = knot_size,
                                        .residual = knot_residual};
