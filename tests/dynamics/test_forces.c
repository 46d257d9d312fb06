/* SPDX-License-Identifier: Apache-2.0
 *
 * What acts on a tree in joint coordinates: each law in closed form, all of them by their energies
 * and powers. */
#include "driven_tree.h"
#include "dynamics/force_laws.h"
#include "sim/sim.h"
#include "small_spec.h"

#include <float.h>

enum { SEEDS = 12, COLUMNS = 48 };

/* Memory for forces; tests run one after the other. */
static driven_tree t;

static void evaluate(void)
{
    assert_int_equal(driven_tree_evaluate(&t), LUDO_OK);
}

/* Generalized forces do this power. */
static double power_of_forces(void)
{
    double Q[COLUMNS], power = 0.0;
    driven_tree_forces(&t, Q);
    for (int32_t c = 0; c < t.tree.columns; c++) {
        power += Q[c] * t.dy[c];
    }
    return power;
}

/* ---- all at once ---- */

/* Kinetic energy of armatures: half of p.dy. */
static double armature_energy(void)
{
    double sum = 0.0;
    for (int32_t c = 0; c < t.tree.columns; c++) {
        sum += 0.5 * t.acting.p[c] * t.dy[c];
    }
    return sum;
}

/* V of springs and gravity, as diagnostics say it, less the energy of armatures, a time `after`
 * moving at constant dy. */
static double stored(double after)
{
    for (int32_t c = 0; c < t.tree.columns; c++) {
        t.y[c] += after * t.dy[c];
    }
    evaluate();
    driven_tree_set(&t);
    ludo_energy energy;
    assert_int_equal(ludo_sim_energy(t.run.sim, &energy), LUDO_OK);
    for (int32_t c = 0; c < t.tree.columns; c++) {
        t.y[c] -= after * t.dy[c];
    }
    return energy.potential + energy.springs - armature_energy();
}

/* dV/dt = work - dissipated - Q.dy, where Q has the dL/dy of armatures. By differences, whose
 * errors are h^4 / 30 of fifth derivatives and eps V / h, V up to 1000 J. */
static void forces_do_the_work_that_energies_lack(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const double h = 3e-4;
        driven_tree_everything(&t, seed);
        const double change =
            (8.0 * (stored(h) - stored(-h)) - (stored(2.0 * h) - stored(-2.0 * h))) / (12.0 * h);
        const double power = power_of_forces();
        const acting *a = &t.acting;
        CHECK_NEAR(power, a->work - a->dissipated - change, 1e-8 * (1.0 + fabs(power)));
        assert_true(fabs(a->work) > 1e-2 && a->dissipated > 1e-2 && fabs(change) > 1e-2);
        driven_tree_close(&t);
    }
}

/* The diagnostics' kinetic energy includes bodies and armatures. */
static void armatures_have_their_kinetic_energy(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        driven_tree_everything(&t, seed);
        evaluate();
        driven_tree_set(&t);
        ludo_energy energy;
        assert_int_equal(ludo_sim_energy(t.run.sim, &energy), LUDO_OK);
        double bodies = 0.0;
        for (int32_t i = 0; i < t.tree.nodes; i++) {
            bodies += 0.5 * pair_of(t.at.mu[i], t.at.v[i]);
        }
        /* some hundred products of up to 10 J */
        CHECK_NEAR(bodies + armature_energy(), energy.kinetic, 1e-11);
        assert_true(armature_energy() > 0.1);
        driven_tree_close(&t);
    }
}

static double power_of_pushes(void)
{
    double power = 0.0;
    for (int32_t b = 0; b < t.run.model->body_count; b++) {
        const ludo_body_state z = run_body(&t.run, b);
        const ludo_wrench push = t.run.sim->state.push[b];
        power += v3_dot(push.force, z.linear_velocity) + v3_dot(push.torque, z.angular_velocity);
    }
    return power;
}

/* No gravity, only applied forces: their power is the total power. */
static void check_pushes(bool opaque)
{
    evaluate();
    driven_tree_set(&t);
    const double power = power_of_pushes();
    CHECK_NEAR(t.acting.work, power, 1e-11 * (1.0 + fabs(power)));
    CHECK_NEAR(power_of_forces(), power, 1e-11 * (1.0 + fabs(power)));
    assert_true(t.forces.opaque == opaque && t.forces.coupled == opaque);
}

