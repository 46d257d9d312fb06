/* SPDX-License-Identifier: Apache-2.0
 *
 * Roll, pitch and yaw: what they are, and that what is written is found again. */
#include "formats/text/rpy.h"
#include "support.h"

#define PI 3.14159265358979323846

static double angle_to(ludo_quat a, ludo_quat b)
{
    return 2.0 * v3_norm(q_vector(q_mul(q_conj(a), b)));
}

/* Turned about fixed axes: x, then y, then z. */
static void roll_comes_first_and_yaw_last(void **state)
{
    const double right[3] = {0.5 * PI, 0.0, 0.5 * PI};
    (void)state;
    const ludo_vec3 y = q_rotate(ludo_rpy_quat(right), v3(0.0, 1.0, 0.0));
    CHECK_NEAR(v3_norm(v3_sub(y, v3(0.0, 0.0, 1.0))), 0.0, 4.0 * 0x1p-52);
    const ludo_vec3 x = q_rotate(ludo_rpy_quat(right), v3(1.0, 0.0, 0.0));
    CHECK_NEAR(v3_norm(v3_sub(x, v3(0.0, 1.0, 0.0))), 0.0, 4.0 * 0x1p-52);
}

/* Such as people write, also where pitch is nearly a right angle and roll and yaw nearly the same
 * motion. */
static void short_angles_are_found_again(void **state)
{
    static const double angles[][3] = {
        {0.0, 0.0, 0.0},     {0.1, 0.0, 0.0},       {0.0, -0.25, 0.0},     {0.0, 0.0, 3.14159},
        {0.1, 0.2, 0.3},     {-1.5708, 0.0, 0.0},   {0.0, 1.5708, 0.0},    {0.5, 1.5708, -0.25},
        {0.0, -1.5708, 1.0}, {1.570796, 0.0, 1.57}, {3.0, 0.0123456789, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        double rpy[3];
        ludo_rpy_from_quat(ludo_rpy_quat(angles[i]), rpy);
        const bool folded = fabs(angles[i][1]) > 0.5 * PI;
        for (int k = 0; k < 3 && !folded; k++) {
            CHECK_NEAR(rpy[k], angles[i][k], 0.0);
        }
        CHECK_NEAR(angle_to(ludo_rpy_quat(rpy), ludo_rpy_quat(angles[i])), 0.0, 8.0 * 0x1p-52);
    }
}

/* Any rotation is met but for a few roundings of its four numbers; what was met is found again. */
static void written_angles_are_written_again(void **state)
{
    random_stream r = random_from(1);
    (void)state;
    for (int i = 0; i < 3000; i++) {
        double first[3], second[3];
        ludo_quat q = random_quat(&r);
        if (i % 3 ==
            0) { /* near a right angle of pitch: x - z and w + y, or the others, are small */
            const double near[3] = {random_uniform(&r, -3.0, 3.0),
                                    (i % 2 - 0.5) * (PI - random_uniform(&r, 0.0, 1e-4)),
                                    random_uniform(&r, -3.0, 3.0)};
            q = ludo_rpy_quat(near);
        }
        ludo_rpy_from_quat(q, first);
        CHECK_NEAR(angle_to(q, ludo_rpy_quat(first)), 0.0, 64.0 * 0x1p-52);
        ludo_rpy_from_quat(ludo_rpy_quat(first), second);
        assert_memory_equal(first, second, sizeof first);
        assert_true(fabs(first[1]) <= 0.5 * PI + 1e-15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roll_comes_first_and_yaw_last),
        cmocka_unit_test(short_angles_are_found_again),
        cmocka_unit_test(written_angles_are_written_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
