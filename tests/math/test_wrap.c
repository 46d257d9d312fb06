/* SPDX-License-Identifier: Apache-2.0
 *
 * Segments that wrap around spheres and cylinders. */
#include "math/wrap.h"
#include "support.h"

#include <float.h>

enum { SEEDS = 2000 };

static const double pi = 3.14159265358979323846;

/* The length of a segment, wrapped or straight. */
static double length_of(const wrap_surface *s, const ludo_vec3 p[2])
{
    wrapped_path path;
    if (!ludo_wrap_segment(s, p, &path)) {
        return v3_norm(v3_sub(p[1], p[0]));
    }
    return v3_norm(v3_sub(path.at[0], p[0])) + path.curve + v3_norm(v3_sub(p[1], path.at[1]));
}

/* A surface and a segment at random; most of them wrap. */
static wrap_surface random_case(random_stream *r, bool cylinder, bool sided, ludo_vec3 p[2])
{
    const ludo_vec3 offset = random_vec3(r, 1.0);
    p[0] = v3_add(v3(-2.0, 0.0, 0.0), random_vec3(r, 0.8));
    p[1] = v3_add(v3(2.0, 0.0, 0.0), v3_add(offset, random_vec3(r, 0.5)));
    return (wrap_surface){.radius = random_uniform(r, 0.3, 0.9),
                          .cylinder = cylinder,
                          .sided = sided,
                          .side = v3(0.1, 3.0, 0.1)};
}

/* Around a circle of radius r from (-a, 0) to (a, 0): two tangents of length (a^2 - r^2)^(1/2), and
 * an arc of the angle pi - 2 acos(r / a). */
static void segments_through_the_center_have_the_length_of_tangents_and_arc(void **state)
{
    (void)state;
    const double a = 2.0, radius = 0.5;
    const double flat =
        2.0 * sqrt(a * a - radius * radius) + radius * (pi - 2.0 * acos(radius / a));
    const ludo_vec3 p[2] = {{-a, 1e-3, 0.0}, {a, 1e-3, 0.0}};
    const ludo_vec3 centered[2] = {{-a, 0.0, 0.0}, {a, 0.0, 0.0}};
    for (int kind = 0; kind < 2; kind++) {
        wrap_surface s = {.radius = radius, .cylinder = kind == 1};
        /* the offset of 1e-3 shortens the way by 2 radius 1e-3 / a at most */
        CHECK_NEAR(length_of(&s, p), flat, 1e-3);
        s.sided = true;
        s.side = v3(0.0, 1.0, 0.0);
        /* some ten roundings of numbers up to 4 */
        CHECK_NEAR(length_of(&s, centered), flat, 40.0 * DBL_EPSILON);
    }
    /* a rise of 1 over a cylinder: the hypotenuse of the flat path and the rise */
    const ludo_vec3 rising[2] = {{-a, 0.0, 0.2}, {a, 0.0, 1.2}};
    const wrap_surface s = {radius, true, true, {0.0, 1.0, 0.0}};
    CHECK_NEAR(length_of(&s, rising), sqrt(flat * flat + 1.0), 40.0 * DBL_EPSILON);
}

/* Straight parts are tangents, and the path keeps its direction where they meet the surface. */
static void paths_are_tangent_to_the_surface(void **state)
{
    (void)state;
    int32_t wrapped = 0;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        ludo_vec3 p[2];
        const wrap_surface s = random_case(&r, seed % 2 == 0, seed % 4 < 2, p);
        wrapped_path path;
        if (!ludo_wrap_segment(&s, p, &path)) {
            continue;
        }
        wrapped++;
        for (int e = 0; e < 2; e++) {
            const ludo_vec3 out = v3(path.at[e].x, path.at[e].y, s.cylinder ? 0.0 : path.at[e].z);
            /* some ten roundings of numbers up to 4, over tangents above 0.1 long */
            CHECK_NEAR(v3_norm(out), s.radius, 1e-13);
            CHECK_NEAR(v3_dot(out, v3_sub(path.at[e], p[e])), 0.0, 1e-13);
        }
    }
    assert_true(wrapped > SEEDS / 3);
}

/* The derivative of the length by an end is the unit vector along its straight part. Central
 * differences err by 1e-6^2 times the third derivative, of the order (1 / shortest part)^2, and by
 * round-off 4 eps / 1e-6. */
static void the_gradient_of_the_length_is_along_its_straight_parts(void **state)
{
    (void)state;
    const double t = 1e-6;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        ludo_vec3 p[2];
        wrap_surface s = random_case(&r, seed % 2 == 0, seed % 4 < 2, p);
        s.side = seed % 8 < 4 ? v3(0.1, 0.2, 0.1) : s.side; /* inside */
        wrapped_path path;
        if (!ludo_wrap_segment(&s, p, &path)) {
            continue;
        }
        const ludo_vec3 part = v3_sub(p[1], path.at[1]), way = random_vec3(&r, 1.0);
        const ludo_vec3 after[2] = {p[0], v3_axpy(p[1], t, way)};
        const ludo_vec3 before[2] = {p[0], v3_axpy(p[1], -t, way)};
        wrapped_path there;
        const bool smooth =
            ludo_wrap_segment(&s, after, &there) && ludo_wrap_segment(&s, before, &there);
        const double slope = (length_of(&s, after) - length_of(&s, before)) / (2.0 * t);
        if (smooth) {
            CHECK_NEAR(slope, v3_dot(part, way) / v3_norm(part), 1e-8);
        }
    }
}

