/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranges, dry friction and armatures of tendons: ropes that are taut or slack, hoists, drums. */
#include "limited_joint.h"
#include "model_text.h"

#include <float.h>

static const double g = 9.81;

/* Largest excess of a length at a knot: complementarity is reached from inside, the tolerance of
 * the iteration is 1e-10 of a length. */
static const double passed = 1e-9;

#define BODY(name, place, joints, site)                                                            \
    "<body name='" name "' pos='" place "'>" joints                                                \
    "<inertial pos='0 0 0' mass='2' diaginertia='0.02 0.02 0.02'/><site name='" name               \
    "' pos='" site "'/></body>"
#define MODEL(option, world, tendon)                                                               \
    "<mujoco>" option "<worldbody><site name='hook' pos='0 0 2'/>" world                           \
    "</worldbody><tendon>" tendon "</tendon></mujoco>"
#define ROPE(attributes, first, last)                                                              \
    "<spatial name='rope' " attributes "><site site='" first "'/><site site='" last "'/></"        \
    "spatial>"
#define WEIGHTLESS "<option gravity='0 0 0'/>"

static running open_text(const char *text)
{
    const ludo_sim_options options = ludo_sim_options_default();
    return open_spec(spec_of(text), &options);
}

static double stored_energy(running *r)
{
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r->sim, &e), LUDO_OK);
    return ludo_energy_stored(&e);
}

static ludo_tendon_state read_spring(running *r, int32_t spring)
{
    ludo_tendon_state s = {.struct_size = sizeof s};
    assert_int_equal(ludo_sim_spring(r->sim, spring, &s), LUDO_OK);
    return s;
}

/* A ball on a rope that goes slack and snaps taut: it never passes the range, and no step gains
 * energy but the error of a motion of order two, which is bounded. */
static void a_ball_on_a_rope_stays_within_it_and_gains_no_energy(void **state)
{
    (void)state;
    running r = open_text(MODEL("", BODY("ball", "0.6 0.1 1.5", "<freejoint/>", "0.02 0 0.1"),
                                ROPE("range='0 0.9'", "hook", "ball")));
    const double first = stored_energy(&r);
    double least = first, most_length = 0.0;
    int32_t slack = 0, taut = 0;
    for (long k = 0; k < 10000 / SHORTER; k++) {
        run_steps(&r, 0.002, 1);
        const ludo_tendon_state s = read_spring(&r, 0);
        const double energy = stored_energy(&r);
        assert_true(s.force >= -1e-6); /* a rope pulls; the central path is above it */
        most_length = fmax(most_length, s.length);
        slack += s.length < 0.9 - 1e-3;
        taut += s.force > 1.0;
        /* the wobble of the ball, 20 rad/s, times h squared, of some 60 J */
        assert_true(energy <= least + 60.0 * 0.04 * 0.04 / 4.0);
        least = fmin(least, energy);
    }
    assert_true(most_length <= 0.9 + passed);
    assert_true(slack > 50 && taut > 1000 / SHORTER);
    assert_true(stored_energy(&r) > 0.5 * first); /* it still swings */
    run_close(&r);
}

/* Two bodies in free space, joined by a rope: momenta are constant to round-off. */
static void ropes_between_free_bodies_keep_momenta(void **state)
{
    (void)state;
    running r = open_text(MODEL(WEIGHTLESS,
                                BODY("a", "0 0 0", "<freejoint/>", "0.1 0 0.05")
                                    BODY("b", "0.5 0.2 0", "<freejoint/>", "0 0.1 0"),
                                ROPE("range='0 0.7' frictionloss='0.1'", "a", "b")));
    const double rates[12] = {-1.0, 0.2, 0.1, 0.3, 1.0, -0.4, 1.5, -0.3, 0.6, -2.0, 0.4, 1.0};
    assert_int_equal(ludo_sim_set_velocities(r.sim, rates, 12), LUDO_OK);
    ludo_momentum before = {0}, after = {0};
    assert_int_equal(ludo_sim_momentum(r.sim, &before), LUDO_OK);
    run_steps(&r, 0.005, 2000 / SHORTER);
    assert_int_equal(ludo_sim_momentum(r.sim, &after), LUDO_OK);
    /* 2000 steps, roundings of momenta up to 6 kg m/s and of angular momenta up to 30 kg m^2/s */
    CHECK_NEAR(v3_norm(v3_sub(after.linear, before.linear)), 0.0, 2000.0 * 6.0 * DBL_EPSILON);
    CHECK_NEAR(v3_norm(v3_sub(after.angular, before.angular)), 0.0, 2000.0 * 30.0 * DBL_EPSILON);
    assert_true(read_spring(&r, 0).length <= 0.7 + passed);
    run_close(&r);
}

