/* SPDX-License-Identifier: Apache-2.0
 *
 * Mass properties of shapes: against MuJoCo, against fine triangulations, by general laws. */
#include "surfaces.h"

#include <float.h>

/* A few products and sums. */
static const double round_off = 16.0 * DBL_EPSILON;

/* The results of MuJoCo 4.0.0 at density 1, as solid and as shell. */
static const struct mujoco_case {
    const char *type;
    double size[3];
    double mass, inertia[3];
    double shell_mass, shell_inertia[3];
} mujoco_cases[] = {
    {"sphere",
     {0.3},
     0.11309733552923255,
     {0.00407150407905237, 0.00407150407905237, 0.00407150407905237},
     1.1309733552923256,
     {0.06785840131753952, 0.06785840131753952, 0.06785840131753952}},
    {"capsule",
     {0.3, 0.7},
     0.50893800988154647,
     {0.15086242081803541, 0.15086242081803541, 0.0218843344249065},
     3.7699111843077517,
     {1.409318464400381, 1.409318464400381, 0.3053628059289279}},
    {"cylinder",
     {0.3, 0.7},
     0.3958406743523139,
     {0.07356039198380498, 0.07356039198380498, 0.01781283034585412},
     3.2044245066615886,
     {0.8395906366718721, 0.8395906366718721, 0.26295130510546566}},
    {"box",
     {0.3, 0.5, 0.7},
     0.83999999999999997,
     {0.20719999999999997, 0.1624, 0.09519999999999999},
     5.6799999999999997,
     {2.0730666666666666, 1.658133333333333, 1.0917333333333332}},
    {"ellipsoid",
     {0.3, 0.5, 0.7},
     0.43982297150257099,
     {0.0650937997823805, 0.05101946469429823, 0.02990796206217482},
     3.0846140151966375,
     {0.6754882245586487, 0.5402863814233569, 0.35573071405815426}},
    {"ellipsoid",
     {0.7, 0.3, 0.7},
     0.61575216010359934,
     {0.07142725057201751, 0.12068742338030544, 0.07142725057201751},
     4.0210803875572534,
     {0.7262703636515653, 1.1518867062113713, 0.7262703636515653}},
};

static const shape_kind *kind_of(const char *type)
{
    const shape_kind *kind = ludo_shape_kind_find(type);
    assert_non_null(kind);
    return kind;
}

static mass_properties diagonal(double mass, const double J[3])
{
    return (mass_properties){.mass = mass, .J = {J[0], J[1], J[2], 0.0, 0.0, 0.0}};
}

static void shapes_weigh_what_they_weigh_for_mujoco(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mujoco_cases / sizeof *mujoco_cases; i++) {
        const struct mujoco_case *c = &mujoco_cases[i];
        const shape_kind *kind = kind_of(c->type);
        /* MuJoCo subtracts two ellipsoids that differ by 1e-6: ten digits remain */
        const double tolerance = kind == &ludo_shape_ellipsoid ? 1e-10 : round_off;
        check_mass(kind->solid(c->size), diagonal(c->mass, c->inertia), 1.0, round_off);
        check_mass(kind->shell(c->size), diagonal(c->shell_mass, c->shell_inertia), 1.0, tolerance);
    }
}

static const shape_kind *const kinds[] = {
#define X(name) &ludo_shape_##name,
    LUDO_SHAPE_LIST(X)
#undef X
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void every_type_is_found_by_its_name_and_no_other(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        assert_ptr_equal(ludo_shape_kind_find(kinds[k]->name), kinds[k]);
    }
    assert_null(ludo_shape_kind_find(""));
    assert_null(ludo_shape_kind_find("Sphere"));
    assert_null(ludo_shape_kind_find("spheres"));
}

