/* SPDX-License-Identifier: Apache-2.0
 *
 * The shortest way of a segment around a sphere or cylinder, or through it along its surface from
 * inside; the cases are those of MuJoCo's tendons. */
#ifndef LUDO_MATH_WRAP_H
#define LUDO_MATH_WRAP_H

#include "math/vec3.h"

#include <stdbool.h>

/* A sphere about the origin, or a cylinder about the z axis, infinitely long. */
typedef struct wrap_surface {
    double radius;
    bool cylinder;
    bool sided; /* the path passes on the side of `side`; within the radius: touches the surface
                   from inside; else the path takes the shorter way */
    ludo_vec3 side;
} wrap_surface;

/* Where a wrapped segment meets the surface and leaves it. */
typedef struct wrapped_path {
    ludo_vec3 at[2];
    double curve; /* length on the surface between both points */
} wrapped_path;

/* Find the points where the segment from p[0] to p[1] wraps. @return false: the segment is
 * straight, because it misses the surface or an end is inside */
bool ludo_wrap_segment(const wrap_surface *s, const ludo_vec3 p[2], wrapped_path *out);

#endif
