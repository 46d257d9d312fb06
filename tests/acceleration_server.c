/* SPDX-License-Identifier: Apache-2.0
 *
 * acceleration_server MODEL fixed|free [sensors]: prints accelerations, or values of sensors, of a
 * model file, for callers that cannot link the library.
 *
 * First one line per movable joint, "joint POSITION_FIRST POSITION_COUNT VELOCITY_FIRST
 * VELOCITY_COUNT NAME", one line per actuator, "actuator NAME", one per sensor, "sensor FIRST COUNT
 * NAME", then "end". Then for each state on the standard input (the numbers q, v, u and the
 * activations) one line: the accelerations of all rates due to all forces, or all values of
 * sensors, without contacts and limits. */
#include "serving.h"

#include <stdlib.h>

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

static void print_head(const ludo_model *model)
{
    print_joints(model);
    for (int32_t i = 0; i < ludo_model_actuator_count(model); i++) {
        printf("actuator %s\n", ludo_model_actuator_name(model, i));
    }
    for (int32_t i = 0; i < ludo_model_sensor_count(model); i++) {
        ludo_sensor_info s = {.struct_size = sizeof s};
        (void)ludo_model_sensor(model, i, &s);
        printf("sensor %d %d %s\n", (int)s.first, (int)s.count, s.name);
    }
    puts("end");
}

static bool serve(const ludo_model *model, ludo_sim *sim, ludo_quantity what)
{
    const int32_t nq = ludo_model_position_count(model), nv = ludo_model_dof(model);
    const int32_t nu = ludo_model_actuator_count(model), na = ludo_model_activation_count(model);
    const int32_t n = ludo_model_quantity_count(model, what);
    double *q =
        calloc((size_t)nq + (size_t)nv + (size_t)n + (size_t)nu + (size_t)na + 1, sizeof *q);
    double *v = q + nq, *a = v + nv, *u = a + n, *act = u + nu;
    bool ok = q != NULL;
    print_head(model);
    while (ok && nv > 0 && read_numbers(q, nq) && read_numbers(v, nv) && read_numbers(u, nu) &&
           read_numbers(act, na)) {
        ok = ludo_sim_set_positions(sim, q, nq) == LUDO_OK &&
             ludo_sim_set_velocities(sim, v, nv) == LUDO_OK &&
             ludo_sim_set_controls(sim, u, nu) == LUDO_OK &&
             ludo_sim_set_activations(sim, act, na) == LUDO_OK &&
             ludo_sim_get(sim, what, a, n) == LUDO_OK;
        print_numbers(a, n);
    }
    free(q);
    return ok;
}

int main(int argc, char **argv)
{
    ludo_model *model = served_model(argc, argv);
    ludo_sim *sim = model != NULL ? create_sim(model) : NULL;
    const bool ok = sim != NULL && serve(model, sim, argc == 4 ? LUDO_SENSORS : LUDO_ACCELERATIONS);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return ok ? 0 : 1;
}
