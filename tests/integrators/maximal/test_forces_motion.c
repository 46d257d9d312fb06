/* SPDX-License-Identifier: Apache-2.0
 *
 * Motion under forces: energy balance, closed forms, ranges of actuators and springs, forces of the
 * user's function. And an interrupted motion continues with the same bits.
 *
 * A linear oscillator of frequency w, stepped with its spring at the midpoint of the motion,
 * rotates by exactly 2 atan(w h / 2) in its phase plane per step; a constant force makes an exact
 * parabola. These motions are tested to the rounding of a few thousand steps and the tolerance of
 * 1e-13 of Newton's method. */
#include "everything.h"
#include "checkpoint.h"
#include "order.h"
#include "small_spec.h"

static const double pi = 3.14159265358979323846;

/* Takes the spec. */
static running open_tightly(ludo_spec *spec)
{
    const ludo_sim_options options = tight_options();
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

/* --- energy ---------------------------------------------------------------------------------- */

static double energy_of_all(running *r)
{
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r->sim, &e), LUDO_OK);
    return e.kinetic + e.potential + e.springs - e.work + e.dissipated;
}

static double worst_balance(uint64_t seed, double h)
{
    running r = steered_everything(seed);
    const double start = energy_of_all(&r);
    double worst = 0.0;
    for (int k = 0; k < lround(0.5 / h); k++) {
        run_steps(&r, h, 1);
        worst = fmax(worst, fabs(energy_of_all(&r) - start));
    }
    run_close(&r);
    return worst;
}

/* Work and dissipation in the step's own quadrature are of order 2, as the energy at knots is. */
static void energy_balance_is_of_order_2(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 4)
    {
        double error[REFINEMENTS];
        for (int i = 0; i < REFINEMENTS; i++) {
            error[i] = worst_balance(seed, 0.005 / (1 << i));
        }
        print_message("energy balance, seed %d: order %.2f (errors %.2e %.2e %.2e J)\n", (int)seed,
                      slope(error), error[0], error[1], error[2]);
        CHECK_NEAR(slope(error), 2.0, 0.1);
    }
}

/* --- oscillators ----------------------------------------------------------------------------- */

static const double mass = 2.0, stiffness = 300.0;

/* The ways to describe one spring along one coordinate. */
typedef enum spring_kind { ON_JOINT, DISTANCE, TENDON, POSITION, SERVO, SPRING_KINDS } spring_kind;

static void add_weight(ludo_spec *spec, const ludo_dof_def *along, const char *type)
{
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = mass, .inertia = {0.5, 0.4, 0.3}};
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = type,
                                  .parent = LUDO_WORLD,
                                  .axis = {0.0, 0.0, 1.0},
                                  .along[0] = *along};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
}

