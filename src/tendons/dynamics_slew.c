/* SPDX-License-Identifier: Apache-2.0
 *
 * An activation that follows the control at a limited rate: |da/dt| <= slew_rate, until a = u. */
#include "tendons/actuator_list.h"

static double toward(double from, double to, double most)
{
    return to - from > most ? from + most : to - from < -most ? from - most : to;
}

static double slew_rate(const actuator_data *a, double u, double activation)
{
    return u > activation ? a->slew_rate : u < activation ? -a->slew_rate : 0.0;
}

static double slew_advance(const actuator_data *a, double u, double activation, double h)
{
    return toward(activation, u, fabs(h) * a->slew_rate);
}

const actuator_dynamics ludo_dynamics_slew = {
    .name = "slew",
    .forgets = true,
    .rate = slew_rate,
    .advance = slew_advance,
};
