/* SPDX-License-Identifier: Apache-2.0
 *
 * The continuation of past intervals. A composition remembers each of its stages by itself: equal
 * stages of successive steps are equidistant, the stages of one step are not. */
#include "integrators/maximal_past.h"

#include "integrators/maximal_bodies.h"

/* Weights of the newest, second newest, ... of `count` equidistant values that a polynomial of
 * degree count - 1 continues: binomial coefficients with alternating signs. */
static const double continuation[MAXIMAL_PAST][MAXIMAL_PAST] = {
    {1.0},
    {2.0, -1.0},
    {3.0, -3.0, 1.0},
    {4.0, -6.0, 4.0, -1.0},
    {5.0, -10.0, 10.0, -5.0, 1.0},
    {6.0, -15.0, 20.0, -15.0, 6.0, -1.0},
};

/* The interval velocities of a stage, `age` intervals ago. */
static const twist_lanes *past_of(const maximal *x, int32_t stage, int32_t age)
{
    const int32_t place = (x->state->past[stage].newest + age) % MAXIMAL_PAST;
    return x->past[stage] + (size_t)place * (size_t)x->blocks;
}

/* The number of past intervals of a stage that were as long as h. */
static int32_t past_count(const maximal *x, double h, int32_t stage)
{
    const stage_past *past = &x->state->past[stage];
    return x->state->last >= 0 && past->h == h ? past->count : 0;
}

/* V = sum of c_i times the i-th of `count` pasts. */
LUDO_KERNEL static void sum_pasts(maximal *x, int32_t count, const double *c,
                                  const twist_lanes *const *past)
{
    for (int32_t k = 0; k < x->blocks; k++) {
        twist_lanes *V = &x->body[k].V;
        *V = (twist_lanes){{{0.0}, {0.0}, {0.0}}, {{0.0}, {0.0}, {0.0}}};
        for (int32_t i = 0; i < count; i++) {
            const twist_lanes *p = &past[i][k];
            FOR_LANES(l)
            {
                put3(&V->v, l, v3_axpy(get3(&V->v, l), c[i], get3(&p->v, l)));
                put3(&V->w, l, v3_axpy(get3(&V->w, l), c[i], get3(&p->w, l)));
            }
        }
    }
}

void ludo_maximal_predict(maximal *x, const ludo_sim *sim, double h, int32_t stage)
{
    const int32_t count = past_count(x, h, stage);
    if (count == 0 && x->state->last < 0) {
        ludo_maximal_set_intervals(x, sim);
    } else if (count == 0) {
        const twist_lanes *last = past_of(x, x->state->last, 0);
        sum_pasts(x, 1, continuation[0], &last);
    } else {
        const twist_lanes *past[MAXIMAL_PAST];
        for (int32_t age = 0; age < count; age++) {
            past[age] = past_of(x, stage, age);
        }
        sum_pasts(x, count, continuation[count - 1], past);
    }
}

void ludo_maximal_remember(maximal *x, double h, int32_t stage)
{
    stage_past *past = &x->state->past[stage];
    past->count = past_count(x, h, stage);
    past->count += past->count < MAXIMAL_PAST;
    past->newest = (past->newest + MAXIMAL_PAST - 1) % MAXIMAL_PAST;
    past->h = h;
    x->state->last = stage;
    twist_lanes *newest = x->past[stage] + (size_t)past->newest * (size_t)x->blocks;
    for (int32_t k = 0; k < x->blocks; k++) {
        newest[k] = x->body[k].V;
    }
}
