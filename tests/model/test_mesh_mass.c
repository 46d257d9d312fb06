/* SPDX-License-Identifier: Apache-2.0
 *
 * Mass properties of surfaces of triangles: closed forms, translation and scaling, MuJoCo's results
 * for surfaces that bound no body. */
#include "surfaces.h"

#include <float.h>

static const ludo_vec3 origin = {0.0, 0.0, 0.0}, ones = {1.0, 1.0, 1.0};

/* Sums over some dozens of faces. */
static const double round_off = 64.0 * DBL_EPSILON;

static surface_weigh *const readings[] = {ludo_surface_weigh_convex, ludo_surface_weigh_exact,
                                          ludo_surface_weigh_legacy, ludo_surface_weigh_shell};
enum { READINGS = 4 };

static void check_refused(const draft_surface *d, surface_weigh *weigh, const char *said)
{
    const surface s = of_draft(d);
    mass_properties m;
    const char *problem = NULL;
    assert_int_equal(weigh(&s, plain_memory(), &m, &problem), LUDO_BAD_MODEL);
    assert_non_null(problem);
    assert_non_null(strstr(problem, said));
}

/* --- closed forms ---------------------------------------------------------------------------- */

static void a_cube_weighs_as_a_box_in_every_reading(void **state)
{
    (void)state;
    const double half[] = {0.5, 1.0, 1.5};
    draft_surface *d = new_draft();
    add_box(d, v3(2.0, -3.0, 4.0), v3(1.0, 2.0, 3.0), false);
    for (int k = 0; k < READINGS; k++) {
        mass_properties want = k < 3 ? ludo_shape_box.solid(half) : ludo_shape_box.shell(half);
        want.com = v3(2.5, -2.0, 5.5);
        check_mass(weighed(d, readings[k]), want, 1.0, round_off);
    }
    free(d);
}

/* Corners at the origin and at a, b, c on the axes: volume abc/6, and int x^2 = a^2 V / 10,
 * int x y = a b V / 20 about the origin. */
static void a_tetrahedron_weighs_by_its_closed_form(void **state)
{
    (void)state;
    const double a = 2.0, b = 3.0, c = 5.0, V = a * b * c / 6.0;
    const int32_t face[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    const mass_properties want = {
        V,
        {a / 4.0, b / 4.0, c / 4.0},
        {V * (b * b + c * c) * 3.0 / 80.0, V * (a * a + c * c) * 3.0 / 80.0,
         V * (a * a + b * b) * 3.0 / 80.0, V * a * b / 80.0, V * a * c / 80.0, V * b * c / 80.0}};
    draft_surface *d = new_draft();
    (void)add_vertex(d, origin);
    (void)add_vertex(d, v3(a, 0.0, 0.0));
    (void)add_vertex(d, v3(0.0, b, 0.0));
    (void)add_vertex(d, v3(0.0, 0.0, c));
    add_faces(d, face, 4);
    for (int k = 0; k < 3; k++) {
        check_mass(weighed(d, readings[k]), want, 1.0, round_off);
    }
    free(d);
}

/* As a shell one triangle has an inertia; a square of two triangles has that of a plate. */
static void a_flat_surface_weighs_as_a_shell_only(void **state)
{
    (void)state;
    const mass_properties plate = {
        1.0, {0.0, 0.5, 0.5}, {1.0 / 6.0, 1.0 / 12.0, 1.0 / 12.0, 0.0, 0.0, 0.0}};
    draft_surface *d = new_draft();
    add_box(d, origin, ones, false);
    d->vertex_count = 4;
    d->face_count = 2;
    check_mass(weighed(d, ludo_surface_weigh_shell), plate, 1.0, round_off);
    check_refused(d, ludo_surface_weigh_convex, "in a plane");
    check_refused(d, ludo_surface_weigh_exact, "encloses no volume");
    check_refused(d, ludo_surface_weigh_legacy, "encloses no volume");
    free(d);
}

/* --- laws ------------------------------------------------------------------------------------ */

/* A ball of triangles with dents: star-shaped, not convex for `dent` above 0. */
static draft_surface *dented_ball(random_stream *r, double dent)
{
    double outline[9][2];
    draft_surface *d = new_draft();
    for (int i = 0; i < 9; i++) {
        const double a = PI * (i - 4) / 8.0;
        outline[i][0] = i % 8 == 0 ? 0.0 : cos(a);
        outline[i][1] = sin(a);
    }
    revolve(d, outline, 9, 12);
    for (int32_t i = 0; i < 3 * d->vertex_count; i += 3) {
        const double s = 1.0 - dent * random_uniform(r, 0.0, 1.0);
        for (int k = 0; k < 3; k++) {
            d->vertex[i + k] *= s;
        }
    }
    return d;
}

/* The second moments int x x^T about the centre of mass: tr J / 2 - J. */
static mat3 second_moments(sym3 J)
{
    const double half = 0.5 * (J.xx + J.yy + J.zz);
    return s3_matrix((sym3){half - J.xx, half - J.yy, half - J.zz, -J.xy, -J.xz, -J.yz});
}

/* The mass properties after x <- A x + b, where det A = `volume`. */
static mass_properties mapped(mass_properties m, mat3 A, ludo_vec3 b, double volume)
{
    const mat3 P = second_moments(m.J), AP = m3_mul(A, P), Q = m3_mul_t(AP, A);
    const double x = volume * Q.m[0], y = volume * Q.m[4], z = volume * Q.m[8];
    return (mass_properties){
        volume * m.mass,
        v3_add(m3_apply(&A, m.com), b),
        {y + z, x + z, x + y, -volume * Q.m[1], -volume * Q.m[2], -volume * Q.m[5]}};
}

static double determinant(mat3 A)
{
    return v3_dot(m3_row(&A, 0), v3_cross(m3_row(&A, 1), m3_row(&A, 2)));
}

static void solids_follow_every_affine_map(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 30)
    {
        random_stream r = random_from(seed);
        const mat3 R = q_matrix(random_quat(&r)), A = m3_sum(R, m3_skew(random_vec3(&r, 0.5)));
        const ludo_vec3 b = random_vec3(&r, 5.0);
        draft_surface *d = dented_ball(&r, 0.3);
        mass_properties want[2];
        for (int k = 0; k < 2; k++) {
            want[k] = mapped(weighed(d, readings[k]), A, b, fabs(determinant(A)));
        }
        move_vertices(d, A, b);
        for (int32_t i = 0; i < d->face_count && determinant(A) < 0.0; i++) {
            const int32_t swapped = d->face[3 * i];
            d->face[3 * i] = d->face[3 * i + 1];
            d->face[3 * i + 1] = swapped;
        }
        for (int k = 0; k < 2; k++) {
            check_mass(weighed(d, readings[k]), want[k], 1.0, 16.0 * round_off);
        }
        free(d);
    }
}

