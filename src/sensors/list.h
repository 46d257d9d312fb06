/* SPDX-License-Identifier: Apache-2.0
 *
 * The types of sensors: one line each. */
#ifndef LUDO_SENSORS_LIST_H
#define LUDO_SENSORS_LIST_H

#include "model/sensor.h"

#define LUDO_SENSOR_LIST(X)                                                                        \
    X(accelerometer)                                                                               \
    X(gyro)                                                                                        \
    X(velocimeter)                                                                                 \
    X(force)                                                                                       \
    X(torque)                                                                                      \
    X(touch)                                                                                       \
    X(rangefinder)                                                                                 \
    X(jointpos)                                                                                    \
    X(jointvel)                                                                                    \
    X(jointactuatorfrc)                                                                            \
    X(ballquat)                                                                                    \
    X(ballangvel)                                                                                  \
    X(tendonpos)                                                                                   \
    X(tendonvel)                                                                                   \
    X(tendonactuatorfrc)                                                                           \
    X(actuatorpos)                                                                                 \
    X(actuatorvel)                                                                                 \
    X(actuatorfrc)                                                                                 \
    X(framepos)                                                                                    \
    X(framequat)                                                                                   \
    X(framexaxis)                                                                                  \
    X(frameyaxis)                                                                                  \
    X(framezaxis)                                                                                  \
    X(framelinvel)                                                                                 \
    X(frameangvel)                                                                                 \
    X(framelinacc)                                                                                 \
    X(frameangacc)                                                                                 \
    X(subtreecom)                                                                                  \
    X(subtreelinvel)                                                                               \
    X(subtreeangmom)                                                                               \
    X(e_potential)                                                                                 \
    X(e_kinetic)                                                                                   \
    X(clock)

#define X(name) extern const sensor_kind ludo_sensor_##name;
LUDO_SENSOR_LIST(X)
#undef X

#endif
