/* SPDX-License-Identifier: Apache-2.0
 *
 * The interval (A) with cones: start, evaluation, direction and step of each island. */
#include "integrators/maximal_contact/interval_system.h"

#include "integrators/maximal_cones/condensation.h"
#include "integrators/maximal_contact/energy.h"
#include "integrators/maximal_cones/island_sweeps.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal/newton.h"
#include "integrators/maximal_forces/body_forces.h"

#include <math.h>
#include <string.h>

/* ---- the start ---- */

void ludo_maximal_contact_save_start(maximal *x, const sim_state *state)
{
    maximal_contacts *c = x->contacts;
    const joint_trace *next = x->trace[1 - state->progress->now];
    for (int32_t b = 0; b < x->blocks && c->any; b++) {
        c->start[b] = x->body[b].V;
    }
    for (int32_t k = 0; k < x->stored_count && c->any; k++) {
        c->start_cos[k] = next[x->stored[k]].cos;
    }
}

void ludo_maximal_contact_save_island_start(maximal *x, const sim_state *state, const island *k)
{
    maximal_contacts *c = x->contacts;
    const int32_t *column = state->model->column;
    const joint_trace *next = x->trace[1 - state->progress->now];
    for (int32_t b = k->first_body; b < k->end_body; b++) {
        const int32_t s = c->islands.body[b];
        put3(&c->start[s / LANES].v, s % LANES, get3(&x->body[s / LANES].V.v, s % LANES));
        put3(&c->start[s / LANES].w, s % LANES, get3(&x->body[s / LANES].V.w, s % LANES));
        for (int32_t i = 0; i < x->stored_count; i++) {
            const int32_t from = x->stored[i];
            const bool own = from >= column[s] && from < column[s + 1];
            c->start_cos[i] = own ? next[from].cos : c->start_cos[i];
        }
    }
}

void ludo_maximal_contact_load_start(maximal *x, const sim_state *state, const island *k)
{
    const maximal_contacts *c = x->contacts;
    const int32_t *column = state->model->column;
    joint_trace *next = x->trace[1 - state->progress->now];
    for (int32_t b = k->first_body; b < k->end_body; b++) {
        const int32_t s = c->islands.body[b];
        const twist V = contact_start(c, s);
        put3(&x->body[s / LANES].V.v, s % LANES, V.v);
        put3(&x->body[s / LANES].V.w, s % LANES, V.w);
        for (int32_t i = 0; i < x->stored_count; i++) {
            const int32_t to = x->stored[i];
            next[to].cos = to >= column[s] && to < column[s + 1] ? c->start_cos[i] : next[to].cos;
        }
    }
}

/* The island of a loop or tendon. */
static int32_t island_of_constraint(const maximal *x, int32_t i)
{
    const constraints *t = &x->loops.constraints;
    return x->contacts->islands.of_body[t->end[t->first[i]].node];
}

/* ---- the interval as a system of islands ---- */

static void interval_restart(void *self, int32_t part)
{
    const interval *i = self;
    maximal *x = maximal_of(i->state);
    maximal_loops *l = &x->loops;
    if (i->evaluated) {
        return;
    }
    ludo_maximal_contact_load_start(x, i->state, ludo_island_parts_at(&i->parts, part));
    for (int32_t k = 0; k < i->state->model->loop_count; k++) {
        if (island_of_constraint(x, k) == i->parts.island[part]) {
            memset(l->multiplier + ROW * (size_t)k, 0, ROW * sizeof *l->multiplier);
        }
    }
}

/* The part of the body whose rotation is too large or not a number; -1: an island that isn't solved
 * here. */
static int32_t failed_part(const interval *i)
{
    const maximal *x = maximal_in(i->state);
    for (int32_t k = 0; k < i->parts.count && x->turn.at >= 0; k++) {
        if (i->parts.island[k] == x->contacts->islands.of_body[x->turn.at]) {
            return k;
        }
    }
    return -1;
}

/* The bodies from `first` to `end` - 1, whose blocks are evaluated. */
typedef struct body_range {
    int32_t first, end;
} body_range;

/* The next range after one; the first after an empty one. @return whether there is one */
static bool next_range(const maximal *x, const ludo_model *m, body_range *r)
{
    int32_t first = lanes_blocks(r->end);
    while (first < x->blocks && maximal_is_still(x, first)) {
        first++;
    }
    int32_t end = first;
    while (end < x->blocks && !maximal_is_still(x, end)) {
        end++;
    }
    r->first = LANES * first;
    r->end = LANES * end < m->slots ? LANES * end : m->slots;
    return first < x->blocks;
}

