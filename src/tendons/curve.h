/* SPDX-License-Identifier: Apache-2.0
 *
 * Laws of springs and dampers beyond their linear parts, with x from the rest and the rate v:
 *
 *     spring   F = -( k_0 x + k_1 x^2 ) x        V = k_0 x^3 / 3 + k_1 x^4 / 4
 *     damper   F = -( d_0 |v| + d_1 v^2 ) v */
#ifndef LUDO_TENDONS_CURVE_H
#define LUDO_TENDONS_CURVE_H

#include "model/model.h"

#include <math.h>

/* A force and its derivative by its argument. */
typedef struct curve_force {
    double F, slope;
} curve_force;

static inline curve_force curve_spring(const curve_data *c, double q)
{
    const double x = q - c->rest, *k = c->stiffness;
    return (curve_force){-(k[0] + k[1] * x) * x * x, -(2.0 * k[0] + 3.0 * k[1] * x) * x};
}

static inline double curve_energy(const curve_data *c, double q)
{
    const double x = q - c->rest, *k = c->stiffness;
    return (k[0] / 3.0 + 0.25 * k[1] * x) * x * x * x;
}

static inline curve_force curve_damper(const curve_data *c, double v)
{
    const double s = fabs(v), *d = c->damping;
    return (curve_force){-(d[0] + d[1] * s) * s * v, -(2.0 * d[0] + 3.0 * d[1] * s) * s};
}

#endif
