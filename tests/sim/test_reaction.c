/* SPDX-License-Identifier: Apache-2.0
 *
 * Reactions of joints: against the motion that they cause, at a start, on composite joints; that
 * they follow what changes and change nothing themselves. */
#include "build.h"
#include "checkpoint.h"
#include "running.h"
#include "small_spec.h"
#include "vectors.h"

#include <float.h>
#include <string.h>

static ludo_wrench reaction(running *r, int32_t joint)
{
    ludo_wrench w;
    assert_int_equal(ludo_sim_reaction(r->sim, joint, &w), LUDO_OK);
    return w;
}

static void check_wrench(const ludo_wrench *a, const ludo_wrench *b, double tolerance)
{
    check_vector(a->force, b->force, tolerance);
    check_vector(a->torque, b->torque, tolerance);
}

/* --- two bodies on any joint ----------------------------------------------------------------- */

enum { CARRIER = 0, CHILD = 1, OWN = 1 }; /* bodies; the number of the child's first joint */

static const char *const types[] = {
    "fixed", "hinge",         "slide",       "cylindrical",      "universal",   "planar",
    "ball",  "point-on-line", "free-planar", "orientation-only", "hinge+slide", "slide+hinge+hinge",
};
enum { TYPES = sizeof types / sizeof *types };

static const ludo_wrench push = {{1.5, -0.5, 2.0}, {0.3, 0.2, -0.4}};

static void add_lopsided_body(ludo_spec *spec)
{
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = 1.2,
                                .com = {0.3, -0.1, 0.2},
                                .inertia = {0.3, 0.4, 0.35, 0.01, -0.02, 0.015}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
}

/* Spring, damper and armature along every coordinate that accepts them. */
static void add_own_joints(ludo_spec *spec, const char *names)
{
    const ludo_dof_def along = {.stiffness = 6.0, .damping = 0.4, .armature = 0.2};
    const ludo_vec3 axis[] = {{0.6, 0.0, 0.8}, {0.0, 1.0, 0.0}, {0.8, 0.0, -0.6}};
    char type[LUDO_SCENE_TYPE_MAX];
    for (int k = 0; names != NULL; k++) {
        names = ludo_scene_next_type(names, type);
        const joint_shape shape = ludo_scene_joint_shape(type);
        ludo_joint_def joint = {
            .struct_size = sizeof joint, .type = type, .parent = CARRIER, .child = CHILD};
        joint.continues = k > 0;
        joint.in_parent.position = (ludo_vec3){0.5, 0.1, 0.0};
        joint.in_child.position = (ludo_vec3){-0.2, 0.1, 0.3};
        joint.axis = axis[k];
        joint.axis2 = axis[1];
        for (int i = 0; i < shape.scalars + shape.quaternion; i++) {
            joint.along[i] = along;
        }
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
}

/* A carrier on a hinge, the child on it by joints of the types; both pushed and moving. */
static running open_on(const char *names, double timestep, const ludo_sim_options *options)
{
    ludo_spec *spec = new_spec();
    add_lopsided_body(spec);
    add_lopsided_body(spec);
    add_joint(spec, "hinge", LUDO_WORLD, CARRIER);
    add_own_joints(spec, names);
    assert_int_equal(ludo_spec_set_option(spec, "timestep", &timestep, 1), LUDO_OK);
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, options, NULL, &r.sim, NULL), LUDO_OK);
    for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
        const double rate[6] = {0.7, -0.5, 0.6, 0.4, 0.3, -0.2};
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, j, rate), LUDO_OK);
    }
    assert_int_equal(ludo_sim_set_body_force(r.sim, CHILD, &push), LUDO_OK);
    return r;
}

static ludo_sim_options tight(void)
{
    ludo_sim_options o = ludo_sim_options_default();
    o.tolerance = 1e-13;
    return o;
}

/* The child's weight and all other external forces on it. */
static ludo_vec3 outer_force(running *r)
{
    const double mass = body_info_of(r->model, CHILD).mass;
    return v3_axpy(push.force, mass, gravity_of(r->model));
}

/* Its angular momentum about its centre of mass, world. */
static ludo_vec3 spin_of(running *r, const ludo_body_state *s)
{
    const ludo_body_info info = body_info_of(r->model, CHILD);
    const double *J = info.inertia;
    const mat3 inertia = {{J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]}};
    return q_rotate(s->orientation, m3_apply(&inertia, s->angular_velocity));
}

/* The moment of its joint about its centre of mass, world. */
static ludo_vec3 moment_of(running *r, const ludo_wrench *w, const ludo_body_state *s)
{
    const ludo_vec3 anchor = joint_info_of(r->model, OWN).anchor;
    const ludo_vec3 point = v3_add(s->position, q_rotate(s->orientation, anchor));
    return v3_add(q_rotate(s->orientation, w->torque), v3_cross(v3_sub(point, s->com), w->force));
}