/* The balances of these bodies. */
static void copy_balances(const maximal *x, const ludo_model *m, const double *r, const double *e,
                          double *to_r, double *to_e)
{
    for (body_range b = {0, 0}; next_range(x, m, &b);) {
        const int32_t c = m->column[b.first], columns = m->column[b.end] - c;
        memcpy(to_r + 6 * (size_t)b.first, r + 6 * (size_t)b.first,
               6 * (size_t)(b.end - b.first) * sizeof *r);
        memcpy(to_e + c, e + c, (size_t)columns * sizeof *e);
    }
}

/* Their joint blocks. */
static void copy_blocks(const maximal *x, const ludo_model *m, const double *C, double *to)
{
    for (body_range b = {0, 0}; next_range(x, m, &b);) {
        const int32_t first = m->joint_block[b.first];
        memcpy(to + first, C + first, (size_t)(m->joint_block[b.end] - first) * sizeof *C);
    }
}

static ludo_status interval_evaluate(void *self, const interior_part *parts, int32_t *failed)
{
    interval *i = self;
    maximal *x = maximal_of(i->state);
    maximal_contacts *c = x->contacts;
    const ludo_model *m = i->state->model;
    const ludo_status status =
        i->evaluated ? LUDO_OK : ludo_maximal_newton_evaluate(i->state, i->h, i->report);
    c->motion.current = c->motion.current && i->evaluated;
    i->evaluated = i->balanced = c->measured = false;
    *failed = status == LUDO_OK ? -1 : failed_part(i);
    if (status == LUDO_OK) {
        ludo_island_parts_run(&i->parts, parts);
        ludo_maximal_contact_evaluate(x, i->state, i->h);
        copy_balances(x, m, x->tree.r, x->tree.e, c->r, c->e);
    }
    return status;
}

void ludo_interval_restore_balances(maximal *x, const ludo_model *m)
{
    const maximal_contacts *c = x->contacts;
    copy_balances(x, m, c->r, c->e, x->tree.r, x->tree.e);
}

/* The worst joint of the island; an island with loops counts the worst of all loops. */
static double interval_residual(const void *self, int32_t part)
{
    const interval *i = self;
    const maximal *x = maximal_in(i->state);
    const island *k = ludo_island_parts_at(&i->parts, part);
    double most = k->loops ? x->loops.violation.value : 0.0;
    for (int32_t b = k->first_body; b < k->end_body; b++) {
        most = worst_of(most, x->violation[x->contacts->islands.body[b]]);
    }
    return most;
}

/* The imbalances of all islands [contact.md 5.1]. */
static void find_imbalances(const interval *i)
{
    maximal *x = maximal_of(i->state);
    islands *of = &x->contacts->islands;
    const bool *still = x->still;
    for (int32_t n = 0; n < of->count; n++) {
        of->island[n].energy.residual = 0.0;
    }
    ludo_maximal_contact_measure_residual(i->state);
    for (int32_t n = 0; n < of->count; n++) {
        const island *k = &of->island[n];
        of->imbalance[n] = sqrt(2.0 * k->energy.residual / k->mass) / k->scale.y;
    }
    x->contacts->measured = false;
    x->still = NULL; /* the impulses of all islands were added */
    ludo_interval_restore_balances(x, i->state->model);
    x->still = still;
}

static double interval_imbalance(void *self, int32_t part)
{
    interval *i = self;
    if (!i->balanced) {
        find_imbalances(i);
        i->balanced = true;
    }
    return maximal_in(i->state)->contacts->islands.imbalance[i->parts.island[part]];
}

/* Whether the direction of a part goes on from its first one with the same factors: the second one
 * of a prediction, at the same rates. */
static bool goes_on(const interior_part *p)
{
    const attempt *a = &p->attempt;
    return p->stepping && a->on_path && !a->closes;
}

/* Choose the islands whose directions go on. */
static void choose_starts(const interval *i, const interior_part *parts)
{
    maximal *x = maximal_of(i->state);
    const islands *of = &x->contacts->islands;
    for (int32_t n = 0; n < of->count; n++) {
        of->goes_on[n] = -1.0;
    }
    for (int32_t k = 0; k < i->parts.count; k++) {
        const int32_t n = i->parts.island[k];
        of->goes_on[n] = goes_on(&parts[k]) ? of->island[n].scale.y : -1.0;
    }
    ludo_condensation_go_on(x, of->goes_on);
}

void ludo_interval_linearize(const interval *i)
{
    maximal *x = maximal_of(i->state);
    const ludo_model *m = i->state->model;
    x->rotation->linearize(x, i->state, i->h);
    maximal_body_forces_linearize(x, i->state, i->h);
    ludo_maximal_loops_linearize(x, i->state);
    copy_blocks(x, m, x->tree.C, x->contacts->C);
}

