/* SPDX-License-Identifier: Apache-2.0
 *
 * Two faces of boxes that face each other, and the places where they may touch. All in the frame of
 * body a, until a feature is made. */
#ifndef LUDO_COLLISION_FEATURES_BOX_MEETING_H
#define LUDO_COLLISION_FEATURES_BOX_MEETING_H

#include "collision/convex/box.h"
#include "collision/features/box_facing.h"

enum { SIDES = 4, MOST_PLACES = 2 * SIDES + 2 * SIDES * SIDES + 1 };

/* A unit vector from a to b, and whether the shapes have their gap along it. */
typedef struct direction {
    ludo_vec3 n;
    enum { UNKNOWN, SEPARATES, OVERLAPS } is;
} direction;

/* The face of a box. */
typedef struct rectangle {
    const collider *of;
    box_face face;
    const int32_t *corner, *edge; /* in its loop */
    ludo_vec3 at[SIDES];          /* corners */
    ludo_vec3 side[2];            /* from the first corner to the second, from there to the third */
    ludo_vec3 normal;             /* outer */
    double offset;                /* normal . x of points on it */
    direction along;              /* the normal */
} rectangle;

typedef enum place_kind { CORNER_OF_B, CORNER_OF_A, CROSSED, ALONG_EDGES } place_kind;

/* A place where the faces may touch. */
typedef struct facing_place {
    place_kind kind;
    int32_t i, k; /* the corner; or the side of a, the side of b */
    int32_t end;  /* of a part along edges: 0 or 1 */
    double s, t;  /* of edges: where on the side of a, on that of b; 0 to 1 */
    ludo_vec3 at; /* midway between the shapes */
    double gap;
} facing_place;

/* The faces, and the places found. */
typedef struct meeting {
    const convex_pair *pair;
    const convex_axis *axis;
    double margin, rim, width, nearest, equal;
    bool is_along; /* neither face is normal to the axis: edges touch */
    bool is_exact; /* the gap of the axis is the distance of two points */
    rectangle a, b;
    facing_place place[MOST_PLACES];
    int32_t count;
} meeting;

/* Append the features of the places that are within the margin. */
void ludo_box_facing_append(const meeting *m, const pose *z_a, const pose *z_b, feature_list *out);

#endif
