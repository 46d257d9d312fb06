/* SPDX-License-Identifier: Apache-2.0
 *
 * A bias that is an affine function of length and rate: the springs and dampers of servos. */
#include "tendons/actuator_list.h"

static law_value affine_bias(const actuator_data *a, double length, double rate)
{
    const double *bias = a->bias;
    return (law_value){bias[0] + (bias[1] * length + bias[2] * rate), bias[1], bias[2]};
}

const actuator_law ludo_bias_affine = {.name = "affine", .at = affine_bias};