/* Along the slide, from 1 m above it. */
static void add_distance(ludo_spec *spec)
{
    const ludo_site_def site[2] = {
        {.struct_size = sizeof(ludo_site_def), .body = LUDO_WORLD, .frame.position.z = 1.0},
        {.struct_size = sizeof(ludo_site_def), .body = 0}};
    const ludo_spring_def spring = {.struct_size = sizeof spring,
                                    .type = "distance",
                                    .site_b = 1,
                                    .stiffness = stiffness,
                                    .rest = {1.0, 1.0}};
    assert_int_equal(ludo_spec_add_site(spec, &site[0], NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &site[1], NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
}

static void add_tendon(ludo_spec *spec)
{
    const ludo_tendon_term term = {.weight = 0.5};
    const ludo_spring_def spring = {.struct_size = sizeof spring,
                                    .type = "tendon",
                                    .term = &term,
                                    .term_count = 1,
                                    .stiffness = 4.0 * stiffness};
    assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
}

static running weight_on_a_spring(spring_kind kind)
{
    ludo_spec *spec = new_spec();
    const ludo_dof_def along = {.stiffness = kind == ON_JOINT ? stiffness : 0.0};
    add_weight(spec, &along, "slide");
    if (kind == DISTANCE) {
        add_distance(spec);
    } else if (kind == TENDON) {
        add_tendon(spec);
    } else if (kind == POSITION) {
        ludo_actuator_def actuator = ludo_actuator_position(stiffness / 4.0, 0.0);
        actuator.gear = 2.0;
        assert_int_equal(ludo_spec_add_actuator(spec, &actuator, NULL), LUDO_OK);
    }
    running r = open_tightly(spec);
    if (kind == SERVO) {
        assert_int_equal(ludo_sim_set_servo(r.sim, 0, 0, 0.0, stiffness, 0.0), LUDO_OK);
    }
    return r;
}

/* Released where the spring is slack, it oscillates about the equilibrium. */
static void a_weight_bounces_alike_on_every_kind_of_spring(void **state)
{
    (void)state;
    const double h = 0.01, sag = mass * 9.81 / stiffness;
    const double phase = 2.0 * atan(0.5 * h * sqrt(stiffness / mass));
    for (int kind = 0; kind < SPRING_KINDS; kind++) {
        running r = weight_on_a_spring((spring_kind)kind);
        double worst = 0.0;
        for (int k = 1; k <= 1000; k++) {
            run_steps(&r, h, 1);
            worst = fmax(worst, fabs(coordinate(&r, 0) - sag * (cos(k * phase) - 1.0)));
        }
        print_message("spring of kind %d: off by %.1e m\n", kind, worst);
        CHECK_NEAR(worst, 0.0, 1e-11);
        run_close(&r);
    }
}

static running rotor(const ludo_dof_def *along)
{
    ludo_spec *spec = new_spec();
    add_weight(spec, along, "hinge");
    return open_tightly(spec);
}

/* Inertia 0.3 and armature 1.2 kg m^2; more than a turn to both sides. */
static void armature_slows_an_oscillator_like_inertia(void **state)
{
    (void)state;
    const double h = 0.01, start = 8.0, k = 40.0;
    const double phase = 2.0 * atan(0.5 * h * sqrt(k / (0.3 + 1.2)));
    running r = rotor(&(ludo_dof_def){.stiffness = k, .armature = 1.2});
    place(&r, 0, start, 0.0);
    double worst = 0.0;
    for (int i = 1; i <= 1000; i++) {
        run_steps(&r, h, 1);
        worst = fmax(worst, fabs(coordinate(&r, 0) - start * cos(i * phase)));
    }
    print_message("armature: off by %.1e rad\n", worst);
    CHECK_NEAR(worst, 0.0, 1e-11);
    run_close(&r);
}

static double error_of_critical_damping(double h)
{
    const double w = 5.0, J = 0.3, start = 1.0;
    running r = rotor(&(ludo_dof_def){.stiffness = J * w * w, .damping = 2.0 * J * w});
    place(&r, 0, start, 0.0);
    double worst = 0.0;
    for (int i = 1; i <= lround(2.0 / h); i++) {
        run_steps(&r, h, 1);
        const double t = i * h;
        worst = fmax(worst, fabs(coordinate(&r, 0) - start * (1.0 + w * t) * exp(-w * t)));
        assert_true(coordinate(&r, 0) > 0.0);
    }
    run_close(&r);
    return worst;
}

static void a_critically_damped_hinge_creeps_back_without_swinging(void **state)
{
    (void)state;
    double error[REFINEMENTS];
    for (int i = 0; i < REFINEMENTS; i++) {
        error[i] = error_of_critical_damping(0.02 / (1 << i));
    }
    print_message("critical damping: order %.2f (errors %.2e %.2e %.2e)\n", slope(error), error[0],
                  error[1], error[2]);
    CHECK_NEAR(slope(error), 2.0, 0.02);
}

/* Free for half a metre to both sides; outside, a spring reverses the motion in half a period. A
 * step across the edge has a force error of at most k (v h)^2 / 2. */
static void a_spring_is_slack_within_its_range(void **state)
{
    (void)state;
    const double h = 0.001, v = 1.5, room = 0.5, k = 800.0;
    ludo_spec *spec = new_spec();
    const double nothing[3] = {0.0, 0.0, 0.0};
    assert_int_equal(ludo_spec_set_option(spec, "gravity", nothing, 3), LUDO_OK);
    add_weight(spec, &(ludo_dof_def){0}, "slide");
    const ludo_tendon_term term = {.weight = 1.0};
    const ludo_spring_def spring = {.struct_size = sizeof spring,
                                    .type = "tendon",
                                    .term = &term,
                                    .term_count = 1,
                                    .stiffness = k,
                                    .rest = {-room, room}};
    assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
    running r = open_tightly(spec);
    place(&r, 0, 0.0, v);
    run_steps(&r, h, lround(0.9 * room / v / h));
    CHECK_NEAR(coordinate(&r, 0), 0.9 * room, 1e-12);
    const double period = 4.0 * room / v + 2.0 * pi * sqrt(mass / k);
    run_steps(&r, h, lround(period / h));
    print_message("slack spring: off by %.1e m after a period\n", coordinate(&r, 0) - 0.9 * room);
    CHECK_NEAR(coordinate(&r, 0), 0.9 * room, v * h);
    CHECK_NEAR(rate(&r, 0), v, 1e-4);
    run_close(&r);
}

/* --- transmission and actuators -------------------------------------------------------------- */

/* Two rotors of 0.3 kg m^2, the second on a hinge of its own. */
static running geared_rotors(double ratio, double torque)
{
    ludo_spec *spec = new_spec();
    add_weight(spec, &(ludo_dof_def){0}, "hinge");
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = mass, .inertia = {0.5, 0.4, 0.3}};
    const ludo_joint_def hinge = {.struct_size = sizeof hinge,
                                  .type = "hinge",
                                  .parent = LUDO_WORLD,
                                  .child = 1,
                                  .in_parent.position.x = 1.0,
                                  .axis = {0.0, 0.0, 1.0}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    const ludo_tendon_term term[2] = {{0, 0, ratio}, {1, 0, 1.0}};
    const ludo_spring_def tendon = {.struct_size = sizeof tendon,
                                    .type = "tendon",
                                    .term = term,
                                    .term_count = 2,
                                    .stiffness = 1e9};
    assert_int_equal(ludo_spec_add_spring(spec, &tendon, NULL), LUDO_OK);
    const ludo_actuator_def motor = ludo_actuator_motor();
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    running r = open_tightly(spec);
    assert_int_equal(ludo_sim_set_control(r.sim, 0, torque), LUDO_OK);
    return r;
}

/* The rotors turn as one of J (1 + ratio^2). A newton stretches the tendon by 1e-9 m. */
static void a_stiff_tendon_is_a_gear(void **state)
{
    (void)state;
    const double ratio = 2.5, torque = 1.0, t = 2.0;
    running r = geared_rotors(ratio, torque);
    run_steps(&r, 0.01, 200);
    const double turn = 0.5 * t * t * torque / (0.3 * (1.0 + ratio * ratio));
    print_message("gear: %.10f and %.10f rad, want %.10f and %.10f\n", coordinate(&r, 0),
                  coordinate(&r, 1), turn, -ratio * turn);
    CHECK_NEAR(coordinate(&r, 0), turn, 1e-8);
    CHECK_NEAR(coordinate(&r, 1), -ratio * turn, 1e-8);
    run_close(&r);
}

/* A rod of 2 kg, its centre of mass 0.5 m from a hinge about -y, from horizontal upwards. */
static running arm(const ludo_actuator_def *actuator)
{
    ludo_spec *spec = new_spec();
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = mass,
                                .com = {0.5, 0.0, 0.0},
                                .inertia = {0.01, 0.17, 0.17}};
    const ludo_joint_def hinge = {.struct_size = sizeof hinge,
                                  .type = "hinge",
                                  .parent = LUDO_WORLD,
                                  .axis = {0.0, -1.0, 0.0}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_actuator(spec, actuator, NULL), LUDO_OK);
    return open_tightly(spec);
}

/* It sags from its target until the motor carries the weight: the closed loop has been critically
 * damped for some forty time constants. */
static void a_position_actuator_settles_where_it_bears_the_weight(void **state)
{
    (void)state;
    const double kp = 400.0, u = 0.7;
    const ludo_actuator_def actuator = ludo_actuator_position(kp, 2.0 * sqrt(kp * 0.67));
    running r = arm(&actuator);
    assert_int_equal(ludo_sim_set_control(r.sim, 0, u), LUDO_OK);
    run_steps(&r, 0.01, 200);
    const double q = coordinate(&r, 0), load = mass * 9.81 * 0.5 * cos(q);
    ludo_tendon_state line = {.struct_size = sizeof line};
    assert_int_equal(ludo_sim_actuator(r.sim, 0, &line), LUDO_OK);
    print_message("position actuator: %.6f rad, holds %.6f of %.6f N m\n", q, line.force, load);
    CHECK_NEAR(kp * (u - q), load, 1e-9);
    CHECK_NEAR(line.force, load, 1e-9);
    CHECK_NEAR(rate(&r, 0), 0.0, 1e-10);
    run_close(&r);
}

/* The rotor of 0.3 kg m^2 under an actuator. */
static running driven_rotor(const ludo_actuator_def *actuator, double control)
{
    ludo_spec *spec = new_spec();
    add_weight(spec, &(ludo_dof_def){0}, "hinge");
    assert_int_equal(ludo_spec_add_actuator(spec, actuator, NULL), LUDO_OK);
    running r = open_tightly(spec);
    assert_int_equal(ludo_sim_set_control(r.sim, 0, control), LUDO_OK);
    return r;
}

static void check_constant_torque(const ludo_actuator_def *actuator, double control, double bracket)
{
    running r = driven_rotor(actuator, control);
    run_steps(&r, 0.01, 100);
    ludo_tendon_state line = {.struct_size = sizeof line};
    assert_int_equal(ludo_sim_actuator(r.sim, 0, &line), LUDO_OK);
    CHECK_NEAR(line.force, bracket, 1e-14);
    CHECK_NEAR(coordinate(&r, 0), 0.5 * actuator->gear * bracket / 0.3, 1e-11);
    CHECK_NEAR(control_of(r.sim, 0), control, 0.0);
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r.sim, &e), LUDO_OK);
    CHECK_NEAR(e.work, e.kinetic, 1e-11 * e.kinetic);
    run_close(&r);
}

