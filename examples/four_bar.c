/* SPDX-License-Identifier: Apache-2.0
 *
 * A four-bar linkage, its bars described in a pose that is not assembled: the library closes the
 * loop and holds the crank where it is set. Prints the coordinates of the joints as the linkage
 * swings, the force in the pin that closes the loop, and the violation of the loop. */
#include <ludo/ludo.h>

#include <stdio.h>

enum { CRANK, COUPLER, ROCKER, PIN };

static bool build(ludo_model **model)
{
    static const double bars[][2] = {{0.2, 0.0}, {0.5, 0.2}, {0.4, 0.5}}; /* length, place [m] */
    ludo_joint_def hinge = ludo_joint_default();
    hinge.axis = (ludo_vec3){0.0, -1.0, 0.0}; /* rotates x to z */
    ludo_spec *spec = NULL;
    bool ok = ludo_spec_create(NULL, &spec) == LUDO_OK;
    for (int i = CRANK; i <= ROCKER && ok; i++) {
        const double l = bars[i][0], J = l * l * l / 12.0; /* 1 kg/m */
        const ludo_body_def bar = {
            .struct_size = sizeof bar, .mass = l, .com.x = 0.5 * l, .inertia = {1e-5, J, J}};
        hinge.parent = i == COUPLER ? CRANK : LUDO_WORLD;
        hinge.in_parent.position.x = bars[i][1];
        ok = ludo_spec_add_link(spec, &bar, &hinge, &hinge.child) == LUDO_OK;
    }
    hinge.parent = COUPLER; /* a hinge carries the rocker already, so the pin closes the loop */
    hinge.in_parent.position.x = 0.5;
    hinge.in_child.position.x = 0.4;
    ok = ok && ludo_spec_add_joint(spec, &hinge, NULL) == LUDO_OK &&
         ludo_compile(spec, NULL, model, NULL) == LUDO_OK;
    ludo_spec_destroy(spec);
    return ok;
}

int main(void)
{
    double q[3] = {1.0}; /* coordinates of crank, coupler, rocker [rad] */
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    bool ok = build(&model) && ludo_sim_create(model, NULL, NULL, &sim, NULL) == LUDO_OK &&
              ludo_sim_set_positions(sim, q, 3) == LUDO_OK &&
              ludo_sim_hold_joint(sim, CRANK) == LUDO_OK;
    for (int k = 0; k <= 10 && ok; k++) {
        ludo_loop_state loop = {.struct_size = sizeof loop};
        ludo_wrench pin = LUDO_ZERO;
        ok = ludo_sim_get_positions(sim, q, 3) == LUDO_OK &&
             ludo_sim_loop(sim, 0, &loop) == LUDO_OK &&
             ludo_sim_reaction(sim, PIN, &pin) == LUDO_OK;
        printf("%.1f s: %6.3f %6.3f %6.3f rad; pin bears %6.2f %6.2f N, is open by %.0e m\n",
               ludo_sim_time(sim), q[0], q[1], q[2], pin.force.x, pin.force.z, loop.gap);
        ok = ok && ludo_sim_run(sim, 0.001, 100, NULL) == LUDO_OK;
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return ok ? 0 : 1;
}
