/* SPDX-License-Identifier: Apache-2.0
 *
 * A gain that is an affine function of length and rate: a damper with a controlled coefficient has
 * the gain -kv dL/dt. */
#include "tendons/actuator_list.h"

static law_value affine_gain(const actuator_data *a, double length, double rate)
{
    const double *slope = a->gain_slope;
    return (law_value){a->gain + (slope[0] * length + slope[1] * rate), slope[0], slope[1]};
}

const actuator_law ludo_gain_affine = {.name = "affine", .at = affine_gain};
