/* SPDX-License-Identifier: Apache-2.0
 *
 * Gaps between geoms of a specification at given frames of their bodies. */
#include "support.h"

static int32_t add(ludo_spec *spec, const char *type, double x, double y, double z)
{
    ludo_geom_def g = ludo_geom_default();
    g.type = type;
    g.body = LUDO_WORLD;
    g.size[0] = x;
    g.size[1] = y;
    g.size[2] = z;
    g.frame.position.x = 1.0; /* in the body; a zero quaternion means 1 */
    int32_t geom;
    assert_int_equal(ludo_spec_add_geom(spec, &g, &geom), LUDO_OK);
    return geom;
}

static ludo_frame at(double x, double z)
{
    return (ludo_frame){.position = {x, 0.0, z}, .orientation = {1.0, 0.0, 0.0, 0.0}};
}

static void gaps_are_those_of_the_shapes(void **state)
{
    (void)state;
    ludo_spec *spec;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    const int32_t ball = add(spec, "sphere", 0.25, 0.0, 0.0), box = add(spec, "box", 0.5, 0.5, 0.5),
                  floor = add(spec, "plane", 0.0, 0.0, 0.0),
                  can = add(spec, "cylinder", 0.5, 0.5, 0.0);
    const struct {
        int32_t a, b;
        double x, z, gap; /* of b, from a */
    } cases[] = {
        {ball, ball, 3.0, 0.0, 2.5}, {ball, ball, 0.25, 0.0, -0.25}, {box, ball, 2.0, 0.0, 1.25},
        {ball, box, 2.0, 0.0, 1.25}, {floor, box, 7.0, 0.75, 0.25},  {floor, ball, 0.0, 0.0, -0.25},
        {can, ball, 9.0, 0.0, 8.25},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double gap = -1.0;
        assert_int_equal(ludo_spec_geom_gap(spec, cases[i].a, at(-2.0, 1.0), cases[i].b,
                                            at(cases[i].x - 2.0, cases[i].z + 1.0), &gap),
                         LUDO_OK);
        if (isinf(cases[i].gap)) {
            assert_true(isinf(gap) && gap > 0.0);
        } else {
            CHECK_NEAR(gap, cases[i].gap, 1e-15);
        }
    }
    ludo_spec_destroy(spec);
}

static void geoms_rotate_with_their_body(void **state)
{
    (void)state;
    ludo_spec *spec;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    const int32_t ball = add(spec, "sphere", 0.25, 0.0, 0.0);
    const ludo_frame over = {.orientation = {0.0, 0.0, 1.0, 0.0}}; /* about y: x to -x */
    double gap;
    assert_int_equal(ludo_spec_geom_gap(spec, ball, over, ball, at(0.0, 0.0), &gap), LUDO_OK);
    CHECK_NEAR(gap, 1.5, 1e-15);
    ludo_spec_destroy(spec);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    ludo_spec *spec;
    double gap;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    const ludo_frame here = at(0.0, 0.0);
    const int32_t ball = add(spec, "sphere", 0.25, 0.0, 0.0),
                  flat = add(spec, "sphere", 0.0, 0.0, 0.0), odd = add(spec, "egg", 1.0, 1.0, 1.0);
    const struct {
        int32_t a, b;
        ludo_status status;
    } cases[] = {{ball, 3, LUDO_BAD_ARGUMENT},
                 {-1, ball, LUDO_BAD_ARGUMENT},
                 {ball, flat, LUDO_BAD_MODEL},
                 {odd, ball, LUDO_BAD_MODEL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(ludo_spec_geom_gap(spec, cases[i].a, here, cases[i].b, here, &gap),
                         cases[i].status);
    }
    assert_int_equal(ludo_spec_geom_gap(NULL, ball, here, ball, here, &gap), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_geom_gap(spec, ball, here, ball, here, NULL), LUDO_BAD_ARGUMENT);
    ludo_spec_destroy(spec);
}

/* A mesh counts as its hull: a cube with a point inside. */
static void meshes_count_as_their_hulls(void **state)
{
    (void)state;
    ludo_spec *spec;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    double vertex[27] = {0.1, 0.2, 0.3};
    for (int i = 0; i < 24; i++) {
        vertex[3 + i] = (i / 3 & 1 << i % 3) != 0 ? 0.5 : -0.5;
    }
    const ludo_mesh_def cube = {.struct_size = sizeof cube, .vertex = vertex, .vertex_count = 9};
    const ludo_mesh_def flat = {.struct_size = sizeof flat, .vertex = vertex, .vertex_count = 3};
    assert_int_equal(ludo_spec_add_mesh(spec, &cube, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_mesh(spec, &flat, NULL), LUDO_OK);
    const int32_t ball = add(spec, "sphere", 0.25, 0.0, 0.0);
    ludo_geom_def geom = ludo_geom_default();
    geom.type = "mesh", geom.frame.position.x = 1.0;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    geom.mesh = 1;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    double gap = -1.0;
    assert_int_equal(ludo_spec_geom_gap(spec, ball, at(0.0, 0.0), ball + 1, at(2.0, 0.0), &gap),
                     LUDO_OK);
    CHECK_NEAR(gap, 1.25, 1e-15);
    assert_int_equal(ludo_spec_geom_gap(spec, ball + 1, at(0.0, 0.0), ball + 1, at(1.5, 0.0), &gap),
                     LUDO_OK);
    CHECK_NEAR(gap, 0.5, 1e-15);
    assert_int_equal(ludo_spec_geom_gap(spec, ball, at(0.0, 0.0), ball + 2, at(0.0, 0.0), &gap),
                     LUDO_OK);
    assert_true(isinf(gap) && gap > 0.0);
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_are_those_of_the_shapes),
        cmocka_unit_test(meshes_count_as_their_hulls),
        cmocka_unit_test(geoms_rotate_with_their_body),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
