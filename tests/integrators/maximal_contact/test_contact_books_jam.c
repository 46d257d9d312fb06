/* SPDX-License-Identifier: Apache-2.0
 *
 * The energy balance of a jam [contact.md 6.5]: a leg of three links between its hip and a floor
 * that is too near for it to pass below. Motors press it onto the floor, where friction and the
 * joints hold it against impulses without bound, which do no work. */
#include "limited_joint.h"
#include "support.h"

enum { LINKS = 3 };

/* Lengths [m], masses [kg] and directions of the links at zero angles; the strongest torques. */
static const double length[LINKS] = {0.2, 0.2, 0.1}, mass[LINKS] = {0.5, 0.2, 0.05};
static const ludo_vec3 along[LINKS] = {{0, 0, -1}, {0, 0, -1}, {1, 0, 0}};
static const double strength[LINKS] = {1.0, 1.0, 0.25};
static const double radius = 0.02, hip_height = 0.2;

/* A capsule from the joint to the end of a link. */
static ludo_geom_def capsule_of(int32_t link)
{
    const double half = 0.5 * length[link];
    ludo_geom_def geom = ludo_geom_default();
    geom.type = "capsule";
    geom.body = link;
    geom.size[0] = radius, geom.size[1] = half;
    geom.frame.position =
        (ludo_vec3){half * along[link].x, half * along[link].y, half * along[link].z};
    if (along[link].x > 0.0) {
        geom.frame.orientation = (ludo_quat){sqrt(0.5), 0.0, sqrt(0.5), 0.0};
    }
    geom.mass = mass[link];
    geom.friction[0] = 0.8;
    return geom;
}

static void add_link(ludo_spec *spec, int32_t link)
{
    const ludo_body_def body = {.struct_size = sizeof body};
    ludo_joint_def joint = ludo_joint_default();
    joint.type = "hinge";
    joint.parent = link - 1; /* LUDO_WORLD is -1 */
    joint.child = link;
    joint.axis = (ludo_vec3){0.0, 1.0, 0.0};
    if (link == 0) {
        joint.in_parent.position.z = hip_height;
    } else {
        const ludo_vec3 d = along[link - 1];
        const double l = length[link - 1];
        joint.in_parent.position = (ludo_vec3){l * d.x, l * d.y, l * d.z};
    }
    if (link > 0) {
        joint.along[0].limited = true;
        joint.along[0].range[0] = link == 1 ? -2.7 : -2.0;
        joint.along[0].range[1] = -joint.along[0].range[0];
    }
    const ludo_geom_def geom = capsule_of(link);
    const int32_t all[2] = {0, 0};
    ludo_actuator_def motor = ludo_actuator_motor();
    motor.target = link;
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_weigh(spec, link, all, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
}

static running open_leg(void)
{
    const double start[LINKS] = {0.7, -1.4, 0.5};
    ludo_spec *spec = new_spec();
    ludo_geom_def floor = ludo_geom_default();
    floor.type = "plane";
    floor.body = LUDO_WORLD;
    floor.friction[0] = 0.8;
    assert_int_equal(ludo_spec_add_geom(spec, &floor, NULL), LUDO_OK);
    for (int32_t link = 0; link < LINKS; link++) {
        add_link(spec, link);
    }
    running r = open_spec(spec, NULL);
    for (int32_t joint = 0; joint < LINKS; joint++) {
        set_position(&r, joint, &start[joint]);
    }
    return r;
}

/* Whether the last step obeyed the laws: without a solution its impulses have no bound, and the
 * momenta of its knot no digits. */
static bool is_lawful(running *r)
{
    ludo_contact_quality q = {.struct_size = sizeof q};
    assert_int_equal(ludo_sim_contact_quality(r->sim, &q), LUDO_OK);
    return q.relaxed == 0;
}

/* The largest energy error of 4 s with torques up to `most` that change every 0.2 s, and the energy
 * that contacts and limits take. Nineteen of twenty steps obey the laws. */
static double error_of_leg(uint64_t seed, double most, double h, double *taken)
{
    running r = open_leg();
    random_stream random = random_from(seed);
    ludo_energy start, now;
    double worst = 0.0;
    const long hold = lround(0.2 / h);
    long lawful = 0;
    assert_int_equal(ludo_sim_energy(r.sim, &start), LUDO_OK);
    for (long k = 0; k < 20 * hold; k++) {
        for (int32_t i = 0; i < LINKS && k % hold == 0; i++) {
            const double torque = most * strength[i] * random_uniform(&random, -1.0, 1.0);
            assert_int_equal(ludo_sim_set_control(r.sim, i, torque), LUDO_OK);
        }
        run_steps(&r, h, 1);
        assert_int_equal(ludo_sim_energy(r.sim, &now), LUDO_OK);
        lawful += is_lawful(&r) ? 1 : 0;
        worst = is_lawful(&r) ? fmax(worst, fabs(ludo_energy_error(&start, &now))) : worst;
    }
    assert_true(lawful > 19 * hold);
    *taken = now.contact;
    run_close(&r);
    return worst;
}

/* The leg loses up to 300 J in impacts of links that rotate by 0.2 rad and more per step. Impulses
 * that jam it work without bound on velocities that joints do not allow: 1e21 J of 276 if these
 * counted. */
static void a_jammed_leg_balances(void **state)
{
    (void)state;
    double coarse = 0.0, fine = 0.0;
    FOR_SEEDS(seed, 16)
    {
        double taken;
        const double error = error_of_leg(seed, seed % 2 == 0 ? 2.0 : 8.0, 0.005, &taken);
        assert_true(taken > 10.0 && error < 0.03 * taken);
        coarse += error;
        fine += error_of_leg(seed, seed % 2 == 0 ? 2.0 : 8.0, 0.00125, &taken);
    }
    assert_true(fine < coarse / 2.0); /* order 1: 4; motions with different steps diverge */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_jammed_leg_balances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
