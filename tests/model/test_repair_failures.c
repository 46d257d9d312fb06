/* SPDX-License-Identifier: Apache-2.0
 *
 * Repairs that fail leave the description as it was, and say why. */
#include "ludo/edit.h"

#include "same_spec.h"
#include "urdf_text.h"

#define MASS(mass, J) "<inertial><origin xyz='0 0 0.1'/><mass value='" mass "'/>" J "</inertial>"
#define MOMENTS(xx, yy, zz)                                                                        \
    "<inertia ixx='" xx "' iyy='" yy "' izz='" zz "' ixy='0' ixz='0' iyz='0'/>"
#define HINGE(name, parent, child)                                                                 \
    JOINT(name, "continuous", parent, child, "<origin xyz='0 0 0.4'/><axis xyz='0 1 0'/>")
#define ARM(inner) ROBOT(LINK("base", "") LINK("arm", inner) HINGE("j", "base", "arm"))

#define GOOD MASS("2", MOMENTS("0.1", "0.1", "0.1"))

static ludo_body_def body(const ludo_spec *spec, int32_t i)
{
    ludo_body_def def = ludo_body_default();
    assert_int_equal(ludo_spec_body(spec, i, &def), LUDO_OK);
    return def;
}

static void what_is_not_finite_stays_an_error(void **state)
{
    (void)state;
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < 6; i++) {
        ludo_spec *spec = spec_of(ARM(GOOD)), *before = spec_of(ARM(GOOD));
        ludo_body_def def = body(spec, 1);
        *(i < 3 ? &def.inertia[2] : &def.mass) = bad[i % 3];
        assert_int_equal(ludo_spec_set_body(spec, 1, &def), LUDO_OK);
        ludo_diagnostic why = {.line = 0};
        assert_int_equal(ludo_spec_repair(spec, NULL, NULL, &why), LUDO_BAD_MODEL);
        assert_non_null(strstr(why.message, "body 'arm' has a number that is not finite"));
        assert_null(strstr(why.message, "--repair"));
        assert_int_equal(ludo_spec_note_count(spec), ludo_spec_note_count(before));
        ludo_spec_destroy(spec);
        ludo_spec_destroy(before);
    }
}

static void numbers_that_are_too_large_or_small_are_refused(void **state)
{
    (void)state;
    /* a mass whose sphere has no inertia in double precision; moments whose mass is infinite */
    const char *const texts[] = {ARM(MASS("1e-300", MOMENTS("0", "0", "0"))),
                                 ARM(MASS("0", MOMENTS("5e307", "5e307", "5e307")))};
    for (size_t i = 0; i < 2; i++) {
        ludo_spec *spec = spec_of(texts[i]);
        ludo_diagnostic why = {.line = 0};
        assert_int_equal(ludo_spec_repair(spec, NULL, NULL, &why), LUDO_BAD_MODEL);
        assert_non_null(strstr(why.message, "a repair cannot replace it"));
        ludo_spec_destroy(spec);
    }
}

static void other_errors_are_those_of_compiling(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ARM(""));
    ludo_joint_def joint = ludo_joint_default();
    assert_int_equal(ludo_spec_joint(spec, 1, &joint), LUDO_OK);
    joint.type = "unknown";
    assert_int_equal(ludo_spec_set_joint(spec, 1, &joint), LUDO_OK);
    ludo_diagnostic why = {.line = 0};
    assert_int_equal(ludo_spec_repair(spec, NULL, NULL, &why), LUDO_BAD_MODEL);
    assert_non_null(strstr(why.message, "unknown"));
    ludo_spec_destroy(spec);
    assert_int_equal(ludo_spec_repair(NULL, NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_repair(NULL, NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
}

/* A tetrahedron, whose hull needs memory. */
static void add_mesh(ludo_spec *spec, int32_t of)
{
    static const double vertex[] = {0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1};
    ludo_mesh_def mesh = ludo_mesh_default();
    ludo_geom_def geom = ludo_geom_default();
    mesh.vertex = vertex, mesh.vertex_count = 4;
    geom.type = "mesh", geom.body = of;
    assert_int_equal(ludo_spec_add_mesh(spec, &mesh, &geom.mesh), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
}

/* Two bodies to repair, in the memory of an allocator. */
static ludo_spec *broken(const ludo_allocator *a)
{
    ludo_spec *spec = NULL;
    const double one = 1.0;
    assert_int_equal(ludo_spec_create(a, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "merge", &one, 1), LUDO_OK);
    for (int32_t i = 0; i < 3; i++) {
        ludo_body_def link = ludo_body_default();
        ludo_joint_def joint = ludo_joint_default();
        joint.type = "hinge", joint.parent = i - 1, joint.axis.y = 1.0;
        link.mass = i == 0 ? 1.0 : 0.0;
        assert_int_equal(ludo_spec_add_link(spec, &link, &joint, NULL), LUDO_OK);
    }
    add_mesh(spec, 2);
    return spec;
}

static void a_repair_without_memory_changes_nothing(void **state)
{
    (void)state;
    for (long k = 1, failed = 1; failed != 0; k++) {
        failing_allocator a;
        failing_init(&a, 0);
        ludo_spec *spec = broken(&a.hook), *before = broken(NULL);
        a.fail_at = a.made + k;
        const ludo_status status = ludo_spec_repair(spec, NULL, NULL, NULL);
        assert_int_equal(status, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        failed = a.failed;
        if (failed != 0) {
            same_spec(spec, before);
            assert_int_equal(ludo_spec_note_count(spec), 0);
            assert_int_equal(ludo_spec_repair(spec, NULL, NULL, NULL), LUDO_OK);
        }
        assert_int_equal(ludo_spec_note_count(spec), 3);
        ludo_spec_destroy(spec);
        ludo_spec_destroy(before);
        assert_int_equal(a.live, 0);
    }
}

static void a_refusal_with_an_offer_survives_each_failing_allocation(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec = NULL;
        ludo_model *model = NULL;
        failing_allocator own;
        failing_init(&own, 0);
        spec = broken(&own.hook);
        own.fail_at = own.made + alloc_k;
        const ludo_status status = ludo_compile(spec, &alloc.hook, &model, NULL);
        assert_int_equal(status, own.failed || alloc.failed ? LUDO_NO_MEMORY : LUDO_BAD_MODEL);
        ludo_spec_destroy(spec);
        assert_int_equal(own.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_finite_stays_an_error),
        cmocka_unit_test(numbers_that_are_too_large_or_small_are_refused),
        cmocka_unit_test(other_errors_are_those_of_compiling),
        cmocka_unit_test(a_repair_without_memory_changes_nothing),
        cmocka_unit_test(a_refusal_with_an_offer_survives_each_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
