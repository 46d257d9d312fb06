/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops in models: their descriptions, forces along them, closures between merged bodies that are
 * left out, joints that stay composite because loops need them. */
#include "model/loop.h"
#include "small_spec.h"

#include <string.h>

static ludo_place line(int32_t number)
{
    return (ludo_place){"m.xml", number, 1};
}

static void set_merge(ludo_spec *spec)
{
    const double merge = 1.0;
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
}

/* Bodies a, b, c: a hinge to each from the one before; a slide from the world closes a loop. */
enum { A, B, C };
enum { HINGE_A, HINGE_B, HINGE_C, RAIL };

static ludo_spec *ring(void)
{
    static const char *const bodies[] = {"a", "b", "c"};
    static const char *const hinges[] = {"hinge a", "hinge b", "hinge c"};
    ludo_spec *spec = new_spec();
    for (int32_t i = 0; i < 3; i++) {
        add_body_at(spec, bodies[i], line(i + 1));
        add_joint_at(spec, hinges[i], "hinge", i - 1, i, line(i + 11));
    }
    add_joint_at(spec, "rail", "slide", LUDO_WORLD, C, line(14));
    return spec;
}

/* ---- descriptions of loops ---- */

static void add_closure(ludo_spec *spec, const char *name, int32_t parent, int32_t child)
{
    const ludo_joint_def def = {.struct_size = sizeof def,
                                .name = name,
                                .type = "ball",
                                .parent = parent,
                                .child = child,
                                .place = line(20)};
    assert_int_equal(ludo_spec_add_closure(spec, &def, NULL), LUDO_OK);
}

static void add_coupling(ludo_spec *spec, int32_t joint, int32_t from)
{
    const ludo_coupling_def def = {.struct_size = sizeof def,
                                   .joint = joint,
                                   .from = from,
                                   .coefficient = {0.0, 2.0},
                                   .place = line(30)};
    assert_int_equal(ludo_spec_add_coupling(spec, &def, NULL), LUDO_OK);
}

static void loops_are_closures_then_couplings_then_joints(void **state)
{
    (void)state;
    ludo_spec *spec = ring();
    add_coupling(spec, HINGE_C, HINGE_A);
    add_coupling(spec, HINGE_B, -1);
    add_closure(spec, "pin", A, C);
    ludo_model *m = compiled(spec);
    static const ludo_loop_info expected[] = {
        {0, "pin", "ball", 3, 3, A, C, -1, -1, {"m.xml", 20, 1}, -1, -1},
        {0, "coupling0", "coupling", 1, 0, B, C, HINGE_C, HINGE_A, {"m.xml", 30, 1}, -1, -1},
        {0, "coupling1", "coupling", 1, 0, A, B, HINGE_B, -1, {"m.xml", 30, 1}, -1, -1},
        {0, "rail", "slide", 5, 2, LUDO_WORLD, C, RAIL, -1, {"m.xml", 14, 1}, -1, -1},
    };
    assert_int_equal(ludo_model_loop_count(m), 4);
    for (int32_t i = 0; i < 4; i++) {
        const ludo_loop_info l = loop_info_of(m, i);
        assert_string_equal(l.name, expected[i].name);
        assert_string_equal(l.type, expected[i].type);
        assert_int_equal(l.rows, expected[i].rows);
        assert_int_equal(l.translations, expected[i].translations);
        assert_int_equal(l.parent, expected[i].parent);
        assert_int_equal(l.child, expected[i].child);
        assert_int_equal(l.joint, expected[i].joint);
        assert_int_equal(l.from, expected[i].from);
        assert_int_equal(l.spring, expected[i].spring);
        assert_int_equal(l.from_spring, expected[i].from_spring);
        assert_string_equal(l.place.file, expected[i].place.file);
        assert_int_equal(l.place.line, expected[i].place.line);
        assert_int_equal(ludo_model_loop_find(m, expected[i].name), i);
    }
    assert_int_equal(ludo_model_rows(m), 3 * 5 + 3 + 1 + 1 + 5);
    assert_int_equal(ludo_model_dof(m), 3);
    ludo_model_destroy(m);
}