#define HOIST                                                                                      \
    "<spatial name='hoist' range='0 1.5'><site site='a'/><site site='hook'/><site site='wheel'/>"  \
    "<site site='b'/></spatial>"

/* Atwood's machine: (m_b - m_a) g = (m_a + m_b) dv/dt, the rope pulls with 2 m_a m_b g / sum. */
static void hoists_accelerate_as_atwoods_machine(void **state)
{
    (void)state;
    running r = open_text(
        "<mujoco><worldbody><site name='hook' pos='0 0 2'/><site name='wheel' pos='0.2 0 2'/>"
        "<body name='a' pos='0 0 1.2'><joint type='slide' axis='0 0 1'/><inertial pos='0 0 0' "
        "mass='2' diaginertia='1 1 1'/><site name='a'/></body><body name='b' pos='0.2 0 "
        "1.5'><joint "
        "type='slide' axis='0 0 1'/><inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/><site "
        "name='b'/></body></worldbody><tendon>" HOIST "</tendon></mujoco>");
    const double a = g / 5.0, h = 0.001;
    run_steps(&r, h, 400);
    const double t = 0.4;
    /* the motion is quadratic, which order two integrates exactly; the range is met to `passed` */
    CHECK_NEAR(joint_position(&r, 0), 0.5 * a * t * t, 1e-8);
    CHECK_NEAR(joint_position(&r, 1), -0.5 * a * t * t, 1e-8);
    CHECK_NEAR(read_spring(&r, 0).force, 2.0 * 2.0 * 3.0 / 5.0 * g, 1e-6);
    CHECK_NEAR(read_spring(&r, 0).length, 1.5, passed);
    run_close(&r);
}

/* A mass of 2 kg on a slide x, with a tendon L = 3 x. */
#define PULLED_MODEL(attributes)                                                                   \
    "<mujoco><option gravity='0 0 0'/><worldbody><body name='a'><joint name='x' type='slide' "     \
    "axis='1 0 0'/><inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/></body></worldbody>"        \
    "<tendon><fixed name='t' " attributes "><joint joint='x' coef='3'/></fixed></tendon>"          \
    "<actuator><motor joint='x' name='m'/></actuator></mujoco>"

/* Armature a along L = 3 x adds 9 a to the mass. */
static void armatures_add_to_the_mass_by_the_square_of_the_coefficient(void **state)
{
    (void)state;
    running r = open_text(PULLED_MODEL("armature='0.5'"));
    const double mass = 2.0 + 9.0 * 0.5, force = 1.3, v = 0.7;
    assert_int_equal(ludo_sim_set_velocities(r.sim, &v, 1), LUDO_OK);
    assert_int_equal(ludo_sim_set_control(r.sim, 0, force), LUDO_OK);
    CHECK_NEAR(stored_energy(&r), 0.5 * mass * v * v, 1e-14);
    run_steps(&r, 0.01, 100);
    /* a quadratic motion; a hundred roundings */
    CHECK_NEAR(joint_position(&r, 0), v + 0.5 * force / mass, 1e-12);
    CHECK_NEAR(joint_rate(&r, 0), v + force / mass, 1e-12);
    run_close(&r);
}

/* Friction F along L = 3 x is 3 F along x: it stops the mass after m v / (3 F) and holds it against
 * any smaller force. */
static void friction_along_a_tendon_stops_and_holds(void **state)
{
    (void)state;
    running r = open_text(PULLED_MODEL("frictionloss='0.4'"));
    const double v = 0.9, stop = 2.0 * v / 1.2;
    assert_int_equal(ludo_sim_set_velocities(r.sim, &v, 1), LUDO_OK);
    run_steps(&r, 0.01, 100);
    CHECK_NEAR(joint_rate(&r, 0), v - 0.6, 1e-7); /* products of 1e-10 of the central path */
    CHECK_NEAR(read_spring(&r, 0).force, 0.4, 1e-6);
    run_steps(&r, 0.01, 100);
    CHECK_NEAR(joint_rate(&r, 0), 0.0, 1e-7);
    CHECK_NEAR(joint_position(&r, 0), 0.5 * v * stop, 1e-4); /* it stops within a step */
    assert_int_equal(ludo_sim_set_control(r.sim, 0, 1.19), LUDO_OK);
    const double held = joint_position(&r, 0);
    run_steps(&r, 0.01, 100);
    CHECK_NEAR(joint_position(&r, 0), held, 1e-6);
    assert_int_equal(ludo_sim_set_control(r.sim, 0, 1.3), LUDO_OK);
    run_steps(&r, 0.01, 100);
    CHECK_NEAR(joint_rate(&r, 0), 0.05, 1e-3); /* 0.1 N on 2 kg for 1 s */
    run_close(&r);
}

