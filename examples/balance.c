/* SPDX-License-Identifier: Apache-2.0
 *
 * Balances a pole on a cart by an LQR on the derivative of the integrator's own step:
 *
 *     balance examples/cart_pole.xml
 *
 * Near the keyframe "goal" a step maps x = (dq, p) to A x + B u, to first order. The minimum of sum
 * |x|^2 + r u^2 over all later steps is x . P x, with u = -K x. */
#include <ludo/ludo.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DOF = 2, X = 2 * DOF };

static const double r = 0.01;

/* C += A^T B, A being X x a, B X x b. */
static void add_product(int a, int b, const double *A, const double *B, double *C)
{
    for (int i = 0; i < X * a * b; i++) {
        const int k = i / (a * b), row = i / b % a, column = i % b;
        C[b * row + column] += A[a * k + row] * B[b * k + column];
    }
}

/* Riccati's iteration, P := 1 + r K^T K + (A - B K)^T P (A - B K), with the minimising K. */
static void regulate(const double *A, const double *B, double K[X])
{
    double P[X * X] = {0.0};
    for (int k = 0; k < 1000; k++) {
        double PB[X] = {0.0}, G = r, next[X * X] = {0.0}, closed[X * X], P_closed[X * X] = {0.0};
        add_product(X, 1, P, B, PB); /* P is symmetric */
        add_product(1, 1, B, PB, &G);
        memset(K, 0, sizeof(double) * X);
        add_product(1, X, PB, A, K);
        for (int i = 0; i < X; i++) {
            K[i] /= G;
        }
        for (int i = 0; i < X * X; i++) {
            closed[i] = A[i] - B[i / X] * K[i % X];
            next[i] = (i / X == i % X ? 1.0 : 0.0) + r * K[i / X] * K[i % X];
        }
        add_product(X, X, P, closed, P_closed);
        add_product(X, X, closed, P_closed, next);
        memcpy(P, next, sizeof P);
    }
}

/* Runs for five seconds from a pole 0.2 rad off the goal, which is the current state, back to the
 * goal. */
static bool balance(ludo_sim *sim, double h, const double K[X])
{
    double goal[DOF], x[X];
    bool ok = ludo_sim_get_positions(sim, goal, DOF) == LUDO_OK;
    const double leaning[DOF] = {goal[0], goal[1] + 0.2};
    ok = ok && ludo_sim_set_positions(sim, leaning, DOF) == LUDO_OK;
    for (int k = 0; k * h < 5.0 && ok; k++) {
        ok = ludo_sim_momenta(sim, x + DOF) == LUDO_OK &&
             ludo_sim_get_positions(sim, x, DOF) == LUDO_OK;
        double u = 0.0;
        for (int32_t j = 0; j < DOF; j++) {
            x[j] -= goal[j];
            u -= K[j] * x[j] + K[DOF + j] * x[DOF + j];
        }
        if (k % 25 == 0) {
            printf("%4.1f s: cart %8.5f m, pole %8.5f rad off\n", ludo_sim_time(sim), x[0], x[1]);
        }
        ok = ok && ludo_sim_set_controls(sim, &u, 1) == LUDO_OK &&
             ludo_step(sim, h, NULL) == LUDO_OK;
    }
    return ok;
}

int main(int argc, char **argv)
{
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    ludo_linearizer *linearizer = NULL;
    ludo_diagnostic why = {.message = "it takes a model of a cart and a pole"};
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "galerkin";
    options.contacts = options.limits = false; /* contacts and limits have no derivatives */
    bool ok = argc > 1 && ludo_load_model(argv[1], NULL, NULL, &model, &why) == LUDO_OK &&
              ludo_sim_create(model, &options, NULL, &sim, &why) == LUDO_OK &&
              ludo_linearizer_create(sim, NULL, &linearizer, &why) == LUDO_OK &&
              ludo_model_dof(model) == DOF && ludo_model_actuator_count(model) == 1 &&
              ludo_model_joint_count(model) == DOF;
    const double h = ok ? ludo_model_timestep(model) : 0.0;
    const int32_t goal = ok ? ludo_model_keyframe_find(model, "goal") : LUDO_NOT_FOUND;
    ok = ok && goal >= 0 && ludo_sim_reset(sim, goal) == LUDO_OK &&
         ludo_linearizer_step(linearizer, sim, h, NULL) == LUDO_OK;
    if (ok) {
        double K[X];
        regulate(ludo_linearizer_A(linearizer), ludo_linearizer_B(linearizer), K);
        printf("K = %.3f %.3f %.3f %.3f\n", K[0], K[1], K[2], K[3]);
        ok = ludo_sim_reset(sim, goal) == LUDO_OK && balance(sim, h, K);
    }
    if (!ok) {
        fprintf(stderr, "%s\n", why.message);
    }
    ludo_linearizer_destroy(linearizer);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return ok ? 0 : 1;
}
