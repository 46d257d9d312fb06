/* SPDX-License-Identifier: Apache-2.0
 *
 * An arm of two links with a position actuator on each hinge reaches out, holds a pose against its
 * weight and returns. Prints angles and torques: steps of 0.1 s give nearly the values of steps of
 * 0.001 s, because actuators are evaluated at the midpoint of a step. */
#include <ludo/ludo.h>

#include <stdio.h>

static const double upright = -1.5707963267948966;

/* A link of 0.5 m and 2 kg along +x on a hinge about +y, and the motor of its hinge. */
static bool add_link(ludo_spec *spec, int32_t parent)
{
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = 2.0,
                                .com = {0.25, 0.0, 0.0},
                                .inertia = {1e-3, 0.042, 0.042}};
    ludo_joint_def hinge = {
        .struct_size = sizeof hinge, .type = "hinge", .parent = parent, .axis = {0.0, 1.0, 0.0}};
    hinge.in_parent.position.x = parent == LUDO_WORLD ? 0.0 : 0.5;
    hinge.along[0].armature = 0.1; /* of the motor's rotor, after the gear */
    ludo_actuator_def motor = ludo_actuator_position(400.0, 40.0);
    return ludo_spec_add_body(spec, &body, &hinge.child) == LUDO_OK &&
           ludo_spec_add_joint(spec, &hinge, &motor.target) == LUDO_OK &&
           ludo_spec_add_actuator(spec, &motor, NULL) == LUDO_OK;
}

/* Two seconds towards the targets; prints the angle and the torque of each hinge. */
static bool reach(ludo_sim *sim, double h, double upper, double lower)
{
    bool ok = ludo_sim_set_control(sim, 0, upper) == LUDO_OK &&
              ludo_sim_set_control(sim, 1, lower) == LUDO_OK;
    for (const double end = ludo_sim_time(sim) + 2.0 - 0.5 * h; ok && ludo_sim_time(sim) < end;) {
        ok = ludo_step(sim, h, NULL) == LUDO_OK;
    }
    for (int32_t i = 0; i < 2 && ok; i++) {
        ludo_tendon_state line = {.struct_size = sizeof line};
        ok = ludo_sim_actuator(sim, i, &line) == LUDO_OK;
        printf("h %.3f  t %.1f  hinge %d at %+.4f rad, motor %+.3f N m\n", h, ludo_sim_time(sim), i,
               line.length, line.force);
    }
    return ok;
}

int main(void)
{
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    bool ok = ludo_spec_create(NULL, &spec) == LUDO_OK && add_link(spec, LUDO_WORLD) &&
              add_link(spec, 0) && ludo_compile(spec, NULL, &model, NULL) == LUDO_OK &&
              ludo_sim_create(model, NULL, NULL, &sim, NULL) == LUDO_OK;
    for (int i = 0; i < 2 && ok; i++) {
        const double h = i == 0 ? 0.001 : 0.1;
        ok = ludo_sim_reset(sim, -1) == LUDO_OK && reach(sim, h, 0.0, 0.5) &&
             reach(sim, h, upright, 0.0);
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
    return ok ? 0 : 1;
}