/* From the middle of one step to that of the next the child's velocity changes by what the joint
 * and the world give it, to round-off: positions of size 1 over h^2, and Newton's last error. */
static void a_reaction_balances_the_momentum_of_the_child(void **state)
{
    (void)state;
    const double h = 0.01, tolerance = 1e3 * DBL_EPSILON / (h * h);
    const ludo_sim_options options = tight();
    for (int i = 0; i < TYPES; i++) {
        running r = open_on(types[i], h, &options);
        run_steps(&r, h, 4);
        const ludo_vec3 x0 = run_body(&r, CHILD).com;
        run_steps(&r, h, 1);
        const ludo_vec3 x1 = run_body(&r, CHILD).com;
        const ludo_wrench w = reaction(&r, OWN);
        run_steps(&r, h, 1);
        const ludo_vec3 x2 = run_body(&r, CHILD).com;
        const double mass = body_info_of(r.model, CHILD).mass;
        const ludo_vec3 change = v3_sub(v3_sub(x2, x1), v3_sub(x1, x0));
        const ludo_vec3 acted = v3_scale(mass / (h * h), change);
        check_vector(v3_add(w.force, outer_force(&r)), acted, tolerance);
        run_close(&r);
    }
}

/* At a start from its velocity there to the middle of the first step, which is the model's. */
static void a_reaction_at_a_start_is_that_of_half_a_step(void **state)
{
    (void)state;
    const double h = 0.01, tolerance = 1e3 * DBL_EPSILON / (h * h);
    const ludo_sim_options options = tight();
    for (int i = 0; i < TYPES; i++) {
        running r = open_on(types[i], h, &options);
        const ludo_wrench w = reaction(&r, OWN);
        const ludo_body_state s = run_body(&r, CHILD);
        run_steps(&r, h, 1);
        const double mass = body_info_of(r.model, CHILD).mass;
        const ludo_vec3 moved = v3_sub(run_body(&r, CHILD).com, s.com);
        const ludo_vec3 change = v3_axpy(moved, -h, s.linear_velocity);
        const ludo_vec3 acted = v3_scale(2.0 * mass / (h * h), change);
        check_vector(v3_add(w.force, outer_force(&r)), acted, tolerance);
        run_close(&r);
    }
}

/* About its centre of mass, as central differences of its angular momentum at knots say: of order 2
 * in h, the third derivatives of momenta of size 1 at 10 rad/s being below 1e3. */
static void a_reaction_balances_the_spin_of_the_child(void **state)
{
    (void)state;
    const double h = 1e-3;
    const ludo_sim_options options = tight();
    for (int i = 0; i < TYPES; i++) {
        running r = open_on(types[i], h, &options);
        run_steps(&r, h, 4);
        const ludo_body_state s0 = run_body(&r, CHILD);
        run_steps(&r, h, 1);
        const ludo_body_state s1 = run_body(&r, CHILD);
        const ludo_wrench w = reaction(&r, OWN);
        run_steps(&r, h, 1);
        const ludo_body_state s2 = run_body(&r, CHILD);
        const ludo_vec3 change = v3_sub(spin_of(&r, &s2), spin_of(&r, &s0));
        const ludo_vec3 outer = q_rotate(s1.orientation, push.torque);
        check_vector(v3_add(moment_of(&r, &w, &s1), outer), v3_scale(0.5 / h, change), 1e3 * h * h);
        run_close(&r);
    }
}

static void a_floating_body_has_no_reaction(void **state)
{
    (void)state;
    const ludo_wrench none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    ludo_spec *spec = new_spec();
    add_lopsided_body(spec);
    running r = {compiled(spec), NULL};
    const ludo_sim_options options = tight();
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &r.sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_set_body_force(r.sim, 0, &push), LUDO_OK);
    for (int k = 0; k < 3; k++) {
        const ludo_wrench w = reaction(&r, 0);
        check_wrench(&w, &none, 1e-10); /* the tolerance of Newton over h^2, squared */
        run_steps(&r, 0.01, 1);
    }
    run_close(&r);
}

/* Along a free direction a joint transmits its internal force only. */
static void a_slide_gives_no_force_along_its_axis(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    const ludo_joint_def slide = {.struct_size = sizeof slide,
                                  .type = "slide",
                                  .parent = LUDO_WORLD,
                                  .axis = {1.0, 0.0, 0.0}};
    add_body(spec, "cart");
    assert_int_equal(ludo_spec_add_joint(spec, &slide, NULL), LUDO_OK);
    running r = {compiled(spec), NULL};
    const ludo_wrench given = {{3.0, 5.0, -2.0}, {0.1, 0.2, 0.3}};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_set_body_force(r.sim, 0, &given), LUDO_OK);
    for (int k = 0; k < 3; k++) {
        /* of numbers of size 10 over h^2 */
        const ludo_wrench w = reaction(&r, 0);
        check_vector(w.force, v3(0.0, -5.0, 2.0 + 9.81), 1e-10);
        check_vector(w.torque, v3(-0.1, -0.2, -0.3), 1e-10);
        run_steps(&r, 0.01, 1);
    }
    run_close(&r);
}