/* Before the range is reached the motion is that without one, to the bit. */
static void ranges_that_are_not_reached_do_nothing(void **state)
{
    (void)state;
    running a = open_text(MODEL("", BODY("ball", "0.6 0.1 1.5", "<freejoint/>", "0.02 0 0.1"),
                                ROPE("range='0 50'", "hook", "ball")));
    running b = open_text(MODEL("", BODY("ball", "0.6 0.1 1.5", "<freejoint/>", "0.02 0 0.1"),
                                ROPE("", "hook", "ball")));
    run_steps(&a, 0.005, 200);
    run_steps(&b, 0.005, 200);
    check_same_bits(&a, &b);
    run_close(&a);
    run_close(&b);
}

#define DRUM                                                                                       \
    "<body pos='0 0 1'><joint axis='0 1 0' stiffness='60'/><inertial pos='0 0 0' mass='10' "       \
    "diaginertia='1 1 1'/><geom name='drum' type='cylinder' size='0.3 0.5' pos='0.05 0 0.05' "     \
    "euler='90 0 0' contype='0' conaffinity='0'/><site name='top' pos='0 0 1'/></body>"
#define BELT                                                                                       \
    "<spatial name='belt' stiffness='300' springlength='2.6'><site site='wall'/><geom "            \
    "geom='drum' sidesite='top'/><site site='end'/></spatial>"

/* A spring along a path that begins and ceases to wrap: its gradient is that of the length, so the
 * energy error is bounded over 1e4 steps, and of order two. */
static void springs_around_a_drum_keep_energy(void **state)
{
    (void)state;
    double error[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++) {
        running r = open_text(
            "<mujoco><worldbody><site name='wall' pos='-1.5 0 1.5'/>" DRUM
            "<body pos='1.5 0 1.3'><joint type='slide' axis='0 0 1' stiffness='100'/><inertial "
            "pos='0 0 0' mass='5' diaginertia='1 1 1'/><site name='end'/></body></worldbody>"
            "<tendon>" BELT "</tendon></mujoco>");
        const double first = stored_energy(&r), h = k == 0 ? 0.002 : 0.001;
        for (long i = 0; i < 10000 / SHORTER; i++) {
            run_steps(&r, h, 1);
            error[k] = fmax(error[k], fabs(stored_energy(&r) - first));
        }
        run_close(&r);
    }
    assert_true(error[0] < 3e-4); /* measured 1e-4 of 187 J */
    assert_true(error[1] < 0.35 * error[0]);
}

static void creating_survives_every_failing_allocation(void **state)
{
    (void)state;
    static const char text[] =
        "<mujoco><worldbody><site name='wall' pos='-1.5 0 1.5'/>" DRUM
        "<body pos='1.5 0 1.3'><joint name='z' type='slide' axis='0 0 1'/><inertial pos='0 0 0' "
        "mass='5' diaginertia='1 1 1'/><site name='end'/></body></worldbody><tendon>"
        "<spatial range='0 3' frictionloss='1' armature='1'><site site='wall'/><geom geom='drum' "
        "sidesite='top'/><site site='end'/><pulley divisor='2'/><site site='top'/>"
        "<site site='wall'/></spatial></tendon></mujoco>";
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_model *model = NULL;
        ludo_sim *sim = NULL;
        ludo_status status = make_model(text, strlen(text), &alloc.hook, &model, NULL);
        if (status == LUDO_OK) {
            const ludo_sim_options options = ludo_sim_options_default();
            status = ludo_sim_create(model, &options, &alloc.hook, &sim, NULL);
        }
        if (status == LUDO_OK) {
            status = ludo_step(sim, 0.01, NULL);
        }
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_sim_destroy(sim);
        ludo_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_on_a_rope_stays_within_it_and_gains_no_energy),
        cmocka_unit_test(ropes_between_free_bodies_keep_momenta),
        cmocka_unit_test(hoists_accelerate_as_atwoods_machine),
        cmocka_unit_test(armatures_add_to_the_mass_by_the_square_of_the_coefficient),
        cmocka_unit_test(friction_along_a_tendon_stops_and_holds),
        cmocka_unit_test(ranges_that_are_not_reached_do_nothing),
        cmocka_unit_test(springs_around_a_drum_keep_energy),
        cmocka_unit_test(creating_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