static void pushes_do_work_where_their_bodies_move(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_random_tree(8, seed, true, NULL, &spec);
        driven_tree_open(&t, run_open(built, spec, NULL));
        random_stream r = random_from(seed);
        driven_tree_shake(&t, &r);
        for (int32_t b = 0; b < 8; b++) {
            const ludo_vec3 f = random_vec3(&r, 5.0);
            const ludo_wrench push = {f, random_vec3(&r, 2.0)};
            assert_int_equal(ludo_sim_set_body_force(t.run.sim, b, &push), LUDO_OK);
        }
        check_pushes(false);
        driven_tree_close(&t);
    }
}

/* A body on hinges through bodies without mass: two, or three whose axes meet. */
static running open_gimbal(int32_t hinges)
{
    const ludo_vec3 axis[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    ludo_spec *spec = new_spec();
    for (int32_t b = 0; b < hinges; b++) {
        const bool last = b == hinges - 1;
        const double J = last ? 1.0 : 0.0;
        const ludo_body_def body = {
            .struct_size = sizeof body, .mass = J, .com = {0.3, 0.0, 0.1}, .inertia = {J, J, J}};
        const ludo_joint_def joint = {.struct_size = sizeof joint,
                                      .type = "hinge",
                                      .parent = b - 1,
                                      .child = b,
                                      .in_parent.position = {0.0, 0.0, hinges == 2 ? 0.4 : 0.0},
                                      .axis = axis[b]};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    const double none[3] = {0.0, 0.0, 0.0};
    assert_int_equal(ludo_spec_set_option(spec, "gravity", none, 3), LUDO_OK);
    running run = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(run.model, NULL, NULL, &run.sim, NULL), LUDO_OK);
    return run;
}

static void pushes_on_parts_of_joints_act_on_what_moves_them(void **state)
{
    (void)state;
    for (int32_t hinges = 2; hinges <= 3; hinges++) {
        driven_tree_open(&t, open_gimbal(hinges));
        assert_int_equal(t.run.model->intermediates, hinges - 1);
        random_stream r = random_from((uint64_t)hinges);
        driven_tree_shake(&t, &r);
        for (int32_t b = 0; b < hinges - 1; b++) {
            const ludo_wrench push = {random_vec3(&r, 5.0), {0.3, -0.2, 0.1}};
            assert_int_equal(ludo_sim_set_body_force(t.run.sim, b, &push), LUDO_OK);
        }
        check_pushes(true);
        driven_tree_close(&t);
    }
}

/* All forces but gravity act between bodies: wrenches on a floating tree sum to zero. */
static void forces_inside_have_no_net_wrench(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        driven_tree_open(&t, open_everything(2 * seed, true, NULL));
        driven_tree_shake(&t, &r);
        evaluate();
        force sum = force_zero();
        double scale = 0.0;
        for (int32_t i = 0; i < t.tree.nodes; i++) {
            sum = force_add(sum, t.acting.wrench[i]);
            scale += v3_norm(t.acting.wrench[i].f);
        }
        assert_true(scale > 1.0);
        /* arms of up to 10 m */
        CHECK_NEAR(v3_max(sum.f), 0.0, 8.0 * DBL_EPSILON * scale);
        CHECK_NEAR(v3_max(sum.n), 0.0, 80.0 * DBL_EPSILON * scale);
        driven_tree_close(&t);
    }
}

/* ---- along a coordinate ---- */

/* A hinge of everything, with an actuator of gear 2. */
static running open_hinge(void)
{
    const ludo_joint_def hinge = {
        .struct_size = sizeof hinge,
        .type = "hinge",
        .parent = LUDO_WORLD,
        .axis = {0.0, 0.0, 1.0},
        .along = {{.stiffness = 3.0, .rest = 0.5, .damping = 0.7, .armature = 0.2}}};
    ludo_actuator_def motor = ludo_actuator_motor();
    motor.gear = 2.0, motor.gain = 1.5;
    motor.bias[0] = 0.1, motor.bias[1] = -0.3, motor.bias[2] = -0.4;
    ludo_spec *spec = new_spec();
    add_body(spec, "body");
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    running run = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(run.model, NULL, NULL, &run.sim, NULL), LUDO_OK);
    return run;
}