/* Nothing can be set along it; reading it writes nothing. */
static void a_joint_that_closes_a_loop_cannot_be_set(void **state)
{
    (void)state;
    ludo_model *m = compiled(ring());
    ludo_sim *sim = NULL;
    double number = 0.25;
    assert_int_equal(ludo_sim_create(m, NULL, NULL, &sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_position(sim, RAIL, &number), LUDO_REFUSED);
    assert_int_equal(ludo_sim_set_joint_velocity(sim, RAIL, &number), LUDO_REFUSED);
    assert_int_equal(ludo_sim_set_joint_effort(sim, RAIL, &number), LUDO_REFUSED);
    assert_int_equal(ludo_sim_joint_position(sim, RAIL, &number), LUDO_OK);
    assert_int_equal(ludo_sim_joint_velocity(sim, RAIL, &number), LUDO_OK);
    assert_int_equal(ludo_sim_joint_effort(sim, RAIL, &number), LUDO_OK);
    assert_true(number == 0.25);
    ludo_sim_destroy(sim);
    ludo_model_destroy(m);
}

/* The joint keeps its number, name and type, and has no numbers in keyframes. */
static void a_joint_that_closes_a_loop_has_no_coordinates(void **state)
{
    (void)state;
    ludo_model *m = compiled(ring());
    const ludo_joint_info rail = joint_info_of(m, RAIL);
    assert_int_equal(ludo_model_joint_count(m), 4);
    assert_int_equal(ludo_model_joint_find(m, "rail"), RAIL);
    assert_string_equal(rail.type, "slide");
    assert_int_equal(rail.loop, 0);
    assert_int_equal(rail.parent, LUDO_WORLD);
    assert_int_equal(rail.child, C);
    assert_true(rail.axis.z == 1.0);
    assert_int_equal(rail.dof + rail.rows + rail.position_count + rail.velocity_count, 0);
    assert_false(rail.merged || rail.continues);
    assert_int_equal(joint_info_of(m, HINGE_A).loop, -1);
    assert_int_equal(ludo_model_position_count(m), 3);
    ludo_model_destroy(m);
}

/* Joints without a name are numbered per child, floating ones too. */
static void unnamed_joints_of_a_body_are_counted(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, "a");
    add_body(spec, "b");
    add_joint(spec, "ball", B, A);
    add_joint(spec, "ball", A, B);
    add_joint(spec, "hinge", B, A);
    ludo_model *m = compiled(spec);
    static const char *const names[] = {"a.joint1", "b.joint0", "a.joint2", "a.joint0"};
    static const char *const types[] = {"ball", "ball", "hinge", "free"};
    assert_int_equal(ludo_model_joint_count(m), 4);
    for (int32_t j = 0; j < 4; j++) {
        assert_string_equal(ludo_model_joint_name(m, j), names[j]);
        assert_string_equal(joint_info_of(m, j).type, types[j]);
    }
    assert_string_equal(ludo_model_loop_name(m, 0), "a.joint1");
    assert_string_equal(ludo_model_loop_name(m, 1), "a.joint2");
    ludo_model_destroy(m);
}

/* Names of joints and of loops are two lists: a closure keeps its name, the loop of the joint is
 * renamed. */
static void a_closure_may_have_the_name_of_a_joint(void **state)
{
    (void)state;
    ludo_spec *spec = ring();
    add_closure(spec, "rail", A, C);
    add_closure(spec, "hinge a", A, C);
    ludo_model *m = compiled(spec);
    assert_int_equal(ludo_model_loop_find(m, "rail"), 0);
    assert_int_equal(ludo_model_loop_find(m, "hinge a"), 1);
    assert_int_equal(ludo_model_loop_find(m, "rail_1"), 2);
    assert_string_equal(ludo_model_loop_name(m, 2), "rail_1");
    assert_int_equal(ludo_model_joint_find(m, "rail"), RAIL);
    ludo_model_destroy(m);
}

