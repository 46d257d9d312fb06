/* SPDX-License-Identifier: Apache-2.0
 *
 * How long may a step be? The program builds a rotating body; ludo_step_limit() returns the longest
 * step whose equations are proved to have a solution, and the other limits. Then ten thousand steps
 * near that bound run, each certified before it is tried. */
#include <ludo/ludo.h>

#include <math.h>
#include <stdio.h>

static bool build(ludo_model **model)
{
    const ludo_body_def stone = {
        .struct_size = sizeof stone, .mass = 3.0, .inertia = {0.01, 0.02, 0.025}};
    ludo_spec *spec = NULL;
    const bool ok = /* a body without a joint floats */
        ludo_spec_create(NULL, &spec) == LUDO_OK &&
        ludo_spec_set_option(spec, "gravity", (double[]){0.0, 0.0, 0.0}, 3) == LUDO_OK &&
        ludo_spec_add_body(spec, &stone, NULL) == LUDO_OK &&
        ludo_compile(spec, NULL, model, NULL) == LUDO_OK;
    ludo_spec_destroy(spec);
    return ok;
}

static void print_limits(const ludo_step_limits *of)
{
    for (int32_t i = 0; i < of->count; i++) {
        printf("%8.4f s  %-13s %s\n", of->limit[i].dt, of->limit[i].name, of->limit[i].about);
    }
    printf("sensible %.4f s by %s; proved up to %.4f s, solved up to %.4f s\n", of->dt,
           of->limited_by, of->bound, of->solved);
}

int main(void)
{
    static const double spun[6] = {0.0, 0.0, 0.0, 0.3, 4.0, 0.2};
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "rigid-body";
    options.scheme = "tln-cayley";
    options.certify = true;
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    ludo_step_limits limits = {.struct_size = sizeof limits};
    bool ok = build(&model) && ludo_sim_create(model, &options, NULL, &sim, NULL) == LUDO_OK &&
              ludo_sim_set_velocities(sim, spun, 6) == LUDO_OK &&
              ludo_step_limit(sim, &limits, NULL) == LUDO_OK;
    print_limits(&limits);
    ludo_energy before = {.kinetic = 0.0}, after = before;
    ludo_step_report report = {.struct_size = sizeof report};
    int certified = 0;
    ok = ok && ludo_sim_energy(sim, &before) == LUDO_OK;
    for (int k = 0; k < 10000 && ok; k++) {
        ok = ludo_step(sim, 0.9 * limits.bound, &report) == LUDO_OK;
        certified += ok && report.certified == report.substeps;
    }
    ok = ok && ludo_sim_energy(sim, &after) == LUDO_OK;
    printf("%d steps of 10000 certified; energy off by %.1e J of %.3f J\n", certified,
           fabs(after.kinetic - before.kinetic), before.kinetic);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return ok ? 0 : 1;
}
