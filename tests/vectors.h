/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors in a test, compared entry by entry. */
#ifndef LUDO_TESTS_VECTORS_H
#define LUDO_TESTS_VECTORS_H

#include "support.h"

/* A few rotations of vectors of some lengths. */
static const double round_off = 16.0 * 0x1p-52;

static inline void check_vector(ludo_vec3 got, ludo_vec3 want, double tolerance)
{
    CHECK_NEAR(got.x, want.x, tolerance);
    CHECK_NEAR(got.y, want.y, tolerance);
    CHECK_NEAR(got.z, want.z, tolerance);
}

#endif
