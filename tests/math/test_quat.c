/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors, 3 x 3 matrices, quaternions and frames: identities over random ones. */
#include "vectors.h"

#include <float.h>

enum { SEEDS = 500 };

/* Numbers here are of size 1 and come from some ten roundings. */
static const double round_off = 16.0 * DBL_EPSILON;

static void check_quaternions(ludo_quat a, ludo_quat b, double tolerance)
{
    CHECK_NEAR(a.w, b.w, tolerance);
    check_vector(q_vector(a), q_vector(b), tolerance);
}

static void check_matrices(const mat3 *A, const mat3 *B, double tolerance)
{
    for (int i = 0; i < 9; i++) {
        CHECK_NEAR(A->m[i], B->m[i], tolerance);
    }
}

static const mat3 identity = {{1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};

static mat3 random_mat3(random_stream *r)
{
    mat3 A;
    for (int i = 0; i < 9; i++) {
        A.m[i] = random_uniform(r, -1.0, 1.0);
    }
    return A;
}

static ludo_frame random_frame(random_stream *r)
{
    const ludo_vec3 position = random_vec3(r, 1.0);
    return (ludo_frame){position, random_quat(r)};
}

/* --- vectors and matrices -------------------------------------------------------------------- */

static void cross_product_is_orthogonal_to_its_factors(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 a = random_vec3(&r, 1.0), b = random_vec3(&r, 1.0), c = v3_cross(a, b);
        CHECK_NEAR(v3_dot(a, c), 0.0, round_off);
        CHECK_NEAR(v3_dot(b, c), 0.0, round_off);
        check_vector(v3_cross(b, a), v3_scale(-1.0, c), 0.0);
        check_vector(v3_cross(a, a), v3(0.0, 0.0, 0.0), 0.0);
        const double ab = v3_dot(a, b);
        CHECK_NEAR(v3_dot(c, c), v3_dot(a, a) * v3_dot(b, b) - ab * ab, 9.0 * round_off);
    }
}

static void cross_product_is_right_handed(void **state)
{
    (void)state;
    const ludo_vec3 x = v3(1.0, 0.0, 0.0), y = v3(0.0, 1.0, 0.0), z = v3(0.0, 0.0, 1.0);
    check_vector(v3_cross(x, y), z, 0.0);
    check_vector(v3_cross(y, z), x, 0.0);
    check_vector(v3_cross(z, x), y, 0.0);
}

static void sums_and_norms_are_those_of_numbers(void **state)
{
    (void)state;
    const ludo_vec3 a = v3(1.0, -2.0, 2.0), b = v3(0.5, 4.0, -1.0);
    check_vector(v3_add(a, b), v3(1.5, 2.0, 1.0), 0.0);
    check_vector(v3_sub(a, b), v3(0.5, -6.0, 3.0), 0.0);
    check_vector(v3_axpy(a, 2.0, b), v3(2.0, 6.0, 0.0), 0.0);
    CHECK_NEAR(v3_dot(a, b), -9.5, 0.0);
    CHECK_NEAR(v3_norm(a), 3.0, 0.0);
    CHECK_NEAR(v3_max(a), 2.0, 0.0);
    CHECK_NEAR(v3_max(v3(-3.0, 2.0, 1.0)), 3.0, 0.0);
    CHECK_NEAR(v3_max(v3(1.0, 2.0, -3.0)), 3.0, 0.0);
}

static void one_bad_number_is_never_lost(void **state)
{
    (void)state;
    const double nan = (double)NAN, bad[] = {nan, HUGE_VAL, -HUGE_VAL};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++) {
            double a[4] = {0.5, -0.5, 0.5, 0.5};
            a[i] = bad[k];
            assert_false(q_finite((ludo_quat){a[0], a[1], a[2], a[3]}));
            if (i < 3) {
                assert_false(v3_finite(v3(a[0], a[1], a[2])));
                const bool passes = v3_max(v3(a[0], a[1], a[2])) <= DBL_MAX;
                assert_false(passes);
            }
        }
    }
    assert_true(v3_finite(v3(0.0, DBL_MAX, -DBL_MAX)));
    assert_true(q_finite(q_identity()));
}

static void skew_matrix_is_the_cross_product(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 a = random_vec3(&r, 1.0), b = random_vec3(&r, 1.0);
        const mat3 A = m3_skew(a);
        check_vector(m3_apply(&A, b), v3_cross(a, b), round_off);
        check_vector(m3_apply_t(&A, b), v3_cross(b, a), round_off);
    }
}

static void matrix_products_compose_and_transpose(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const mat3 A = random_mat3(&r), B = random_mat3(&r), AB = m3_mul(A, B);
        const ludo_vec3 a = random_vec3(&r, 1.0);
        check_vector(m3_apply(&AB, a), m3_apply(&A, m3_apply(&B, a)), round_off);
        check_vector(m3_apply_t(&AB, a), m3_apply_t(&B, m3_apply_t(&A, a)), round_off);

        const mat3 At = m3_transpose(&A), Bt = m3_transpose(&B), BtAt = m3_mul(Bt, At);
        const mat3 ABt = m3_transpose(&AB);
        check_matrices(&BtAt, &ABt, round_off);
        check_vector(m3_apply(&At, a), m3_apply_t(&A, a), 0.0);
        for (int i = 0; i < 3; i++) {
            check_vector(m3_row(&A, i), v3(A.m[3 * i], A.m[3 * i + 1], A.m[3 * i + 2]), 0.0);
        }
        const mat3 alone = m3_mul(identity, A);
        check_matrices(&alone, &A, 0.0);
    }
}