static void every_reading_follows_rotations_and_translations(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 30)
    {
        random_stream r = random_from(seed);
        const ludo_frame frame = {random_vec3(&r, 5.0), random_quat(&r)};
        draft_surface *d = dented_ball(&r, 0.3);
        mass_properties want[READINGS];
        for (int k = 0; k < READINGS; k++) {
            want[k] = mass_seen(frame, weighed(d, readings[k]));
        }
        move_vertices(d, q_matrix(frame.orientation), frame.position);
        for (int k = 0; k < READINGS; k++) {
            check_mass(weighed(d, readings[k]), want[k], 1.0, 16.0 * round_off);
        }
        free(d);
    }
}

/* Vertices with few bits are exact anywhere: only the centre of mass is rounded, once. */
static void distance_costs_no_digits(void **state)
{
    (void)state;
    const ludo_vec3 far = {0x1p40, -0x1p38, 0x1p39};
    FOR_SEEDS(seed, 10)
    {
        random_stream r = random_from(seed);
        draft_surface *d = dented_ball(&r, 0.3);
        mass_properties near[READINGS];
        for (int32_t i = 0; i < 3 * d->vertex_count; i++) {
            d->vertex[i] = floor(d->vertex[i] * 0x1p12) * 0x1p-12;
        }
        for (int k = 0; k < READINGS; k++) {
            near[k] = weighed(d, readings[k]);
        }
        move_vertices(d, q_matrix(q_identity()), far);
        for (int k = 0; k < READINGS; k++) {
            const mass_properties m = weighed(d, readings[k]);
            const ludo_vec3 off = v3_sub(v3_sub(m.com, far), near[k].com);
            CHECK_NEAR(v3_max(off), 0.0, 0x1p40 * DBL_EPSILON);
            near[k].com = m.com;
            check_mass(m, near[k], 1.0, round_off);
        }
        free(d);
    }
}

static void convex_surfaces_weigh_the_same_in_three_readings(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        random_stream r = random_from(seed);
        draft_surface *d = dented_ball(&r, 0.0);
        const mat3 R = q_matrix(random_quat(&r));
        move_vertices(d, R, random_vec3(&r, 1.0));
        const mass_properties exact = weighed(d, ludo_surface_weigh_exact);
        check_mass(weighed(d, ludo_surface_weigh_convex), exact, 1.0, round_off);
        check_mass(weighed(d, ludo_surface_weigh_legacy), exact, 1.0, round_off);
        free(d);
    }
}

