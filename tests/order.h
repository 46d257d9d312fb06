/* SPDX-License-Identifier: Apache-2.0
 *
 * Orders of convergence from errors at step sizes that halve. */
#ifndef LUDO_TESTS_ORDER_H
#define LUDO_TESTS_ORDER_H

#include "running.h"

enum { REFINEMENTS = 3, ERROR_KINDS = 4 };

/* The errors of a state, by kind, at each step size. */
typedef struct order_errors {
    double error[ERROR_KINDS][REFINEMENTS];
} order_errors;

static const char *const error_kinds[ERROR_KINDS] = {"position", "angle", "velocity",
                                                     "angular velocity"};

static inline void order_add(order_errors *o, int refinement, const state_error *e)
{
    o->error[0][refinement] = e->position;
    o->error[1][refinement] = e->angle;
    o->error[2][refinement] = e->linear_velocity;
    o->error[3][refinement] = e->angular_velocity;
}

/* The slope of the least-squares line of log error over log step; steps halve. */
static inline double slope(const double error[REFINEMENTS])
{
    double sum = 0.0, weight = 0.0;
    for (int i = 0; i < REFINEMENTS; i++) {
        const double x = (REFINEMENTS - 1) / 2.0 - i;
        sum += x * log2(error[i]);
        weight += x * x;
    }
    return sum / weight;
}

/* Prints all slopes; each must be within slack of the order. */
static inline void order_check(const order_errors *o, const char *what, int order, double slack)
{
    for (int k = 0; k < ERROR_KINDS; k++) {
        const double *e = o->error[k];
        print_message("%s, %s: order %.2f (errors %.2e %.2e %.2e)\n", what, error_kinds[k],
                      slope(e), e[0], e[1], e[2]);
    }
    for (int k = 0; k < ERROR_KINDS; k++) {
        CHECK_NEAR(slope(o->error[k]), order, slack);
    }
}

#endif
