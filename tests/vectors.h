/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors and rotations in a test, compared entry by entry. */
#ifndef LUDO_TESTS_VECTORS_H
#define LUDO_TESTS_VECTORS_H

#include "support.h"

static inline void check_vector(ludo_vec3 got, ludo_vec3 want, double tolerance)
{
    CHECK_NEAR(got.x, want.x, tolerance);
    CHECK_NEAR(got.y, want.y, tolerance);
    CHECK_NEAR(got.z, want.z, tolerance);
}

/* q and -q are the same rotation. */
static inline void check_rotation(ludo_quat got, ludo_quat want, double tolerance)
{
    const double sign = q_dot(got, want) < 0.0 ? -1.0 : 1.0;
    CHECK_NEAR(got.w, sign * want.w, tolerance);
    CHECK_NEAR(got.x, sign * want.x, tolerance);
    CHECK_NEAR(got.y, sign * want.y, tolerance);
    CHECK_NEAR(got.z, sign * want.z, tolerance);
}

#endif
