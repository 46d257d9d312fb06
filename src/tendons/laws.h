/* SPDX-License-Identifier: Apache-2.0
 *
 * Laws of springs and actuators at one instant [forces.md 1]. */
#ifndef LUDO_TENDONS_LAWS_H
#define LUDO_TENDONS_LAWS_H

#include "model/tendon.h"
#include "model/model.h"

#include <math.h>

/* The nearest value in a range: of a control, of an actuator's force. */
LUDO_KERNEL_PART double clamp(double value, const double range[2])
{
    return value < range[0] ? range[0] : value > range[1] ? range[1] : value;
}

/* The activation of an actuator a time h after one, at a control that is constant; of one that does
 * not follow the motion. */
static inline double actuator_activation(const actuator_data *a, double control, double activation,
                                         double h)
{
    const double u = clamp(control, a->control_range);
    return h != 0.0 ? clamp(a->dynamics->advance(a, u, activation, h), a->activation_range)
                    : activation;
}

/* The input of an actuator's gain a time h after the activations (of all actuators). */
static inline double actuator_input(const actuator_data *a, double control,
                                    const double *activation, double h)
{
    return a->dynamics == NULL ? clamp(control, a->control_range)
                               : actuator_activation(a, control, activation[a->activation], h);
}

/* The force of an actuator that feels no motion, before its limits. */
static inline double actuator_constant(const actuator_data *a, double input)
{
    return a->gain * input + a->bias[0];
}

/* The activation of an actuator that follows the motion, a time h after one; at a limit of its
 * range it has no derivatives. */
static inline law_value actuator_followed(const actuator_data *a, double control, double activation,
                                          double h, const actuator_motion *to)
{
    const double u = clamp(control, a->control_range);
    if (h == 0.0) {
        return (law_value){activation, 0.0, 0.0};
    }
    const law_value next = a->dynamics->follow(a, u, activation, h, to);
    const double kept = clamp(next.value, a->activation_range);
    return kept == next.value ? next : (law_value){kept, 0.0, 0.0};
}

/* The input of an actuator's gain a time h after the activations (of all actuators), with its
 * derivatives by the motion until then. */
static inline law_value actuator_input_of(const actuator_data *a, double control,
                                          const double *activation, double h,
                                          const actuator_motion *to)
{
    if (!actuator_follows(a)) {
        return (law_value){actuator_input(a, control, activation, h), 0.0, 0.0};
    }
    law_value w = actuator_followed(a, control, activation[a->activation], h, to);
    if (a->dynamics->input != NULL) {
        w.value = a->dynamics->input(a, clamp(control, a->control_range), w.value);
    }
    return w;
}

/* The force of an actuator before its limits, from its input; `length` and `rate` are those of its
 * tendon or coordinate, times its gear. */
typedef struct actuator_force {
    double value, by_length, by_rate, by_input;
} actuator_force;

/* The position nearest to a length that equals `input` modulo the period. */
static inline double nearest_position(double input, double length, double period)
{
    return input + period * floor((length - input) / period + 0.5);
}

static inline actuator_force actuator_wanted(const actuator_data *a, law_value w, double length,
                                             double rate)
{
    const double input = a->period > 0.0 ? nearest_position(w.value, length, a->period) : w.value;
    const law_value gain = a->gain_law->at(a, length, rate),
                    bias = a->bias_law->at(a, length, rate);
    return (actuator_force){gain.value * input + bias.value,
                            gain.by_length * input + bias.by_length + gain.value * w.by_length,
                            gain.by_rate * input + bias.by_rate + gain.value * w.by_rate,
                            gain.value};
}

/* The elongation (> 0) or compression (< 0) of a spring that is slack from rest[0] to rest[1]. */
LUDO_KERNEL_PART double spring_stretch(const double rest[2], double q)
{
    return q > rest[1] ? q - rest[1] : q < rest[0] ? q - rest[0] : 0.0;
}

#endif