static void parts_of_a_composite_joint_say_the_same(void **state)
{
    (void)state;
    running r = open_on("slide+hinge+hinge", 0.01, NULL);
    for (int k = 0; k < 3; k++) {
        const ludo_wrench first = reaction(&r, OWN);
        for (int32_t part = 1; part < 3; part++) {
            const ludo_wrench w = reaction(&r, OWN + part);
            assert_memory_equal(&w, &first, sizeof w);
        }
        run_steps(&r, 0.01, 1);
    }
    run_close(&r);
}

/* --- how it is simulated --------------------------------------------------------------------- */

/* Both solve the same equations to the tolerance, which is squared once more, over h^2. */
static void both_solvers_say_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < TYPES; i++) {
        ludo_sim_options options = tight();
        running a = open_on(types[i], 0.01, &options);
        options.solver = "ldu";
        running b = open_on(types[i], 0.01, &options);
        for (int k = 0; k < 3; k++) {
            for (int32_t j = 0; j < ludo_model_joint_count(a.model); j++) {
                const ludo_wrench x = reaction(&a, j), y = reaction(&b, j);
                check_wrench(&x, &y, 1e-9);
            }
            run_steps(&a, 0.01, 2);
            run_steps(&b, 0.01, 2);
        }
        run_close(&a);
        run_close(&b);
    }
}

/* A weight at rest: whatever the last steps were. */
static void a_weight_is_one_after_steps_of_any_kind(void **state)
{
    (void)state;
    const struct {
        int32_t order;
        const char *rotation;
    } kinds[] = {{2, "exponential"}, {2, "quaternion"}, {4, "exponential"}, {1, "quaternion"}};
    const double steps[] = {0.01, -0.02, 0.03};
    for (int i = 0; i < 4; i++) {
        const ludo_scene_chain_options chain = {
            .links = 3, .joint = "hinge", .lowered = 1.57079632679489661923};
        ludo_sim_options options = tight();
        options.order = kinds[i].order;
        options.rotation = kinds[i].rotation;
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
        running r = run_open(built, spec, &options);
        for (int k = 0; k <= 3; k++) {
            for (int32_t j = 0; j < 3; j++) {
                check_vector(reaction(&r, j).force, v3(0.0, 0.0, 9.81 * (3 - j)), 1e-8);
            }
            run_steps(&r, steps[k % 3], 1);
        }
        run_close(&r);
    }
}

/* Read at every knot or never, however the steps are made. Where a step has to be cut the one that
 * a reaction is read from may be too long, too. */
static void reading_reactions_leaves_every_kind_of_step_alone(void **state)
{
    (void)state;
    const struct {
        int32_t order;
        const char *solver;
        double h;
    } kinds[] = {{2, "recursion", 0.01}, {2, "ldu", 0.01},  {4, "recursion", 0.01},
                 {1, "recursion", 0.01}, {1, "ldu", -0.01}, {2, "recursion", 0.4}};
    for (int i = 0; i < 6; i++) {
        const ludo_scene_chain_options chain = {
            .links = 4, .joint = "ball", .lowered = 0.3, .stir = 1.0};
        ludo_sim_options options = ludo_sim_options_default();
        options.order = kinds[i].order;
        options.solver = kinds[i].solver;
        ludo_spec *spec = NULL, *again = NULL;
        const ludo_status first = ludo_scene_chain(&chain, NULL, &spec);
        const ludo_status second = ludo_scene_chain(&chain, NULL, &again);
        running a = run_open(first, spec, &options), b = run_open(second, again, &options);
        ludo_wrench unread;
        for (int k = 0; k < 10; k++) {
            const ludo_status status = ludo_sim_reaction(a.sim, k % 4, &unread);
            assert_true(status == LUDO_OK || kinds[i].h > 0.1);
            run_steps(&a, kinds[i].h, 1);
            run_steps(&b, kinds[i].h, 1);
        }
        for (int32_t body = 0; body < 4; body++) {
            const ludo_body_state x = run_body(&a, body), y = run_body(&b, body);
            assert_memory_equal(&x, &y, sizeof x);
        }
        run_close(&a);
        run_close(&b);
    }
}

/* --- changes between readings ---------------------------------------------------------------- */

static void pull_with_time(const ludo_force_query *query, ludo_wrench *wrench, double *effort,
                           void *user)
{
    (void)effort;
    (void)user;
    wrench[0].force.x = query->time;
}

