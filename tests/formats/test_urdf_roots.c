/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: what a robot stands on, and constraints that close its loops. */
#include "urdf_text.h"
#include "spec/items.h"
#include "vectors.h"

static const ludo_load_options floating = {.struct_size = sizeof floating, .base = LUDO_BASE_FREE};

/* A robot with a free base: the joint on the world, the number of notes and a word of the first. */
static void check_base(const char *text, const char *type, const char *name, int32_t notes,
                       const char *word)
{
    ludo_spec *spec = spec_loaded(text, &floating);
    ludo_note_info note = {.struct_size = sizeof note, .message = ""};
    (void)ludo_spec_note(spec, 0, &note);
    assert_int_equal(ludo_spec_note_count(spec), notes);
    assert_non_null(strstr(note.message, word));
    bool found = false;
    for (int32_t i = 0; i < ludo_spec_joint_count(spec); i++) {
        const ludo_joint_def *j = ludo_spec_joint_at(spec, i);
        found = found || (j->parent == LUDO_WORLD && strcmp(j->type, type) == 0 &&
                          strcmp(j->name, name) == 0);
    }
    assert_true(found);
    ludo_spec_destroy(spec);
}

static void any_root_but_the_world_can_float(void **state)
{
    (void)state;
    check_base(ROBOT(LINK("base_footprint", "") LINK("base_link", INERTIAL)
                         JOINT("foot", "fixed", "base_footprint", "base_link", "")),
               "free", "root", 0, "");
    check_base(ROBOT(LINK("base_footprint", "") LINK("base_link", INERTIAL)
                         JOINT("root", "fixed", "base_footprint", "base_link", "")),
               "free", "root_free", 0, "");
    check_base(ROBOT(LINK("world", "") LINK("base_link", INERTIAL)
                         JOINT("mount", "fixed", "world", "base_link", "")),
               "fixed", "mount", 1, "rename the link to let the robot float");
    check_base(ROBOT(LINK("base_link", INERTIAL) JOINT("mount", "fixed", "world", "base_link", "")),
               "fixed", "mount", 1, "remove the joint to let the robot float");
}

static void a_robot_with_a_floating_joint_keeps_its_root(void **state)
{
    (void)state;
    check_base(ROBOT(LINK("odom", "") LINK("base_link", INERTIAL)
                         JOINT("f", "floating", "odom", "base_link", "")),
               "free", "f", 1, "the robot floats by this joint");
    check_base(ROBOT(LINK("map", "") LINK("odom", "") LINK("base_link", INERTIAL)
                         JOINT("m", "fixed", "map", "odom", "")
                             JOINT("f", "floating", "odom", "base_link", "")),
               "free", "f", 1, "its root stays fixed");
    check_base(ROBOT(LINK("world", "") LINK("base_link", INERTIAL)
                         JOINT("f", "floating", "world", "base_link", "")),
               "free", "f", 1, "its root stays fixed");
    check_base(ROBOT(LINK("base_link", INERTIAL) JOINT("f", "floating", "world", "base_link", "")),
               "free", "f", 1, "its root stays fixed");
}

static void joints_may_have_a_world_that_no_link_declares(void **state)
{
    (void)state;
    static const ludo_vec3 at = {1.0, 2.0, 3.0};
    ludo_spec *spec = spec_of(ROBOT(JOINT("j", "fixed", "world", "a", "<origin xyz='1 2 3'/>") LINK(
        "a", INERTIAL) LINK("b", INERTIAL) JOINT("k", "continuous", "world", "b", "")));
    assert_int_equal(ludo_spec_body_count(spec), 2);
    assert_int_equal(ludo_spec_joint_count(spec), 2);
    assert_int_equal(ludo_spec_note_count(spec), 0);
    for (int32_t i = 0; i < 2; i++) {
        const ludo_joint_def *joint = ludo_spec_joint_at(spec, i);
        assert_string_equal(joint->name, i == 0 ? "j" : "k");
        assert_int_equal(joint->parent, LUDO_WORLD);
        assert_int_equal(joint->child, i);
        check_vector(joint->in_parent.position, i == 0 ? at : v3(0.0, 0.0, 0.0), 0.0);
    }
    ludo_spec_destroy(spec);
}

static void only_the_parent_of_a_joint_is_the_world_without_a_link(void **state)
{
    (void)state;
    CHECK_FAULTS({ROBOT(LINK("a", "") "\n" JOINT("j", "fixed", "World", "a", "")), LUDO_BAD_MODEL,
                  2, 30, "unknown link 'World'"},
                 {ROBOT(LINK("a", "") "\n" JOINT("j", "fixed", "a", "world", "")), LUDO_BAD_MODEL,
                  2, 48, "unknown link 'world'"},
                 {ROBOT(JOINT("j", "fixed", "world", "a", "") LINK("a", "") "\n" LINK("b", "")),
                  LUDO_BAD_MODEL, 2, 1, "the parent of joint 'j' is the world"},
                 {ROBOT(LINK("a", "") "<joint name='j' type='fixed'><parent link='world'/>"
                                      "\n<parent link='world'/><child link='a'/></joint>"),
                  LUDO_PARSE, 2, 1, "duplicate element"});
}

