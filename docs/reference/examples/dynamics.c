/* SPDX-License-Identifier: Apache-2.0
 *
 * Computes with the equations of motion, without a simulation: mass matrix, forward and inverse
 * dynamics, Jacobians, centre of mass, momentum; of examples/robot_arm.urdf or of the model file
 * that is named:
 *
 *     dynamics [MODEL] */
#include "check.h"

#include <math.h>

enum { MOST = 32 };

/* a = M^-1 (effort - c), and back. */
static void forward_and_inverse(ludo_dynamics *d, const double *q, const double *v, int32_t dof)
{
    double M[MOST * MOST], effort[MOST] = {1.0}, a[MOST], again[MOST];
    check(ludo_dynamics_mass_matrix(d, q, M), NULL);
    check(ludo_dynamics_forward(d, q, v, effort, a), NULL);
    check(ludo_dynamics_inverse(d, q, v, a, again), NULL);
    for (int32_t i = 0; i < dof; i++) {
        expect(fabs(again[i] - effort[i]) < 1e-9, "inverse dynamics undoes forward dynamics");
    }
    printf("M[0][0] = %g, a[0] = %g\n", M[0], a[0]);
}

/* A point of the last body, half a metre along its x axis. */
static void point(ludo_dynamics *d, const double *q, const double *v, int32_t body)
{
    const ludo_vec3 tip = {0.5, 0.0, 0.0};
    ludo_vec3 position, bias;
    ludo_frame frame;
    double J[6 * MOST], J_dot[6 * MOST], twist_bias[6];
    check(ludo_dynamics_point(d, q, body, tip, &position, J), NULL);
    check(ludo_dynamics_point_rate(d, q, v, body, tip, J_dot), NULL);
    check(ludo_dynamics_point_bias(d, q, v, body, tip, &bias), NULL);
    check(ludo_dynamics_body(d, q, body, &frame, J), NULL);
    check(ludo_dynamics_body_rate(d, q, v, body, J_dot), NULL);
    check(ludo_dynamics_body_bias(d, q, v, body, twist_bias), NULL);
    printf("the tip is at height %g, its bias acceleration %g\n", position.z, bias.z);
}

/* What springs, dampers and actuators do at an instant, and the acceleration of all forces. */
static void forces(ludo_dynamics *d, const double *q, const double *v)
{
    const double u[MOST] = {0.0};
    double effort[MOST], force[MOST], B[MOST * MOST], a[MOST];
    check(ludo_dynamics_set_activations(d, NULL, 0), NULL); /* no actuator has an activation */
    check(ludo_dynamics_forces(d, q, v, u, effort, force), NULL);
    check(ludo_dynamics_actuation(d, q, B), NULL);
    check(ludo_dynamics_forward_all(d, q, v, u, NULL, a), NULL);
    printf("springs and dampers exert %g, the acceleration is %g\n", effort[0], a[0]);
}

static void whole(ludo_dynamics *d, const double *q, const double *v)
{
    ludo_vec3 center;
    double A[6 * MOST], bias[6], J[3 * MOST];
    check(ludo_dynamics_center(d, q, LUDO_WORLD, &center, J), NULL);
    check(ludo_dynamics_momentum(d, q, &center, A), NULL);
    check(ludo_dynamics_momentum_bias(d, q, v, &center, bias), NULL);
    printf("the centre of mass is at height %g\n", center.z);
}

/* Coordinates at which the origin of a body is 5 cm lower, from a pose that is not stretched. */
static void reach(ludo_dynamics *d, double *q, int32_t body)
{
    ludo_ik_options options = ludo_ik_options_default();
    ludo_ik_target target = ludo_ik_target_default();
    ludo_ik_report report = {.struct_size = sizeof report};
    options.tolerance = 1e-6;
    q[1] += 0.5, q[2] += 0.5;
    target.body = body;
    check(ludo_dynamics_body(d, q, body, &target.goal, NULL), NULL);
    target.goal.position.z -= 0.05;
    const ludo_status status =
        ludo_dynamics_inverse_kinematics(d, &target, 1, &options, q, &report);
    printf("inverse kinematics: %s, error %g m\n", ludo_status_text(status), report.position);
}

int main(int argc, char **argv)
{
    ludo_model *model = model_of(argc, argv, "examples/robot_arm.urdf");
    const int32_t dof = ludo_model_dof(model);
    ludo_dynamics *d = NULL;
    double q[MOST] = {0.0}, v[MOST] = {0.0}, J[3 * MOST];
    ludo_vec3 position;
    expect(ludo_model_position_count(model) <= MOST, "the arrays are long enough");
    ludo_sim *sim = sim_of(model, NULL);
    check(ludo_sim_get_positions(sim, q, ludo_model_position_count(model)), NULL);
    ludo_sim_destroy(sim);

    check(ludo_dynamics_create(model, NULL, &d), NULL);
    forward_and_inverse(d, q, v, dof);
    point(d, q, v, ludo_model_body_count(model) - 1);
    forces(d, q, v);
    whole(d, q, v);
    if (ludo_model_site_count(model) > 0) {
        check(ludo_dynamics_site(d, q, 0, &position, J), NULL);
    }
    reach(d, q, ludo_model_body_count(model) - 1);
    ludo_dynamics_destroy(d);
    ludo_model_destroy(model);
    return 0;
}