static void laws_along_a_coordinate_are_those_of_their_numbers(void **state)
{
    (void)state;
    const double q = 0.9, w = -1.3, u = 0.6, eps = 16.0 * DBL_EPSILON;
    driven_tree_open(&t, open_hinge());
    t.q[0] = 0.4, t.y[0] = q - 0.4, t.dy[0] = w;
    assert_int_equal(ludo_sim_set_control(t.run.sim, 0, u), LUDO_OK);
    evaluate();
    const double inside = -3.0 * (q - 0.5) - 0.7 * w;
    const double motor = 1.5 * u + 0.1 - 0.3 * 2.0 * q - 0.4 * 2.0 * w;
    CHECK_NEAR(t.acting.e[0], inside + 2.0 * motor, eps);
    CHECK_NEAR(t.acting.e_y[0], -3.0 - 4.0 * 0.3, eps);
    CHECK_NEAR(t.acting.e_dy[0], -0.7 - 4.0 * 0.4, eps);
    CHECK_NEAR(t.acting.p[0], 0.2 * w, eps);
    CHECK_NEAR(t.acting.p_dy[0], 0.2, 0.0);
    CHECK_NEAR(t.acting.actuator[0], motor, eps);
    CHECK_NEAR(t.acting.work, 2.0 * motor * w, eps);
    CHECK_NEAR(t.acting.dissipated, 0.7 * w * w, eps);
    CHECK_NEAR(t.forces.armature[0], 0.2, 0.0);
    const double e = t.acting.e[0], work = t.acting.work;

    /* a servo as well */
    assert_int_equal(ludo_sim_set_servo(t.run.sim, 0, 0, 1.5, 10.0, 0.6), LUDO_OK);
    evaluate();
    const double servo = 10.0 * (1.5 - q) - 0.6 * w;
    CHECK_NEAR(t.acting.e[0] - e, servo, eps * servo);
    CHECK_NEAR(t.acting.e_y[0], -13.0 - 4.0 * 0.3, eps);
    CHECK_NEAR(t.acting.e_dy[0], -0.7 - 4.0 * 0.4 - 0.6, eps);
    CHECK_NEAR(t.acting.work - work, servo * w, eps * servo);
    assert_false(t.forces.coupled);
    driven_tree_close(&t);
}

static void motors_at_a_limit_are_constant(void **state)
{
    (void)state;
    const actuator_data a = {.gain_law = ludo_actuator_gain_find("fixed"),
                             .bias_law = ludo_actuator_bias_find("affine"),
                             .gear = 2.0,
                             .gain = 3.0,
                             .bias = {0.0, -1.0, -0.5},
                             .control_range = {-1.0, 1.0},
                             .force_range = {-4.0, 4.0}};
    const actuator_instant free =
        ludo_forces_actuator_at(&a, 0.5, (law_value){.value = 0.5}, 0.25, 0.1);
    CHECK_NEAR(free.force, 1.5 - 0.5 - 0.1, 4.0 * DBL_EPSILON);
    CHECK_NEAR(free.F, 2.0 * free.force, 0.0);
    assert_true(free.by_length == -4.0 && free.by_rate == -2.0 && free.by_control == 6.0);

    const actuator_instant full =
        ludo_forces_actuator_at(&a, 7.0, (law_value){.value = 1.0}, 0.25, 0.0);
    CHECK_NEAR(full.force, 2.5, 0.0);
    assert_true(full.by_length == -4.0 && full.by_control == 0.0);

    const actuator_instant strong =
        ludo_forces_actuator_at(&a, 0.5, (law_value){.value = 0.5}, 9.0, 0.0);
    CHECK_NEAR(strong.F, -8.0, 0.0);
    assert_true(strong.by_length == 0.0 && strong.by_rate == 0.0 && strong.by_control == 0.0);
}

