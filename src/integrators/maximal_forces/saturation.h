/* SPDX-License-Identifier: Apache-2.0
 *
 * The slope of a force that is clamped to limits, in Newton's method. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_SATURATION_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_SATURATION_H

#include "integrators/maximal/maximal.h"

/* The limit at which a force is: -1, 0 (at none), 1. */
static inline int limit_of(const actuator_step *s)
{
    return (s->wanted > s->force) - (s->wanted < s->force);
}

/* The part of a force's slope that enters the Jacobian: 1 between its limits, 0 at a limit, where
 * the force is constant. If the last iterate was at the opposite limit, the solution lies between
 * and Newton's method would alternate: the secant slope is used. */
static inline double part_of_slope(const actuator_step *last, const actuator_step *s)
{
    if (limit_of(s) == 0) {
        return 1.0;
    }
    return limit_of(last) == -limit_of(s) ? (s->force - last->force) / (s->wanted - last->wanted)
                                          : 0.0;
}

#endif
