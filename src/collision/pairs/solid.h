/* SPDX-License-Identifier: Apache-2.0
 *
 * The narrow phase of a solid of convex parts, which is fixed in the world, and a convex shape. */
#ifndef LUDO_COLLISION_PAIRS_SOLID_H
#define LUDO_COLLISION_PAIRS_SOLID_H

#include "collision/narrow_phase.h"
#include "geometry/solid_part.h"

struct solid_source;

/* A solid and a shape, in the order of their narrow phase. */
typedef struct solid_pair {
    const struct solid_source *of;
    const collider *solid, *other;
    const pose *z_solid, *z_other;
    bool solid_is_b;
    double lean;            /* of the parts that are visited */
    ludo_vec3 center, half; /* of the box of the shape, in the solid's frame */
} solid_pair;

typedef void part_visit(void *with, const solid_pair *p, const solid_part *part);

/* A type of solid. */
typedef struct solid_source {
    const struct shape_kind *kind;

    /* Visit all parts that are nearer to the shape than a distance, and some others. */
    void (*parts_near)(const solid_pair *p, double distance, part_visit *visit, void *with);
} solid_source;

/* The pair of two colliders, one of them of the type of the source. */
solid_pair ludo_solid_pair(const solid_source *of, const collider *a, const collider *b,
                           const pose *z_a, const pose *z_b);

/* narrow_phase_kind.find and narrow_phase_kind.gap; the gap is at most the radius of the shape. */
void ludo_solid_pair_find(const solid_pair *p, double margin, feature_list *out);
double ludo_solid_pair_gap(const solid_pair *p);

#endif
