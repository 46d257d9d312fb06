/* SPDX-License-Identifier: Apache-2.0
 *
 * The types of gains, biases and activation dynamics of actuators: one line each. */
#ifndef LUDO_TENDONS_ACTUATOR_LIST_H
#define LUDO_TENDONS_ACTUATOR_LIST_H

#include "model/actuator.h"

#define LUDO_GAIN_LIST(X)                                                                          \
    X(fixed)                                                                                       \
    X(affine)                                                                                      \
    X(muscle)

#define LUDO_BIAS_LIST(X)                                                                          \
    X(affine)                                                                                      \
    X(muscle)                                                                                      \
    X(cogging)

#define LUDO_DYNAMICS_LIST(X)                                                                      \
    X(integrator)                                                                                  \
    X(filter)                                                                                      \
    X(muscle)                                                                                      \
    X(slew)                                                                                        \
    X(integral)                                                                                    \
    X(current)

#define X(name) extern const actuator_law ludo_gain_##name;
LUDO_GAIN_LIST(X)
#undef X
#define X(name) extern const actuator_law ludo_bias_##name;
LUDO_BIAS_LIST(X)
#undef X
#define X(name) extern const actuator_dynamics ludo_dynamics_##name;
LUDO_DYNAMICS_LIST(X)
#undef X

#endif
