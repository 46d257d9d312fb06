/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: free bodies whose frame is moved to the principal axes; keyframes that `nkey` asks for.
 * tests/peers compares features/freejoint_align.xml with MuJoCo. */
#include "mjcf_text.h"
#include "spec/items.h"

#include <float.h>

#define FREE(settings, joint)                                                                      \
    MUJOCO(settings WORLD("<body name='b' pos='0 0 1' euler='0 0 90'>" joint                       \
                          "<geom type='box' size='0.3 0.1 0.2' pos='1 0 0' euler='0 90 0'/>"       \
                          "<site name='s' pos='1 0 0'/></body>"))

/* The box is at the origin of the body, whose frame is where the box was. */
static void check_aligned(const char *text, bool aligned)
{
    ludo_spec *spec = spec_of(text);
    const ludo_body_def *body = ludo_spec_body_at(spec, 0);
    const ludo_frame frame = ludo_spec_joint_at(spec, 0)->in_parent;
    const ludo_vec3 site = ludo_spec_site_at(spec, 0)->frame.position;
    const double x = aligned ? 0.0 : 1.0;
    /* rounding of two rotations of vectors of length 1 */
    CHECK_NEAR(body->com.x, x, 4.0 * DBL_EPSILON);
    CHECK_NEAR(site.x, x, 4.0 * DBL_EPSILON);
    CHECK_NEAR(frame.position.y, 1.0 - x, 4.0 * DBL_EPSILON);
    CHECK_NEAR(frame.position.z, 1.0, 4.0 * DBL_EPSILON);
    CHECK_NEAR(frame.orientation.w, aligned ? 0.5 : sqrt(0.5), 4.0 * DBL_EPSILON);
    assert_true(!aligned || (body->inertia[3] == 0.0 && body->com.y == 0.0));
    ludo_spec_destroy(spec);
}

static void free_bodies_are_aligned_where_joint_or_compiler_say(void **state)
{
    (void)state;
    check_aligned(FREE("", "<freejoint/>"), false);
    check_aligned(FREE("", "<freejoint align='false'/>"), false);
    check_aligned(FREE("", "<freejoint align='auto'/>"), false);
    check_aligned(FREE("", "<joint type='free'/>"), false);
    check_aligned(FREE("", "<freejoint align='true'/>"), true);
    check_aligned(FREE("<compiler alignfree='true'/>", "<freejoint/>"), true);
    check_aligned(FREE("<compiler alignfree='true'/>", "<freejoint align='auto'/>"), true);
    check_aligned(FREE("<compiler alignfree='true'/>", "<joint type='free'/>"), true);
    check_aligned(FREE("<compiler alignfree='true'/>", "<freejoint align='false'/>"), false);
}

static void bodies_with_child_bodies_are_not_aligned(void **state)
{
    (void)state;
    check_aligned(FREE("", "<freejoint align='true'/><body/>"), false);
}

/* Three moments keep their axes, whatever their order. */
static void given_axes_are_kept(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(MUJOCO(WORLD(
        "<body><freejoint align='true'/><inertial pos='1 2 3' mass='1' diaginertia='1 2 2.5'/>"
        "</body><body><freejoint align='true'/><inertial pos='0 0 0' mass='1' fullinertia='1 2 2.5 "
        "0 0 0'/></body>")));
    CHECK_NEAR(ludo_spec_body_at(spec, 0)->inertia[0], 1.0, 4.0 * DBL_EPSILON);
    CHECK_NEAR(ludo_spec_body_at(spec, 0)->inertia[2], 2.5, 4.0 * DBL_EPSILON);
    CHECK_NEAR(ludo_spec_body_at(spec, 1)->inertia[0], 2.5, 4.0 * DBL_EPSILON); /* the largest */
    assert_true(ludo_spec_joint_at(spec, 0)->in_parent.position.z == 3.0);
    ludo_spec_destroy(spec);
}

static void keyframes_are_added_up_to_nkey(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(MUJOCO("<size nkey='2'/><size nkey='3'/>" WORLD(
        BODY("", "<joint/>")) "<keyframe><key name='k' qpos='1'/></keyframe>"));
    assert_int_equal(ludo_spec_keyframe_count(spec), 3);
    assert_string_equal(ludo_spec_keyframe_at(spec, 0)->name, "k");
    assert_int_equal(ludo_spec_keyframe_at(spec, 2)->position_count, 0);
    ludo_spec_destroy(spec);
    CHECK_FAULTS({MUJOCO("\n<size nkey='-1'/>"), LUDO_BAD_MODEL, 2, 1, "nkey"},
                 {MUJOCO("\n<size nkey='1e9'/>"), LUDO_BAD_MODEL, 2, 1, "nkey"});
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    static const char text[] = FREE("<size nkey='2'/>", "<freejoint align='true'/>");
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec = NULL;
        const ludo_status status =
            ludo_load_string(text, strlen(text), "file.xml", NULL, &alloc.hook, &spec, NULL);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_bodies_are_aligned_where_joint_or_compiler_say),
        cmocka_unit_test(bodies_with_child_bodies_are_not_aligned),
        cmocka_unit_test(given_axes_are_kept),
        cmocka_unit_test(keyframes_are_added_up_to_nkey),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
