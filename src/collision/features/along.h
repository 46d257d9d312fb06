/* SPDX-License-Identifier: Apache-2.0
 *
 * Sides that are nearly parallel. */
#ifndef LUDO_COLLISION_FEATURES_ALONG_H
#define LUDO_COLLISION_FEATURES_ALONG_H

#include "math/vec3.h"

/* Nearly parallel edges touch at the ends of the part along which they are nearer to each other,
 * aside of the axis, than this part of the lesser thickness. */
static const double along_width = 0.01;

/* The ends of a part along two sides: parts s of the side of a, t of that of b. */
typedef struct part_along {
    double s[2], t[2];
} part_along;

/* Narrow low .. high, in units of v, to where from + s along, along a direction, is within +-width.
 */
static inline void narrow_along(double from, double along, double width, double *low, double *high)
{
    if (!(fabs(along) > 0.0)) {
        *high = fabs(from) <= width ? *high : *low - 1.0;
        return;
    }
    double first = (-width - from) / along, last = (width - from) / along;
    if (first > last) {
        const double swap = first;
        first = last;
        last = swap;
    }
    *low = first > *low ? first : *low;
    *high = last < *high ? last : *high;
}

/* The part of side b that is near side a, aside of the axis n: on b from t[0] to t[1], on a from
 * s[0] to s[1] opposite along the axis; w + t v - s u is normal to `level`, the part of u that is
 * normal to the axis. False: there is none. */
static inline bool find_along(const ludo_vec3 a[2], const ludo_vec3 b[2], ludo_vec3 n, double width,
                              part_along *part)
{
    const ludo_vec3 u = v3_sub(a[1], a[0]), v = v3_sub(b[1], b[0]);
    const ludo_vec3 w = v3_sub(b[0], a[0]), aside = v3_cross(n, u);
    const ludo_vec3 level = v3_axpy(u, -v3_dot(n, u), n);
    const double whole = v3_dot(u, level), middle = 0.5 * whole;
    double low = 0.0, high = 1.0;
    narrow_along(v3_dot(w, aside), v3_dot(v, aside), width * v3_norm(aside), &low, &high);
    narrow_along(v3_dot(w, level) - middle, v3_dot(v, level), middle, &low, &high);
    for (int32_t end = 0; end < 2; end++) {
        part->t[end] = end == 0 ? low : high;
        part->s[end] = (v3_dot(w, level) + part->t[end] * v3_dot(v, level)) / whole;
    }
    return low <= high;
}

#endif
