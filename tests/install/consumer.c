/* SPDX-License-Identifier: Apache-2.0
 *
 * A user's program in C: a body falls for a second; prints its height. Opening a missing trajectory
 * calls HDF5, so that the static library must be linked with it. */
#include <ludo/ludo.h>

#include <stdio.h>

int main(void)
{
    ludo_body_def body = ludo_body_default();
    body.mass = body.inertia[0] = body.inertia[1] = body.inertia[2] = 1.0;
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    ludo_trajectory *trajectory = NULL;
    ludo_body_state state = {.position = {0.0, 0.0, 0.0}};
    bool ok = ludo_spec_create(NULL, &spec) == LUDO_OK &&
              ludo_spec_add_body(spec, &body, NULL) == LUDO_OK &&
              ludo_compile(spec, NULL, &model, NULL) == LUDO_OK &&
              ludo_sim_create(model, NULL, NULL, &sim, NULL) == LUDO_OK;
    for (int k = 0; k < 100 && ok; k++) {
        ok = ludo_step(sim, 0.01, NULL) == LUDO_OK;
    }
    ok = ok && ludo_sim_body_state(sim, 0, &state) == LUDO_OK;
    ok = ok && ludo_trajectory_open("no.h5", NULL, &trajectory, NULL) == LUDO_IO;
    printf("%s %.3f\n", ludo_version(), state.position.z);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
    return ok ? 0 : 1;
}
