/* SPDX-License-Identifier: Apache-2.0
 *
 * Changes the parameters of a copy of a model and continues a running simulation with it; of the
 * robot in examples/quadruped.xml or of the model file that is named:
 *
 *     parameters [MODEL] */
#include "check.h"

/* On the moon, with a trunk of twice the mass. */
static void change_bodies(ludo_model *model)
{
    const ludo_vec3 moon = {0.0, 0.0, -1.62};
    ludo_body_info trunk = {.struct_size = sizeof trunk};
    double inertia[6];
    check(ludo_model_set_gravity(model, moon), NULL);
    check(ludo_model_body(model, 0, &trunk), NULL);
    for (int k = 0; k < 6; k++) {
        inertia[k] = 2.0 * trunk.inertia[k];
    }
    check(ludo_model_set_body_inertia(model, 0, 2.0 * trunk.mass, trunk.com, inertia), NULL);
}

/* Stiffer ropes, more damping in the first hinge, softer servos. */
static void change_forces(ludo_model *model)
{
    ludo_joint_info joint = {.struct_size = sizeof joint};
    ludo_spring_info spring = {.struct_size = sizeof spring};
    ludo_actuator_info servo = {.struct_size = sizeof servo};
    check(ludo_model_joint(model, 1, &joint), NULL);
    ludo_dof_def along = joint.along[0];
    along.damping *= 2.0;
    check(ludo_model_set_dof(model, 1, 0, &along), NULL);
    check(ludo_model_spring(model, 0, &spring), NULL);
    check(ludo_model_set_spring(model, 0, 2.0 * spring.stiffness, spring.damping, spring.rest),
          NULL);
    check(ludo_model_actuator(model, 0, &servo), NULL);
    for (int k = 0; k < 3; k++) {
        servo.bias[k] *= 0.5;
    }
    check(ludo_model_set_actuator_gains(model, 0, 0.5 * servo.gain, servo.bias), NULL);
}

int main(int argc, char **argv)
{
    ludo_diagnostic why = {.message = ""};
    ludo_model *model = model_of(argc, argv, "examples/quadruped.xml"), *other = NULL;
    ludo_sim *sim = sim_of(model, NULL);
    check(ludo_step(sim, ludo_model_timestep(model), NULL), NULL);

    check(ludo_model_copy(model, NULL, &other), NULL);
    change_bodies(other);
    change_forces(other);
    /* geoms that touch nothing have no friction to set */
    const ludo_status touched = ludo_model_set_geom_contact(other, 0, 0.1, 0.0);
    printf("friction of the first geom: %s\n", ludo_status_text(touched));

    check(ludo_sim_set_model(sim, other, &why), &why);
    check(ludo_step(sim, ludo_model_timestep(other), NULL), NULL);
    printf("%g kg became %g kg\n", ludo_model_mass(model), ludo_model_mass(other));
    ludo_sim_destroy(sim);
    ludo_model_destroy(other);
    ludo_model_destroy(model);
    return 0;
}