static void a_dummy_root_moves_with_the_body_that_it_carries(void **state)
{
    (void)state;
    ludo_spec *spec = spec_loaded(ROBOT(LINK("foot", "") LINK("body", INERTIAL) JOINT(
                                      "j", "fixed", "foot", "body", "<origin xyz='0 0 1'/>")),
                                  &floating);
    ludo_model *model = NULL;
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    assert_int_equal(ludo_model_dof(model), 6);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

static void several_roots_are_refused_by_name(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {ROBOT(LINK("a", "") "\n" LINK("b", "")), LUDO_BAD_MODEL, 2, 1,
         "like link 'a' in line 1: a robot must have one root; connect the two by a fixed"});
}

/* ---- constraints ---- */

/* Two hinged arms of length 1, which meet at (0 0 1) with all angles at zero. */
#define ARMS                                                                                       \
    LINK("base", "")                                                                               \
    LINK("a", INERTIAL)                                                                            \
    LINK("b", INERTIAL)                                                                            \
    JOINT("ja", "continuous", "base", "a", "<axis xyz='0 1 0'/>")                                  \
    JOINT("jb", "continuous", "base", "b", "<origin xyz='0 0 2'/><axis xyz='0 1 0'/>")
#define CUT(type, axes)                                                                            \
    "<constraint name='cut' type='" type "'><parent link='a'/><parent_origin xyz='0 0 1'/>"        \
    "<child link='b'/><child_origin xyz='0 0 -1'/>" axes "</constraint>"

static void a_constraint_closes_a_loop(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(ROBOT(ARMS CUT("revolute", "<parent_axis xyz='0 2 0'/>")));
    const ludo_joint_def *c = ludo_spec_closure_at(spec, 0);
    assert_non_null(c);
    assert_string_equal(c->name, "cut");
    assert_string_equal(c->type, "hinge");
    check_vector(c->axis, v3(0.0, 1.0, 0.0), 0.0);
    check_vector(c->in_parent.position, v3(0.0, 0.0, 1.0), 0.0);
    check_vector(c->in_child.position, v3(0.0, 0.0, -1.0), 0.0);
    assert_true(q_is_identity(c->in_child.orientation));
    assert_int_equal(ludo_spec_note_count(spec), 0);
    ludo_spec_destroy(spec);
}

/* The axis on the child, from its own frame into the joint frame and back. */
static void axes_of_both_ends_become_one(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        ludo_vec3 on_child;
    } cases[] = {
        {ROBOT(ARMS CUT("revolute", "<parent_axis xyz='0 0 1'/><child_axis xyz='1 0 0'/>")),
         {1.0, 0.0, 0.0}},
        {ROBOT(ARMS CUT("cylindrical", "<parent_axis xyz='0 0 1'/><child_axis xyz='0 0 -3'/>")),
         {0.0, 0.0, -1.0}},
        {ROBOT(ARMS CUT("prismatic", "<parent_axis xyz='3 4 0'/><child_axis xyz='0 0.6 0.8'/>")),
         {0.0, 0.6, 0.8}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_of(cases[i].text);
        const ludo_joint_def *c = ludo_spec_closure_at(spec, 0);
        /* some ten operations on numbers of size 1 */
        check_vector(q_rotate(c->in_child.orientation, c->axis), cases[i].on_child, 16.0 * 0x1p-52);
        ludo_spec_destroy(spec);
    }
    ludo_spec *spec = spec_of(ROBOT(ARMS CUT("universal", "<parent_axis xyz='0 0 1'/>")));
    check_vector(ludo_spec_closure_at(spec, 0)->axis2, v3(0.0, 1.0, 0.0), 0.0);
    ludo_spec_destroy(spec);
}

static void a_closed_robot_moves(void **state)
{
    (void)state;
    ludo_model *model = model_of(ROBOT(ARMS CUT("spherical", "")));
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_model_loop_count(model), 1);
    assert_int_equal(ludo_sim_create(model, NULL, NULL, &sim, NULL), LUDO_OK);
    assert_int_equal(ludo_step(sim, 0.01, NULL), LUDO_OK);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
}

static void constraints_that_close_nothing_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS({ROBOT(ARMS "\n" CUT("floating", "")), LUDO_BAD_MODEL, 2, 1, "floating joint"},
                 {ROBOT(ARMS "\n" CUT("glued", "")), LUDO_PARSE, 2, 1, "unknown type 'glued'"},
                 {ROBOT(ARMS "\n<constraint type='fixed'><parent link='a'/></constraint>"),
                  LUDO_PARSE, 2, 1, "'child'"},
                 {ROBOT(ARMS "\n<constraint type='fixed'><parent link='a'/><child link='no'/>"
                             "</constraint>"),
                  LUDO_BAD_MODEL, 2, 44, "unknown link 'no'"},
                 {ROBOT(ARMS "\n" CUT("revolute", "<parent_axis xyz='0 0 0'/>")), LUDO_BAD_MODEL, 2,
                  131, "direction"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_root_but_the_world_can_float),
        cmocka_unit_test(a_robot_with_a_floating_joint_keeps_its_root),
        cmocka_unit_test(joints_may_have_a_world_that_no_link_declares),
        cmocka_unit_test(only_the_parent_of_a_joint_is_the_world_without_a_link),
        cmocka_unit_test(a_dummy_root_moves_with_the_body_that_it_carries),
        cmocka_unit_test(several_roots_are_refused_by_name),
        cmocka_unit_test(a_constraint_closes_a_loop),
        cmocka_unit_test(axes_of_both_ends_become_one),
        cmocka_unit_test(a_closed_robot_moves),
        cmocka_unit_test(constraints_that_close_nothing_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
