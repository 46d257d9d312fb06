/* SPDX-License-Identifier: Apache-2.0
 *
 * The current of a motor with a resistance R and an inductance T R at the voltage u, with the back
 * EMF K v of the rate v of its length: di/dt = ( ( u - K v ) / R - i ) / T.
 *
 * Exact at a constant rate. At an instant, and in steps of any length, the current of the mean rate
 * damps the motion: an implicit step stays stable where T is shorter than the step. */
#include "math/elementary.h"
#include "tendons/actuator_list.h"

static double settled(const actuator_data *a, double u, double rate)
{
    return (u - a->back_emf * rate) / a->resistance;
}

static double current_rate(const actuator_data *a, double u, double activation, double length,
                           double rate)
{
    (void)length;
    return (settled(a, u, rate) - activation) / a->time_constant[0];
}

static law_value current_follow(const actuator_data *a, double u, double activation, double h,
                                const actuator_motion *to)
{
    const double kept = ludo_exp(-h / a->time_constant[0]);
    const double end = settled(a, u, to->rate);
    return (law_value){end + (activation - end) * kept, 0.0,
                       -(1.0 - kept) * a->back_emf / a->resistance};
}

const actuator_dynamics ludo_dynamics_current = {
    .name = "current",
    .forgets = true,
    .constants = 1,
    .motion_rate = current_rate,
    .follow = current_follow,
};
