/* SPDX-License-Identifier: Apache-2.0
 *
 * Past intervals of LANES simulations, the newest first, and their extrapolation. */
#include "integrators/maximal/history.h"

#include "integrators/maximal_lanes/lanes.h"

/* ---- extrapolation ---- */

/* V of a body = sum of c_i times the i-th of `count` past velocities. */
LUDO_KERNEL_PART void sum_velocity(maximal_lanes *x, int32_t s, const vector *c, int32_t count)
{
    vector V[6] = {VECTOR_OF(0.0), VECTOR_OF(0.0), VECTOR_OF(0.0),
                   VECTOR_OF(0.0), VECTOR_OF(0.0), VECTOR_OF(0.0)};
    for (int32_t age = 0; age < count; age++) {
        vector past[6];
        vector_copy(past, &x->past[age][s], 6);
        for (int i = 0; i < 6; i++) {
            V[i] += c[age] * past[i];
        }
    }
    memcpy(&x->body[s].V, V, sizeof V);
}

LUDO_KERNEL static void sum_velocities(maximal_lanes *x, const lanes1 *c, int32_t count)
{
    vector weight[EXTRAPOLATION_POINTS];
    vector_copy(weight, c, EXTRAPOLATION_POINTS);
    for (int32_t s = 0; s < x->tree.nodes; s++) {
        sum_velocity(x, s, weight, count);
    }
}

LUDO_KERNEL_PART void add_rate(lanes1 *sum, const lanes1 *c, const lanes1 *past)
{
    FOR_LANES(l)
    {
        sum->at[l] += c->at[l] * past->at[l];
    }
}

/* to += h times a rate, in the lanes that are marked. */
LUDO_KERNEL_PART void move(lanes1 *to, double h, const double *rate, const lanes1 *marked)
{
    FOR_LANES(l)
    {
        const double moved = to->at[l] + h * rate[l];
        to->at[l] = marked->at[l] != 0.0 ? moved : to->at[l];
    }
}

LUDO_KERNEL static void sum_rates(maximal_lanes *x, double h, const lanes1 *c, int32_t count)
{
    static const lanes1 all = {{1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}};
    for (int32_t i = 0; i < x->stored_count; i++) {
        trace_lanes *next = lanes_next_trace(x, x->stored[i]);
        LANES_ALIGNED lanes1 rate = {{0.0}};
        for (int32_t age = 0; age < count; age++) {
            add_rate(&rate, &c[age], &x->past_rate[age][i]);
        }
        *next = *lanes_trace(x, x->stored[i]);
        move(&next->cos, h, rate.at, &all);
    }
}

/* Weights of intervals that a lane does not know are zero: they add nothing to its sums, which are
 * never -0. */
void ludo_maximal_lanes_extrapolate(maximal_lanes *x, double h)
{
    LANES_ALIGNED lanes1 c[EXTRAPOLATION_POINTS];
    int32_t most = 1;
    for (int l = 0; l < LANES; l++) {
        const int32_t count = (int32_t)x->kept[l].history[0].count;
        for (int32_t age = 0; age < EXTRAPOLATION_POINTS; age++) {
            c[age].at[l] = count > 0 ? ludo_extrapolate[count - 1][age] : 0.0;
        }
        most = count > most ? count : most;
    }
    sum_velocities(x, c, most);
    sum_rates(x, h, c, most);
}

/* ---- stored coordinates ---- */

LUDO_KERNEL static void correct_stored(maximal_lanes *x, double h)
{
    for (int32_t i = 0; i < x->stored_count; i++) {
        LANES_ALIGNED lanes1 rate;
        memcpy(&rate, &x->tree.w[x->stored[i]], sizeof rate);
        move(&lanes_next_trace(x, x->stored[i])->cos, h, rate.at, &x->newton.iterates);
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
    for (int32_t s = 0; s < x->tree.nodes; s++) {
        V[s] = x->body[s].V;
    }
    find_rates(x, 1.0 / h, rate);
    for (int l = 0; l < LANES; l++) {
        ludo_maximal_history_add(&x->kept[l], h, 0);
        x->steps[l]++;
    }
}