static void a_type_that_needs_sizes_has_a_content_and_no_other(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        const shape_kind *kind = kinds[k];
        const bool has_content = kind->size_count > 0 && !kind->of_grid;
        assert_int_equal(kind->solid != NULL, has_content);
        assert_int_equal(kind->shell != NULL, has_content);
        assert_true(kind->size_count <= 3);
        assert_int_equal(kind->of_mesh, kind == &ludo_shape_mesh);
        assert_int_equal(kind->of_grid, kind == &ludo_shape_hfield);
    }
}

/* --- fine triangles -------------------------------------------------------------------------- */

/* The outline of a shape in n pieces per quarter of a circle, as (rho, z). @return its points */
typedef int32_t outline(const double *size, int32_t n, double (*out)[2]);

static int32_t capsule_outline(const double *size, int32_t n, double (*out)[2])
{
    int32_t count = 0;
    for (int32_t i = 0; i <= 2 * n + 1; i++) {
        const int32_t step = i <= n ? i - n : i - n - 1;
        const double a = 0.5 * PI * step / n, h = i <= n ? -size[1] : size[1];
        out[count][0] = step == -n || step == n ? 0.0 : size[0] * cos(a);
        out[count++][1] = h + size[0] * sin(a);
    }
    return count;
}

static int32_t sphere_outline(const double *size, int32_t n, double (*out)[2])
{
    const double sizes[] = {size[0], 0.0};
    const int32_t count = capsule_outline(sizes, n, out);
    /* the equator was written twice */
    memmove(out + n, out + n + 1, (size_t)(count - n - 1) * sizeof *out);
    return count - 1;
}

static int32_t cylinder_outline(const double *size, int32_t n, double (*out)[2])
{
    const double points[4][2] = {
        {0.0, -size[1]}, {size[0], -size[1]}, {size[0], size[1]}, {0.0, size[1]}};
    (void)n;
    memcpy(out, points, sizeof points);
    return 4;
}

static void check_order_of_triangles(outline *draw, const shape_kind *kind, const double *size)
{
    double error[2][3], points[256][2];
    for (int k = 0; k < 3; k++) {
        const int32_t n = 8 << k;
        draft_surface *d = new_draft();
        revolve(d, points, draw(size, n, points), 4 * n);
        error[0][k] = mass_error(weighed(d, ludo_surface_weigh_exact), kind->solid(size), size[0]);
        error[1][k] = mass_error(weighed(d, ludo_surface_weigh_shell), kind->shell(size), size[0]);
        free(d);
    }
    for (int reading = 0; reading < 2; reading++) {
        const double *e = error[reading];
        print_message("%s, %s: errors %.2e %.2e %.2e\n", kind->name,
                      reading == 0 ? "solid" : "shell", e[0], e[1], e[2]);
        /* 1/32 of a circle leaves terms of order 4 of about 1 % */
        CHECK_NEAR(log2(e[1] / e[2]), 2.0, 0.02);
    }
}

static void fine_triangles_weigh_as_the_shape_to_order_two(void **state)
{
    (void)state;
    const double size[] = {0.3, 0.7};
    check_order_of_triangles(sphere_outline, &ludo_shape_sphere, size);
    check_order_of_triangles(capsule_outline, &ludo_shape_capsule, size);
    check_order_of_triangles(cylinder_outline, &ludo_shape_cylinder, size);
}

/* --- laws ------------------------------------------------------------------------------------ */

static void random_sizes(random_stream *r, double size[3])
{
    for (int i = 0; i < 3; i++) {
        size[i] = exp2(random_uniform(r, -4.0, 4.0));
    }
}