static void forces_and_controls_stop_at_their_ranges(void **state)
{
    (void)state;
    ludo_actuator_def actuator = ludo_actuator_position(1000.0, 0.0);
    actuator.gear = 1.5;
    actuator.force_limited = true;
    actuator.force_range[0] = -3.0;
    actuator.force_range[1] = 2.0;
    check_constant_torque(&actuator, 100.0, 2.0);
    check_constant_torque(&actuator, -100.0, -3.0);

    ludo_actuator_def motor = ludo_actuator_motor();
    motor.control_limited = true;
    motor.control_range[0] = -0.25;
    motor.control_range[1] = 0.5;
    check_constant_torque(&motor, 7.0, 0.5);
    check_constant_torque(&motor, -7.0, -0.25);
    check_constant_torque(&motor, 0.3, 0.3);
}

/* It reaches the target rate from its limit in less than a step: Newton's iterates alternate
 * between the sides of the limit. At k h / 2I = 16.7 the error then changes its sign, and shrinks
 * by 1 - 2 / 17.7, from step to step. */
static void a_stiff_servo_comes_off_its_limit(void **state)
{
    (void)state;
    static const double wanted[] = {0.5, 0.7, 1.5, -3.0};
    for (int i = 0; i < 4; i++) {
        ludo_actuator_def actuator = ludo_actuator_velocity(1000.0);
        actuator.force_limited = true;
        actuator.force_range[0] = -600.0;
        actuator.force_range[1] = 600.0;
        running r = driven_rotor(&actuator, wanted[i]);
        run_steps(&r, 0.01, 300);
        CHECK_NEAR(rate(&r, 0), wanted[i], 1e-10);
        ludo_energy e;
        assert_int_equal(ludo_sim_energy(r.sim, &e), LUDO_OK);
        CHECK_NEAR(e.kinetic, 0.15 * wanted[i] * wanted[i], 1e-9);
        CHECK_NEAR(e.work, e.kinetic, 1e-9 * e.kinetic);
        run_close(&r);
    }
}

