/* SPDX-License-Identifier: Apache-2.0
 *
 * Convex parts of a larger solid, whose surface is divided into faces of three or four sides: a
 * part is a prism below a face. Sides beyond which the surface falls are edges of the solid, and
 * have outer normals between those of both faces; beyond the others, the inner sides, the surface
 * goes on or rises [contact.md 3.4]. */
#ifndef LUDO_GEOMETRY_SOLID_PART_H
#define LUDO_GEOMETRY_SOLID_PART_H

#include "geometry/polytope.h"

/* Most sides of a face; most outer normals by which a part is left: that of its upper face, and one
 * for each side. */
enum { SOLID_SIDES = 4, SOLID_EXITS = SOLID_SIDES + 1 };

/* Sides are convex if the surface beyond falls by a greater sine. */
static const double solid_convex = 1e-9;

/* A side of the upper face of a part. */
typedef struct solid_side {
    bool is_open, is_end; /* the surface falls beyond it; the surface ends there */
    int32_t exit;         /* of an open one */
    ludo_vec3 beyond; /* unit, normal to the side: along the surface beyond, of an inner side along
                         the face */
} solid_side;

/* The surface beyond a side, or a piece of it. */
typedef struct solid_beyond {
    bool is_end;    /* there is none: the solid has a wall below the side */
    ludo_vec3 away; /* unit, normal to the side, along the surface; or down the wall */
    ludo_vec3 exit; /* its outer normal */
} solid_beyond;

/* A part. It is not moved once it is made: its polytope refers to it. */
typedef struct solid_part {
    polytope_part part; /* first: ludo_polytope_part operations get it */
    int32_t number;     /* among the parts of the solid, and of its planes */
    int32_t plane;      /* number of the flat place that has the face */
    int32_t sides;
    double rim;    /* points nearer to a side or the base are on it [m] */
    bool has_base; /* the lower face is one of the solid */
    double lean;   /* sine by which a normal may lean over sides of the face */
    solid_side side[SOLID_SIDES];
    polytope shape;
    polytope_prism prism;
    ludo_vec3 exit[SOLID_EXITS];
} solid_part;

/* Begin a part whose prism, sides, rim, base and lean are set. Its sides are inner ones until they
 * are looked at. */
void ludo_solid_part_begin(solid_part *p);

/* Look at the surface beyond side i, or a piece of it: if it falls from the upper face the side is
 * an edge of the solid, and its normal an exit. Of several pieces the one that falls most counts.
 */
void ludo_solid_part_look(solid_part *p, int32_t i, const solid_beyond *b);

/* The unit vector normal to the side from one point to another, along a triangle beyond it. */
ludo_vec3 ludo_solid_part_away(ludo_vec3 from, ludo_vec3 to, const ludo_vec3 triangle[3]);

#endif
