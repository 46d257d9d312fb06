/* SPDX-License-Identifier: Apache-2.0
 *
 * Chooses an integrator and a step, closes the loops of the start, simulates a second, and tries a
 * longer step on a copy; here of examples/four_bar.xml or of the model file that is named:
 *
 *     simulate [MODEL] */
#include "check.h"

static void print_integrators(void)
{
    ludo_integrator_info info = {.struct_size = sizeof info};
    for (int32_t i = 0; i < ludo_integrator_count(); i++) {
        check(ludo_integrator_get(i, &info), NULL);
        printf("%s: order %d, for %s\n", info.name, info.orders[0], info.accepts);
    }
}

/* The first joint stays where it is; the others move until all loops are closed. */
static void start(ludo_sim *sim)
{
    ludo_start_report report = {.struct_size = sizeof report};
    double moved = 0.0;
    check(ludo_sim_reset(sim, -1), NULL);
    check(ludo_sim_hold_joint(sim, 0), NULL);
    check(ludo_sim_hold_rates(sim, 0), NULL);
    check(ludo_sim_project(sim, &report), NULL);
    check(ludo_sim_joint_moved(sim, 0, &moved), NULL);
    printf("closing loops moved bodies by %g, the first joint by %g\n", report.position_correction,
           moved);
}

/* The longest step that is sensible here. */
static double longest_step(ludo_sim *sim)
{
    ludo_diagnostic why = {.message = ""};
    ludo_step_limits limits = {.struct_size = sizeof limits};
    check(ludo_step_limit(sim, &limits, &why), &why);
    printf("steps of %g s, limited by: %s\n", limits.dt, limits.limited_by);
    return limits.dt;
}

/* A copy takes the step; the simulation itself stays. */
static void try_step(ludo_sim *sim, double h)
{
    ludo_allocator allocator;
    ludo_sim *copy = NULL;
    char node[64] = "";
    ludo_step_report report = {.struct_size = sizeof report};
    check(ludo_sim_allocator(sim, &allocator), NULL);
    check(ludo_sim_create(ludo_sim_model(sim), NULL, &allocator, &copy, NULL), NULL);
    check(ludo_sim_copy(copy, sim), NULL);
    if (ludo_step(copy, h, &report) == LUDO_OK) {
        printf("a step of %g s took %d iterations, %d substeps\n", h, report.iterations,
               report.substeps);
    }
    check(ludo_node_format(ludo_sim_model(sim), &report.node, node, sizeof node), NULL);
    printf("its residual was largest at: %s\n", node);
    ludo_sim_destroy(copy);
}

int main(int argc, char **argv)
{
    ludo_model *model = model_of(argc, argv, "examples/four_bar.xml");
    const ludo_sim_options options = ludo_sim_options_default();
    ludo_sim *sim = sim_of(model, &options);
    print_integrators();
    printf("order %d, scheme %s, fill-in %d\n", ludo_sim_order(sim), ludo_sim_scheme(sim),
           ludo_sim_fill(sim));
    start(sim);
    const double h = 0.1 * longest_step(sim);
    check(ludo_sim_run(sim, h, (int64_t)(1.0 / h), NULL), NULL);
    printf("t = %g s\n", ludo_sim_time(sim));
    try_step(sim, 5.0 * h);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return 0;
}