/* --- external forces -------------------------------------------------------------------------- */

static const ludo_wrench push = {{3.0, -2.0, 1.0}, {0.5, 0.7, -0.4}};

static void push_on_body_5(const ludo_force_query *query, ludo_wrench *wrench, double *effort,
                           void *user)
{
    (void)effort;
    assert_int_equal(query->bodies, EVERYTHING_BODIES);
    assert_ptr_equal(user, &push);
    wrench[5] = push;
}

static void a_function_that_pushes_is_a_force_that_is_set(void **state)
{
    (void)state;
    running a = steered_everything(1), b = steered_everything(1), without = steered_everything(1);
    assert_int_equal(ludo_sim_set_body_force(a.sim, 5, &push), LUDO_OK);
    assert_int_equal(ludo_sim_set_force_function(b.sim, push_on_body_5, (void *)&push), LUDO_OK);
    run_steps(&a, 0.005, 100);
    run_steps(&b, 0.005, 100);
    run_steps(&without, 0.005, 100);
    const state_error same = state_difference(&a, &b), felt = state_difference(&a, &without);
    print_message("function and set force differ by %.1e, both make %.1e\n", state_error_max(&same),
                  state_error_max(&felt));
    CHECK_NEAR(state_error_max(&same), 0.0, 1e-12);
    assert_true(state_error_max(&felt) > 0.01);
    run_close(&a);
    run_close(&b);
    run_close(&without);
}

