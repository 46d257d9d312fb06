/* SPDX-License-Identifier: Apache-2.0
 *
 * How complementary unilateral cones are, by p[0] and y[0]. */
#ifndef LUDO_SOLVER_INTERIOR_COMPLEMENTARITY_H
#define LUDO_SOLVER_INTERIOR_COMPLEMENTARITY_H

#include "solver/interior/cone.h"

/* The largest |p[0]|, but at least `least`. */
double ludo_cones_largest(const cone *cones, int32_t count, double least);

/* The largest |p[0] y[0]|. */
double ludo_cones_product(const cone *cones, int32_t count);

/* The largest of |p[0] y[0]| or, of each cone where it is less, of the products of its law and its
 * error: a law whose slip is held has a large p[0] y[0] at its solution. */
double ludo_cones_product_left(const cone *cones, int32_t count);

#endif
