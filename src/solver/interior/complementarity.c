/* SPDX-License-Identifier: Apache-2.0
 *
 * Impulses that bear times the rates that they keep from becoming negative [contact.md 5]. */
#include "solver/interior/complementarity.h"

#include <math.h>

double ludo_cones_largest(const cone *cones, int32_t count, double least)
{
    double most = least;
    for (int32_t i = 0; i < count; i++) {
        const double p = cones[i].kind->bears ? fabs(cones[i].p[0]) : 0.0;
        most = p <= most ? most : p;
    }
    return most;
}

double ludo_cones_product(const cone *cones, int32_t count)
{
    double most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        const double product = cones[i].kind->bears ? fabs(cones[i].p[0] * cones[i].y[0]) : 0.0;
        most = product <= most ? most : product;
    }
    return most;
}

/* Products of the law, and what impulses do along what own rates miss. */
static double law_left(const cone *c)
{
    return c->kind->product(c, 0.0) + fabs(c->p[0]) * c->kind->gap(c);
}

double ludo_cones_product_left(const cone *cones, int32_t count)
{
    double most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        if (cones[i].kind->bears) {
            const double told = fabs(cones[i].p[0] * cones[i].y[0]), left = law_left(&cones[i]);
            const double less = left < told ? left : told;
            most = less <= most ? most : less;
        }
    }
    return most;
}
