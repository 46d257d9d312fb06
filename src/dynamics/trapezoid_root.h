/* SPDX-License-Identifier: Apache-2.0
 *
 * Trees whose root turns by Cayley's map, their centre of mass split off, in the equations of a
 * trapezoidal step [groups.md 3, solvability.md 3]. With w the way's turn of the root's body in its
 * own axes, constant over the step, and N the mean of all moments in these axes at both ends,
 *
 *     K = B(w) N        of the root's ball
 *     K = m y           of its slides, y the way of the centre of mass of all
 *
 * and all else is what it is where all linear momentum is zero. */
#ifndef LUDO_DYNAMICS_TRAPEZOID_ROOT_H
#define LUDO_DYNAMICS_TRAPEZOID_ROOT_H

#include "dynamics/trapezoid.h"

/* Find the roots: every tree's body that floats or hangs on a ball, x->roots of them. */
void ludo_trapezoid_roots_open(trapezoid *x);

/* Whether a column is one of slides that are split off, which K is linear in. */
bool ludo_trapezoid_roots_split(const trapezoid *x, int32_t column);

/* M of coordinates becomes that of what is solved for: M - C C^T / m, C being what slides share
 * with all else; m of slides. */
void ludo_trapezoid_roots_weigh(trapezoid *x, double *M);

/* Where the unknowns lead: x->to of balls is the rotation vector of cay(w), slides stay. */
void ludo_trapezoid_roots_place(trapezoid *x);

/* After the passes down and up of an end: rates of slides become those at which there is no linear
 * momentum. Returns whether there are any, so that the passes have to be made anew. */
bool ludo_trapezoid_roots_rest(trapezoid *x, int end);

/* K of the roots' columns, for the way y. */
void ludo_trapezoid_roots_put(const trapezoid *x, const double *y, double *K);

#endif