static void shake(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    (void)effort;
    (void)user;
    wrench[0].torque.z = cos(2.0 * query->time);
}

/* J phi'' = cos 2t: from rest phi = (1 - cos 2t) / (4 J). */
static double error_of_shaking(double h)
{
    running r = rotor(&(ludo_dof_def){0});
    assert_int_equal(ludo_sim_set_force_function(r.sim, shake, NULL), LUDO_OK);
    run_steps(&r, h, lround(2.0 / h));
    const double error = fabs(coordinate(&r, 0) - (1.0 - cos(4.0)) / (4.0 * 0.3));
    run_close(&r);
    return error;
}

static void forces_that_vary_in_time_are_of_order_2(void **state)
{
    (void)state;
    double error[REFINEMENTS];
    for (int i = 0; i < REFINEMENTS; i++) {
        error[i] = error_of_shaking(0.02 / (1 << i));
    }
    print_message("shaken rotor: order %.2f (errors %.2e %.2e %.2e)\n", slope(error), error[0],
                  error[1], error[2]);
    CHECK_NEAR(slope(error), 2.0, 0.02);
}

/* --- solvers and reversal -------------------------------------------------------------------- */

/* Newton's method leaves 1e-13 of its tolerance; a fifth of a second of stiff motion amplifies this
 * by two orders. Dampers and springs enter both matrices exactly. */