/* A body welded to the world: its joint transmits the external forces. */
static running welded_body(void)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "body");
    add_joint(spec, "fixed", LUDO_WORLD, 0);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[]){0.0, 0.0, 0.0}, 3), LUDO_OK);
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

/* Forces of size 5, exact but for sums. */
static void reactions_follow_what_acts_at_once(void **state)
{
    (void)state;
    const double tolerance = 1e-13;
    running r = welded_body();
    CHECK_NEAR(reaction(&r, 0).force.x, 0.0, tolerance);
    assert_int_equal(ludo_sim_set_body_force(r.sim, 0, &push), LUDO_OK);
    CHECK_NEAR(reaction(&r, 0).force.x, -push.force.x, tolerance);
    run_steps(&r, 0.01, 1);
    CHECK_NEAR(reaction(&r, 0).force.x, -push.force.x, tolerance);
    assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
    CHECK_NEAR(reaction(&r, 0).force.x, 0.0, tolerance);

    ludo_sim_set_time(r.sim, 3.0);
    assert_int_equal(ludo_sim_set_force_function(r.sim, pull_with_time, NULL), LUDO_OK);
    CHECK_NEAR(reaction(&r, 0).force.x, -3.0, tolerance);
    ludo_sim_set_time(r.sim, 5.0);
    CHECK_NEAR(reaction(&r, 0).force.x, -5.0, tolerance);
    assert_int_equal(ludo_sim_set_force_function(r.sim, NULL, NULL), LUDO_OK);
    CHECK_NEAR(reaction(&r, 0).force.x, 0.0, tolerance);
    run_close(&r);
}

static void reactions_follow_controls_and_servos_at_once(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    const ludo_actuator_def motor = ludo_actuator_motor();
    add_body(spec, "body");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    CHECK_NEAR(reaction(&r, 0).torque.z, 0.0, 1e-13);
    assert_int_equal(ludo_sim_set_control(r.sim, 0, 2.0), LUDO_OK);
    CHECK_NEAR(reaction(&r, 0).torque.z, 2.0, 1e-12);
    /* at the middle of a motion of 1e-4 rad */
    assert_int_equal(ludo_sim_set_servo(r.sim, 0, 0, 1.0, 3.0, 0.0), LUDO_OK);
    CHECK_NEAR(reaction(&r, 0).torque.z, 5.0, 1e-3);
    run_close(&r);
}

/* Also of another state that is taken over, and of one that was read before. */
static void reactions_are_those_of_the_state(void **state)
{
    (void)state;
    running a = open_on("hinge", 0.01, NULL), b = open_on("hinge", 0.01, NULL);
    run_steps(&a, 0.01, 7);
    const ludo_wrench there = reaction(&a, OWN), here = reaction(&b, OWN);
    assert_true(v3_norm(v3_sub(there.force, here.force)) > 1e-3);

    hand_over(a.sim, b.sim);
    const ludo_wrench taken = reaction(&b, OWN);
    assert_memory_equal(&taken, &there, sizeof taken);

    const double rate = 0.0;
    assert_int_equal(ludo_sim_set_joint_velocity(b.sim, 0, &rate), LUDO_OK);
    const ludo_wrench stopped = reaction(&b, OWN);
    assert_true(v3_norm(v3_sub(stopped.force, there.force)) > 1e-3);
    run_close(&a);
    run_close(&b);
}

static void what_is_no_joint_has_no_reaction(void **state)
{
    (void)state;
    running r = open_on("hinge", 0.01, NULL);
    ludo_wrench w;
    assert_int_equal(ludo_sim_reaction(NULL, 0, &w), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_reaction(r.sim, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_reaction(r.sim, -1, &w), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_reaction(r.sim, 2, &w), LUDO_BAD_ARGUMENT);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reaction_balances_the_momentum_of_the_child),
        cmocka_unit_test(a_reaction_at_a_start_is_that_of_half_a_step),
        cmocka_unit_test(a_reaction_balances_the_spin_of_the_child),
        cmocka_unit_test(a_floating_body_has_no_reaction),
        cmocka_unit_test(a_slide_gives_no_force_along_its_axis),
        cmocka_unit_test(parts_of_a_composite_joint_say_the_same),
        cmocka_unit_test(both_solvers_say_the_same),
        cmocka_unit_test(a_weight_is_one_after_steps_of_any_kind),
        cmocka_unit_test(reading_reactions_leaves_every_kind_of_step_alone),
        cmocka_unit_test(reactions_follow_what_acts_at_once),
        cmocka_unit_test(reactions_follow_controls_and_servos_at_once),
        cmocka_unit_test(reactions_are_those_of_the_state),
        cmocka_unit_test(what_is_no_joint_has_no_reaction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
