/* SPDX-License-Identifier: Apache-2.0
 *
 * Derivatives of a step, (dq, dp) at its end = A (dq, dp) at its start + B du; of
 * examples/cart_pole.xml or of the model file that is named:
 *
 *     derive [MODEL] */
#include "check.h"

int main(int argc, char **argv)
{
    ludo_model *model = model_of(argc, argv, "examples/cart_pole.xml");
    ludo_sim *sim = sim_of(model, NULL);
    ludo_linearizer *linearizer = NULL;
    ludo_diagnostic why = {.message = ""};
    const int32_t dof = ludo_model_dof(model);
    double *p = calloc((size_t)dof + 1, sizeof *p);
    check(ludo_linearizer_create(sim, NULL, &linearizer, &why), &why);
    if (p != NULL) {
        check(ludo_sim_momenta(sim, p), NULL);
        printf("the first momentum is %g\n", p[0]);
        free(p);
    }
    check(ludo_linearizer_step(linearizer, sim, ludo_model_timestep(model), NULL), NULL);
    const double *A = ludo_linearizer_A(linearizer), *B = ludo_linearizer_B(linearizer);
    printf("A[0][0] = %g", A[0]);
    if (ludo_model_actuator_count(model) > 0) {
        printf(", B[0][0] = %g", B[0]);
    }
    printf("\n");
    ludo_linearizer_destroy(linearizer);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return 0;
}
