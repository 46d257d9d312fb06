/* SPDX-License-Identifier: Apache-2.0
 *
 * acceleration_server MODEL fixed|free: prints accelerations of a model file, for callers that
 * cannot link the library.
 *
 * First one line per movable joint, "joint POSITION_FIRST POSITION_COUNT VELOCITY_FIRST
 * VELOCITY_COUNT NAME", one line per actuator, "actuator NAME", then "end". Then for each state on
 * the standard input (the numbers q, v, u and the activations) one line: the accelerations of all
 * rates due to all forces, without contacts and limits. */
#include "ludo/ludo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ludo_model *read_model(const char *path, bool floats)
{
    ludo_load_options options = ludo_load_options_default();
    ludo_model *model = NULL;
    ludo_diagnostic why;
    options.base = floats ? LUDO_BASE_FREE : LUDO_BASE_FIXED;
    if (ludo_load_model(path, &options, NULL, &model, &why) != LUDO_OK) {
        fprintf(stderr, "%s:%d: %s\n", why.file, (int)why.line, why.message);
    }
    return model;
}

/* An integrator in joint coordinates evaluates accelerations at the knot, to round-off. */
static ludo_sim *create_sim(const ludo_model *model)
{
    ludo_sim_options options = ludo_sim_options_default();
    ludo_sim *sim = NULL;
    ludo_diagnostic why;
    options.integrator = "runge-kutta";
    options.contacts = options.limits = false;
    if (ludo_sim_create(model, &options, NULL, &sim, &why) != LUDO_OK) {
        fprintf(stderr, "%s\n", why.message);
    }
    return sim;
}

static void print_names(const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        ludo_joint_info j = {.struct_size = sizeof j};
        (void)ludo_model_joint(model, i, &j);
        if (j.dof > 0) {
            printf("joint %d %d %d %d %s\n", (int)j.position_first, (int)j.position_count,
                   (int)j.velocity_first, (int)j.velocity_count, j.name);
        }
    }
    for (int32_t i = 0; i < ludo_model_actuator_count(model); i++) {
        printf("actuator %s\n", ludo_model_actuator_name(model, i));
    }
    puts("end");
}

static bool read_numbers(double *x, int32_t count)
{
    bool read = true;
    for (int32_t i = 0; i < count && read; i++) {
        read = scanf("%lf", &x[i]) == 1;
    }
    return read;
}

static bool serve(const ludo_model *model, ludo_sim *sim)
{
    const int32_t nq = ludo_model_position_count(model), nv = ludo_model_dof(model);
    const int32_t nu = ludo_model_actuator_count(model), na = ludo_model_activation_count(model);
    double *q = calloc((size_t)nq + 2 * (size_t)nv + (size_t)nu + (size_t)na + 1, sizeof *q);
    double *v = q + nq, *a = v + nv, *u = a + nv, *act = u + nu;
    bool ok = q != NULL;
    print_names(model);
    while (ok && nv > 0 && read_numbers(q, nq) && read_numbers(v, nv) && read_numbers(u, nu) &&
           read_numbers(act, na)) {
        ok = ludo_sim_set_positions(sim, q, nq) == LUDO_OK &&
             ludo_sim_set_velocities(sim, v, nv) == LUDO_OK &&
             ludo_sim_set_controls(sim, u, nu) == LUDO_OK &&
             ludo_sim_set_activations(sim, act, na) == LUDO_OK &&
             ludo_sim_get_accelerations(sim, a, nv) == LUDO_OK;
        for (int32_t i = 0; i < nv; i++) {
            printf("%.17g%c", a[i], i + 1 < nv ? ' ' : '\n');
        }
    }
    free(q);
    return ok;
}

int main(int argc, char **argv)
{
    ludo_model *model = argc == 3 ? read_model(argv[1], strcmp(argv[2], "free") == 0) : NULL;
    ludo_sim *sim = model != NULL ? create_sim(model) : NULL;
    const bool ok = sim != NULL && serve(model, sim);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return ok ? 0 : 1;
}
