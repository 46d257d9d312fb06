/* SPDX-License-Identifier: Apache-2.0
 *
 * Laws of springs and actuators at one instant [forces.md 1]. */
#ifndef LUDO_TENDONS_LAWS_H
#define LUDO_TENDONS_LAWS_H

#include "model/tendon.h"
#include "model/model.h"

/* The nearest value in a range: of a control, of an actuator's force. */
LUDO_KERNEL_PART double clamp(double value, const double range[2])
{
    return value < range[0] ? range[0] : value > range[1] ? range[1] : value;
}

/* The force of an actuator before its limits, from a control within its range; `length` and `rate`
 * are those of its tendon or coordinate, times its gear. */
static inline double actuator_wanted(const actuator_data *a, double u, double length, double rate)
{
    return a->gain * u + (a->bias[0] + (a->bias[1] * length + a->bias[2] * rate));
}

/* The elongation (> 0) or compression (< 0) of a spring that is slack from rest[0] to rest[1]. */
LUDO_KERNEL_PART double spring_stretch(const double rest[2], double q)
{
    return q > rest[1] ? q - rest[1] : q < rest[0] ? q - rest[0] : 0.0;
}

#endif
