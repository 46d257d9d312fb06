/* SPDX-License-Identifier: Apache-2.0
 *
 * The interval (A) with cones: start, evaluation, direction and step of each island. */
#include "integrators/maximal_contact/interval_system.h"

#include "integrators/maximal_contact/condensation.h"
#include "integrators/maximal/history.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal/newton.h"
#include "integrators/maximal/body_forces.h"

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

/* Put the bodies of an island at the start, with the coordinates that poses do not determine. */
static void load_start(maximal *x, const sim_state *state, const island *k)
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

void ludo_interval_set_running(const interval *i, const interior_part *parts)
{
    islands *of = &maximal_of(i->state)->contacts->islands;
    memset(of->running, 0, (size_t)of->count * sizeof *of->running);
    for (int32_t k = 0; k < i->parts; k++) {
        of->running[i->island[k]] = parts[k].running;
    }
}

static const island *island_of_part(const interval *i, int32_t part)
{
    return &maximal_in(i->state)->contacts->islands.island[i->island[part]];
}

static void interval_restart(void *self, int32_t part)
{
    const interval *i = self;
    maximal *x = maximal_of(i->state);
    maximal_loops *l = &x->loops;
    if (i->evaluated) {
        return;
    }
    load_start(x, i->state, island_of_part(i, part));
    for (int32_t k = 0; k < i->state->model->loop_count; k++) {
        if (island_of_constraint(x, k) == i->island[part]) {
            memset(l->multiplier + ROW * (size_t)k, 0, ROW * sizeof *l->multiplier);
        }
    }
}

/* The part of the body whose rotation is too large or not a number; -1: an island that isn't solved
 * here. */
static int32_t failed_part(const interval *i)
{
    const maximal *x = maximal_in(i->state);
    for (int32_t k = 0; k < i->parts && x->turn.at >= 0; k++) {
        if (i->island[k] == x->contacts->islands.of_body[x->turn.at]) {
            return k;
        }
    }
    return -1;
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
    i->evaluated = c->measured = false;
    *failed = status == LUDO_OK ? -1 : failed_part(i);
    if (status == LUDO_OK) {
        ludo_interval_set_running(i, parts);
        ludo_maximal_contact_evaluate(x, i->state, i->h);
        memcpy(c->r, x->tree.r, 6 * (size_t)m->slots * sizeof *c->r);
        memcpy(c->e, x->tree.e, (size_t)m->columns * sizeof *c->e);
    }
    return status;
}

void ludo_interval_restore_balances(maximal *x, const ludo_model *m)
{
    const maximal_contacts *c = x->contacts;
    memcpy(x->tree.r, c->r, 6 * (size_t)m->slots * sizeof *c->r);
    memcpy(x->tree.e, c->e, (size_t)m->columns * sizeof *c->e);
}

/* The worst joint of the island; an island with loops counts the worst of all loops. */
static double interval_residual(const void *self, int32_t part)
{
    const interval *i = self;
    const maximal *x = maximal_in(i->state);
    const island *k = island_of_part(i, part);
    double most = k->loops ? x->loops.violation.value : 0.0;
    for (int32_t b = k->first_body; b < k->end_body; b++) {
        most = worst_of(most, x->violation[x->contacts->islands.body[b]]);
    }
    return most;
}

