/* SPDX-License-Identifier: Apache-2.0
 *
 * All integrators converge to one motion, each with its order: on twenty random trees that hold
 * every joint, and springs, dampers, armatures, tendons and actuators of every kind under controls,
 * half of them floating. */
#include "everything.h"
#include "order.h"

#include <stdio.h>

enum { TREES = 20 };

static const double duration = 0.08;

/* An integrator, its order, and how many steps its coarsest run takes: few enough for errors well
 * above rounding, enough for the order to show. */
typedef struct method {
    const char *integrator;
    int32_t order, steps;
    bool damped; /* whether it takes dampers */
} method;

static const method methods[] = {
    {"maximal", 2, 8, true},     {"maximal", 4, 8, false}, {"galerkin", 2, 8, true},
    {"galerkin", 4, 4, true},    {"galerkin", 6, 2, true}, {"runge-kutta", 2, 16, true},
    {"runge-kutta", 4, 8, true},
};
enum { METHODS = sizeof methods / sizeof *methods };

static running run_by(const method *by, uint64_t seed, bool damped, int32_t steps)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = by->integrator;
    options.order = by->order;
    options.tolerance = 1e-13;
    running r = open_everything(seed, damped, &options);
    for (int32_t i = 0; i < ludo_model_actuator_count(r.model); i++) {
        assert_int_equal(ludo_sim_set_control(r.sim, i, sin(i)), LUDO_OK);
    }
    run_steps(&r, duration / steps, steps);
    return r;
}

static double larger(double a, double b)
{
    return a >= b ? a : b; /* NaN stays in a */
}

/* The largest errors of all trees: those of one may pass through zero. */
static void collect(order_errors *worst, int refinement, const state_error *e)
{
    order_errors one;
    order_add(&one, refinement, e);
    for (int k = 0; k < ERROR_KINDS; k++) {
        double *w = &worst->error[k][refinement];
        *w = larger(one.error[k][refinement], *w);
    }
}

static void all_converge_to_one_motion(void **state)
{
    (void)state;
    static const method exact = {"galerkin", 6, 16, true};
    order_errors worst[METHODS] = {0};
    FOR_SEEDS(seed, TREES)
    {
        running fine[2] = {run_by(&exact, seed, false, exact.steps),
                           run_by(&exact, seed, true, exact.steps)};
        for (int i = 0; i < METHODS * REFINEMENTS; i++) {
            const method *by = &methods[i / REFINEMENTS];
            const int refinement = i % REFINEMENTS;
            running r = run_by(by, seed, by->damped, by->steps << refinement);
            const state_error e = state_difference(&r, &fine[by->damped]);
            collect(&worst[i / REFINEMENTS], refinement, &e);
            run_close(&r);
        }
        run_close(&fine[0]);
        run_close(&fine[1]);
    }
    for (int i = 0; i < METHODS; i++) {
        char what[64];
        snprintf(what, sizeof what, "%s %d", methods[i].integrator, (int)methods[i].order);
        /* three steps leave the slope uncertain by what the next term of the error adds */
        order_check(&worst[i], what, methods[i].order, 0.06 * methods[i].order);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_converge_to_one_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
