/* SPDX-License-Identifier: Apache-2.0
 *
 * Energy bookkeeping: a weight on a spring and a damper, shaken by a user-defined force. Prints the
 * stored energy, the work, the dissipation, and the error of the balance. */
#include <ludo/ludo.h>

#include <math.h>
#include <stdio.h>

/* A force up and down at nearly the frequency of the spring. */
static void shake(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    (void)effort;
    wrench[0].force.z = *(const double *)user * cos(11.0 * query->time);
}

static bool build(ludo_model **model)
{
    const ludo_body_def weight = {
        .struct_size = sizeof weight, .mass = 2.0, .inertia = {0.01, 0.01, 0.01}};
    ludo_joint_def slide = ludo_joint_default();
    slide.type = "slide"; /* along z */
    slide.along[0].stiffness = 250.0;
    slide.along[0].damping = 1.5;
    ludo_spec *spec = NULL;
    const bool ok = ludo_spec_create(NULL, &spec) == LUDO_OK &&
                    ludo_spec_add_link(spec, &weight, &slide, NULL) == LUDO_OK &&
                    ludo_compile(spec, NULL, model, NULL) == LUDO_OK;
    ludo_spec_destroy(spec);
    return ok;
}

int main(void)
{
    double push = 10.0; /* [N] */
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    ludo_energy start, e;
    bool ok = build(&model) && ludo_sim_create(model, NULL, NULL, &sim, NULL) == LUDO_OK &&
              ludo_sim_set_force_function(sim, shake, &push) == LUDO_OK &&
              ludo_sim_energy(sim, &start) == LUDO_OK;
    for (int k = 0; k < 5 && ok; k++) {
        ok = ludo_sim_run(sim, 0.002, 1000, NULL) == LUDO_OK && ludo_sim_energy(sim, &e) == LUDO_OK;
        printf("%2.0f s  stored %.4f J  work %.4f J  dissipated %.4f J  off by %+.1e J\n",
               ludo_sim_time(sim), ludo_energy_stored(&e), e.work, e.dissipated,
               ludo_energy_error(&start, &e));
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return ok ? 0 : 1;
}
