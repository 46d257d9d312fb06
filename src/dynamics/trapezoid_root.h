/* SPDX-License-Identifier: Apache-2.0
 *
 * Trees whose root rotates by Cayley's map, with the motion of the centre of mass split off, in the
 * equations of a trapezoidal step [groups.md 3, solvability.md 3]. With w the rotation of the root
 * body in its own axes, constant over the step, and N the mean over both ends of the total moment
 * in these axes,
 *
 *     K = B(w) N        of the root's ball
 *     K = m y           of its slides, y the displacement of the tree's centre of mass
 *
 * and all other rows of K are those at zero linear momentum. */
#ifndef LUDO_DYNAMICS_TRAPEZOID_ROOT_H
#define LUDO_DYNAMICS_TRAPEZOID_ROOT_H

#include "dynamics/trapezoid.h"

/* Set up x->roots roots: every tree whose root body floats or is attached by a ball. */
void ludo_trapezoid_roots_open(trapezoid *x);

/* Whether a column belongs to the slides that are split off, in which K is linear. */
bool ludo_trapezoid_roots_split(const trapezoid *x, int32_t column);

/* M of the coordinates becomes M of the unknowns: M - C C^T / m with C the coupling of the slides
 * with all other columns; m of slides. */
void ludo_trapezoid_roots_weigh(trapezoid *x, double *M);

/* Chart coordinates of the unknowns: x->to of balls is the rotation vector of cay(w), slides stay.
 */
void ludo_trapezoid_roots_place(trapezoid *x);

/* After both passes at an end of the step: change the rates of slides to those of zero linear
 * momentum. Returns whether a rate changed, so that the passes must be repeated. */
bool ludo_trapezoid_roots_rest(trapezoid *x, int end);

/* K of the roots' columns for the displacement y. */
void ludo_trapezoid_roots_put(const trapezoid *x, const double *y, double *K);

#endif
