/* SPDX-License-Identifier: Apache-2.0
 *
 * An affine bias and the cogging torque of a motor: amplitude sin( poles L + phase ). */
#include "math/elementary.h"
#include "tendons/actuator_list.h"

static law_value cogging_bias(const actuator_data *a, double length, double rate)
{
    law_value b = ludo_bias_affine.at(a, length, rate);
    double sine, cosine;
    ludo_sincos(a->cogging[1] * length + a->cogging[2], &sine, &cosine);
    b.value += a->cogging[0] * sine;
    b.by_length += a->cogging[0] * a->cogging[1] * cosine;
    return b;
}

const actuator_law ludo_bias_cogging = {.name = "cogging", .at = cogging_bias};