/* The same with the slopes of the cones. */
static void linearize(const interval *i)
{
    maximal *x = maximal_of(i->state);
    ludo_interval_linearize(i);
    ludo_maximal_contact_linearize(x, i->state, i->h);
    ludo_maximal_contact_add_stiffness(x, i->state);
    i->report->factorizations++;
}

static void interval_estimate(void *self, const interior_part *parts)
{
    const interval *i = self;
    maximal *x = maximal_of(i->state);
    ludo_interval_linearize(i);
    ludo_maximal_contact_linearize(x, i->state, i->h);
    ludo_interval_restore_balances(x, i->state->model);
    ludo_island_parts_sweep(&i->parts, i->state->model, parts);
}

/* Islands whose first direction is the only one keep it. */
static void keep_settled(const interval *i, const interior_part *parts)
{
    islands *of = &maximal_of(i->state)->contacts->islands;
    for (int32_t k = 0; k < i->parts.count; k++) {
        bool *runs = &of->running[i->parts.island[k]];
        *runs = *runs && !parts[k].attempt.settled;
    }
}

static void interval_direction(void *self, const interior_part *parts, bool factorize)
{
    const interval *i = self;
    maximal *x = maximal_of(i->state);
    maximal_contacts *c = x->contacts;
    const ludo_model *m = i->state->model;
    ludo_island_parts_run(&i->parts, parts);
    ludo_island_parts_leave(x, m);
    if (factorize) {
        ludo_island_parts_choose_solvers(&i->parts, parts);
        linearize(i);
    } else {
        choose_starts(i, parts);
    }
    ludo_interval_restore_balances(x, m);
    ludo_maximal_loops_apply(x, m);
    ludo_maximal_contact_add_rhs(x);
    ludo_condensation_solve(x, m, factorize);
    if (!factorize) {
        keep_settled(i, parts);
    }
    x->tree.idle = ludo_condensation_idle(x, ludo_island_parts_idle(&c->islands));
    (void)x->direction->solve(i->state, factorize);
    x->tree.idle = NULL;
    if (factorize) {
        copy_blocks(x, m, c->C, x->tree.C);
    }
    ludo_maximal_contact_read_rates(x);
}

/* The largest joint motion of the direction. */
static double interval_size(const void *self, int32_t part)
{
    const interval *i = self;
    return ludo_island_parts_motion(&i->parts, i->state->model, part, i->h);
}

/* a *= alpha; a direction that isn't taken may be NaN. Most are taken whole. */
static void scale(double *a, int32_t count, double alpha)
{
    for (int32_t k = 0; k < count && alpha != 1.0; k++) {
        a[k] = alpha > 0.0 ? alpha * a[k] : 0.0;
    }
}

/* The directions of the islands times their step lengths. */
static void scale_directions(maximal *x, const ludo_model *m)
{
    const islands *of = &x->contacts->islands;
    for (int32_t s = 0; s < m->slots; s++) {
        const double alpha = of->alpha[of->of_body[s]];
        scale(x->tree.u + 6 * s, 6, alpha);
        scale(x->tree.w + m->column[s], m->column[s + 1] - m->column[s], alpha);
    }
    for (int32_t k = 0; k < m->loop_count; k++) {
        const double alpha = of->alpha[island_of_constraint(x, k)];
        scale(x->loops.constraints.l + ROW * (size_t)k, ROW, alpha);
    }
}

static void interval_advance(void *self, const interior_part *parts)
{
    const interval *i = self;
    maximal *x = maximal_of(i->state);
    ludo_island_parts_read_alpha(&i->parts, parts);
    scale_directions(x, i->state->model);
    ludo_maximal_newton_advance(x, i->state, i->h);
}

const interior_parts ludo_interval_parts = {.restart = interval_restart,
                                            .estimate = interval_estimate,
                                            .evaluate = interval_evaluate,
                                            .direction = interval_direction,
                                            .advance = interval_advance,
                                            .size = interval_size,
                                            .residual = interval_residual,
                                            .imbalance = interval_imbalance};

void ludo_interval_freeze(void *self)
{
    const interior_parts *of = ((const interior_alone *)self)->parts;
    const interval *i = of->self;
    const interior_part part = {.running = true};
    int32_t failed;
    if (of->evaluate(of->self, &part, &failed) == LUDO_OK) {
        ludo_maximal_contact_freeze_gradients(maximal_of(i->state), i->state, i->h);
    }
}

ludo_status ludo_maximal_contact_refresh(const contact_interval *of)
{
    interval i = {of->state, of->h, of->report, false, {maximal_of(of->state), NULL, 0}, false};
    int32_t failed;
    return interval_evaluate(&i, NULL, &failed);
}
