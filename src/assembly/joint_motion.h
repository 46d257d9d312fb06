/* SPDX-License-Identifier: Apache-2.0
 *
 * Finite motions of joint coordinates: coordinates moved by numbers per dof (columns of S), and the
 * numbers that lead from one set of coordinates to another. Coordinates are those of all joints,
 * body by body. */
#ifndef LUDO_ASSEMBLY_JOINT_MOTION_H
#define LUDO_ASSEMBLY_JOINT_MOTION_H

#include "state/state.h"

/* Coordinates, at which bodies are placed, += `by` times w (per dof): scalars by their numbers,
 * quaternions by the rotation vector. Coordinates with w = 0 keep their bits. */
void ludo_assembly_advance(const sim_state *state, double by, const double *w, double *position);

/* The motion w from coordinates, at which bodies are placed, to others, parent by parent. */
void ludo_assembly_difference(const sim_state *state, const double *from, const double *to,
                              double *w);

/* The coordinates of a joint at zero: no displacement, no rotation. */
void ludo_assembly_set_zero(const joint_data *j, double *position);

/* The distance between coordinates, per dof: [m, rad]; a quaternion's angle is at the first of its
 * three dofs. */
void ludo_assembly_distance(const ludo_model *m, const double *from, const double *to,
                            double *moved);

/* The sum of squares of numbers per dof times their scales, and the largest of these products. */
double ludo_assembly_square(const ludo_model *m, const double *w);
double ludo_assembly_largest(const ludo_model *m, const double *w);

#endif
