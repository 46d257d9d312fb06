/* SPDX-License-Identifier: Apache-2.0
 *
 * Sides near each other, and those that are nearly parallel. */
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

/* Whether intervals are farther apart than a distance. */
static inline bool intervals_are_apart(double a0, double a1, double b0, double b1, double distance)
{
    const double low_a = a0 < a1 ? a0 : a1, high_a = a0 < a1 ? a1 : a0;
    const double low_b = b0 < b1 ? b0 : b1, high_b = b0 < b1 ? b1 : b0;
    return low_b - high_a > distance || low_a - high_b > distance;
}

/* Whether the boxes of two segments are, along an axis of their frame. */
static inline bool segments_have_boxes_apart(const ludo_vec3 a[2], const ludo_vec3 b[2],
                                             double distance)
{
    return intervals_are_apart(a[0].x, a[1].x, b[0].x, b[1].x, distance) ||
           intervals_are_apart(a[0].y, a[1].y, b[0].y, b[1].y, distance) ||
           intervals_are_apart(a[0].z, a[1].z, b[0].z, b[1].z, distance);
}

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