/* The path through a circle from inside is the shortest that touches it on the near side. */
static void paths_from_inside_touch_at_the_shortest_place(void **state)
{
    (void)state;
    int32_t wrapped = 0;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        ludo_vec3 p[2];
        wrap_surface s = random_case(&r, true, true, p);
        s.side = v3(0.0, 0.0, 0.0);
        p[0].z = p[1].z = 0.0;
        p[0].y = 1.0 + fabs(p[0].y), p[1].y = 1.0 + fabs(p[1].y);
        wrapped_path path;
        if (!ludo_wrap_segment(&s, p, &path)) {
            continue;
        }
        wrapped++;
        const double least = length_of(&s, p);
        for (int k = 1; k < 180; k++) {
            const double angle = pi * k / 180.0;
            const ludo_vec3 x = v3(s.radius * cos(angle), s.radius * sin(angle), 0.0);
            const double other = v3_norm(v3_sub(x, p[0])) + v3_norm(v3_sub(x, p[1]));
            assert_true(other >= least - 1e-14); /* some roundings of lengths up to 6 */
        }
        CHECK_NEAR(path.curve, 0.0, 0.0);
    }
    assert_true(wrapped > SEEDS / 2);
}

/* Where a segment begins to wrap, length and gradient are continuous: over a sweep in steps of t
 * the second difference is at most t^2 times the largest curvature, which is that of an end at the
 * distance of the surface, below 4 on either side. */
static void lengths_are_smooth_where_wrapping_begins(void **state)
{
    (void)state;
    const double t = 1e-4;
    for (int kind = 0; kind < 3; kind++) {
        const wrap_surface s = {0.5, kind > 0, kind == 2, {0.0, 0.0, 0.0}};
        double last[2] = {0.0, 0.0};
        int32_t changes = 0;
        bool wraps = false;
        for (int i = 0; i < 6000; i++) {
            const ludo_vec3 p[2] = {{-2.0, 0.7, 0.1}, {2.0, 0.9 - t * i, -0.1}};
            const double length = length_of(&s, p);
            wrapped_path path;
            const bool now = ludo_wrap_segment(&s, p, &path);
            changes += i > 0 && now != wraps;
            wraps = now;
            if (i > 1) {
                assert_true(fabs(length - 2.0 * last[1] + last[0]) <= 4.0 * t * t);
            }
            last[0] = last[1], last[1] = length;
        }
        assert_int_equal(changes, 1);
    }
}

static void segments_that_miss_or_begin_inside_are_straight(void **state)
{
    (void)state;
    const ludo_vec3 cases[][2] = {{{-2.0, 0.6, 0.0}, {2.0, 0.6, 0.0}},  /* passes */
                                  {{-2.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}}, /* ends before it */
                                  {{-2.0, 0.0, 0.0}, {0.2, 0.0, 0.0}},  /* ends inside */
                                  {{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0}},   /* begins at the centre */
                                  {{1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}};  /* has no length */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int kind = 0; kind < 4; kind++) {
            const wrap_surface s = {0.5, kind % 2 == 1, kind > 1, {0.0, 2.0, 0.0}};
            wrapped_path path;
            assert_false(ludo_wrap_segment(&s, cases[i], &path));
        }
    }
    const wrap_surface point = {0.0, false, false, {0.0, 0.0, 0.0}};
    wrapped_path path;
    assert_false(ludo_wrap_segment(&point, cases[0], &path));
}

/* A segment on the other side of the surface than its side site goes around on the site's side. */
static void a_side_site_chooses_the_side(void **state)
{
    (void)state;
    const ludo_vec3 p[2] = {{-2.0, -0.8, 0.0}, {2.0, -0.8, 0.0}};
    wrap_surface s = {0.5, true, true, {0.0, 2.0, 0.0}};
    wrapped_path path;
    assert_true(ludo_wrap_segment(&s, p, &path));
    assert_true(path.at[0].y > 0.0 && path.at[1].y > 0.0);
    s.side.y = -2.0;
    assert_false(ludo_wrap_segment(&s, p, &path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_through_the_center_have_the_length_of_tangents_and_arc),
        cmocka_unit_test(paths_are_tangent_to_the_surface),
        cmocka_unit_test(the_gradient_of_the_length_is_along_its_straight_parts),
        cmocka_unit_test(paths_from_inside_touch_at_the_shortest_place),
        cmocka_unit_test(lengths_are_smooth_where_wrapping_begins),
        cmocka_unit_test(segments_that_miss_or_begin_inside_are_straight),
        cmocka_unit_test(a_side_site_chooses_the_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
