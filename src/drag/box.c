/* SPDX-License-Identifier: Apache-2.0
 *
 * Drag of a box with the moments of inertia of its body: quadratic drag along and about each axis,
 * and the viscous drag of a sphere of its mean side. With sides s_i, velocity (w, v), and j, k the
 * other two axes of i:
 *
 *     f_i = - (density / 2) s_j s_k |v_i| v_i - 3 pi viscosity d v_i
 *     n_i = - (density / 64) s_i (s_j^4 + s_k^4) |w_i| w_i - pi viscosity d^3 w_i
 *     d   = (s_x + s_y + s_z) / 3 */
#include "model/drag.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* -(quadratic |x| + linear) x and its derivative. */
static double resist(double quadratic, double linear, double x, double *slope)
{
    *slope = -(2.0 * quadratic * fabs(x) + linear);
    return -(quadratic * fabs(x) + linear) * x;
}

static double fourth(double x)
{
    return (x * x) * (x * x);
}

static void box_force(const drag_data *b, const ludo_medium *m, const double V[6], double F[6],
                      double D[36])
{
    const double *s = b->size, mean = (s[0] + s[1] + s[2]) / 3.0;
    const double turning = pi * m->viscosity * mean * mean * mean;
    double slope[6];
    for (int i = 0; i < 3; i++) {
        const double a = s[(i + 1) % 3], c = s[(i + 2) % 3];
        F[i] = resist(m->density * s[i] * (fourth(a) + fourth(c)) / 64.0, turning, V[i], &slope[i]);
        F[3 + i] = resist(0.5 * m->density * a * c, 3.0 * pi * m->viscosity * mean, V[3 + i],
                          &slope[3 + i]);
    }
    if (D != NULL) {
        memset(D, 0, 36 * sizeof *D);
        for (int i = 0; i < 6; i++) {
            D[7 * i] = slope[i];
        }
    }
}

const drag_kind ludo_drag_box = {"box", box_force};
