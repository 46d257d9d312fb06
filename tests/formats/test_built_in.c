/* SPDX-License-Identifier: Apache-2.0
 *
 * Built-in meshes: closed forms of the round ones, orientation of their faces, refusals of all. */
#include "made_mesh.h"

/* exponentials and logarithms in two powers of up to 20 */
#define POWERS (400.0 * DBL_EPSILON)

/* Each edge belongs to two faces, which run along it in opposite directions. */
static void check_closed(const made *m)
{
    const int32_t *f = m->s.faces.items;
    for (int32_t i = 0; i < 3 * m->s.faces.count; i++) {
        const int32_t a = f[i], b = f[i % 3 == 2 ? i - 2 : i + 1];
        assert_int_equal(edges(m, a, b), 1);
        assert_int_equal(edges(m, b, a), 1);
    }
}

static void check_on_sphere(const made *m, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const double *v = vertex(m, i);
        CHECK_NEAR(sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), 1.0, ROUNDING);
    }
}

/* ---- round kinds ---- */

/* An icosahedron in the unit sphere has the volume of 20 pyramids: 2.53615... */
static void spheres_are_divided_icosahedra(void **state)
{
    (void)state;
    double volume = 0.0;
    for (int32_t k = 0; k <= 4; k++) {
        made m = made_of("sphere", PARAMETERS(k), false);
        const int32_t fours = 1 << 2 * k;
        check_counts(&m, 10 * fours + 2, 20 * fours);
        check_on_sphere(&m, m.s.vertices.count);
        if (k < 4) {
            check_closed(&m);
        }
        if (k == 0) {
            const double side = 4.0 / sqrt(10.0 + 2.0 * sqrt(5.0));
            CHECK_NEAR(volume_of(&m), 5.0 * (3.0 + sqrt(5.0)) / 12.0 * pow(side, 3.0),
                       20 * ROUNDING);
        }
        assert_true(volume_of(&m) > volume && volume_of(&m) < 4.0 / 3.0 * acos(-1.0));
        volume = volume_of(&m);
        release(&m);
    }
}

/* Rings of 4, 8, ... vertices, and the centre; the first one is a pyramid on a square. */
static void hemispheres_are_rings(void **state)
{
    (void)state;
    made m = made_of("hemisphere", PARAMETERS(0.9), false);
    check_counts(&m, 6, 8);
    CHECK_NEAR(volume_of(&m), 2.0 / 3.0, ROUNDING);
    release(&m);
    for (int32_t k = 1; k <= 10; k++) {
        m = made_of("hemisphere", PARAMETERS(k), false);
        const int32_t vertices = 2 * (k + 1) * (k + 2) + 2;
        check_counts(&m, vertices, 2 * vertices - 4);
        check_on_sphere(&m, vertices - 1);
        check_vertex(&m, 0, 0.0, 0.0, 1.0);
        check_vertex(&m, vertices - 1, 0.0, 0.0, 0.0);
        check_closed(&m);
        assert_true(volume_of(&m) > 0.0);
        release(&m);
    }
}

static void cones_are_hulls_of_polygons(void **state)
{
    (void)state;
    made m = made_of("cone", PARAMETERS(4, 0.5), false);
    check_counts(&m, 8, 0);
    check_vertex(&m, 1, 0.0, 1.0, -1.0);
    check_vertex(&m, 6, -0.5, 0.0, 1.0);
    release(&m);
    m = made_of("cone", PARAMETERS(3, 0), false);
    check_counts(&m, 4, 0);
    check_vertex(&m, 2, -0.5, -0.5 * sqrt(3.0), -1.0);
    check_vertex(&m, 3, 0.0, 0.0, 1.0);
    release(&m);
}

/* (|x|^(2/e) + |y|^(2/e))^(e/n) + |z|^(2/n) = 1 */
static void superspheres_solve_their_equation(void **state)
{
    (void)state;
    static const double exponents[][2] = {{1, 1}, {2, 2}, {0.3, 1.7}, {3, 0.2}};
    for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
        const double e = exponents[k][0], n = exponents[k][1];
        made m = made_of("supersphere", PARAMETERS(7, e, n), false);
        check_counts(&m, 7 * 6 + 2, 2 * 7 * 6);
        check_closed(&m);
        assert_true(volume_of(&m) > 0.0);
        for (int32_t i = 0; i < m.s.vertices.count; i++) {
            const double *v = vertex(&m, i);
            const double around = pow(fabs(v[0]), 2.0 / e) + pow(fabs(v[1]), 2.0 / e);
            CHECK_NEAR(pow(around, e / n) + pow(fabs(v[2]), 2.0 / n), 1.0, POWERS);
        }
        release(&m);
    }
}

/* Exponents 0 make a cube. The sine of the double nearest to -pi is negative. */
static void exponents_of_zero_make_a_cube(void **state)
{
    (void)state;
    made m = made_of("supersphere", PARAMETERS(4, 0, 0), false);
    check_vertex(&m, 1, -1.0, -1.0, -1.0);
    check_vertex(&m, 3, 1.0, 1.0, -1.0);
    check_vertex(&m, 7, 1.0, 1.0, 1.0);
    release(&m);
}

/* s shapes the tube, t the circle of its centres. */
static void supertori_solve_their_equation(void **state)
{
    (void)state;
    static const double exponents[][2] = {{1, 1}, {2, 0.5}, {0.3, 1.7}};
    for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
        const double s = exponents[k][0], t = exponents[k][1], radius = 0.4;
        made m = made_of("supertorus", PARAMETERS(9, radius, s, t), false);
        check_counts(&m, 81, 162);
        check_closed(&m);
        assert_true(volume_of(&m) > 0.0);
        for (int32_t i = 0; i < m.s.vertices.count; i++) {
            const double *v = vertex(&m, i);
            const double out =
                pow(pow(fabs(v[0]), 2.0 / t) + pow(fabs(v[1]), 2.0 / t), 0.5 * t) - 1.0;
            CHECK_NEAR(pow(fabs(out) / radius, 2.0 / s) + pow(fabs(v[2]) / radius, 2.0 / s), 1.0,
                       POWERS);
        }
        release(&m);
    }
}

