/* SPDX-License-Identifier: Apache-2.0
 *
 * Past intervals of LANES simulations, the newest first, and their extrapolation. */
#include "integrators/maximal/history.h"

#include "integrators/maximal_lanes/lanes.h"

/* ---- extrapolation ---- */

LUDO_KERNEL_PART void add_rate(lanes1 *sum, const lanes1 *c, const lanes1 *past)
{
    FOR_LANES(l)
    {
        sum->at[l] += c->at[l] * past->at[l];
    }
}

LUDO_KERNEL_PART void move(lanes1 *to, double h, const lanes1 *rate)
{
    FOR_LANES(l)
    {
        to->at[l] += h * rate->at[l];
    }
}

LUDO_KERNEL static void sum_rates(maximal_lanes *x, double h)
{
    for (int32_t i = 0; i < x->stored_count; i++) {
        trace_lanes *next = lanes_next_trace(x, x->stored[i]);
        LANES_ALIGNED lanes1 rate = {{0.0}};
        for (int32_t age = 0; age < x->known; age++) {
            add_rate(&rate, &x->weight[age], &x->past_rate[age][i]);
        }
        *next = *lanes_trace(x, x->stored[i]);
        move(&next->cos, h, &rate);
    }
}

void ludo_maximal_lanes_weigh(maximal_lanes *x)
{
    x->known = 1;
    for (int l = 0; l < LANES; l++) {
        const int32_t count = (int32_t)x->kept[l].history[0].count;
        for (int32_t age = 0; age < EXTRAPOLATION_POINTS; age++) {
            x->weight[age].at[l] = count > 0 ? ludo_extrapolate[count - 1][age] : 0.0;
        }
        x->known = count > x->known ? count : x->known;
    }
}

void ludo_maximal_lanes_extrapolate_stored(maximal_lanes *x, double h)
{
    sum_rates(x, h);
}

/* ---- stored coordinates ---- */

LUDO_KERNEL static void correct_stored(maximal_lanes *x, double h)
{
    const vector_bits iterates = x->newton.iterates;
    for (int32_t i = 0; i < x->stored_count; i++) {
        lanes1 *to = &lanes_next_trace(x, x->stored[i])->cos;
        vector before, moved;
        vector_copy(&before, to, 1);
        moved = before + VECTOR_OF(h) * x->tree.w[x->stored[i]];
        vector_select(&moved, &iterates, &before);
        memcpy(to, &moved, sizeof moved);
    }
}

void ludo_maximal_lanes_correct_stored(maximal_lanes *x, double h)
{
    correct_stored(x, h);
}

/* ---- the end of an interval ---- */

LUDO_KERNEL_PART void find_rate(lanes1 *rate, const lanes1 *from, const lanes1 *to, double per_h)
{
    FOR_LANES(l)
    {
        rate->at[l] = per_h * (to->at[l] - from->at[l]);
    }
}

LUDO_KERNEL static void find_rates(maximal_lanes *x, double per_h, lanes1 *rate)
{
    for (int32_t i = 0; i < x->stored_count; i++) {
        const int32_t c = x->stored[i];
        find_rate(&rate[i], &lanes_trace(x, c)->cos, &lanes_next_trace(x, c)->cos, per_h);
    }
}

void ludo_maximal_lanes_save(maximal_lanes *x, double h)
{
    twist_lanes *V = x->past[EXTRAPOLATION_POINTS - 1];
    lanes1 *rate = x->past_rate[EXTRAPOLATION_POINTS - 1];
    memmove(x->past + 1, x->past, (EXTRAPOLATION_POINTS - 1) * sizeof *x->past);
    memmove(x->past_rate + 1, x->past_rate, (EXTRAPOLATION_POINTS - 1) * sizeof *x->past_rate);
    x->past[0] = V;
    x->past_rate[0] = rate;
    find_rates(x, 1.0 / h, rate);
    for (int l = 0; l < LANES; l++) {
        ludo_maximal_history_add(&x->kept[l], h, 0);
    }
}
