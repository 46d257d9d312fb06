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
    const ludo_joint_def slide = {.struct_size = sizeof slide,
                                  .type = "slide",
                                  .parent = LUDO_WORLD,
                                  .child = 0,
                                  .axis = {0.0, 0.0, 1.0}};
    const ludo_site_def end[2] = {
        {.struct_size = sizeof(ludo_site_def), .body = LUDO_WORLD, .frame.position.z = 1.0},
        {.struct_size = sizeof(ludo_site_def), .body = 0}};
    const ludo_spring_def spring = {.struct_size = sizeof spring,
                                    .type = "distance",
                                    .site_b = 1,
                                    .stiffness = 250.0,
                                    .damping = 1.5,
                                    .rest = {0.9, 0.9}};
    ludo_spec *spec = NULL;
    const bool ok = ludo_spec_create(NULL, &spec) == LUDO_OK &&
                    ludo_spec_add_body(spec, &weight, NULL) == LUDO_OK &&
                    ludo_spec_add_joint(spec, &slide, NULL) == LUDO_OK &&
                    ludo_spec_add_site(spec, &end[0], NULL) == LUDO_OK &&
                    ludo_spec_add_site(spec, &end[1], NULL) == LUDO_OK &&
                    ludo_spec_add_spring(spec, &spring, NULL) == LUDO_OK &&
                    ludo_compile(spec, NULL, model, NULL) == LUDO_OK;
    ludo_spec_destroy(spec);
    return ok;
}

int main(void)
{
    double push = 10.0, start = 0.0; /* [N], [J] */
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    bool ok = build(&model) && ludo_sim_create(model, NULL, NULL, &sim, NULL) == LUDO_OK &&
              ludo_sim_set_force_function(sim, shake, &push) == LUDO_OK;
    for (int k = 0; k <= 5000 && ok; k++) {
        ludo_energy e = {0.0, 0.0, 0.0, 0.0, 0.0};
        ok = (k == 0 || ludo_step(sim, 0.002, NULL) == LUDO_OK) &&
             ludo_sim_energy(sim, &e) == LUDO_OK;
        const double stored = e.kinetic + e.potential + e.springs;
        start = k == 0 ? stored : start;
        if (k % 1000 == 0 && ok) {
            printf("%2.0f s  stored %.4f J  work %.4f J  dissipated %.4f J  off by %+.1e J\n",
                   0.002 * k, stored, e.work, e.dissipated, stored - start - e.work + e.dissipated);
        }
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return ok ? 0 : 1;
}
