/* SPDX-License-Identifier: Apache-2.0
 *
 * The feature of two sides that cross: its gap is continuous where they slide off each other.
 */
#include "collision/convex/lines.h"
#include "collision/feature.h"
#include "support.h"

#include <float.h>

static const double radius = 0.1, half = 1.0;

/* Two capsules as lines with balls; b crosses a's direction at an angle. */
static feature two_sides(double angle)
{
    const ludo_vec3 v = v3(half * cos(angle), half * sin(angle), 0.0);
    const feature_round ball = {v3(radius, radius, radius), q_identity()};
    return (feature){
        .kind = &ludo_feature_side_side,
        .a = {v3(-half, 0.0, 0.0), v3(half, 0.0, 0.0)},
        .b = {v3_scale(-1.0, v), v},
        .n = v3(0.0, 0.0, 1.0),
        .radius = 2.0 * radius,
        .radius_a = radius,
        .round_a = ball,
        .round_b = ball,
    };
}

static double distance_of(const feature *f, ludo_vec3 shift)
{
    const ludo_vec3 b[2] = {v3_add(f->b[0], shift), v3_add(f->b[1], shift)};
    ludo_vec3 nearest[2];
    ludo_segments_nearest(f->a, b, nearest);
    return v3_norm(v3_sub(nearest[1], nearest[0])) - f->radius;
}

/* The gap of capsules is their distance: while the sides cross, where an end is beside the other
 * side, and where two ends are nearest. */
static void gap_of_capsules_is_their_distance(void **state)
{
    static const double angles[] = {1e-5, 0.01, 0.09, 0.5};
    const pose origin = pose_make(v3(0.0, 0.0, 0.0), q_identity());
    (void)state;
    for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
        const feature f = two_sides(angles[k]);
        for (int i = -300; i <= 300; i++) {
            const ludo_vec3 shift = v3(0.01 * i + 1e-3, 0.02, 0.3);
            const pose z = pose_make(shift, q_identity());
            /* the direction from a crossing to its ends is rounded by eps / angle */
            CHECK_NEAR(feature_gap(&f, &origin, &z), distance_of(&f, shift),
                       16.0 * DBL_EPSILON / angles[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gap_of_capsules_is_their_distance)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