/* ---- balls ---- */

static running open_ball(void)
{
    const ludo_joint_def ball = {.struct_size = sizeof ball,
                                 .type = "ball",
                                 .parent = LUDO_WORLD,
                                 .in_parent.orientation = {0.6, 0.0, 0.8, 0.0},
                                 .along = {{.stiffness = 3.0, .damping = 0.7, .armature = 0.2}}};
    const double none[3] = {0.0, 0.0, 0.0};
    ludo_spec *spec = new_spec();
    add_body(spec, "body");
    assert_int_equal(ludo_spec_set_option(spec, "gravity", none, 3), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &ball, NULL), LUDO_OK);
    running run = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(run.model, NULL, NULL, &run.sim, NULL), LUDO_OK);
    return run;
}

static void put_quat(double *to, ludo_quat q)
{
    to[0] = q.w, to[1] = q.x, to[2] = q.y, to[3] = q.z;
}

/* Also beyond half a revolution, with the knot before it. */
static void a_ball_that_turns_about_an_axis_is_a_hinge(void **state)
{
    (void)state;
    const double w = -0.8, from = 3.0, eps = 32.0 * DBL_EPSILON;
    driven_tree_open(&t, open_ball());
    put_quat(t.q, q_about(v3(0.0, 1.0, 0.0), from));
    for (double y = -1.0; y <= 1.0; y += 0.25) {
        t.y[1] = y, t.dy[1] = w;
        evaluate();
        CHECK_NEAR(t.acting.e[1], -3.0 * (from + y) - 0.7 * w, 12.0 * eps);
        CHECK_NEAR(t.acting.p[1], 0.2 * w, eps);
        CHECK_NEAR(t.acting.e_y[4], -3.0, 12.0 * eps);
        CHECK_NEAR(t.acting.e_dy[4], -0.7, eps);
        CHECK_NEAR(t.acting.dissipated, 0.7 * w * w, eps);
        CHECK_NEAR(fabs(t.acting.e[0]) + fabs(t.acting.e[2]), 0.0, 12.0 * eps);
    }
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR(t.forces.armature[k], 0.2, 0.0);
    }
    driven_tree_close(&t);
}

static ludo_vec3 three(const double *a)
{
    return v3(a[0], a[1], a[2]);
}

static void put_vector(double *to, ludo_vec3 a)
{
    to[0] = a.x, to[1] = a.y, to[2] = a.z;
}

/* e without what armatures add to it, dL/dy = N^T dy / 2, N = dp/dy. */
static ludo_vec3 torque_of_ball(void)
{
    mat3 N;
    memcpy(N.m, t.acting.p_y, sizeof N.m);
    return v3_axpy(three(t.acting.e), -0.5, m3_apply_t(&N, three(t.dy)));
}

/* What acts is no matter of the knot: along y it is J^T of what it is at a knot there. Where the
 * way there leads beyond half a turn that takes the spring to be turned by the shorter way. */
static void charts_agree_on_what_acts(void **state)
{
    (void)state;
    driven_tree_open(&t, open_ball());
    int compared = 0;
    FOR_SEEDS(seed, 50)
    {
        random_stream r = random_from(seed);
        put_quat(t.q, random_quat(&r));
        const ludo_vec3 y = random_vec3(&r, 1.0), dy = random_vec3(&r, 1.0);
        const mat3 J = ludo_chart_jacobian(v3_scale(-1.0, y));
        put_vector(t.y, y);
        put_vector(t.dy, dy);
        evaluate();
        const ludo_vec3 e = torque_of_ball(), p = three(t.acting.p);
        const double dissipated = t.acting.dissipated, from = t.q[0];
        ludo_tree_advance(&t.tree, t.y, t.q);
        if (!(from * t.q[0] > 0.0)) {
            continue;
        }
        put_vector(t.y, v3(0.0, 0.0, 0.0));
        put_vector(t.dy, m3_apply(&J, dy));
        evaluate();
        const ludo_vec3 e_there = m3_apply_t(&J, torque_of_ball());
        const ludo_vec3 p_there = m3_apply_t(&J, three(t.acting.p));
        /* momenta below 0.4, torques below 12, some ten roundings */
        CHECK_NEAR(v3_norm(v3_sub(p, p_there)), 0.0, 4.0 * DBL_EPSILON);
        CHECK_NEAR(v3_norm(v3_sub(e, e_there)), 0.0, 120.0 * DBL_EPSILON);
        CHECK_NEAR(t.acting.dissipated, dissipated, 16.0 * DBL_EPSILON);
        compared++;
    }
    assert_true(compared > 25);
    driven_tree_close(&t);
}

