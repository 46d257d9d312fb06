/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets a simulation: poses, rates, controls, servos, forces; keeps a state and returns to it; here
 * of examples/robot_arm.urdf or of the model file that is named:
 *
 *     set [MODEL] */
#include "check.h"

/* Wind on every body, depending on time. */
static void blow(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    const double *strength = user;
    (void)effort;
    for (int32_t i = 0; i < query->bodies; i++) {
        wrench[i].force.x = *strength * query->time;
    }
}

/* A start: joints one by one, then all at once. */
static void set_start(ludo_sim *sim, const ludo_model *model)
{
    const double q = 0.2, v = -0.1;
    double all[64] = {0.0};
    check(ludo_sim_set_time(sim, 0.0), NULL);
    check(ludo_sim_set_joint_position(sim, 0, &q), NULL);
    check(ludo_sim_set_joint_velocity(sim, 0, &v), NULL);
    check(ludo_sim_get_positions(sim, all, ludo_model_position_count(model)), NULL);
    check(ludo_sim_set_positions(sim, all, ludo_model_position_count(model)), NULL);
    check(ludo_sim_get_velocities(sim, all, ludo_model_dof(model)), NULL);
    check(ludo_sim_set_velocities(sim, all, ludo_model_dof(model)), NULL);
}

static void set_forces(ludo_sim *sim, const ludo_model *model)
{
    static double strength = 0.1;
    const ludo_wrench push = {{0.0, 1.0, 0.0}, {0.0, 0.0, 0.0}};
    const double effort = 0.5, efforts[64] = {0.5}, controls[64] = {0.0};
    check(ludo_sim_set_servo(sim, 1, 0, 0.3, 50.0, 1.0), NULL); /* towards 0.3 rad */
    check(ludo_sim_set_joint_effort(sim, 0, &effort), NULL);
    check(ludo_sim_set_joint_efforts(sim, efforts, ludo_model_dof(model)), NULL);
    check(ludo_sim_set_controls(sim, controls, ludo_model_actuator_count(model)), NULL);
    if (ludo_model_actuator_count(model) > 0) {
        check(ludo_sim_set_control(sim, 0, 1.0), NULL);
    }
    double activations[64] = {0.0};
    check(ludo_sim_get_activations(sim, activations, ludo_model_activation_count(model)), NULL);
    check(ludo_sim_set_activations(sim, activations, ludo_model_activation_count(model)), NULL);
    check(ludo_sim_set_body_force(sim, ludo_model_body_count(model) - 1, &push), NULL);
    check(ludo_sim_set_force_function(sim, blow, &strength), NULL);
}

/* The same bits from the same state. */
static void return_to_state(ludo_sim *sim, double h)
{
    const size_t size = ludo_sim_state_size(sim);
    void *state = malloc(size);
    double first = 0.0, second = 0.0;
    if (state == NULL) {
        return;
    }
    check(ludo_sim_get_state(sim, state), NULL);
    check(ludo_step(sim, h, NULL), NULL);
    check(ludo_sim_joint_position(sim, 0, &first), NULL);
    check(ludo_sim_set_state(sim, state, size), NULL);
    check(ludo_step(sim, h, NULL), NULL);
    check(ludo_sim_joint_position(sim, 0, &second), NULL);
    expect(first == second, "a step from the same state has the same bits");
    free(state);
}

int main(int argc, char **argv)
{
    ludo_model *model = model_of(argc, argv, "examples/robot_arm.urdf");
    ludo_sim *sim = sim_of(model, NULL);
    ludo_body_state body;
    expect(ludo_model_position_count(model) <= 64, "the arrays below are long enough");
    set_start(sim, model);
    set_forces(sim, model);
    return_to_state(sim, ludo_model_timestep(model));

    /* the pose of a body moves what it carries; joints are satisfied again at the next reading */
    const int32_t last = ludo_model_body_count(model) - 1;
    check(ludo_sim_body_state(sim, last, &body), NULL);
    check(ludo_sim_set_body_state(sim, last, &body), NULL);
    check(ludo_step(sim, ludo_model_timestep(model), NULL), NULL);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return 0;
}