static void recursion_and_ldu_give_the_same_motion(void **state)
{
    (void)state;
    double worst = 0.0;
    FOR_SEEDS(seed, 12)
    {
        ludo_sim_options options = tight_options();
        running a = open_everything(seed, seed % 3 > 0, &options);
        options.solver = "ldu";
        running b = open_everything(seed, seed % 3 > 0, &options);
        run_steps(&a, 0.002, 100);
        run_steps(&b, 0.002, 100);
        const state_error e = state_difference(&a, &b);
        worst = fmax(worst, state_error_max(&e));
        run_close(&a);
        run_close(&b);
    }
    print_message("recursion and ldu differ by %.1e\n", worst);
    CHECK_NEAR(worst, 0.0, 1e-10);
}

/* Without damping the scheme is its own adjoint, for all springs. */
static void steps_back_undo_steps_forth(void **state)
{
    (void)state;
    double worst = 0.0;
    FOR_SEEDS(seed, 12)
    {
        ludo_sim_options options = tight_options();
        options.order = seed % 2 == 0 ? 2 : 4;
        running a = open_everything(seed, false, &options);
        running b = open_everything(seed, false, &options);
        run_steps(&a, 0.002, 100);
        run_steps(&a, -0.002, 100);
        const state_error e = state_difference(&a, &b);
        worst = fmax(worst, state_error_max(&e));
        run_close(&a);
        run_close(&b);
    }
    print_message("there and back: %.1e\n", worst);
    CHECK_NEAR(worst, 0.0, 1e-10);
}

/* --- interruption ---------------------------------------------------------------------------- */

static running everything_under_way(void)
{
    running r = steered_everything(3);
    const int32_t hinge = ludo_model_joint_find(r.model, "body9.joint0");
    assert_true(hinge >= 0);
    assert_int_equal(ludo_sim_set_body_force(r.sim, 4, &push), LUDO_OK);
    assert_int_equal(ludo_sim_set_servo(r.sim, hinge, 0, 0.3, 5.0, 0.5), LUDO_OK);
    run_steps(&r, 0.005, 50);
    return r;
}

static void a_motion_that_is_interrupted_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    running a = everything_under_way(), restored = steered_everything(3), copied = {a.model, NULL};
    const ludo_sim_options options = tight_options();
    assert_int_equal(ludo_sim_create(a.model, &options, NULL, &copied.sim, NULL), LUDO_OK);
    hand_over(a.sim, restored.sim);
    assert_int_equal(ludo_sim_copy(copied.sim, a.sim), LUDO_OK);
    run_steps(&a, 0.005, 50);
    run_steps(&restored, 0.005, 50);
    run_steps(&copied, 0.005, 50);
    check_same(a.sim, restored.sim);
    check_same(a.sim, copied.sim);
    ludo_sim_destroy(copied.sim);
    run_close(&a);
    run_close(&restored);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_balance_is_of_order_2),
        cmocka_unit_test(a_weight_bounces_alike_on_every_kind_of_spring),
        cmocka_unit_test(armature_slows_an_oscillator_like_inertia),
        cmocka_unit_test(a_critically_damped_hinge_creeps_back_without_swinging),
        cmocka_unit_test(a_spring_is_slack_within_its_range),
        cmocka_unit_test(a_stiff_tendon_is_a_gear),
        cmocka_unit_test(a_position_actuator_settles_where_it_bears_the_weight),
        cmocka_unit_test(a_stiff_servo_comes_off_its_limit),
        cmocka_unit_test(forces_and_controls_stop_at_their_ranges),
        cmocka_unit_test(a_function_that_pushes_is_a_force_that_is_set),
        cmocka_unit_test(forces_that_vary_in_time_are_of_order_2),
        cmocka_unit_test(recursion_and_ldu_give_the_same_motion),
        cmocka_unit_test(steps_back_undo_steps_forth),
        cmocka_unit_test(a_motion_that_is_interrupted_goes_on_with_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
