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

LUDO_KERNEL static void add_past(maximal *x, const twist_lanes *past, double weight)
{
    for (int32_t k = 0; k < x->blocks; k++) {
        twist_lanes *V = &x->body[k].V;
        FOR_LANES(l)
        {
            put3(&V->v, l, v3_axpy(get3(&V->v, l), weight, get3(&past[k].v, l)));
            put3(&V->w, l, v3_axpy(get3(&V->w, l), weight, get3(&past[k].w, l)));
        }
    }
}

void ludo_maximal_predict(maximal *x, const ludo_sim *sim, double h, int32_t stage)
{
    const int32_t count = past_count(x, h, stage);
    for (int32_t k = 0; k < x->blocks; k++) {
        x->body[k].V = (twist_lanes){{{0.0}, {0.0}, {0.0}}, {{0.0}, {0.0}, {0.0}}};
    }
    if (count > 0) {
        for (int32_t age = 0; age < count; age++) {
            add_past(x, past_of(x, stage, age), continuation[count - 1][age]);
        }
    } else if (x->state->last >= 0) {
        add_past(x, past_of(x, x->state->last, 0), 1.0);
    } else {
        ludo_maximal_set_intervals(x, sim);
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
