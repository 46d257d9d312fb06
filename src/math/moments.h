/* SPDX-License-Identifier: Apache-2.0
 *
 * Corrections of moments of inertia in their principal axes.
 *
 * Moments v1 >= v2 >= v3 belong to a body if and only if v1 <= v2 + v3 (triangle inequality): the
 * set of them is a cone with the edges (1 1 0), (1 0 1), (0 1 1), which are thin rods. */
#ifndef LUDO_MATH_MOMENTS_H
#define LUDO_MATH_MOMENTS_H

#include "math/symmetric.h"

/* J with each moment raised to `least` (<= 0: no bound); then, if `balanced`, three moments that
 * violate the triangle inequality are replaced by their mean. Valid values keep all their bits. */
sym3 ludo_moments_bounded(sym3 J, double least, bool balanced);

/* The inertia nearest to J (smallest sum of squared differences of all nine entries) whose moments,
 * each less `margin` times the largest one of J, belong to a body. It has the axes of J. Requires
 * finite numbers and a positive moment. */
sym3 ludo_moments_nearest(sym3 J, double margin);

#endif
