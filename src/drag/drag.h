/* SPDX-License-Identifier: Apache-2.0
 *
 * The drag of an element on the body that carries it, in the world. */
#ifndef LUDO_DRAG_DRAG_H
#define LUDO_DRAG_DRAG_H

#include "model/drag.h"
#include "model/joint.h"

/* A wrench about the centre of mass of a body, and its derivative by the twist of the body; force
 * and velocity first, torque and angular velocity second, world axes. */
typedef struct drag_wrench {
    ludo_vec3 force, torque;
    double by_twist[36];
} drag_wrench;

/* The drag of an element on a body of orientation R that moves by V. `derivative`: by_twist is
 * computed, too. */
drag_wrench ludo_drag_on_body(const drag_data *d, const ludo_medium *m, const mat3 *R, twist V,
                              bool derivative);

#endif
