/* SPDX-License-Identifier: Apache-2.0
 *
 * An activation that follows the control with a time constant: da/dt = (u - a) / T. Its exact
 * solution at a constant control is a(h) = u + (a - u) e^(-h / T). */
#include "math/elementary.h"
#include "tendons/actuator_list.h"

static double filter_rate(const actuator_data *a, double u, double activation)
{
    return (u - activation) / a->time_constant[0];
}

static double filter_advance(const actuator_data *a, double u, double activation, double h)
{
    return u + (activation - u) * ludo_exp(-h / a->time_constant[0]);
}

const actuator_dynamics ludo_dynamics_filter = {
    .name = "filter",
    .forgets = true,
    .constants = 1,
    .rate = filter_rate,
    .advance = filter_advance,
};
