/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of unilateral impulses and their rates [contact.md 5.7]. */
#include "solver/interior/complementarity.h"

#include <math.h>

double ludo_cones_largest(const cone *cones, int32_t count, double least)
{
    double most = least;
    for (int32_t i = 0; i < count; i++) {
        const double p = cones[i].kind->unilateral ? fabs(cones[i].p[0]) : 0.0;
        most = p <= most ? most : p;
    }
    return most;
}

double ludo_cones_product(const cone *cones, int32_t count)
{
    double most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        const double product =
            cones[i].kind->unilateral ? fabs(cones[i].p[0] * cones[i].y[0]) : 0.0;
        most = product <= most ? most : product;
    }
    return most;
}

/* The products of the law, and the impulse times the difference of slack and rate. */
static double law_product(const cone *c)
{
    return c->kind->product(c, 0.0) + fabs(c->p[0]) * c->kind->rate_error(c);
}

double ludo_cones_product_left(const cone *cones, int32_t count)
{
    double most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        if (cones[i].kind->unilateral) {
            const double own = fabs(cones[i].p[0] * cones[i].y[0]), law = law_product(&cones[i]);
            const double less = law < own ? law : own;
            most = less <= most ? most : less;
        }
    }
    return most;
}
