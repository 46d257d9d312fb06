/* SPDX-License-Identifier: Apache-2.0
 *
 * Features of capsules and cylinders by their parts: the ball or the disc at an end, the side, the
 * flat end.
 *
 * The gap of a part is never less than that of its shape, so that features of parts can't push
 * shapes apart that don't touch. Where shapes touch along a segment or an area, parts at its ends
 * and corners keep it. */
#ifndef LUDO_COLLISION_FEATURES_PARTS_H
#define LUDO_COLLISION_FEATURES_PARTS_H

#include "collision/features/axis_feature.h"
#include "geometry/polytope.h"

/* A pair in search of features. */
typedef struct parts {
    convex_pair pair;
    convex_axis axis; /* of the whole shapes */
    const pose *z_a, *z_b;
    double margin;
    double rim; /* nearer features are at one place */
    feature_list *out;
} parts;

/* Numbers of the features. */
enum {
    PART_ENDS_A = 0,
    PART_ENDS_B = 2,
    PART_ARCS_A = 4,
    PART_ARCS_B = 6,
    PART_RIM_A = 8, /* and a number below 2 RIM_PLACES */
    PART_RIM_B = PART_RIM_A + (1 << 14),
    PART_CROSSINGS = PART_RIM_B + (1 << 14), /* of two round shapes */
    PART_CORNERS = 1 << 16,                  /* and a vertex */
    PART_SIDES = 1 << 21,                    /* and an edge */
    PART_EDGES_ON_RIM = 1 << 22,             /* and twice an edge, or one more */
    PART_CORNERS_BESIDE = 1 << 23            /* and a vertex */
};

/* The pair with its best axis; nothing is near if parts.axis.gap > margin. */
parts ludo_parts(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                 double margin, feature_list *out);

/* Put a feature of gap <= margin; of two at one place the one along whose normal the shapes overlap
 * less, and along equal normals the deeper. */
void ludo_parts_put(parts *p, const feature *f);

/* The ends of a capsule or a cylinder against the other shape. */
void ludo_parts_ends_a(parts *p);
void ludo_parts_ends_b(parts *p);

/* The side of a capsule or a cylinder, its axis, against the sides of a polytope's face: `round` is
 * that shape, a or b, the face is of the other. */
void ludo_parts_side_on_face(parts *p, const convex *round, const polytope *of, int32_t face);

/* The flat end of the cylinder b that faces the polytope a, if it stands on its face: points of the
 * rim over the face, an arc about the lowest one, corners of the face over the end, sides of the
 * face that cross the rim. If it stands on an edge: corners and sides of the face beside. Before
 * the ends: of features at one place an arc is kept. */
void ludo_parts_end_on_face(parts *p, const polytope *of, int32_t face);

/* The flat end of a cylinder against that of the other, or against the axis of the other, if they
 * face each other. Before the ends: of features at one place an arc is kept. */
void ludo_parts_end_on_round(parts *p);

/* The whole shapes along their axis, unless a feature is as near. */
void ludo_parts_whole(parts *p);

/* Corners of that face beside the axis of the round shape, which hold sides that are nearly
 * parallel at their ends, with normals within 25 degrees of the axis of the pair. After all others:
 * a corner that has entered the side near an end of the shape may be deeper than the shapes are,
 * along a normal that doesn't separate them. */
void ludo_parts_corners_beside(parts *p, const convex *round, const polytope *of, int32_t face);

#endif
