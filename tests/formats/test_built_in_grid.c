/* SPDX-License-Identifier: Apache-2.0
 *
 * Built-in meshes made of grids: solids, open surfaces, flat ones. */
#include "made_mesh.h"

static void grids_have_all_points(void **state)
{
    (void)state;
    made m = made_of("grid", PARAMETERS(3, 2, 2, 1, 2, 4), false);
    check_counts(&m, 12, 0);
    check_vertex(&m, 0, -1.0, -1.0, -2.0);
    check_vertex(&m, 1, -1.0, -1.0, 2.0);
    check_vertex(&m, 11, 1.0, 1.0, 2.0);
    release(&m);
    m = made_of("grid", PARAMETERS(3, 2, 1, 1, 2, 4, 2), true);
    check_counts(&m, 6, 4);
    release(&m);
}

/* The centre, and the points of the surface: a b c - (a - 2) (b - 2) (c - 2). */
static void solids_are_hulls_of_their_surface(void **state)
{
    (void)state;
    static const char *const kinds[] = {"box", "cylinder", "ellipsoid"};
    for (int k = 0; k < 3; k++) {
        made m = made_of(kinds[k], PARAMETERS(3, 4, 5, 2, 1, 1, 3), false);
        check_counts(&m, 1 + 60 - 1 * 2 * 3, 0);
        check_vertex(&m, 0, 0.0, 0.0, 0.0);
        for (int32_t i = 1; i < m.s.vertices.count; i++) {
            const double *v = vertex(&m, i);
            const double u[3] = {v[0] / 2.0, v[1] / 1.5, v[2] / 2.0};
            const double flat = fmax(fabs(u[0]), fabs(u[1])), round = hypot(u[0], u[1]);
            const double size[] = {fmax(flat, fabs(u[2])), fmax(round, fabs(u[2])),
                                   hypot(round, u[2])};
            CHECK_NEAR(size[k], 1.0, ROUNDING);
        }
        release(&m);
    }
}

/* Each edge has two faces but those around the open upper side. */
static void surfaces_have_no_upper_side(void **state)
{
    (void)state;
    static const char *const kinds[] = {"box", "cylinder", "ellipsoid"};
    for (int k = 0; k < 3; k++) {
        made m = made_of(kinds[k], PARAMETERS(3, 4, 5, 2, 1, 1, 2), true);
        check_counts(&m, 60 - 1 * 2 * 4, 2 * (2 * 3 + 4 * (2 * 2 + 2 * 3)));
        int rim = 0;
        const int32_t *f = m.s.faces.items;
        for (int32_t i = 0; i < 3 * m.s.faces.count; i++) {
            const int32_t a = f[i], b = f[i % 3 == 2 ? i - 2 : i + 1];
            assert_int_equal(edges(&m, a, b), 1);
            rim += edges(&m, b, a) == 0;
        }
        assert_int_equal(rim, 2 * 2 + 2 * 3);
        assert_true(volume_of(&m) > 0.0);
        release(&m);
    }
}

static void flat_kinds_face_up(void **state)
{
    (void)state;
    const struct {
        const char *kind;
        mesh_parameters p;
        double area;
    } cases[] = {
        {"square", PARAMETERS(3, 4, 1, 1, 2, 9), 2.0 * 6.0},
        {"grid", PARAMETERS(3, 4, 1, 1, 2, 9, 2), 2.0 * 6.0},
        {"plate", PARAMETERS(2, 3), 1.0 * 4.0 / 3.0},
        /* a regular octagon */
        {"disc", PARAMETERS(3, 3, 1, 1, 1, 1), 2.0 * sqrt(2.0)},
        /* whose half edges, 2 and 2, enter twice */
        {"disc", PARAMETERS(3, 3, 1, 2, 2, 1), 16.0 * 2.0 * sqrt(2.0)},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        made m = made_of(cases[k].kind, cases[k].p, true);
        double area = 0.0;
        const int32_t *f = m.s.faces.items;
        for (int32_t i = 0; i < m.s.faces.count; i++, f += 3) {
            const double *a = vertex(&m, f[0]), *b = vertex(&m, f[1]), *c = vertex(&m, f[2]);
            const double twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            assert_true(twice > 0.0);
            area += 0.5 * twice;
        }
        CHECK_NEAR(area, cases[k].area, ROUNDING * cases[k].area);
        release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids_have_all_points),
        cmocka_unit_test(solids_are_hulls_of_their_surface),
        cmocka_unit_test(surfaces_have_no_upper_side),
        cmocka_unit_test(flat_kinds_face_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
