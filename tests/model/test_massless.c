/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies without mass between hinges and slides are frames inside one composite joint: it moves as
 * one written by hand, and as the bodies do with a very small mass. */
#include "arm.h"
#include "checkpoint.h"
#include "order.h"
#include "vectors.h"

#include <string.h>

/* From the world: a trunk, two bodies without mass, a forearm; a lamp fixed to the first of these
 * two, a tool fixed to the forearm. Numbers are mixed on purpose. By hand: trunk and forearm. */
enum { LINK_B, TRUNK, TOOL, FOREARM, LINK_A, LAMP, LINKS };
enum { TOOL_WELD, LAST_SLIDE, TRUNK_BALL, SECOND_HINGE, LAMP_WELD, FIRST_HINGE, LINK_JOINTS };
enum { PLAIN_TRUNK, PLAIN_FOREARM };
enum { PLAIN_BALL, PLAIN_FIRST, PLAIN_SECOND, PLAIN_SLIDE };

/* Corresponding joints of the two models. */
static const int32_t same_joint[][2] = {{TRUNK_BALL, PLAIN_BALL},
                                        {FIRST_HINGE, PLAIN_FIRST},
                                        {SECOND_HINGE, PLAIN_SECOND},
                                        {LAST_SLIDE, PLAIN_SLIDE}};
enum { SAME_JOINTS = 4 };

static const char *const names[] = {"b", "trunk", "tool", "forearm", "a", "lamp"};

static ludo_frame at(double x, double y, double z, ludo_quat q)
{
    return (ludo_frame){v3(x, y, z), q_normalized(q)};
}

static ludo_joint_def joint_of(int32_t joint)
{
    static const ludo_joint_def joints[] = {
        {.struct_size = sizeof(ludo_joint_def),
         .name = "tool weld",
         .type = "fixed",
         .parent = FOREARM,
         .child = TOOL},
        {.struct_size = sizeof(ludo_joint_def),
         .name = "last",
         .type = "slide",
         .parent = LINK_B,
         .child = FOREARM,
         .reference = -0.1},
        {.struct_size = sizeof(ludo_joint_def),
         .name = "root",
         .type = "ball",
         .parent = LUDO_WORLD,
         .child = TRUNK},
        {.struct_size = sizeof(ludo_joint_def),
         .name = "second",
         .type = "hinge",
         .parent = LINK_A,
         .child = LINK_B,
         .reference = 0.4},
        {.struct_size = sizeof(ludo_joint_def),
         .name = "lamp weld",
         .type = "fixed",
         .parent = LINK_A,
         .child = LAMP},
        {.struct_size = sizeof(ludo_joint_def),
         .name = "first",
         .type = "hinge",
         .parent = TRUNK,
         .child = LINK_A,
         .reference = 0.2},
    };
    ludo_joint_def j = joints[joint];
    j.in_parent = at(0.1 * joint, 0.2, -0.1, (ludo_quat){1.0, 0.1 * joint, 0.3, 0.0});
    j.in_child = at(-0.1, 0.05 * joint, 0.1, (ludo_quat){0.8, 0.0, 0.2 * joint, -0.4});
    j.axis = v3(0.2, 1.0 - 0.3 * joint, 0.5);
    if (strcmp(j.type, "fixed") != 0) {
        j.along[0] = (ludo_dof_def){.stiffness = 5.0, .damping = 0.1, .armature = 0.02};
    }
    return j;
}

static const ludo_body_def trunk = {.struct_size = sizeof trunk,
                                    .mass = 2.0,
                                    .com = {0.2, 0.1, -0.1},
                                    .inertia = {0.2, 0.3, 0.25, 0.01, 0.02, -0.01}};
static const ludo_body_def forearm = {.struct_size = sizeof forearm,
                                      .mass = 1.0,
                                      .com = {0.3, 0.0, 0.1},
                                      .inertia = {0.1, 0.15, 0.12, 0.0, 0.01, 0.0}};

