/* SPDX-License-Identifier: Apache-2.0
 *
 * Corrections of moments of inertia in their principal axes. */
#include "math/moments.h"

#include "math/principal.h"

static double no_less(double x, double least)
{
    return x < least ? least : x;
}

/* The inertia with moments v about `axes`. */
static sym3 about_axes(ludo_quat axes, const double v[3])
{
    return s3_turn(q_matrix(axes), (sym3){.xx = v[0], .yy = v[1], .zz = v[2]});
}

sym3 ludo_moments_bounded(sym3 J, double least, bool balanced)
{
    double v[3];
    if (!(least > 0.0) && !balanced) {
        return J;
    }
    const ludo_quat axes = ludo_principal_axes(J, v);
    const bool small = v[2] < least;
    for (int i = 0; i < 3; i++) {
        v[i] = no_less(v[i], least);
    }
    if (balanced && v[1] + v[2] < v[0]) {
        const double mean = (v[0] + v[1] + v[2]) / 3.0;
        return (sym3){.xx = mean, .yy = mean, .zz = mean};
    }
    return small ? about_axes(axes, v) : J;
}

/* The point of the cone nearest to v, sorted: v itself, its projection on the plane v1 = v2 + v3,
 * or, where that is outside, on the edge (1 1 0). */
static void project(double v[3])
{
    const double third = (v[0] - v[1] - v[2]) / 3.0;
    if (third <= 0.0) {
        return;
    }
    if (v[2] + third < 0.0) {
        v[0] = v[1] = no_less(0.5 * (v[0] + v[1]), 0.0);
        v[2] = 0.0;
        return;
    }
    v[0] -= third;
    v[1] += third;
    v[2] += third;
}

sym3 ludo_moments_nearest(sym3 J, double margin)
{
    double v[3];
    const ludo_quat axes = ludo_principal_axes(J, v);
    const double least = margin * v[0];
    for (int i = 0; i < 3; i++) {
        v[i] -= least;
    }
    project(v);
    for (int i = 0; i < 3; i++) {
        v[i] += least;
    }
    return about_axes(axes, v);
}
