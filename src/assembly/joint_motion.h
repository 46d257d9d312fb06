/* SPDX-License-Identifier: Apache-2.0
 *
 * Joint coordinates on their way: moved by finite numbers per column of S, and the numbers per
 * column that lead from some to others. Coordinates are those of all joints, slot by slot. */
#ifndef LUDO_ASSEMBLY_JOINT_MOTION_H
#define LUDO_ASSEMBLY_JOINT_MOTION_H

#include "state/state.h"

/* Coordinates, at which bodies are placed, += `by` times w (per column): scalars by their numbers,
 * quaternions by the rotation vector. Where w is zero not a bit changes. */
void ludo_assembly_advance(const sim_state *state, double by, const double *w, double *position);

/* What would move coordinates, at which bodies are placed, to others, parent by parent. */
void ludo_assembly_way(const sim_state *state, const double *from, const double *to, double *w);

/* How far apart coordinates are, per column: [m, rad]; a quaternion's angle stands at the first of
 * its three. */
void ludo_assembly_moved(const ludo_model *m, const double *from, const double *to, double *moved);

/* The sum of squares of what numbers per column are of their scales, and the largest. */
double ludo_assembly_square(const ludo_model *m, const double *w);
double ludo_assembly_largest(const ludo_model *m, const double *w);

#endif
