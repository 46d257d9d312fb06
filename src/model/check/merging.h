/* SPDX-License-Identifier: Apache-2.0
 *
 * Merging of bodies.
 *
 * A body that is fixed to its parent is merged into it, unless a sensor reads the wrench between
 * the two; an unmerged body with mass gets a slot; an
 * unmerged body without mass is an intermediate link between the parts of one composite joint:
 *
 *     before                                  after
 *     world                                   world
 *       | free                                  | free
 *     trunk                                   trunk + battery      slot 0
 *       | fixed         | hinge (hip, x)        | composite (hip x, hip y)
 *     battery         cross (no mass)         thigh                slot 1
 *                       | hinge (hip, y)          `- cross: intermediate link after part 1
 *                     thigh */
#ifndef LUDO_MODEL_CHECK_MERGING_H
#define LUDO_MODEL_CHECK_MERGING_H

#include "math/mass.h"
#include "model/check/body_tree.h"

/* How a body is merged. */
typedef struct body_merging {
    int32_t merged_into;        /* the body that it moves with, or itself, or LUDO_WORLD */
    ludo_frame frame_in_merged; /* its frame there */
    int32_t slot;               /* a body without mass has that of its child; -1: the world */
    int32_t ancestor;       /* the nearest ancestor with a slot, itself included, or LUDO_WORLD */
    ludo_frame in_ancestor; /* its frame there where all coordinates are at their references */
    mass_properties mass;   /* of an unmerged body including all merged into it, in its frame */
    mass_properties moving; /* that, with the armature of a free joint */
    double lift;            /* the mass whose weight gravity compensation takes away */
    ludo_vec3 lift_moment;  /* its first moment about the origin of the frame */

    /* of an unmerged body only */
    int32_t merged_count, last_merged; /* number of bodies merged into it, and the last of them */
    int32_t child_count, child;        /* number of unmerged children, and the last of them */
    int32_t parts; /* public joints from the nearest ancestor with a slot, first those of bodies
                      without mass */
} body_merging;

/* The mass of a body alone, in its own frame. */
static inline mass_properties body_own_mass(const ludo_body_def *d)
{
    return (mass_properties){d->mass, d->com, s3_from(d->inertia)};
}

/* The number of public joints of a composite joint from `first` on: itself and those that continue
 * it. */
int32_t ludo_merging_part_count(const ludo_spec *spec, int32_t first);

/* The unmerged parent of an unmerged body, or LUDO_WORLD. */
int32_t ludo_merging_parent(const ludo_spec *spec, const body_tree *tree,
                            const body_merging *merging, int32_t b);

/* Merge all bodies: add their masses, count children and parts. Returns the mass that is merged
 * into the world. */
double ludo_merging_add(const ludo_spec *spec, const body_tree *tree, body_merging *merging);

/* The problem of the mass and inertia of an unmerged body, as the rest of a sentence; NULL: none.
 * Requires ludo_merging_add(). */
const char *ludo_merging_problem(const ludo_spec *spec, const body_tree *tree,
                                 body_merging *merging, int32_t b);

/* Merge all bodies; *slots counts those with mass. *world is the mass that is merged into the
 * world.
 * @return LUDO_OK, or LUDO_BAD_MODEL naming a body whose mass or inertia does not allow its motion
 */
ludo_status ludo_merging_find(const ludo_spec *spec, const body_tree *tree, body_merging *merging,
                              int32_t *slots, double *world, ludo_diagnostic *why);

/* The body that a body moves with; of the world the world. */
static inline int32_t body_merged_into(const body_merging *merging, int32_t b)
{
    return b == LUDO_WORLD ? LUDO_WORLD : merging[b].merged_into;
}

/* The nearest ancestor with a slot, the body itself included, or the world. */
static inline int32_t body_ancestor(const body_merging *merging, int32_t b)
{
    return b == LUDO_WORLD ? LUDO_WORLD : merging[b].ancestor;
}

static inline bool body_is_unmerged(const body_merging *merging, int32_t b)
{
    return merging[b].merged_into == b;
}

/* True if a body has a slot of its own. */
static inline bool body_has_slot(const body_merging *merging, int32_t b)
{
    return body_is_unmerged(merging, b) && merging[b].mass.mass > 0.0;
}

/* True if a body is an intermediate link between the parts of a joint. */
static inline bool body_is_massless(const body_merging *merging, int32_t b)
{
    return body_is_unmerged(merging, b) && !(merging[b].mass.mass > 0.0);
}

#endif