/* Choose the islands that are condensed. */
static void choose_solvers(const interval *i, const interior_part *parts)
{
    maximal *x = maximal_of(i->state);
    islands *of = &x->contacts->islands;
    memset(of->soft, 0, (size_t)of->count * sizeof *of->soft);
    for (int32_t k = 0; k < i->parts; k++) {
        of->soft[i->island[k]] = parts[k].running && parts[k].attempt.soft;
    }
    ludo_condensation_choose(x, of->soft, of->of_body);
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
    for (int32_t k = 0; k < i->parts; k++) {
        const int32_t n = i->island[k];
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
    memcpy(x->contacts->C, x->tree.C, (size_t)m->joint_block[m->slots] * sizeof *x->tree.C);
    i->report->factorizations++;
}

/* The same with the slopes of the cones. */
static void linearize(const interval *i)
{
    maximal *x = maximal_of(i->state);
    ludo_interval_linearize(i);
    ludo_maximal_contact_linearize(x, i->state, i->h);
    ludo_maximal_contact_add_stiffness(x, i->state);
}

/* Islands whose first direction is the only one keep it. */
static void keep_settled(const interval *i, const interior_part *parts)
{
    islands *of = &maximal_of(i->state)->contacts->islands;
    for (int32_t k = 0; k < i->parts; k++) {
        of->running[i->island[k]] = of->running[i->island[k]] && !parts[k].attempt.settled;
    }
}

const bool *ludo_interval_find_idle(islands *of)
{
    bool any = false;
    for (int32_t s = 0; s < of->bodies && of->count > 1; s++) {
        of->idle[s] = !of->running[of->of_body[s]];
        any = any || of->idle[s];
    }
    return any ? of->idle : NULL;
}

static void interval_direction(void *self, const interior_part *parts, bool factorize)
{
    const interval *i = self;
    maximal *x = maximal_of(i->state);
    maximal_contacts *c = x->contacts;
    const ludo_model *m = i->state->model;
    ludo_interval_set_running(i, parts);
    if (factorize) {
        choose_solvers(i, parts);
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
    x->tree.idle = ludo_condensation_idle(x, ludo_interval_find_idle(&c->islands));
    (void)x->direction->solve(i->state, factorize);
    x->tree.idle = NULL;
    if (factorize) {
        memcpy(x->tree.C, c->C, (size_t)m->joint_block[m->slots] * sizeof *c->C);
    }
    ludo_maximal_contact_read_rates(x);
}

/* The larger of `most` and the motion by rates w over h of `count` degrees of freedom, in units of
 * their scales. */
static double larger_motion(double most, const double *w, const double *scale, int32_t count,
                            double h)
{
    for (int32_t c = 0; c < count; c++) {
        most = worst_of(most, fabs(h * w[c]) * scale[c]);
    }
    return most;
}

/* The largest motion of whole blocks, side by side. */
LUDO_KERNEL static double largest_of_blocks(const double *restrict w, const double *restrict scale,
                                            int32_t blocks, double h)
{
    lanes1 most = {{0.0}};
    double all = 0.0;
    for (int32_t c = 0; c < LANES * blocks; c += LANES) {
        FOR_LANES(l)
        {
            most.at[l] = worst_of(most.at[l], fabs(h * w[c + l]) * scale[c + l]);
        }
    }
    for (int l = 0; l < LANES; l++) {
        all = worst_of(all, most.at[l]);
    }
    return all;
}

/* The largest motion; of few degrees of freedom one by one, which takes less time. */
static double largest_motion(const double *w, const double *scale, int32_t count, double h)
{
    const int32_t blocks = count >= 2 * LANES ? count / LANES : 0, done = LANES * blocks;
    const double most = blocks > 0 ? largest_of_blocks(w, scale, blocks, h) : 0.0;
    return larger_motion(most, w + done, scale + done, count - done, h);
}

/* The largest joint motion of the direction; bodies that follow one another take one run. */
static double interval_size(const void *self, int32_t part)
{
    const interval *i = self;
    const maximal *x = maximal_in(i->state);
    const ludo_model *m = i->state->model;
    const island *k = island_of_part(i, part);
    const int32_t *body = x->contacts->islands.body;
    double most = 0.0;
    for (int32_t b = k->first_body, end = b; b < k->end_body; b = end) {
        for (end = b + 1; end < k->end_body && body[end] == body[end - 1] + 1;) {
            end++;
        }
        const int32_t first = m->column[body[b]], last = m->column[body[end - 1] + 1];
        const double own =
            largest_motion(x->tree.w + first, m->column_scale + first, last - first, i->h);
        most = worst_of(most, own);
    }
    return most;
}

/* a *= alpha; a direction that isn't taken may be NaN. Most are taken whole. */
static void scale(double *a, int32_t count, double alpha)
{
    for (int32_t k = 0; k < count && alpha != 1.0; k++) {
        a[k] = alpha > 0.0 ? alpha * a[k] : 0.0;
    }
}

/* The step length of each island: 0 where it isn't solved here. */
static void set_alpha(const interval *i, const interior_part *parts)
{
    islands *of = &maximal_of(i->state)->contacts->islands;
    memset(of->alpha, 0, (size_t)of->count * sizeof *of->alpha);
    for (int32_t k = 0; k < i->parts; k++) {
        of->alpha[i->island[k]] = parts[k].alpha;
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
    set_alpha(i, parts);
    scale_directions(x, i->state->model);
    ludo_maximal_newton_advance(x, i->state, i->h);
}

const interior_parts ludo_interval_parts = {.restart = interval_restart,
                                            .evaluate = interval_evaluate,
                                            .direction = interval_direction,
                                            .advance = interval_advance,
                                            .size = interval_size,
                                            .residual = interval_residual};

/* ---- one island as a system ---- */

static const interior_part alone = {.running = true};

static void alone_restart(void *self)
{
    interval_restart(self, 0);
}

static ludo_status alone_evaluate(void *self)
{
    int32_t failed;
    return interval_evaluate(self, &alone, &failed);
}

static void alone_soften(void *self, bool soft)
{
    ((interval *)self)->soft = soft;
}

static double alone_direction(void *self, bool factorize)
{
    const interior_part part = {.running = true, .attempt.soft = ((interval *)self)->soft};
    interval_direction(self, &part, factorize);
    return interval_size(self, 0);
}

static void alone_advance(void *self, double alpha)
{
    const interior_part part = {.running = true, .alpha = alpha};
    interval_advance(self, &part);
}

static double alone_residual(const void *self)
{
    return interval_residual(self, 0);
}

const interior_system ludo_interval_alone = {.restart = alone_restart,
                                             .evaluate = alone_evaluate,
                                             .soften = alone_soften,
                                             .direction = alone_direction,
                                             .advance = alone_advance,
                                             .residual = alone_residual};

void ludo_interval_freeze(void *self)
{
    const interval *i = self;
    if (alone_evaluate(self) == LUDO_OK) {
        ludo_maximal_contact_freeze_gradients(maximal_of(i->state), i->state, i->h);
    }
}

ludo_status ludo_maximal_contact_refresh(const contact_interval *of)
{
    interval i = {of->state, of->h, of->report, false, NULL, 0, false};
    int32_t failed;
    return interval_evaluate(&i, NULL, &failed);
}

ludo_status ludo_maximal_contact_restart(const contact_interval *of)
{
    maximal *x = maximal_of(of->state);
    ludo_maximal_loops_begin(x, of->state);
    ludo_maximal_history_extrapolate(x, of->state, of->h, of->stage);
    return ludo_maximal_newton_evaluate(of->state, of->h, of->report);
}
