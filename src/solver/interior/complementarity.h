/* SPDX-License-Identifier: Apache-2.0
 *
 * How complementary cones are, as those see it whom they belong to. */
#ifndef LUDO_SOLVER_INTERIOR_COMPLEMENTARITY_H
#define LUDO_SOLVER_INTERIOR_COMPLEMENTARITY_H

#include "solver/interior/cone.h"

/* The largest impulse that keeps a rate from becoming negative, but at least so much. */
double ludo_cones_largest(const cone *cones, int32_t count, double least);

/* The largest product of such an impulse and its rate. */
double ludo_cones_product(const cone *cones, int32_t count);

/* The same, where it is less, of how far that is from what the cone's law has: what lifts its rate
 * has products that aren't small. */
double ludo_cones_product_left(const cone *cones, int32_t count);

#endif