/* A generated name of a joint that changes also changes the name of its loop. */
static void a_loop_has_the_last_name_of_its_joint(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, "a");
    add_body(spec, "b");
    add_joint_at(spec, "b.joint1", "ball", LUDO_WORLD, A, line(1));
    add_joint(spec, "ball", LUDO_WORLD, B);
    add_joint(spec, "hinge", A, B);
    ludo_model *m = compiled(spec);
    assert_string_equal(ludo_model_joint_name(m, 2), "b.joint1_1");
    assert_string_equal(ludo_model_loop_name(m, 0), "b.joint1_1");
    assert_int_equal(ludo_model_loop_find(m, "b.joint1_1"), 0);
    ludo_model_destroy(m);
}

/* ---- lengths ---- */

/* The reference length is an arm on a moving body or the child's radius of gyration, sqrt 3 m here.
 */
static void gaps_are_compared_with_the_size_of_what_moves(void **state)
{
    (void)state;
    static const struct {
        int32_t parent;
        double arm_a, arm_b, length;
    } cases[] = {{A, 0.0, 0.0, 1.7320508075688772},
                 {A, 5.0, 0.0, 5.0},
                 {A, 5.0, 7.0, 7.0},
                 {LUDO_WORLD, 50.0, 0.0, 1.7320508075688772},
                 {LUDO_WORLD, 50.0, 3.0, 3.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = ring();
        ludo_joint_def def = {
            .struct_size = sizeof def, .type = "ball", .parent = cases[i].parent, .child = C};
        def.in_parent.position.y = cases[i].arm_a;
        def.in_child.position.z = cases[i].arm_b;
        assert_int_equal(ludo_spec_add_closure(spec, &def, NULL), LUDO_OK);
        ludo_model *m = compiled(spec);
        CHECK_NEAR(m->loop[0].length, cases[i].length, 1e-15 * cases[i].length);
        ludo_model_destroy(m);
    }
}

/* ---- forces along loops ---- */

static void check_acting(ludo_spec *spec, const char *message)
{
    ludo_diagnostic why;
    check_refused(spec, LUDO_UNSUPPORTED, &why);
    if (strstr(why.message, message) == NULL) {
        print_error("'%s' instead of '%s'\n", why.message, message);
    }
    assert_non_null(strstr(why.message, "joint 'rail' closes a loop"));
    assert_non_null(strstr(why.message, message));
    assert_non_null(strstr(why.message, "add it before the other joint of its child"));
    assert_string_equal(why.file, "m.xml");
    assert_int_equal(why.line, 14);
}

/* The ring with a force along its rail. */
static ludo_spec *sprung(ludo_dof_def along)
{
    ludo_spec *spec = new_spec();
    add_body_at(spec, "a", line(1));
    add_joint_at(spec, "hinge", "hinge", LUDO_WORLD, A, line(11));
    const ludo_joint_def rail = {.struct_size = sizeof rail,
                                 .name = "rail",
                                 .type = "slide",
                                 .parent = LUDO_WORLD,
                                 .child = A,
                                 .axis = {1.0, 0.0, 0.0},
                                 .along = {along},
                                 .place = line(14)};
    assert_int_equal(ludo_spec_add_joint(spec, &rail, NULL), LUDO_OK);
    return spec;
}

static void nothing_acts_along_a_joint_that_closes_a_loop(void **state)
{
    (void)state;
    check_acting(sprung((ludo_dof_def){.stiffness = 1.0}),
                 "has no coordinate for a spring, damper or armature");
    check_acting(sprung((ludo_dof_def){.damping = 1.0}),
                 "has no coordinate for a spring, damper or armature");
    check_acting(sprung((ludo_dof_def){.armature = 1.0}),
                 "has no coordinate for a spring, damper or armature");

    ludo_spec *spec = ring();
    add_coupling(spec, RAIL, HINGE_A);
    check_acting(spec, "has no coordinate for a coupling");
    spec = ring();
    add_coupling(spec, HINGE_A, RAIL);
    check_acting(spec, "has no coordinate for a coupling");

    spec = ring();
    const ludo_tendon_term terms[] = {{HINGE_A, 0, 1.0}, {RAIL, 0, 1.0}};
    const ludo_spring_def belt = {
        .struct_size = sizeof belt, .type = "tendon", .term = terms, .term_count = 2};
    assert_int_equal(ludo_spec_add_spring(spec, &belt, NULL), LUDO_OK);
    check_acting(spec, "has no coordinate for a tendon");

    spec = ring();
    ludo_actuator_def motor = ludo_actuator_motor();
    motor.target = RAIL;
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    check_acting(spec, "has no coordinate for an actuator");
}

/* Limits and friction have notes, as for all joints. */
static void limits_of_loops_are_told(void **state)
{
    (void)state;
    ludo_model *m = compiled(sprung((ludo_dof_def){.limited = true, .range = {-1.0, 1.0}}));
    bool told = false;
    for (int32_t i = 0; i < ludo_model_note_count(m); i++) {
        const ludo_note_info note = note_info_of(m, i);
        told = told || (note.kind == LUDO_NOTE_LIMIT && note.place.line == 14);
    }
    assert_true(told);
    ludo_model_destroy(m);
}

/* A spring in a cycle that floats: another body of the cycle has to float. */
static void a_circle_says_what_to_do_about_it(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    ludo_diagnostic why;
    add_body(spec, "a");
    add_body(spec, "b");
    ludo_joint_def def = {
        .struct_size = sizeof def, .name = "spring", .type = "ball", .parent = B, .child = A};
    def.along[0].stiffness = 1.0;
    assert_int_equal(ludo_spec_add_joint(spec, &def, NULL), LUDO_OK);
    add_joint(spec, "ball", A, B);
    check_refused(spec, LUDO_UNSUPPORTED, &why);
    assert_non_null(strstr(why.message, "joint 'spring' closes a loop"));
    assert_non_null(strstr(why.message, "let another body of the cycle float: add a free joint"));
}

/* Two hinges between two bodies, after the parent joint of the child; or in a cycle. */
static void composite_joints_close_no_loops(void **state)
{
    (void)state;
    for (int circle = 0; circle < 2; circle++) {
        ludo_spec *spec = new_spec();
        ludo_diagnostic why;
        add_body(spec, "a");
        add_body(spec, "b");
        if (circle == 0) {
            add_joint(spec, "ball", LUDO_WORLD, A);
        }
        for (int i = 0; i < 2; i++) {
            const ludo_joint_def def = {.struct_size = sizeof def,
                                        .name = i == 0 ? "first" : "second",
                                        .type = "hinge",
                                        .parent = B,
                                        .child = A,
                                        .continues = i > 0,
                                        .axis = {1.0, 0.0, 0.0},
                                        .place = line(40 + i)};
            assert_int_equal(ludo_spec_add_joint(spec, &def, NULL), LUDO_OK);
        }
        add_joint(spec, "ball", A, B);
        check_refused(spec, LUDO_UNSUPPORTED, &why);
        assert_non_null(
            strstr(why.message, "joint 'first' closes a loop and cannot be a composite"));
        assert_non_null(strstr(why.message, circle ? "float: add a free" : "add it before"));
        assert_int_equal(why.line, 40);
    }
}

/* ---- closures between merged bodies ---- */

/* A trunk that moves; a shelf and a lamp fixed to it; a fixed joint between both with a violation.
 */
enum { TRUNK, SHELF, LAMP };

static ludo_spec *welded(ludo_frame open, bool as_joint)
{
    ludo_spec *spec = new_spec();
    set_merge(spec);
    for (int32_t i = 0; i < 3; i++) {
        add_body(spec, NULL);
    }
    add_joint(spec, "ball", LUDO_WORLD, TRUNK);
    ludo_joint_def def = {
        .struct_size = sizeof def, .type = "fixed", .parent = TRUNK, .child = SHELF};
    def.in_parent.position = v3(1.0, 0.0, 0.0);
    assert_int_equal(ludo_spec_add_joint(spec, &def, NULL), LUDO_OK);
    def.child = LAMP;
    def.in_parent.position = v3(0.0, 2.0, 0.0);
    assert_int_equal(ludo_spec_add_joint(spec, &def, NULL), LUDO_OK);
    def = (ludo_joint_def){.struct_size = sizeof(ludo_joint_def),
                           .name = "screw",
                           .type = "fixed",
                           .parent = SHELF,
                           .child = LAMP,
                           .place = line(7)};
    def.in_parent = (ludo_frame){v3(-1.0, 2.0, 0.0), q_identity()};
    def.in_child = open;
    assert_int_equal((as_joint ? ludo_spec_add_joint : ludo_spec_add_closure)(spec, &def, NULL),
                     LUDO_OK);
    return spec;
}

static void what_holds_bodies_that_are_one_is_left_out_and_told(void **state)
{
    (void)state;
    static const char *const told[] = {"closure 'screw' is left out: its bodies are fixed",
                                       "joint 'screw' is left out: its bodies are fixed"};
    for (int as_joint = 0; as_joint < 2; as_joint++) {
        ludo_model *m =
            compiled(welded((ludo_frame){{1e-7, 0.0, 0.0}, {1.0, 0.0, 1e-7, 0.0}}, as_joint != 0));
        assert_int_equal(ludo_model_loop_count(m), 0);
        assert_int_equal(ludo_model_rows(m), 3);
        assert_int_equal(ludo_model_note_count(m), 1);
        const ludo_note_info note = note_info_of(m, 0);
        assert_int_equal(note.kind, LUDO_NOTE_WARNING);
        assert_non_null(strstr(note.message, told[as_joint]));
        assert_string_equal(note.place.file, "m.xml");
        assert_int_equal(note.place.line, 7);
        if (as_joint) {
            const ludo_joint_info joint = joint_info_of(m, 3);
            assert_true(joint.merged);
            assert_int_equal(joint.loop, -1);
        }
        ludo_model_destroy(m);
    }
}

static void what_is_open_between_bodies_that_are_one_is_refused(void **state)
{
    (void)state;
    static const struct {
        ludo_frame open;
        const char *message;
    } cases[] = {{{{0.0, 0.25, 0.0}, {1.0, 0.0, 0.0, 0.0}}, "is open by 0.25 m and 0 rad"},
                 {{{0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}}, "is open by 0 m and 3.14 rad"},
                 {{{1e-5, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, "is open by 1e-05 m"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int as_joint = 0; as_joint < 2; as_joint++) {
            ludo_diagnostic why;
            check_refused(welded(cases[i].open, as_joint != 0), LUDO_BAD_MODEL, &why);
            assert_non_null(strstr(why.message, cases[i].message));
            assert_non_null(strstr(why.message, as_joint ? "joint 'screw'" : "closure 'screw'"));
            assert_int_equal(why.line, 7);
        }
    }
}

/* A fixed joint that closes a loop has six rows and merges no bodies. */
static void a_fixed_joint_that_closes_a_loop_is_no_merge(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    set_merge(spec);
    add_body(spec, "a");
    add_joint(spec, "ball", LUDO_WORLD, A);
    add_joint(spec, "fixed", LUDO_WORLD, A);
    ludo_model *m = compiled(spec);
    assert_int_equal(body_info_of(m, A).merged_into, A);
    assert_int_equal(loop_info_of(m, 0).rows, 6);
    assert_int_equal(loop_info_of(m, 0).translations, 3);
    assert_false(joint_info_of(m, 1).merged);
    ludo_model_destroy(m);
}

/* ---- joints that stay composite ---- */

/* Three hinges with a common point and two massless bodies between them: a ball if no force acts.
 */
static ludo_spec *ball_of_hinges(void)
{
    static const ludo_vec3 axes[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    ludo_spec *spec = new_spec();
    set_merge(spec);
    for (int32_t i = 0; i < 3; i++) {
        const ludo_body_def massless = {.struct_size = sizeof massless, .name = ""};
        if (i < 2) {
            assert_int_equal(ludo_spec_add_body(spec, &massless, NULL), LUDO_OK);
        } else {
            add_body(spec, "c");
        }
        const ludo_joint_def def = {.struct_size = sizeof def,
                                    .type = "hinge",
                                    .parent = i - 1,
                                    .child = i,
                                    .axis = axes[i]};
        assert_int_equal(ludo_spec_add_joint(spec, &def, NULL), LUDO_OK);
    }
    add_body(spec, "d");
    return spec;
}

static void hinges_that_loops_need_stay_hinges(void **state)
{
    (void)state;
    static const struct {
        int32_t closed, coupled, from;
        const char *type;
    } cases[] = {
        {-1, -1, -1, "spherical"}, {C, -1, -1, "spherical"}, {B, -1, -1, "composite"},
        {A, -1, -1, "composite"},  {-1, 1, -1, "composite"}, {-1, 0, 2, "composite"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = ball_of_hinges();
        if (cases[i].closed >= 0) {
            add_closure(spec, "pin", 3, cases[i].closed);
        }
        if (cases[i].coupled >= 0) {
            add_coupling(spec, cases[i].coupled, cases[i].from);
        }
        ludo_model *m = compiled(spec);
        assert_string_equal(m->joint[m->joints[0].slot].kind->name, cases[i].type);
        ludo_model_destroy(m);
    }
}

/* ---- held joints ---- */

static void joints_are_kept_in_the_order_of_calls_once_each(void **state)
{
    (void)state;
    static const int32_t calls[] = {HINGE_C, HINGE_A, HINGE_C, HINGE_B, HINGE_A};
    ludo_spec *spec = ring();
    assert_int_equal(ludo_spec_held_count(spec), 0);
    for (int32_t i = 0; i < 5; i++) {
        assert_int_equal(ludo_spec_hold_joint(spec, calls[i]), LUDO_OK);
        assert_int_equal(ludo_spec_held_count(spec), i + 1);
        assert_int_equal(ludo_spec_held(spec, i), calls[i]);
    }
    assert_int_equal(ludo_spec_hold_joint(spec, 4), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_hold_joint(spec, -1), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_hold_joint(NULL, 0), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_held(spec, 5), -1);
    assert_int_equal(ludo_spec_held(spec, -1), -1);
    ludo_model *m = compiled(spec);
    assert_int_equal(m->held_count, 3);
    assert_int_equal(m->held[0], HINGE_C);
    assert_int_equal(m->held[1], HINGE_A);
    assert_int_equal(m->held[2], HINGE_B);
    ludo_model_destroy(m);
}

/* ---- memory ---- */

static void every_allocation_may_fail(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec = NULL;
        ludo_model *m = NULL;
        const ludo_body_def body = {
            .struct_size = sizeof body, .mass = 1.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
        const ludo_joint_def joint = {
            .struct_size = sizeof joint, .type = "ball", .parent = LUDO_WORLD, .place = line(1)};
        ludo_status s = ludo_spec_create(&alloc.hook, &spec);
        s = s == LUDO_OK ? ludo_spec_add_body(spec, &body, NULL) : s;
        s = s == LUDO_OK ? ludo_spec_add_joint(spec, &joint, NULL) : s;
        s = s == LUDO_OK ? ludo_spec_add_joint(spec, &joint, NULL) : s;
        s = s == LUDO_OK ? ludo_spec_add_closure(spec, &joint, NULL) : s;
        s = s == LUDO_OK ? ludo_spec_hold_joint(spec, 0) : s;
        s = s == LUDO_OK ? ludo_compile(spec, &alloc.hook, &m, NULL) : s;
        assert_int_equal(s, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(m == NULL, alloc.failed);
        ludo_model_destroy(m);
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_are_closures_then_couplings_then_joints),
        cmocka_unit_test(a_joint_that_closes_a_loop_has_no_coordinates),
        cmocka_unit_test(a_joint_that_closes_a_loop_cannot_be_set),
        cmocka_unit_test(unnamed_joints_of_a_body_are_counted),
        cmocka_unit_test(a_closure_may_have_the_name_of_a_joint),
        cmocka_unit_test(a_loop_has_the_last_name_of_its_joint),
        cmocka_unit_test(gaps_are_compared_with_the_size_of_what_moves),
        cmocka_unit_test(nothing_acts_along_a_joint_that_closes_a_loop),
        cmocka_unit_test(limits_of_loops_are_told),
        cmocka_unit_test(a_circle_says_what_to_do_about_it),
        cmocka_unit_test(composite_joints_close_no_loops),
        cmocka_unit_test(what_holds_bodies_that_are_one_is_left_out_and_told),
        cmocka_unit_test(what_is_open_between_bodies_that_are_one_is_refused),
        cmocka_unit_test(a_fixed_joint_that_closes_a_loop_is_no_merge),
        cmocka_unit_test(hinges_that_loops_need_stay_hinges),
        cmocka_unit_test(joints_are_kept_in_the_order_of_calls_once_each),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