/* ---- tendons ---- */

/* A slide along x from the world, with a rope from the origin that is slack to 2 m. */
static running open_rope(void)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "body");
    const ludo_joint_def slide = {.struct_size = sizeof slide,
                                  .type = "slide",
                                  .parent = LUDO_WORLD,
                                  .axis = {1.0, 0.0, 0.0}};
    const ludo_site_def at_world = {.struct_size = sizeof at_world, .body = LUDO_WORLD},
                        on_body = {.struct_size = sizeof on_body, .body = 0};
    const ludo_spring_def rope = {.struct_size = sizeof rope,
                                  .type = "distance",
                                  .site_b = 1,
                                  .stiffness = 10.0,
                                  .damping = 0.5,
                                  .rest = {0.0, 2.0}};
    ludo_actuator_def winch = ludo_actuator_motor();
    winch.on_spring = true;
    assert_int_equal(ludo_spec_add_joint(spec, &slide, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &at_world, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &on_body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &rope, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_actuator(spec, &winch, NULL), LUDO_OK);
    running run = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(run.model, NULL, NULL, &run.sim, NULL), LUDO_OK);
    return run;
}

static void ropes_pull_where_they_are_tight(void **state)
{
    (void)state;
    const double v = 0.3, eps = 32.0 * DBL_EPSILON;
    driven_tree_open(&t, open_rope());
    assert_int_equal(ludo_sim_set_control(t.run.sim, 0, 0.25), LUDO_OK);
    for (double x = -3.0; x < 3.5; x += 1.0) { /* the sign of x is that of n */
        const double n = x < 0.0 ? -1.0 : 1.0, stretch = fabs(x) > 2.0 ? fabs(x) - 2.0 : 0.0;
        double Q, K_y = 0.0, K_dy = 0.0, B_u = 0.0;
        t.q[0] = x, t.dy[0] = v;
        if (x == 0.0) {
            continue;
        }
        driven_tree_forces(&t, &Q);
        const double pull = 10.0 * stretch + 0.5 * n * v;
        CHECK_NEAR(t.acting.tension[0], pull, eps);
        CHECK_NEAR(t.acting.actuator[0], 0.25, 0.0);
        CHECK_NEAR(Q, n * (0.25 - pull), eps);
        CHECK_NEAR(t.acting.work, 0.25 * n * v, eps);
        CHECK_NEAR(t.acting.dissipated, 0.5 * v * v, eps);
        coupling to = {&K_y, &K_dy, &B_u};
        const forces_instant now = instant_of_acting(&t);
        ludo_forces_couple(&t.forces, &now, &to);
        CHECK_NEAR(K_y, stretch > 0.0 ? -10.0 : 0.0, eps);
        CHECK_NEAR(K_dy, -0.5, eps);
        CHECK_NEAR(B_u, n, eps);
        assert_true(t.forces.coupled && !t.forces.opaque);
    }
    driven_tree_close(&t);
}

/* ---- the user's function ---- */

/* The output of a function: applied forces of a simulation, or NaN. */
typedef struct giver {
    const ludo_wrench *push;
    double effort;
    double time;
} giver;

static void give(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    giver *g = user;
    g->time = query->time;
    memcpy(wrench, g->push, (size_t)query->bodies * sizeof *wrench);
    effort[0] = g->effort;
}

