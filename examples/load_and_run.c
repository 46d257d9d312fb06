/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a model file, simulates it and prints its joints:
 *
 *     load_and_run MODEL [SECONDS] */
#include <ludo/ludo.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void print_joint(ludo_sim *sim, int32_t joint)
{
    ludo_joint_info info = {.struct_size = sizeof info};
    double q[7], rate[6];
    if (ludo_model_joint(ludo_sim_model(sim), joint, &info) != LUDO_OK || info.merged ||
        ludo_sim_joint_position(sim, joint, q) != LUDO_OK ||
        ludo_sim_joint_velocity(sim, joint, rate) != LUDO_OK) {
        return;
    }
    printf("%s (%s)", info.name, info.type);
    for (int32_t i = 0; i < info.position_count; i++) {
        printf(" %.6f", q[i]);
    }
    printf("  moving at");
    for (int32_t i = 0; i < info.velocity_count; i++) {
        printf(" %.6f", rate[i]);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    ludo_diagnostic why = {.message = ""};
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    ludo_status status = ludo_load_model(argc > 1 ? argv[1] : "", NULL, NULL, &model, &why);
    status = status != LUDO_OK ? status : ludo_sim_create(model, NULL, NULL, &sim, &why);
    const double seconds = argc > 2 ? atof(argv[2]) : 10.0, dt = ludo_model_timestep(model);
    status = status != LUDO_OK ? status : ludo_sim_run(sim, dt, lround(seconds / dt), NULL);
    for (int32_t j = 0; status == LUDO_OK && j < ludo_model_joint_count(model); j++) {
        print_joint(sim, j);
    }
    if (status != LUDO_OK) {
        fprintf(stderr, "%s:%d: %s\n", why.file, (int)why.line,
                why.message[0] != '\0' ? why.message : ludo_status_text(status));
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return status == LUDO_OK ? 0 : 1;
}
