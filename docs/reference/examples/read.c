/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a simulation: bodies, joints, sites, forces, loops, invariants, whole states; here of the
 * robot in examples/quadruped.xml or of the model file that is named:
 *
 *     read [MODEL] */
#include "check.h"

static void print_motion(ludo_sim *sim, const ludo_model *model)
{
    ludo_body_state body;
    ludo_point_state point;
    double q[7], v[6], effort[6];
    check(ludo_sim_body_state(sim, 0, &body), NULL);
    printf("%s is at height %g m\n", ludo_model_body_name(model, 0), body.com.z);
    check(ludo_sim_joint_position(sim, 1, q), NULL);
    check(ludo_sim_joint_velocity(sim, 1, v), NULL);
    check(ludo_sim_joint_effort(sim, 1, effort), NULL);
    printf("%s: %g rad, %g rad/s, %g N m\n", ludo_model_joint_name(model, 1), q[0], v[0],
           effort[0]);
    check(ludo_sim_site(sim, 0, &point), NULL);
    printf("%s moves at %g m/s\n", ludo_model_site_name(model, 0), point.velocity.z);
}

static void print_forces(ludo_sim *sim)
{
    ludo_tendon_state spring = {.struct_size = sizeof spring};
    ludo_tendon_state actuator = {.struct_size = sizeof actuator};
    ludo_wrench wrench;
    double control = 0.0, stop[6];
    check(ludo_sim_spring(sim, 0, &spring), NULL);
    check(ludo_sim_actuator(sim, 0, &actuator), NULL);
    check(ludo_sim_control(sim, 0, &control), NULL);
    printf("the spring pulls %g N, the actuator %g N m at a control of %g\n", spring.force,
           actuator.force, control);
    check(ludo_sim_reaction(sim, 1, &wrench), NULL);
    check(ludo_sim_stop_force(sim, 1, stop), NULL);
    printf("the joint carries %g N, its stop %g N m\n", wrench.force.z, stop[0]);
}

static void print_loops(ludo_sim *sim, const ludo_model *model)
{
    ludo_loop_state loop = {.struct_size = sizeof loop};
    ludo_mobility mobility;
    ludo_wrench wrench;
    check(ludo_sim_mobility(sim, &mobility), NULL);
    printf("%d degrees of freedom, %d redundant rows\n", mobility.freedom, mobility.redundant);
    for (int32_t i = 0; i < ludo_model_loop_count(model); i++) {
        check(ludo_sim_loop(sim, i, &loop), NULL);
        check(ludo_sim_loop_reaction(sim, i, &wrench), NULL);
        printf("loop %d: open by %g m, carries %g N\n", i, loop.gap, wrench.force.z);
    }
}

/* Energy and momentum, and what is lost of them. */
static void print_invariants(ludo_sim *sim, const ludo_energy *before)
{
    ludo_energy energy;
    ludo_momentum momentum;
    ludo_violation violation;
    check(ludo_sim_energy(sim, &energy), NULL);
    check(ludo_sim_momentum(sim, &momentum), NULL);
    check(ludo_sim_violation(sim, &violation), NULL);
    printf("stored %g J, error %g J, momentum %g kg m/s, joints open by %g\n",
           ludo_energy_stored(&energy), ludo_energy_error(before, &energy), momentum.linear.z,
           violation.position);
}

/* One quantity of the whole simulation per call; `count` is the exact length. */
static void print_everything(ludo_sim *sim, const ludo_model *model)
{
    const int32_t nq = ludo_model_quantity_count(model, LUDO_POSITIONS);
    const int32_t nv = ludo_model_quantity_count(model, LUDO_VELOCITIES);
    const int32_t nu = ludo_model_quantity_count(model, LUDO_CONTROLS);
    const int32_t bodies = ludo_model_body_count(model), sites = ludo_model_site_count(model);
    double *numbers = calloc((size_t)(nq + nv + nu + 7 * (bodies + sites + 1)), sizeof *numbers);
    if (numbers == NULL) {
        return;
    }
    check(ludo_sim_get(sim, LUDO_POSITIONS, numbers, nq), NULL);
    check(ludo_sim_get_positions(sim, numbers, nq), NULL); /* the same */
    check(ludo_sim_get_velocities(sim, numbers, nv), NULL);
    check(ludo_sim_get_accelerations(sim, numbers, nv), NULL);
    check(ludo_sim_get_joint_efforts(sim, numbers, nv), NULL);
    check(ludo_sim_get_servo_efforts(sim, numbers, nv), NULL);
    check(ludo_sim_get_drive_efforts(sim, numbers, nv), NULL);
    check(ludo_sim_get_stop_forces(sim, numbers, nv), NULL);
    check(ludo_sim_get_controls(sim, numbers, nu), NULL);
    check(ludo_sim_get_actuator_forces(sim, numbers, nu), NULL);
    check(ludo_sim_get_body_poses(sim, numbers, 7 * bodies), NULL);
    check(ludo_sim_get_body_velocities(sim, numbers, 6 * bodies), NULL);
    check(ludo_sim_get_contact_forces(sim, numbers, 6 * bodies), NULL);
    check(ludo_sim_get_site_poses(sim, numbers, 7 * sites), NULL);
    check(ludo_sim_get_site_velocities(sim, numbers, 6 * sites), NULL);
    check(ludo_sim_get_energies(sim, numbers, 6), NULL);
    free(numbers);
}

int main(int argc, char **argv)
{
    ludo_model *model = model_of(argc, argv, "examples/quadruped.xml");
    ludo_sim *sim = sim_of(model, NULL);
    const double *poses = NULL;
    int32_t count = 0;
    ludo_energy before;
    check(ludo_sim_energy(sim, &before), NULL);
    for (int i = 0; i < 100; i++) {
        check(ludo_step(sim, ludo_model_timestep(model), NULL), NULL);
    }
    print_motion(sim, model);
    print_forces(sim);
    print_loops(sim, model);
    print_invariants(sim, &before);
    print_everything(sim, model);
    check(ludo_sim_view(sim, LUDO_BODY_POSES, &poses, &count), NULL); /* no copy, for bindings */
    printf("%g: first body, %d numbers\n", poses[2], count);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return 0;
}
