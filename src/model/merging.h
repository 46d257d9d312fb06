/* SPDX-License-Identifier: Apache-2.0
 *
 * Merging of bodies.
 *
 * A body that is fixed to its parent is merged into it; an unmerged body with mass gets a slot; an
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
#ifndef LUDO_MODEL_MERGING_H
#define LUDO_MODEL_MERGING_H

#include "math/mass.h"
#include "model/body_tree.h"

/* How a body is merged. */
typedef struct body_role {
    int32_t
        host; /* the body that it moves with: itself, the one it is merged into, or LUDO_WORLD */
    ludo_frame in_host;   /* its frame in the host's */
    int32_t slot;         /* a body without mass has that of its child; -1: the world */
    int32_t base;         /* the nearest ancestor with a slot, itself included, or LUDO_WORLD */
    ludo_frame in_base;   /* its frame there where all coordinates are at their references */
    mass_properties mass; /* of an unmerged body including all merged into it, in its frame */

    /* of an unmerged body only */
    int32_t merged, last_merged; /* number of bodies merged into it, and the last of them */
    int32_t below, child;        /* number of unmerged children, and the last of them */
    int32_t parts; /* public joints from the nearest ancestor with a slot, first those of bodies
                      without mass */
} body_role;

/* The number of public joints of a composite joint from `first` on: itself and those that continue
 * it. */
int32_t ludo_merging_group(const ludo_spec *spec, int32_t first);

/* The unmerged parent of an unmerged body, or LUDO_WORLD. */
int32_t ludo_merging_above(const ludo_spec *spec, const body_tree *tree, const body_role *role,
                           int32_t host);

/* Merge all bodies; *slots counts those with mass. *world is the mass that is merged into the
 * world.
 * @return LUDO_OK, or LUDO_BAD_MODEL naming a body whose mass or inertia does not allow its motion
 */
ludo_status ludo_merging_find(const ludo_spec *spec, const body_tree *tree, body_role *role,
                              int32_t *slots, double *world, ludo_diagnostic *why);

/* The body that a body moves with; of the world the world. */
static inline int32_t role_host(const body_role *role, int32_t b)
{
    return b == LUDO_WORLD ? LUDO_WORLD : role[b].host;
}

/* The nearest ancestor with a slot, the body itself included, or the world. */
static inline int32_t role_base(const body_role *role, int32_t b)
{
    return b == LUDO_WORLD ? LUDO_WORLD : role[b].base;
}

static inline bool role_is_host(const body_role *role, int32_t b)
{
    return role[b].host == b;
}

/* True if a body has a slot of its own. */
static inline bool role_has_slot(const body_role *role, int32_t b)
{
    return role_is_host(role, b) && role[b].mass.mass > 0.0;
}

/* True if a body is an intermediate link between the parts of a joint. */
static inline bool role_is_massless(const body_role *role, int32_t b)
{
    return role_is_host(role, b) && !(role[b].mass.mass > 0.0);
}

#endif