static void functions_act_as_pushes_do(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        double Q[COLUMNS], as_pushes[COLUMNS];
        driven_tree_everything(&t, 2 * seed);
        driven_tree_forces(&t, as_pushes);
        const double work = t.acting.work;
        assert_false(t.forces.opaque);
        ludo_wrench push[EVERYTHING_BODIES];
        memcpy(push, t.run.sim->state.push, sizeof push);
        memset(t.run.sim->state.push, 0, sizeof push);
        giver g = {push, 0.0, 0.0};
        t.time = 0.5;
        assert_int_equal(ludo_sim_set_force_function(t.run.sim, give, &g), LUDO_OK);
        driven_tree_forces(&t, Q);
        assert_true(t.forces.opaque && t.forces.coupled && g.time == 0.5);
        CHECK_NEAR(t.acting.work, work, 0.0);
        for (int32_t c = 0; c < t.tree.columns; c++) {
            CHECK_NEAR(Q[c], as_pushes[c], 0.0);
        }
        driven_tree_close(&t);
    }
}

static void a_function_gives_efforts_or_is_refused(void **state)
{
    (void)state;
    const ludo_wrench none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    driven_tree_open(&t, open_hinge());
    t.dy[0] = 2.0;
    evaluate();
    const double e = t.acting.e[0], work = t.acting.work;
    giver g = {&none, 0.75, 0.0};
    assert_int_equal(ludo_sim_set_force_function(t.run.sim, give, &g), LUDO_OK);
    evaluate();
    CHECK_NEAR(t.acting.e[0] - e, 0.75, 16.0 * DBL_EPSILON);
    CHECK_NEAR(t.acting.work - work, 1.5, 16.0 * DBL_EPSILON);
    g.effort = (double)NAN;
    assert_int_equal(driven_tree_evaluate(&t), LUDO_BAD_ARGUMENT);
    g.effort = 0.0;
    const ludo_wrench bad = {{(double)INFINITY, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    g.push = &bad;
    assert_int_equal(driven_tree_evaluate(&t), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_force_function(t.run.sim, NULL, NULL), LUDO_OK);
    evaluate();
    assert_false(t.forces.coupled || t.forces.opaque);
    driven_tree_close(&t);
}

/* ---- energy bookkeeping ---- */

static void books_add_powers_and_take_means(void **state)
{
    (void)state;
    driven_tree_open(&t, open_rope());
    ludo_sim *sim = t.run.sim;
    acting *a = &t.acting;
    sim->state.spring_force[0] = sim->state.actuator_force[0] = 99.0;
    ludo_forces_begin_work(&sim->state);
    assert_true(sim->state.spring_force[0] == 0.0 && sim->state.actuator_force[0] == 0.0);
    a->work = 3.0, a->dissipated = 1.0, a->tension[0] = 5.0, a->actuator[0] = -2.0;
    ludo_forces_add_work(&sim->state, a, 0.25, 0.5);
    a->work = 1.0, a->dissipated = 2.0, a->tension[0] = 7.0, a->actuator[0] = 4.0;
    ludo_forces_add_work(&sim->state, a, 0.25, 0.5);
    CHECK_NEAR(sim->state.progress->work, 1.0, 0.0);
    CHECK_NEAR(sim->state.progress->dissipated, 0.75, 0.0);
    CHECK_NEAR(sim->state.spring_force[0], 6.0, 0.0);
    CHECK_NEAR(sim->state.actuator_force[0], 1.0, 0.0);
    driven_tree_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_do_the_work_that_energies_lack),
        cmocka_unit_test(armatures_have_their_kinetic_energy),
        cmocka_unit_test(pushes_do_work_where_their_bodies_move),
        cmocka_unit_test(pushes_on_parts_of_joints_act_on_what_moves_them),
        cmocka_unit_test(forces_inside_have_no_net_wrench),
        cmocka_unit_test(laws_along_a_coordinate_are_those_of_their_numbers),
        cmocka_unit_test(motors_at_a_limit_are_constant),
        cmocka_unit_test(a_ball_that_turns_about_an_axis_is_a_hinge),
        cmocka_unit_test(charts_agree_on_what_acts),
        cmocka_unit_test(ropes_pull_where_they_are_tight),
        cmocka_unit_test(functions_act_as_pushes_do),
        cmocka_unit_test(a_function_gives_efforts_or_is_refused),
        cmocka_unit_test(books_add_powers_and_take_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
