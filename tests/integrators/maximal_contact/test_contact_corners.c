/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts with loops, without gravity, on thin plates. */
#include "running.h"

#include <string.h>

static running open_text(const char *text, const char *keyframe)
{
    ludo_spec *spec = NULL;
    const ludo_status read =
        ludo_load_string(text, strlen(text), "corners.xml", NULL, NULL, &spec, NULL);
    running r = run_open(read, spec, NULL);
    if (keyframe != NULL) {
        assert_int_equal(ludo_sim_reset(r.sim, ludo_model_keyframe_find(r.model, keyframe)),
                         LUDO_OK);
    }
    return r;
}

#define SHOW "<default><geom contype='0' conaffinity='0'/></default>"
#define TOUCHES " contype='1' conaffinity='1' friction='0.3'/>"

/* A box on the floor, held by a rod whose loop closes at the world: impulses of the loop count once
 * in the balance of the floating box, and it comes to rest. */
static void boxes_held_by_a_loop_rest(void **state)
{
    (void)state;
    running r = open_text(
        "<mujoco><option timestep='0.005'/>" SHOW "<worldbody>"
        "<geom type='plane' size='2 2 0.1'" TOUCHES "<body name='box' pos='0 0 0.1'><freejoint/>"
        "<geom type='box' size='0.2 0.2 0.1' mass='2'" TOUCHES
        "<body name='rod' pos='0.2 0 0.1'><joint type='ball'/>"
        "<geom type='capsule' fromto='0 0 0 0.6 0 0.8' size='0.02' mass='1'/></body></body>"
        "</worldbody><equality><connect body1='rod' anchor='0.6 0 0.8'/></equality>"
        "<keyframe><key name='pushed' qvel='0 0.5 0 0 0 0 0 0 0'/></keyframe></mujoco>",
        "pushed");
    double last = 0.0;
    for (int k = 0; k < 200; k++) {
        assert_int_equal(ludo_step(r.sim, 0.005, NULL), LUDO_OK);
        const double energy = run_energy(&r);
        /* complementarity of 1e-12 of the weight's unit, 1e-3 J, per contact and step; round-off of
         * 10 J */
        assert_true(k == 0 || energy - last <= 1e-10);
        last = energy;
    }
    const ludo_body_state s = run_body(&r, 0);
    /* creep is proportional to kappa */
    assert_true(v3_norm(s.linear_velocity) <= 1e-9);
    run_close(&r);
}

/* Without motion or gravity the time step alone sets the scale of dry friction. */
static void dry_friction_without_gravity_holds(void **state)
{
    (void)state;
    running r = open_text("<mujoco><option gravity='0 0 0'/><worldbody><body>"
                          "<joint type='hinge' axis='0 1 0' frictionloss='0.1'/>"
                          "<geom type='capsule' fromto='0 0 0 0.6 0 0' size='0.02' mass='1'/>"
                          "</body></worldbody></mujoco>",
                          NULL);
    for (int k = 0; k < 10; k++) {
        assert_int_equal(ludo_step(r.sim, 0.005, NULL), LUDO_OK);
        CHECK_NEAR(run_energy(&r), 0.0, 0.0);
    }
    run_close(&r);
}

/* A motion of 30 cm in a step, a plate of 2 cm: the feature becomes a plane at the first contact,
 * and the body bounces as on a thick plate. */
static void fast_bodies_bounce_off_a_thin_plate(void **state)
{
    (void)state;
    running r = open_text("<mujoco><option gravity='0 0 0'/>"
                          "<custom><numeric name='ludo.restitution' data='1'/></custom><worldbody>"
                          "<geom type='box' size='0.5 0.5 0.01'/><body pos='0 0 0.555'><freejoint/>"
                          "<geom type='sphere' size='0.02' mass='1'/></body></worldbody>"
                          "<keyframe><key name='fast' qvel='0 0 -30 0 0 0'/></keyframe></mujoco>",
                          "fast");
    for (int k = 0; k < 10; k++) {
        assert_int_equal(ludo_step(r.sim, 0.01, NULL), LUDO_OK);
    }
    const ludo_body_state s = run_body(&r, 0);
    /* complementarity against an impact of 60 N s */
    CHECK_NEAR(s.linear_velocity.z, 30.0, 1e-7);
    assert_true(s.com.z > 0.03);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_held_by_a_loop_rest),
        cmocka_unit_test(dry_friction_without_gravity_holds),
        cmocka_unit_test(fast_bodies_bounce_off_a_thin_plate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