/* A thin plate has a volume; the round-off of a tilted flat surface is none. */
static void thin_is_not_flat(void **state)
{
    (void)state;
    const double half[] = {0.5, 0.5, 0.5e-12};
    draft_surface *thin = new_draft();
    add_box(thin, origin, v3(1.0, 1.0, 1e-12), false);
    mass_properties want = ludo_shape_box.solid(half);
    want.com = v3(0.5, 0.5, 0.5e-12);
    for (int k = 0; k < 3; k++) {
        check_mass(weighed(thin, readings[k]), want, 1.0, round_off);
    }
    free(thin);
    FOR_SEEDS(seed, 50)
    {
        random_stream r = random_from(seed);
        draft_surface *flat = new_draft();
        add_box(flat, origin, v3(1.0, 1.0, 0.0), false);
        const mat3 R = q_matrix(random_quat(&r));
        move_vertices(flat, R, random_vec3(&r, 1.0));
        check_refused(flat, ludo_surface_weigh_convex, "");
        check_refused(flat, ludo_surface_weigh_exact, "encloses no volume");
        check_refused(flat, ludo_surface_weigh_legacy, "encloses no volume");
        free(flat);
    }
}

/* --- surfaces that bound no body ------------------------------------------------------------- */

/* The reference is MuJoCo 4.0.0 for the same vertices and faces. */
static void check_as_mujoco(const draft_surface *d, surface_weigh *weigh, mass_properties want)
{
    /* its vertices are exact here; its principal axes are accurate to about nine digits */
    check_mass(weighed(d, weigh), want, 1.0, 1e-9);
}

static void holes_are_closed_as_mujoco_does(void **state)
{
    (void)state;
    const mass_properties solid = {
        0.80416666666666659,
        {0.5875, 0.5, 0.5},
        {0.14708333333333332, 0.12397539062499996, 0.12397539062499996, 0.0, 0.0, 0.0}};
    const mass_properties shell = {
        5.0, {0.6, 0.5, 0.5}, {1.5, 1.2833333333333334, 1.2833333333333334, 0.0, 0.0, 0.0}};
    draft_surface *d = new_draft();
    add_box(d, origin, ones, false);
    memmove(d->face, d->face + 6, (size_t)(3 * CUBE_FACES - 6) * sizeof *d->face);
    d->face_count -= 2;
    check_as_mujoco(d, ludo_surface_weigh_exact, solid);
    check_as_mujoco(d, ludo_surface_weigh_legacy, solid);
    check_as_mujoco(d, ludo_surface_weigh_shell, shell);
    free(d);
    d = new_draft();
    add_box(d, origin, ones, false);
    d->face_count = 3;
    check_as_mujoco(
        d, ludo_surface_weigh_exact,
        (mass_properties){0.24305555555555552,
                          {0.45833333333333337, 0.5763888888888888, 0.42361111111111116},
                          {0.023249019418724464, 0.046773525907395475, 0.04677352591873698,
                           -0.00585816938017312, 0.005858169354394867, -0.0005282680684156468}});
    free(d);
}

static void legacy_counts_twice_what_exact_takes_off(void **state)
{
    (void)state;
    const ludo_vec3 middle = {0.5, 0.5, 0.5};
    const double hollow = 0.16145833333333333, doubled = 0.171875;
    draft_surface *d = new_draft();
    add_box(d, origin, ones, false);
    add_box(d, v3(0.25, 0.25, 0.25), middle, true);
    check_as_mujoco(d, ludo_surface_weigh_exact,
                    (mass_properties){0.875, middle, {hollow, hollow, hollow, 0.0, 0.0, 0.0}});
    check_as_mujoco(d, ludo_surface_weigh_legacy,
                    (mass_properties){1.125, middle, {doubled, doubled, doubled, 0.0, 0.0, 0.0}});
    free(d);
    d = new_draft();
    add_box(d, origin, ones, false);
    add_box(d, v3(2.0, 0.0, 0.0), ones, false);
    check_as_mujoco(d, ludo_surface_weigh_exact,
                    (mass_properties){2.0, {1.5, 0.5, 0.5}, {1 / 3.0, 7 / 3.0, 7 / 3.0, 0, 0, 0}});
    check_as_mujoco(
        d, ludo_surface_weigh_legacy,
        (mass_properties){8 / 3.0, {1.5, 0.5, 0.5}, {0.4, 37 / 15.0, 37 / 15.0, 0, 0, 0}});
    check_as_mujoco(d, ludo_surface_weigh_convex,
                    (mass_properties){3.0, {1.5, 0.5, 0.5}, {0.5, 2.5, 2.5, 0, 0, 0}});
    free(d);
}

