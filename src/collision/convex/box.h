/* SPDX-License-Identifier: Apache-2.0
 *
 * Corners, edges and faces of boxes. Corner i is on the positive side of the axes whose bits are
 * set in i; a face is its axis and its side; edge 8 k + i starts at corner i and runs along axis k,
 * towards the positive side. */
#ifndef LUDO_COLLISION_CONVEX_BOX_H
#define LUDO_COLLISION_CONVEX_BOX_H

#include "math/vec3.h"

enum { BOX_AXES = 3, BOX_CORNERS = 8, BOX_EDGES = BOX_AXES * BOX_CORNERS };

typedef struct box_face {
    int32_t axis;
    bool positive;
} box_face;

/* A corner in the box's frame. */
static inline ludo_vec3 box_corner(const double *size, int32_t i)
{
    return v3((i & 1) != 0 ? size[0] : -size[0], (i & 2) != 0 ? size[1] : -size[1],
              (i & 4) != 0 ? size[2] : -size[2]);
}

/* Whether a number below BOX_EDGES is that of an edge: half of the 24 are. */
static inline bool box_has_edge(int32_t e)
{
    return (e % BOX_CORNERS & (1 << e / BOX_CORNERS)) == 0;
}

/* The ends of an edge in the box's frame. */
static inline void box_edge(const double *size, int32_t e, ludo_vec3 end[2])
{
    const int32_t corner = e % BOX_CORNERS;
    end[0] = box_corner(size, corner);
    end[1] = box_corner(size, corner | (1 << e / BOX_CORNERS));
}

/* The outer normal of a face. */
static inline ludo_vec3 box_normal(box_face f)
{
    const double s = f.positive ? 1.0 : -1.0;
    return v3(f.axis == 0 ? s : 0.0, f.axis == 1 ? s : 0.0, f.axis == 2 ? s : 0.0);
}

/* The face whose outer normal is nearest to n, the first of several. */
static inline box_face box_facing(ludo_vec3 n)
{
    const double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    return x >= y && x >= z ? (box_face){0, n.x > 0.0}
           : y >= z         ? (box_face){1, n.y > 0.0}
                            : (box_face){2, n.z > 0.0};
}

/* Whether p is over a face, enlarged by a rim. */
static inline bool box_over(const double *size, box_face f, double rim, ludo_vec3 p)
{
    return (f.axis == 0 || fabs(p.x) <= size[0] + rim) &&
           (f.axis == 1 || fabs(p.y) <= size[1] + rim) &&
           (f.axis == 2 || fabs(p.z) <= size[2] + rim);
}

static inline double within(double x, double size)
{
    return x > size ? size : x < -size ? -size : x;
}

/* The point of a box that is nearest to p: p itself if it is inside. */
static inline ludo_vec3 box_nearest(const double *size, ludo_vec3 p)
{
    return v3(within(p.x, size[0]), within(p.y, size[1]), within(p.z, size[2]));
}

/* The support of a box along a unit vector in its frame. */
static inline double box_reach(const double *size, ludo_vec3 n)
{
    return fabs(n.x) * size[0] + fabs(n.y) * size[1] + fabs(n.z) * size[2];
}

#endif