/* Without gamma the middles of equal cells: of three between -90 and 90 degrees -60, 0 and 60. With
 * gamma = 1 the edges are fifth powers. */
static void wedges_are_points_of_a_sphere(void **state)
{
    (void)state;
    made m = made_of("wedge", PARAMETERS(3, 1, 90, 30, 0), false);
    check_counts(&m, 3, 0);
    check_vertex(&m, 0, -0.5 * sqrt(3.0), 0.0, -0.5);
    check_vertex(&m, 1, 0.0, 0.0, -1.0);
    release(&m);
    m = made_of("wedge", PARAMETERS(5, 4, 170, 80, 0.4), false);
    check_counts(&m, 20, 0);
    check_on_sphere(&m, 20);
    release(&m);
    m = made_of("wedge", PARAMETERS(1, 2, 90, 64, 1), false);
    const double up = 32.0 * acos(-1.0) / 180.0;
    check_vertex(&m, 1, 0.0, sin(up), -cos(up));
    release(&m);
}

/* ---- refusals ---- */

static void bad_parameters_are_refused(void **state)
{
    (void)state;
    const struct {
        const char *kind;
        mesh_parameters p;
        const char *word;
    } cases[] = {
        {"torus", PARAMETERS(1), "'torus'"},
        {"none", PARAMETERS(1), "'none'"},
        {"sphere", {NULL, 0}, "0 numbers: it needs 1"},
        {"sphere", PARAMETERS(1, 2), "2 numbers"},
        {"sphere", PARAMETERS(5), "subdivisions"},
        {"hemisphere", PARAMETERS(-1), "at least 0 and at most 10"},
        {"cone", PARAMETERS(2.9, 1), "at least 3"},
        {"cone", PARAMETERS(3, 1.5), "radius"},
        {"cone", PARAMETERS(60000, 1), "lower its resolution"},
        {"cone", PARAMETERS(3, (double)NAN), "radius"},
        {"supersphere", PARAMETERS(3, -1, 1), "exponent e"},
        {"supersphere", PARAMETERS(1000, 1, 1), "more than 100000 vertices"},
        {"supertorus", PARAMETERS(3, 0, 1, 1),
         "radius, number 2 of 'params', is 0: it must be above 0"},
        {"supertorus", PARAMETERS(3, 1, 0, 1), "exponent s"},
        {"wedge", PARAMETERS(3, 3, 200, 30, 0), "horizontal field"},
        {"wedge", PARAMETERS(3, 3, 20, 30, 2), "gamma"},
        {"plate", PARAMETERS(0, 3), "horizontal"},
        {"box", PARAMETERS(1, 2, 2, 1, 1, 1), "count of x"},
        {"box", PARAMETERS(2, 2, 2, 1, 1), "it needs 6 or one more"},
        {"box", PARAMETERS(2, 2, 2, 1, 1, 1, 4), "dimension"},
        {"box", PARAMETERS(99, 99, 99, 1, 1, 1), "more than 100000 vertices"},
        {"box", PARAMETERS(2, 2, 2, 1e300, 1, 1), "spacing of x"},
        {"grid", PARAMETERS(2, 2, 1, 1, 1, 1), "one layer"},
        {"grid", PARAMETERS(2, 2, 2, 1, 1, 1, 2), "more than one layer"},
        {"disc", PARAMETERS(3, 3, 2, 1, 1, 1), "count of z"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made m;
        ludo_diagnostic why;
        assert_int_equal(make(&m, cases[i].kind, cases[i].p, NULL, &why), LUDO_BAD_MODEL);
        if (strstr(why.message, cases[i].word) == NULL) {
            fail_msg("%s: %s", cases[i].kind, why.message);
        }
        release(&m);
    }
}

static void making_survives_every_failing_allocation(void **state)
{
    (void)state;
    const struct {
        const char *kind;
        mesh_parameters p;
    } cases[] = {
        {"sphere", PARAMETERS(2)},
        {"hemisphere", PARAMETERS(3)},
        {"cone", PARAMETERS(5, 0)},
        {"supersphere", PARAMETERS(5, 1, 1)},
        {"supertorus", PARAMETERS(5, 0.5, 1, 1)},
        {"wedge", PARAMETERS(3, 3, 60, 30, 0)},
        {"plate", PARAMETERS(3, 3)},
        {"grid", PARAMETERS(3, 3, 3, 1, 1, 1)},
        {"ellipsoid", PARAMETERS(3, 3, 3, 1, 1, 1, 2)},
        {"disc", PARAMETERS(3, 3, 1, 1, 1, 1)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FOR_FAILING_ALLOCATION(alloc)
        {
            made m;
            ludo_diagnostic why;
            const ludo_status status = make(&m, cases[i].kind, cases[i].p, &alloc.hook, &why);
            assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
            ludo_mesh_surface_release(&m.s, &alloc.hook);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres_are_divided_icosahedra),
        cmocka_unit_test(hemispheres_are_rings),
        cmocka_unit_test(cones_are_hulls_of_polygons),
        cmocka_unit_test(superspheres_solve_their_equation),
        cmocka_unit_test(exponents_of_zero_make_a_cube),
        cmocka_unit_test(supertori_solve_their_equation),
        cmocka_unit_test(wedges_are_points_of_a_sphere),
        cmocka_unit_test(bad_parameters_are_refused),
        cmocka_unit_test(making_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