static void surfaces_inside_out_have_no_exact_reading(void **state)
{
    (void)state;
    const mass_properties cube = {1.0, {0.5, 0.5, 0.5}, {1 / 6.0, 1 / 6.0, 1 / 6.0, 0, 0, 0}};
    draft_surface *d = new_draft();
    add_box(d, origin, ones, true);
    check_refused(d, ludo_surface_weigh_exact, "inside out");
    check_mass(weighed(d, ludo_surface_weigh_legacy), cube, 1.0, round_off);
    check_mass(weighed(d, ludo_surface_weigh_convex), cube, 1.0, round_off);
    free(d);
}

static void faces_that_look_to_different_sides_have_no_exact_reading(void **state)
{
    (void)state;
    draft_surface *d = new_draft();
    add_box(d, origin, ones, false);
    d->face[1] = 3;
    d->face[2] = 1;
    check_refused(d, ludo_surface_weigh_exact, "opposite orientations");
    CHECK_NEAR(weighed(d, ludo_surface_weigh_legacy).mass, 1.0, round_off);
    d->face[1] = 1;
    d->face[2] = 3;
    CHECK_NEAR(weighed(d, ludo_surface_weigh_exact).mass, 1.0, round_off);
    /* one face twice */
    add_face(d, 3, 0, 1);
    check_refused(d, ludo_surface_weigh_exact, "opposite orientations");
    free(d);
}

static void faces_without_area_have_no_side(void **state)
{
    (void)state;
    draft_surface *d = new_draft();
    add_box(d, origin, ones, false);
    add_face(d, 0, 0, 1);
    add_face(d, 0, 1, add_vertex(d, v3(0.0, 0.0, 0.5)));
    CHECK_NEAR(weighed(d, ludo_surface_weigh_exact).mass, 1.0, round_off);
    free(d);
}

static void nothing_weighs_nothing(void **state)
{
    (void)state;
    const char *const said[2][READINGS] = {{"fewer than four", "no volume", "no volume", "no area"},
                                           {"in a plane", "no volume", "no volume", "no area"}};
    draft_surface *d = new_draft();
    for (int k = 0; k < READINGS; k++) {
        check_refused(d, readings[k], said[0][k]);
    }
    for (int i = 0; i < 4; i++) {
        add_face(d, 0, 0, add_vertex(d, ones));
    }
    for (int k = 0; k < READINGS; k++) {
        check_refused(d, readings[k], said[1][k]);
    }
    free(d);
}

static void numbers_that_mean_nothing_are_found(void **state)
{
    (void)state;
    draft_surface *d = new_draft();
    add_box(d, origin, ones, false);
    surface s = of_draft(d);
    assert_null(ludo_surface_problem(&s));
    const int32_t numbers[] = {8, -1, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 4; i++) {
        d->face[3 * CUBE_FACES - 1] = numbers[i];
        assert_non_null(strstr(ludo_surface_problem(&s), "vertex that does not exist"));
    }
    d->face[3 * CUBE_FACES - 1] = 3;
    assert_null(ludo_surface_problem(&s));
    d->vertex[23] = HUGE_VAL;
    assert_non_null(strstr(ludo_surface_problem(&s), "not finite"));
    d->vertex[23] = (double)NAN;
    assert_non_null(strstr(ludo_surface_problem(&s), "not finite"));
    free(d);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    draft_surface *d = new_draft();
    add_box(d, origin, ones, false);
    for (int k = 0; k < READINGS; k++) {
        FOR_FAILING_ALLOCATION(a)
        {
            const surface s = of_draft(d);
            mass_properties m;
            const char *problem = NULL;
            const ludo_status status = readings[k](&s, &a.hook, &m, &problem);
            assert_int_equal(status, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
            assert_null(problem);
        }
    }
    free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_weighs_as_a_box_in_every_reading),
        cmocka_unit_test(a_tetrahedron_weighs_by_its_closed_form),
        cmocka_unit_test(a_flat_surface_weighs_as_a_shell_only),
        cmocka_unit_test(solids_follow_every_affine_map),
        cmocka_unit_test(every_reading_follows_rotations_and_translations),
        cmocka_unit_test(distance_costs_no_digits),
        cmocka_unit_test(convex_surfaces_weigh_the_same_in_three_readings),
        cmocka_unit_test(thin_is_not_flat),
        cmocka_unit_test(holes_are_closed_as_mujoco_does),
        cmocka_unit_test(legacy_counts_twice_what_exact_takes_off),
        cmocka_unit_test(surfaces_inside_out_have_no_exact_reading),
        cmocka_unit_test(faces_that_look_to_different_sides_have_no_exact_reading),
        cmocka_unit_test(faces_without_area_have_no_side),
        cmocka_unit_test(nothing_weighs_nothing),
        cmocka_unit_test(numbers_that_mean_nothing_are_found),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
