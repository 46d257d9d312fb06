/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs of models from MJCF texts, and the orders of their integrators. */
#ifndef LUDO_TESTS_TEXT_ORDER_H
#define LUDO_TESTS_TEXT_ORDER_H

#include "model_text.h"
#include "order.h"

static inline running run_text(const char *text, const ludo_sim_options *options)
{
    return run_open(LUDO_OK, spec_of(text), options);
}

/* Options of an integrator, with a tolerance far below measured errors. */
static inline ludo_sim_options by(const char *integrator)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = integrator;
    options.tolerance = 1e-13;
    return options;
}

/* The state of a body, and the error of the energy, after a time in a number of steps. */
typedef ludo_body_state state_after_steps(const ludo_sim_options *options, int steps,
                                          double *error);

/* Integrators converge with order two to the motion of runge-kutta in 4000 steps, whose energy is
 * right to `reference_bound`. Their energy is right to 1e-3 J at `coarsest` << 2 steps. */
static inline void check_order_two(state_after_steps *after, const char *const *integrators,
                                   int count, int coarsest, double reference_bound)
{
    const ludo_sim_options reference = by("runge-kutta");
    double lost;
    const ludo_body_state want = after(&reference, 4000, &lost);
    CHECK_NEAR(lost, 0.0, reference_bound);
    for (int i = 0; i < count; i++) {
        const ludo_sim_options options = by(integrators[i]);
        order_errors errors;
        for (int k = 0; k < REFINEMENTS; k++) {
            state_error e = {0};
            const ludo_body_state got = after(&options, coarsest << k, &lost);
            state_error_add(&e, &got, &want);
            order_add(&errors, k, &e);
        }
        order_check(&errors, integrators[i], 2, 0.15);
        CHECK_NEAR(lost, 0.0, 1e-3);
    }
}

#endif