/* --- rotations ------------------------------------------------------------------------------- */

static void rotation_matrices_are_orthonormal_and_right_handed(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const mat3 R = q_matrix(random_quat(&r)), Rt = m3_transpose(&R), RRt = m3_mul(R, Rt);
        check_matrices(&RRt, &identity, round_off);
        check_vector(v3_cross(m3_row(&R, 0), m3_row(&R, 1)), m3_row(&R, 2), round_off);
    }
}

static void rotating_is_applying_the_matrix(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_quat q = random_quat(&r);
        const ludo_vec3 a = random_vec3(&r, 1.0);
        const mat3 R = q_matrix(q);
        check_vector(q_rotate(q, a), m3_apply(&R, a), round_off);
        check_vector(q_rotate(q_conj(q), a), m3_apply_t(&R, a), round_off);
        check_vector(q_rotate(q_conj(q), q_rotate(q, a)), a, round_off);
        CHECK_NEAR(v3_norm(q_rotate(q, a)), v3_norm(a), round_off);
    }
}

/* the rotation as the product of quaternions, q (0, a) q* */
static void rotating_is_the_sandwich_product(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_quat q = random_quat(&r);
        const ludo_vec3 a = random_vec3(&r, 1.0);
        const ludo_quat sandwich = q_mul(q_mul(q, q_make(0.0, a)), q_conj(q));
        check_quaternions(sandwich, q_make(0.0, q_rotate(q, a)), round_off);
    }
}

static void products_rotate_by_the_right_factor_first(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_quat p = random_quat(&r), q = random_quat(&r);
        const ludo_vec3 a = random_vec3(&r, 1.0);
        check_vector(q_rotate(q_mul(p, q), a), q_rotate(p, q_rotate(q, a)), round_off);
    }
}

static void products_are_associative_and_keep_length(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_quat p = random_quat(&r), q = random_quat(&r), s = random_quat(&r);
        check_quaternions(q_mul(q_mul(p, q), s), q_mul(p, q_mul(q, s)), round_off);
        check_quaternions(q_mul(q, q_conj(q)), q_identity(), round_off);
        check_quaternions(q_mul(q_identity(), q), q, 0.0);
        check_quaternions(q_mul(q, q_identity()), q, 0.0);
        CHECK_NEAR(q_dot(q_mul(p, q), q_mul(p, q)), 1.0, round_off);
    }
}

static void opposite_quaternions_are_one_rotation_to_the_bit(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_quat q = random_quat(&r), opposite = {-q.w, -q.x, -q.y, -q.z};
        const ludo_vec3 a = random_vec3(&r, 1.0);
        const mat3 R = q_matrix(q), S = q_matrix(opposite);
        assert_memory_equal(&R, &S, sizeof R);
        check_vector(q_rotate(q, a), q_rotate(opposite, a), 0.0);
    }
}

/* scalar first, body to world, right-handed: a quarter turn about z takes x to y */
static void quarter_turns_are_as_by_hand(void **state)
{
    (void)state;
    const double c = sqrt(0.5);
    const ludo_vec3 x = v3(1.0, 0.0, 0.0), y = v3(0.0, 1.0, 0.0), z = v3(0.0, 0.0, 1.0);
    check_vector(q_rotate((ludo_quat){c, 0.0, 0.0, c}, x), y, round_off);
    check_vector(q_rotate((ludo_quat){c, c, 0.0, 0.0}, y), z, round_off);
    check_vector(q_rotate((ludo_quat){c, 0.0, c, 0.0}, z), x, round_off);
}

static void normalized_quaternions_have_length_one(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const double size = ldexp(1.0, random_below(&r, 200) - 100);
        const ludo_quat q = random_quat(&r);
        const ludo_quat n =
            q_normalized((ludo_quat){size * q.w, size * q.x, size * q.y, size * q.z});
        CHECK_NEAR(q_dot(n, n), 1.0, 4.0 * DBL_EPSILON);
        check_quaternions(n, q, 4.0 * DBL_EPSILON);
    }
    assert_false(q_finite(q_normalized((ludo_quat){0.0, 0.0, 0.0, 0.0})));
}

/* --- frames ---------------------------------------------------------------------------------- */

static ludo_vec3 from_frame(ludo_frame f, ludo_vec3 a)
{
    return v3_add(f.position, q_rotate(f.orientation, a));
}

static void frames_compose_as_their_points_do(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_frame f = random_frame(&r), g = random_frame(&r);
        const ludo_vec3 a = random_vec3(&r, 1.0);
        check_vector(from_frame(frame_mul(f, g), a), from_frame(f, from_frame(g, a)),
                     2.0 * round_off);
    }
}

