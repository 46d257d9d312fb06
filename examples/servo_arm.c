/* SPDX-License-Identifier: Apache-2.0
 *
 * An arm of two links with a position actuator on each hinge reaches out, holds a pose against its
 * weight and returns. Prints angles and torques: steps of 0.1 s give nearly the values of steps of
 * 0.001 s, because actuators are evaluated at the midpoint of a step. */
#include <ludo/ludo.h>

#include <math.h>
#include <stdio.h>

static const double out[2] = {0.0, 0.5}, upright[2] = {-1.5707963267948966, 0.0};

/* A link of 0.5 m and 2 kg along +x on a hinge about +y, and the motor of its hinge. */
static bool add_link(ludo_spec *spec, int32_t parent)
{
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = 2.0, .com.x = 0.25, .inertia = {1e-3, 0.042, 0.042}};
    ludo_joint_def hinge = ludo_joint_default();
    ludo_actuator_def motor = ludo_actuator_position(400.0, 40.0);
    hinge.parent = parent;
    hinge.axis = (ludo_vec3){0.0, 1.0, 0.0};
    hinge.in_parent.position.x = parent == LUDO_WORLD ? 0.0 : 0.5;
    hinge.along[0].armature = 0.1; /* of the motor's rotor, after the gear */
    return ludo_spec_add_link(spec, &body, &hinge, &motor.target) == LUDO_OK &&
           ludo_spec_add_actuator(spec, &motor, NULL) == LUDO_OK; /* joint and body: one number */
}

/* Two seconds towards the targets; prints the angle and the torque of each hinge. */
static bool reach(ludo_sim *sim, double h, const double *target)
{
    double q[2], torque[2];
    const bool ok = ludo_sim_set_controls(sim, target, 2) == LUDO_OK &&
                    ludo_sim_run(sim, h, lround(2.0 / h), NULL) == LUDO_OK &&
                    ludo_sim_get_positions(sim, q, 2) == LUDO_OK &&
                    ludo_sim_get_actuator_forces(sim, torque, 2) == LUDO_OK;
    for (int i = 0; i < 2 && ok; i++) {
        printf("h %.3f  t %.1f  hinge %d at %+.4f rad, motor %+.3f N m\n", h, ludo_sim_time(sim), i,
               q[i], torque[i]);
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
    for (double h = 0.001; h <= 0.1 && ok; h *= 100.0) {
        ok = ludo_sim_reset(sim, -1) == LUDO_OK && reach(sim, h, out) && reach(sim, h, upright);
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
    return ok ? 0 : 1;
}
