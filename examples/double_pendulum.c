/* SPDX-License-Identifier: Apache-2.0
 *
 * A double pendulum: two rods released from horizontal swing for a minute. Prints the position of
 * the tip every ten seconds and the change of the energy since the start. */
#include <ludo/ludo.h>

#include <math.h>
#include <stdio.h>

/* A rod of 1 m and 1 kg along +x on a hinge about +y, at the end of `parent`. */
static bool add_rod(ludo_spec *spec, int32_t parent, int32_t *rod)
{
    ludo_body_def body = ludo_body_default();
    ludo_joint_def hinge = ludo_joint_default();
    body.mass = 1.0;
    body.com.x = 0.5;
    body.inertia[0] = 1e-3;
    body.inertia[1] = body.inertia[2] = 1.0 / 12.0;
    hinge.parent = parent;
    hinge.axis = (ludo_vec3){0.0, 1.0, 0.0};
    hinge.in_parent.position.x = parent == LUDO_WORLD ? 0.0 : 1.0;
    return ludo_spec_add_link(spec, &body, &hinge, rod) == LUDO_OK;
}

static bool build(ludo_model **model)
{
    ludo_spec *spec = NULL;
    int32_t upper = 0, lower = 0;
    const bool ok = ludo_spec_create(NULL, &spec) == LUDO_OK && add_rod(spec, LUDO_WORLD, &upper) &&
                    add_rod(spec, upper, &lower) &&
                    ludo_compile(spec, NULL, model, NULL) == LUDO_OK;
    ludo_spec_destroy(spec);
    return ok;
}

int main(void)
{
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    ludo_energy energy;
    ludo_body_state lower;
    bool ok = build(&model) && ludo_sim_create(model, NULL, NULL, &sim, NULL) == LUDO_OK;
    double worst = 0.0; /* the energy is 0 at the start */
    for (int k = 1; k <= 6000 && ok; k++) {
        ok = ludo_step(sim, 0.01, NULL) == LUDO_OK && ludo_sim_energy(sim, &energy) == LUDO_OK &&
             ludo_sim_body_state(sim, 1, &lower) == LUDO_OK;
        worst = ok ? fmax(worst, fabs(energy.kinetic + energy.potential)) : worst;
        if (k % 1000 == 0 && ok) { /* tip and hinge: equal distances from the middle */
            printf("%3.0f s  tip at x %+.3f m, z %+.3f m\n", ludo_sim_time(sim),
                   2.0 * lower.com.x - lower.position.x, 2.0 * lower.com.z - lower.position.z);
        }
    }
    printf("largest energy error %.3f J\n", worst);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return ok ? 0 : 1;
}