/* Powers of two are exact. */
static void weights_grow_as_powers_of_the_size(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 50)
    {
        random_stream r = random_from(seed);
        double size[3], twice[3];
        random_sizes(&r, size);
        for (int i = 0; i < 3; i++) {
            twice[i] = 2.0 * size[i];
        }
        for (int k = 0; k < KINDS; k++) {
            if (kinds[k]->solid == NULL) {
                continue;
            }
            const mass_properties a = kinds[k]->solid(size), b = kinds[k]->solid(twice);
            const mass_properties c = kinds[k]->shell(size), d = kinds[k]->shell(twice);
            assert_true(b.mass == 8.0 * a.mass && b.J.xx == 32.0 * a.J.xx);
            assert_true(b.J.yy == 32.0 * a.J.yy && b.J.zz == 32.0 * a.J.zz);
            assert_true(d.mass == 4.0 * c.mass);
            /* the layer of 1e-6 that defines the shell of an ellipsoid does not scale */
            const double slack = kinds[k] == &ludo_shape_ellipsoid ? 1e-6 / 0x1p-4 : 0.0;
            CHECK_NEAR(d.J.xx / c.J.xx, 16.0, 16.0 * slack);
            CHECK_NEAR(d.J.zz / c.J.zz, 16.0, 16.0 * slack);
        }
    }
}

static void round_ellipsoids_are_spheres(void **state)
{
    (void)state;
    const double size[] = {0.3, 0.3, 0.3};
    check_mass(ludo_shape_ellipsoid.solid(size), ludo_shape_sphere.solid(size), 1.0, round_off);
    const mass_properties got = ludo_shape_ellipsoid.shell(size);
    const mass_properties want = ludo_shape_sphere.shell(size);
    CHECK_NEAR(got.mass, want.mass, round_off * want.mass);
    /* the layer is 1e-6 thick, on the outside */
    check_mass(got, want, 1.0, 1e-6 / 0.3);
}

/* The area of a spheroid about z with radii a < c, and with c < a. */
static void the_area_of_an_ellipsoid_is_right_to_about_a_percent(void **state)
{
    (void)state;
    for (double c = 0.01; c < 200.0; c *= 1.7) {
        const double a = 1.0, size[] = {a, a, c};
        const double e = sqrt(fabs(1.0 - fmin(a * a, c * c) / fmax(a * a, c * c)));
        const double area = c > a ? 2.0 * PI * a * (a + c / e * asin(e))
                                  : 2.0 * PI * (a * a + c * c / e * atanh(e));
        CHECK_NEAR(ludo_shape_ellipsoid.shell(size).mass / area, 1.0, 0.0113);
    }
}

/* The iteration of the power mean ends for extreme radii. */
static void the_area_of_an_ellipsoid_is_finite_where_its_radii_are(void **state)
{
    (void)state;
    const double sizes[][3] = {{1e-100, 1.0, 1e100}, {1e-150, 1e-150, 1.0}, {1e-8, 1.0, 1e8}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const double mass = ludo_shape_ellipsoid.shell(sizes[i]).mass;
        assert_true(isfinite(mass) && mass > 0.0);
    }
}

static void a_box_of_boxes_is_a_box(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 50)
    {
        random_stream r = random_from(seed);
        double size[3], half[3];
        mass_properties sum = {0};
        random_sizes(&r, size);
        for (int i = 0; i < 3; i++) {
            half[i] = 0.5 * size[i];
        }
        for (int i = 0; i < 8; i++) {
            mass_properties part = ludo_shape_box.solid(half);
            part.com =
                v3((i / 4 - 0.5) * size[0], (i / 2 % 2 - 0.5) * size[1], (i % 2 - 0.5) * size[2]);
            sum = mass_sum(sum, part);
        }
        const double longest = fmax(fmax(size[0], size[1]), size[2]);
        check_mass(sum, ludo_shape_box.solid(size), longest, round_off);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_weigh_what_they_weigh_for_mujoco),
        cmocka_unit_test(every_type_is_found_by_its_name_and_no_other),
        cmocka_unit_test(a_type_that_needs_sizes_has_a_content_and_no_other),
        cmocka_unit_test(fine_triangles_weigh_as_the_shape_to_order_two),
        cmocka_unit_test(weights_grow_as_powers_of_the_size),
        cmocka_unit_test(round_ellipsoids_are_spheres),
        cmocka_unit_test(the_area_of_an_ellipsoid_is_right_to_about_a_percent),
        cmocka_unit_test(the_area_of_an_ellipsoid_is_finite_where_its_radii_are),
        cmocka_unit_test(a_box_of_boxes_is_a_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
