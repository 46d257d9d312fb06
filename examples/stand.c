/* SPDX-License-Identifier: Apache-2.0
 *
 * A quadruped squats, held by PD control of its motors; prints the vertical contact force on each
 * foot and their sum over the weight: stand examples/quadruped_walk.xml */
#include <ludo/ludo.h>

#include <math.h>
#include <stdio.h>

enum { MOTORS = 8, MOST = 64 };
static const double kp = 40.0, kd = 0.4; /* [N m/rad], [N m s/rad] */

/* Torques towards a crouch that deepens and eases once in two seconds. */
static bool control(ludo_sim *sim, const ludo_model *model)
{
    double q[MOST], v[MOST], u[MOTORS];
    const double crouch = 0.15 - 0.15 * cos(3.141592653589793 * ludo_sim_time(sim));
    bool ok = ludo_sim_get_positions(sim, q, ludo_model_position_count(model)) == LUDO_OK &&
              ludo_sim_get_velocities(sim, v, ludo_model_dof(model)) == LUDO_OK;
    for (int32_t i = 0; i < MOTORS && ok; i++) {
        ludo_actuator_info motor = {.struct_size = sizeof motor};
        ludo_joint_info hip = {.struct_size = sizeof hip};
        ok = ludo_model_actuator(model, i, &motor) == LUDO_OK &&
             ludo_model_joint(model, motor.target, &hip) == LUDO_OK;
        const double target = i % 2 == 0 ? -crouch : crouch; /* fore and aft crank of a leg */
        u[i] = kp * (target - q[hip.position_first]) - kd * v[hip.velocity_first];
    }
    return ok && ludo_sim_set_controls(sim, u, MOTORS) == LUDO_OK;
}

int main(int argc, char **argv)
{
    double force[6 * MOST];
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    bool ok = ludo_load_model(argc > 1 ? argv[1] : "", NULL, NULL, &model, NULL) == LUDO_OK;
    for (int32_t i = 0; i < MOTORS && ok; i++) { /* servos become motors: torque = control */
        ok = ludo_model_set_actuator_gains(model, i, 1.0, (double[3]){0.0}) == LUDO_OK;
    }
    const int32_t bodies = ludo_model_body_count(model);
    ok = ok && ludo_model_position_count(model) <= MOST && bodies <= MOST &&
         ludo_sim_create(model, NULL, NULL, &sim, NULL) == LUDO_OK;
    for (int k = 1; k <= 2000 && ok; k++) {
        ok = control(sim, model) && ludo_step(sim, 0.002, NULL) == LUDO_OK &&
             ludo_sim_get_contact_forces(sim, force, 6 * bodies) == LUDO_OK;
        double sum = 0.0;
        for (int32_t b = 0; b < bodies && ok && k % 200 == 0; b++) {
            sum += force[6 * b + 2];
            if (force[6 * b + 2] > 0.0) {
                printf("%6.2f N ", force[6 * b + 2]);
            }
        }
        if (k % 200 == 0) {
            printf(" %.2f of the weight\n", sum / (9.81 * ludo_model_mass(model)));
        }
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return ok ? 0 : 1;
}