/* All bodies; those without mass get the given mass, concentrated near their origins. */
static ludo_spec *linked(double mass)
{
    ludo_spec *spec = new_spec();
    const double merge = 1.0;
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
    for (int32_t i = 0; i < LINKS; i++) {
        ludo_body_def body = {
            .struct_size = sizeof body, .mass = mass, .inertia = {mass, mass, mass, 0.0, 0.0, 0.0}};
        body = i == TRUNK ? trunk : i == FOREARM ? forearm : body;
        body.name = names[i];
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    for (int32_t i = 0; i < LINK_JOINTS; i++) {
        const ludo_joint_def joint = joint_of(i);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    const ludo_site_def lamp = {
        .struct_size = sizeof lamp, .body = LAMP, .frame = at(0.1, 0.2, 0.3, q_identity())};
    const ludo_site_def tool = {
        .struct_size = sizeof tool, .body = TOOL, .frame = at(0.3, 0.2, 0.1, q_identity())};
    assert_int_equal(ludo_spec_add_site(spec, &lamp, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &tool, NULL), LUDO_OK);
    return spec;
}

/* The child's frame in the parent's at the coordinate q of a joint other than the ball. */
static ludo_frame through(int32_t joint, double q)
{
    const ludo_joint_def j = joint_of(joint);
    ludo_frame moved = frame_identity();
    const ludo_vec3 n = v3_scale(1.0 / v3_norm(j.axis), j.axis);
    const double way = q - j.reference;
    if (strcmp(j.type, "slide") == 0) {
        moved.position = v3_scale(way, n);
    } else if (strcmp(j.type, "hinge") == 0) {
        moved.orientation = q_make(cos(0.5 * way), v3_scale(sin(0.5 * way), n));
    }
    return frame_mul(frame_mul(j.in_parent, moved), frame_inverse(j.in_child));
}

/* The mechanism by hand: a composite joint of three parts from the trunk to the forearm. */
static ludo_spec *plain(void)
{
    ludo_spec *spec = new_spec();
    assert_int_equal(ludo_spec_add_body(spec, &trunk, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &forearm, NULL), LUDO_OK);
    ludo_joint_def root = joint_of(TRUNK_BALL);
    root.child = PLAIN_TRUNK;
    assert_int_equal(ludo_spec_add_joint(spec, &root, NULL), LUDO_OK);

    const int32_t chain[] = {FIRST_HINGE, SECOND_HINGE, LAST_SLIDE};
    ludo_frame foot[3], stand = frame_identity();
    for (int i = 0; i < 3; i++) {
        foot[i] = frame_mul(stand, joint_of(chain[i]).in_parent);
        stand = frame_mul(stand, through(chain[i], joint_of(chain[i]).reference));
    }
    for (int i = 0; i < 3; i++) {
        ludo_joint_def part = joint_of(chain[i]);
        part.parent = PLAIN_TRUNK;
        part.child = PLAIN_FOREARM;
        part.continues = i > 0;
        part.in_parent = foot[i];
        part.in_child = frame_mul(frame_inverse(stand), foot[i]);
        assert_int_equal(ludo_spec_add_joint(spec, &part, NULL), LUDO_OK);
    }
    return spec;
}

static running run_of(ludo_spec *spec)
{
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

/* Set all joints in motion; `column` selects the numbers of same_joint for the model. */
static void set_moving(running *r, int column)
{
    const double ball[] = {0.3, -0.5, 0.4};
    for (int i = 0; i < SAME_JOINTS; i++) {
        const double rate = 0.4 * i, q = 0.1 * i;
        const int32_t j = same_joint[i][column];
        if (i > 0) {
            assert_int_equal(ludo_sim_set_joint_position(r->sim, j, &q), LUDO_OK);
        }
        assert_int_equal(ludo_sim_set_joint_velocity(r->sim, j, i > 0 ? &rate : ball), LUDO_OK);
    }
}

static running open_linked(double mass)
{
    running r = run_of(linked(mass));
    set_moving(&r, 0);
    return r;
}

static running open_plain(void)
{
    running r = run_of(plain());
    set_moving(&r, 1);
    return r;
}

/* Numbers of size 1 composed in different orders, over some hundred steps. */
static const double round_off = 1e-10;

static void check_states(const ludo_body_state *a, const ludo_body_state *b, double tolerance)
{
    state_error e = {0};
    state_error_add(&e, a, b);
    CHECK_NEAR(state_error_max(&e), 0.0, tolerance);
}

static void check_joints(running *a, running *b)
{
    for (int i = 0; i < SAME_JOINTS; i++) {
        double x[4] = {0.0}, y[4] = {0.0};
        assert_int_equal(ludo_sim_joint_position(a->sim, same_joint[i][0], x), LUDO_OK);
        assert_int_equal(ludo_sim_joint_position(b->sim, same_joint[i][1], y), LUDO_OK);
        for (int k = 0; k < 4; k++) {
            CHECK_NEAR(x[k], y[k], round_off);
        }
        assert_int_equal(ludo_sim_joint_velocity(a->sim, same_joint[i][0], x), LUDO_OK);
        assert_int_equal(ludo_sim_joint_velocity(b->sim, same_joint[i][1], y), LUDO_OK);
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(x[k], y[k], round_off);
        }
    }
}

/* --- motion ---------------------------------------------------------------------------------- */

static void a_chain_without_mass_moves_as_a_composite_joint_by_hand(void **state)
{
    (void)state;
    running a = open_linked(0.0), b = open_plain();
    for (int k = 0; k < 20; k++) {
        const ludo_body_state trunks[] = {run_body(&a, TRUNK), run_body(&b, PLAIN_TRUNK)};
        const ludo_body_state arms[] = {run_body(&a, FOREARM), run_body(&b, PLAIN_FOREARM)};
        check_states(&trunks[0], &trunks[1], round_off);
        check_states(&arms[0], &arms[1], round_off);
        check_joints(&a, &b);
        const ludo_energy e = energy_of(&a), f = energy_of(&b);
        CHECK_NEAR(e.kinetic + e.potential + e.springs, f.kinetic + f.potential + f.springs,
                   round_off);
        CHECK_NEAR(e.dissipated, f.dissipated, round_off);
        run_steps(&a, 0.01, 10);
        run_steps(&b, 0.01, 10);
    }
    run_close(&a);
    run_close(&b);
}

/* The frame of a body from the trunk's state and the coordinates. */
static ludo_frame lamp_at(ludo_frame at_trunk, double first)
{
    return frame_mul(frame_mul(at_trunk, through(FIRST_HINGE, first)), through(LAMP_WELD, 0.0));
}

static ludo_frame second_at(ludo_frame at_trunk, double first, double second)
{
    return frame_mul(frame_mul(at_trunk, through(FIRST_HINGE, first)),
                     through(SECOND_HINGE, second));
}

/* The trunk after a time e at its present velocity. */
static ludo_frame later(const ludo_body_state *s, double e)
{
    const ludo_vec3 w = s->angular_velocity;
    const ludo_quat turn = q_normalized(q_make(1.0, v3_scale(0.5 * e, w)));
    const ludo_quat q = q_mul(s->orientation, turn);
    const ludo_vec3 com = v3_axpy(s->com, e, s->linear_velocity);
    return (ludo_frame){v3_sub(com, q_rotate(q, trunk.com)), q};
}

/* Central differences over e = 1e-5 lose e^2 and 1e-16 / e. */
static const double differences = 1e-9;

static void check_frame(const ludo_body_state *s, ludo_frame before, ludo_frame now,
                        ludo_frame after, double e)
{
    check_vector(s->position, now.position, round_off);
    CHECK_NEAR(angle_between(s->orientation, now.orientation), 0.0, round_off);
    check_vector(s->linear_velocity, v3_scale(0.5 / e, v3_sub(after.position, before.position)),
                 differences);
    const ludo_quat turn = q_mul(q_conj(before.orientation), after.orientation);
    check_vector(s->angular_velocity, v3_scale(1.0 / e, q_vector(turn)), differences);
}

static void bodies_without_mass_are_where_the_joints_put_them(void **state)
{
    (void)state;
    running r = open_linked(0.0);
    const double e = 1e-5;
    for (int k = 0; k < 5; k++) {
        const ludo_body_state s = run_body(&r, TRUNK);
        const double q1 = coordinate_of(&r, FIRST_HINGE, 0), w1 = rate_of(&r, FIRST_HINGE, 0);
        const double q2 = coordinate_of(&r, SECOND_HINGE, 0), w2 = rate_of(&r, SECOND_HINGE, 0);
        ludo_frame lamp[3], second[3];
        for (int i = 0; i < 3; i++) {
            const double t = e * (i - 1);
            lamp[i] = lamp_at(later(&s, t), q1 + t * w1);
            second[i] = second_at(later(&s, t), q1 + t * w1, q2 + t * w2);
        }
        const ludo_body_state on_lamp = run_body(&r, LAMP), on_second = run_body(&r, LINK_B);
        check_frame(&on_lamp, lamp[0], lamp[1], lamp[2], e);
        check_frame(&on_second, second[0], second[1], second[2], e);
        ludo_point_state point;
        assert_int_equal(ludo_sim_site(r.sim, 0, &point), LUDO_OK);
        const ludo_vec3 arm = q_rotate(on_lamp.orientation, v3(0.1, 0.2, 0.3));
        const ludo_vec3 w = q_rotate(on_lamp.orientation, on_lamp.angular_velocity);
        check_vector(point.position, v3_add(on_lamp.position, arm), round_off);
        check_vector(point.velocity, v3_add(on_lamp.linear_velocity, v3_cross(w, arm)), round_off);
        run_steps(&r, 0.01, 20);
    }
    run_close(&r);
}

/* --- forces ---------------------------------------------------------------------------------- */

static ludo_wrench push_on(int32_t link)
{
    return (ludo_wrench){v3(1.0, 0.5 * link, -2.0), v3(0.3, -0.2, 0.1 * link)};
}

/* All but the first body without mass: the mass of the lamp on it moves its centre of mass. */
static void push_all(running *r)
{
    for (int32_t i = 0; i < LINKS; i++) {
        const ludo_wrench w = push_on(i);
        if (i != LINK_A) {
            assert_int_equal(ludo_sim_set_body_force(r->sim, i, &w), LUDO_OK);
        }
    }
}

static void push_all_by_function(const ludo_force_query *query, ludo_wrench *wrench, double *effort,
                                 void *user)
{
    (void)effort;
    (void)user;
    for (int32_t i = 0; i < query->bodies; i++) {
        wrench[i] = i != LINK_A ? push_on(i) : (ludo_wrench){0};
    }
}

/* A thousandth of a gram and as small an inertia, compared with a kilogram and an armature of 0.02,
 * change the motion by about 1e-6 / 0.02; the motion of a second adds to it. */
static const double next_to_nothing = 1e-6, hardly = 2e-4;

/* Bodies with mass in all numbers; those without by their frames. */
static double largest_difference(running *a, running *b)
{
    state_error e = {0};
    for (int32_t i = 0; i < LINKS; i++) {
        ludo_body_state x = run_body(a, i), y = run_body(b, i);
        if (i == LINK_A) {
            x.com = x.position;
            y.com = y.position;
            x.linear_velocity = y.linear_velocity;
        }
        state_error_add(&e, &x, &y);
    }
    return state_error_max(&e);
}

static void a_body_without_mass_moves_as_one_next_to_it(void **state)
{
    (void)state;
    running a = open_linked(0.0), b = open_linked(next_to_nothing);
    assert_int_equal(ludo_model_dof(a.model), ludo_model_dof(b.model));
    run_steps(&a, 0.005, 200);
    run_steps(&b, 0.005, 200);
    print_message("without forces: %.1e\n", largest_difference(&a, &b));
    CHECK_NEAR(largest_difference(&a, &b), 0.0, hardly);
    run_close(&a);
    run_close(&b);
}

static void a_force_on_a_body_without_mass_pushes_what_it_stands_between(void **state)
{
    (void)state;
    running a = open_linked(0.0), b = open_linked(next_to_nothing), c = open_linked(0.0);
    push_all(&a);
    push_all(&b);
    assert_int_equal(ludo_sim_set_force_function(c.sim, push_all_by_function, NULL), LUDO_OK);
    run_steps(&a, 0.005, 200);
    run_steps(&b, 0.005, 200);
    run_steps(&c, 0.005, 200);
    print_message("with forces: %.1e\n", largest_difference(&a, &b));
    CHECK_NEAR(largest_difference(&a, &b), 0.0, hardly);
    CHECK_NEAR(largest_difference(&a, &c), 0.0, round_off);
    CHECK_NEAR(energy_of(&a).work, energy_of(&b).work, hardly);
    assert_true(fabs(energy_of(&a).work) > 0.1);
    run_close(&a);
    run_close(&b);
    run_close(&c);
}

/* Kinetic, potential and spring energy, minus the work of forces, plus the dissipation. */
static double balance(running *r)
{
    const ludo_energy e = energy_of(r);
    return e.kinetic + e.potential + e.springs - e.work + e.dissipated;
}

static void what_a_force_does_to_a_body_without_mass_is_accounted_for(void **state)
{
    (void)state;
    double error[REFINEMENTS];
    for (int i = 0; i < REFINEMENTS; i++) {
        running r = open_linked(0.0);
        push_all(&r);
        const double start = balance(&r);
        run_steps(&r, 0.01 / (1 << i), 50L << i);
        error[i] = fabs(balance(&r) - start);
        run_close(&r);
    }
    print_message("order %.2f (errors %.2e %.2e %.2e)\n", slope(error), error[0], error[1],
                  error[2]);
    CHECK_NEAR(slope(error), 2.0, 0.2);
}

static void motion_with_bodies_without_mass_has_order_2(void **state)
{
    (void)state;
    running fine = open_linked(0.0);
    order_errors errors;
    run_steps(&fine, 0.5 / 2048, 2048);
    for (int i = 0; i < REFINEMENTS; i++) {
        running r = open_linked(0.0);
        run_steps(&r, 0.5 / (64 << i), 64L << i);
        const state_error e = state_difference(&r, &fine);
        order_add(&errors, i, &e);
        run_close(&r);
    }
    order_check(&errors, "chain without mass", 2, 0.1);
    run_close(&fine);
}

/* --- joints ---------------------------------------------------------------------------------- */

static void parts_keep_their_numbers_names_and_laws(void **state)
{
    (void)state;
    ludo_model *m = compiled(linked(0.0));
    const int32_t part[] = {-1, 2, 0, 1, -1, 0};
    int32_t dof = 0, rows = 0;
    for (int32_t j = 0; j < LINK_JOINTS; j++) {
        const ludo_joint_info info = joint_info_of(m, j);
        const ludo_joint_def d = joint_of(j);
        assert_string_equal(info.name, d.name);
        assert_string_equal(info.type, d.type);
        assert_int_equal(info.parent, d.parent);
        assert_int_equal(info.child, d.child);
        assert_int_equal(info.merged, part[j] < 0);
        assert_int_equal(info.continues, part[j] > 0);
        assert_int_equal(info.velocity_first, dof);
        if (info.dof > 0) {
            assert_true(info.along[0].armature == d.along[0].armature);
        }
        dof += info.dof;
        rows += info.rows;
    }
    assert_int_equal(dof, 6);
    assert_int_equal(rows, 6);
    assert_int_equal(ludo_model_rows(m), 6);
    assert_int_equal(joint_info_of(m, FIRST_HINGE).rows, 3);
    const ludo_body_info a = body_info_of(m, LINK_A), lamp = body_info_of(m, LAMP);
    assert_true(a.mass == 0.0 && a.merged_into == LINK_A && a.parent == TRUNK);
    assert_true(lamp.merged_into == LINK_A && lamp.parent == TRUNK);
    ludo_model_destroy(m);
}

static void reactions_of_parts_are_those_of_the_whole(void **state)
{
    (void)state;
    running a = open_linked(0.0), b = open_plain();
    run_steps(&a, 0.01, 20);
    run_steps(&b, 0.01, 20);
    for (int i = 0; i < SAME_JOINTS; i++) {
        ludo_wrench v, w;
        assert_int_equal(ludo_sim_reaction(a.sim, same_joint[i][0], &v), LUDO_OK);
        assert_int_equal(ludo_sim_reaction(b.sim, same_joint[i][1], &w), LUDO_OK);
        /* of some 10 N from differences of momenta over 0.01 s */
        check_vector(v.force, w.force, 1e-8);
        check_vector(v.torque, w.torque, 1e-8);
    }
    run_close(&a);
    run_close(&b);
}

/* Coordinates of all joints are in the order of their numbers: slide, ball, second, first. */
static void a_keyframe_reaches_every_part(void **state)
{
    (void)state;
    const double position[] = {0.3, 1.0, 0.0, 0.0, 0.0, -0.7, 0.5};
    const double velocity[] = {1.0, 0.0, 0.1, 0.2, 2.0, 3.0};
    const ludo_keyframe_def key = {.struct_size = sizeof key,
                                   .position = position,
                                   .position_count = 7,
                                   .velocity = velocity,
                                   .velocity_count = 6};
    ludo_spec *spec = linked(0.0);
    assert_int_equal(ludo_spec_add_keyframe(spec, &key, NULL), LUDO_OK);
    running r = run_of(spec);
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    CHECK_NEAR(coordinate_of(&r, LAST_SLIDE, 0), 0.3, 1e-15);
    CHECK_NEAR(coordinate_of(&r, SECOND_HINGE, 0), -0.7, 1e-15);
    CHECK_NEAR(coordinate_of(&r, FIRST_HINGE, 0), 0.5, 1e-15);
    /* projected, though the given rates satisfy all joints */
    CHECK_NEAR(rate_of(&r, LAST_SLIDE, 0), 1.0, 1e-12);
    CHECK_NEAR(rate_of(&r, SECOND_HINGE, 0), 2.0, 1e-12);
    CHECK_NEAR(rate_of(&r, FIRST_HINGE, 0), 3.0, 1e-12);
    run_close(&r);
}

/* --- refused calls -------------------------------------------------------------------------- */

static void the_state_of_a_body_without_mass_cannot_be_set(void **state)
{
    (void)state;
    running r = open_linked(0.0);
    const int32_t bodies[] = {LINK_A, LINK_B, LAMP};
    for (int i = 0; i < 3; i++) {
        const ludo_body_state s = run_body(&r, bodies[i]);
        assert_int_equal(ludo_sim_set_body_state(r.sim, bodies[i], &s), LUDO_REFUSED);
    }
    run_close(&r);
}

static void springs_to_bodies_without_mass_are_refused_by_name(void **state)
{
    (void)state;
    ludo_spec *spec = linked(0.0);
    const ludo_spring_def rope = {.struct_size = sizeof rope,
                                  .name = "rope",
                                  .type = "distance",
                                  .site_a = 1,
                                  .site_b = 0,
                                  .place = {"robot.xml", 7, 3}};
    assert_int_equal(ludo_spec_add_spring(spec, &rope, NULL), LUDO_OK);
    ludo_diagnostic why;
    check_refused(spec, LUDO_UNSUPPORTED, &why);
    assert_non_null(strstr(why.message, "spring 'rope'"));
    assert_non_null(strstr(why.message, "body 'lamp'"));
    assert_int_equal(why.line, 7);
}

/* --- memory, checkpoints --------------------------------------------------------------------- */

static void chains_without_mass_survive_every_failing_allocation(void **state)
{
    (void)state;
    check_failing_allocations(linked(0.0));
}

static void a_simulation_with_bodies_without_mass_goes_on_from_its_bytes(void **state)
{
    (void)state;
    running a = open_linked(0.0), b = open_linked(0.0);
    push_all(&a);
    run_steps(&a, 0.01, 30);
    hand_over(a.sim, b.sim);
    run_steps(&a, 0.01, 30);
    run_steps(&b, 0.01, 30);
    check_same(a.sim, b.sim);
    run_close(&a);
    run_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_without_mass_moves_as_a_composite_joint_by_hand),
        cmocka_unit_test(bodies_without_mass_are_where_the_joints_put_them),
        cmocka_unit_test(a_body_without_mass_moves_as_one_next_to_it),
        cmocka_unit_test(a_force_on_a_body_without_mass_pushes_what_it_stands_between),
        cmocka_unit_test(what_a_force_does_to_a_body_without_mass_is_accounted_for),
        cmocka_unit_test(motion_with_bodies_without_mass_has_order_2),
        cmocka_unit_test(parts_keep_their_numbers_names_and_laws),
        cmocka_unit_test(reactions_of_parts_are_those_of_the_whole),
        cmocka_unit_test(a_keyframe_reaches_every_part),
        cmocka_unit_test(the_state_of_a_body_without_mass_cannot_be_set),
        cmocka_unit_test(springs_to_bodies_without_mass_are_refused_by_name),
        cmocka_unit_test(chains_without_mass_survive_every_failing_allocation),
        cmocka_unit_test(a_simulation_with_bodies_without_mass_goes_on_from_its_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