static void frames_are_associative_with_a_neutral_one(void **state)
{
    (void)state;
    const ludo_frame neutral = {v3(0.0, 0.0, 0.0), q_identity()};
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_frame f = random_frame(&r), g = random_frame(&r), h = random_frame(&r);
        const ludo_frame left = frame_mul(frame_mul(f, g), h);
        const ludo_frame right = frame_mul(f, frame_mul(g, h));
        check_vector(left.position, right.position, 2.0 * round_off);
        check_quaternions(left.orientation, right.orientation, round_off);
        const ludo_frame before = frame_mul(neutral, f), after = frame_mul(f, neutral);
        check_vector(before.position, f.position, 0.0);
        check_vector(after.position, f.position, 0.0);
        check_quaternions(before.orientation, f.orientation, 4.0 * DBL_EPSILON);
        check_quaternions(after.orientation, f.orientation, 4.0 * DBL_EPSILON);
        CHECK_NEAR(q_dot(left.orientation, left.orientation), 1.0, 4.0 * DBL_EPSILON);
    }
}

/* Whatever the axis: half of it along the directions, where the choice of the next one turns. */
static void a_plane_is_spanned_at_right_angles(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        ludo_vec3 a = random_vec3(&r, 1.0), P[2];
        a.y = seed % 2 == 0 ? a.x : a.y;
        a.z = seed % 4 == 0 ? a.x : a.z;
        const ludo_vec3 n = v3_unit(a);
        v3_span_plane(n, P);
        /* the direction that leads the way is farther than 54 degrees from the axis */
        check_vector(v3_cross(P[0], P[1]), n, round_off);
        CHECK_NEAR(v3_norm(P[0]), 1.0, round_off);
        CHECK_NEAR(v3_norm(P[1]), 1.0, round_off);
        CHECK_NEAR(v3_dot(P[0], n), 0.0, round_off);
    }
}

static void turns_about_an_axis_keep_it_and_add_up(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 n = v3_unit(random_vec3(&r, 1.0));
        const double a = random_uniform(&r, -3.0, 3.0), b = random_uniform(&r, -3.0, 3.0);
        check_vector(q_rotate(q_about(n, a), n), n, round_off);
        check_quaternions(q_mul(q_about(n, a), q_about(n, b)), q_about(n, a + b), round_off);
    }
    check_vector(q_rotate(q_about(v3(0.0, 0.0, 1.0), 0.5), v3(1.0, 0.0, 0.0)),
                 v3(cos(0.5), sin(0.5), 0.0), round_off);
}

static void what_has_no_direction_is_known(void **state)
{
    (void)state;
    static const double sizes[] = {0.0, 1e-300, 1e200, HUGE_VAL, (double)NAN};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_false(v3_has_direction(v3(sizes[i], sizes[i], sizes[i])));
        assert_false(q_has_rotation((ludo_quat){sizes[i], 0.0, 0.0, sizes[i]}));
    }
    assert_true(v3_has_direction(v3(0.0, -1e-150, 0.0)));
    assert_true(q_has_rotation((ludo_quat){0.0, 0.0, 1e150, 0.0}));
}

static void clean_frames_have_rotations(void **state)
{
    (void)state;
    const ludo_frame none = {{1.0, 2.0, 3.0}, {0.0, 0.0, 0.0, 0.0}};
    const ludo_frame longer = {{1.0, 2.0, 3.0}, {0.0, 3.0, 0.0, 4.0}};
    assert_true(q_is_identity(frame_clean(none).orientation));
    check_vector(frame_clean(none).position, none.position, 0.0);
    check_quaternions(frame_clean(longer).orientation, (ludo_quat){0.0, 0.6, 0.0, 0.8}, round_off);
    assert_false(q_is_identity(frame_clean(longer).orientation));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cross_product_is_orthogonal_to_its_factors),
        cmocka_unit_test(cross_product_is_right_handed),
        cmocka_unit_test(sums_and_norms_are_those_of_numbers),
        cmocka_unit_test(one_bad_number_is_never_lost),
        cmocka_unit_test(skew_matrix_is_the_cross_product),
        cmocka_unit_test(matrix_products_compose_and_transpose),
        cmocka_unit_test(rotation_matrices_are_orthonormal_and_right_handed),
        cmocka_unit_test(rotating_is_applying_the_matrix),
        cmocka_unit_test(rotating_is_the_sandwich_product),
        cmocka_unit_test(products_rotate_by_the_right_factor_first),
        cmocka_unit_test(products_are_associative_and_keep_length),
        cmocka_unit_test(opposite_quaternions_are_one_rotation_to_the_bit),
        cmocka_unit_test(quarter_turns_are_as_by_hand),
        cmocka_unit_test(normalized_quaternions_have_length_one),
        cmocka_unit_test(frames_compose_as_their_points_do),
        cmocka_unit_test(frames_are_associative_with_a_neutral_one),
        cmocka_unit_test(a_plane_is_spanned_at_right_angles),
        cmocka_unit_test(turns_about_an_axis_keep_it_and_add_up),
        cmocka_unit_test(what_has_no_direction_is_known),
        cmocka_unit_test(clean_frames_have_rotations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
