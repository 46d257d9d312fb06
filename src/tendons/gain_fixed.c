/* SPDX-License-Identifier: Apache-2.0
 *
 * A gain that is one number. */
#include "tendons/actuator_list.h"

static law_value fixed_gain(const actuator_data *a, double length, double rate)
{
    (void)length, (void)rate;
    return (law_value){.value = a->gain};
}

const actuator_law ludo_gain_fixed = {.name = "fixed", .at = fixed_gain};
