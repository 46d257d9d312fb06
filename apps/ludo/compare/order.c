/* SPDX-License-Identifier: Apache-2.0
 *
 * The observed order of convergence. Relative to the exact motion, errors are C h^p, so that two
 * steps a > b give
 *
 *     e_a / e_b = a^p / b^p;
 *
 * relative to a run of the same integrator with step r, they are C (h^p - r^p) to leading order,
 * and p follows from e_a / e_b = (a^p - r^p) / (b^p - r^p), which increases with p. */
#include "compare/compare.h"

#include <math.h>
#include <string.h>

/* True for two trajectories of the same integrator, scheme and order. */
static bool has_same_method(const compared_run *a, const compared_run *b)
{
    return a->columns.recorded.trajectory != NULL && b->columns.recorded.trajectory != NULL &&
           a->facts.order == b->facts.order &&
           strcmp(a->facts.integrator, b->facts.integrator) == 0 &&
           strcmp(a->facts.scheme, b->facts.scheme) == 0;
}

/* The run of the same method with the next smaller step, or NULL. */
static const compared_run *find_finer(const comparison *c, const compared_run *run)
{
    const compared_run *found = NULL;
    for (int32_t i = 0; i < c->count; i++) {
        const compared_run *other = &c->run[i];
        if (i != c->reference && has_same_method(run, other) && other->facts.dt < run->facts.dt &&
            (found == NULL || other->facts.dt > found->facts.dt)) {
            found = other;
        }
    }
    return found;
}

/* log(e_a / e_b) of steps a > b for order p. */
static double log_ratio(double a, double b, double r, double p)
{
    const double ra = r / a, rb = r / b;
    return p * log(a / b) + log1p(-pow(ra, p)) - log1p(-pow(rb, p));
}

static double find_order(double log_of_errors, double a, double b, double r)
{
    double low = 0.0, high = 64.0;
    if (!(b > r) || !(log_of_errors > log_ratio(a, b, r, 1e-6)) ||
        !(log_of_errors < log_ratio(a, b, r, high))) {
        return (double)NAN; /* no order fits */
    }
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        if (log_ratio(a, b, r, middle) < log_of_errors) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5 * (low + high);
}

void ludo_compare_orders(comparison *c)
{
    const compared_run *reference = &c->run[c->reference];
    for (int32_t i = 0; i < c->count; i++) {
        compared_run *run = &c->run[i];
        const compared_run *finer = i != c->reference ? find_finer(c, run) : NULL;
        if (finer != NULL && run->largest > 0.0 && finer->largest > 0.0) {
            run->order =
                find_order(log(run->largest / finer->largest), run->facts.dt, finer->facts.dt,
                           has_same_method(run, reference) ? reference->facts.dt : 0.0);
        }
    }
}
