/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamics with closed loops: forces in the loops, and the efforts of a few drives that produce a
 * motion; of examples/four_bar.xml or of the model file that is named:
 *
 *     loop_dynamics [MODEL] */
#include "check.h"

#include <math.h>

enum { MOST = 32 };

/* Coordinates and rates that satisfy the loops. */
static void read_state(const ludo_model *model, double *q, double *v)
{
    ludo_sim *sim = sim_of(model, NULL);
    check(ludo_sim_get_positions(sim, q, ludo_model_position_count(model)), NULL);
    check(ludo_sim_get_velocities(sim, v, ludo_model_dof(model)), NULL);
    ludo_sim_destroy(sim);
}

int main(int argc, char **argv)
{
    ludo_model *model = model_of(argc, argv, "examples/four_bar.xml");
    ludo_dynamics *d = NULL;
    double q[MOST], v[MOST], a[MOST], lambda[MOST], effort[MOST] = {0.0};
    double g[MOST], G[MOST * MOST], bias[MOST], strength[MOST] = {1.0}; /* the first joint drives */
    check(ludo_dynamics_create(model, NULL, &d), NULL);
    expect(ludo_model_position_count(model) <= MOST && ludo_dynamics_loop_rows(d) <= MOST,
           "the arrays are long enough");
    read_state(model, q, v);
    check(ludo_dynamics_loops(d, q, g, G), NULL);
    check(ludo_dynamics_loops_bias(d, q, v, bias), NULL);
    expect(fabs(g[0]) < 1e-9, "the loop is closed");

    check(ludo_dynamics_forward_loops(d, q, v, effort, a, lambda), NULL);
    printf("falling: acceleration %g, first force in the loop %g\n", a[0], lambda[0]);
    for (int32_t i = 0; i < ludo_model_dof(model); i++) {
        a[i] = 0.0;
    }
    check(ludo_dynamics_inverse_loops(d, q, v, a, strength, effort), NULL);
    printf("at rest: the drive exerts %g N m\n", effort[0]);
    ludo_dynamics_destroy(d);
    ludo_model_destroy(model);
    return 0;
}
