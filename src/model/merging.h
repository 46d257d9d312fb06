/* SPDX-License-Identifier: Apache-2.0
 *
 * What bodies are to the model: hosts with others merged into them, or frames without mass.
 *
 * A host with mass gets a slot. Of the others, what is merged moves with its host, and a host
 * without mass stands between the parts of the joint that carries the body below it. */
#ifndef LUDO_MODEL_MERGING_H
#define LUDO_MODEL_MERGING_H

#include "math/mass.h"
#include "model/body_tree.h"

/* The role of a body. */
typedef struct body_role {
    int32_t host;         /* what it moves with: itself, what it is merged with, or LUDO_WORLD */
    ludo_frame in_host;   /* its frame in the host's */
    int32_t slot;         /* of its host, or of the body with mass below it; -1: the world */
    int32_t base;         /* the nearest body upwards that has a slot, or LUDO_WORLD */
    ludo_frame in_base;   /* its frame there where all coordinates are at their references */
    mass_properties mass; /* its own; of a host that of all merged with it, in its frame */

    /* of a host alone */
    int32_t merged, last_merged; /* how many bodies are merged with it, and one of them */
    int32_t below, child;        /* how many hosts hang on it, and one of them */
    int32_t parts; /* public joints between it and its base: those of a massless one come first */
} body_role;

/* How many public joints belong together with `first`: itself and those that continue it. */
int32_t ludo_merging_group(const ludo_spec *spec, int32_t first);

/* The host of the body above a host, or LUDO_WORLD. */
int32_t ludo_merging_above(const ludo_spec *spec, const body_tree *tree, const body_role *role,
                           int32_t host);

/* Find the roles of all bodies; *slots counts those with mass. *world is the mass that is merged
 * with the world.
 * @return LUDO_OK, or LUDO_BAD_MODEL naming a body that can't move as it is */
ludo_status ludo_merging_find(const ludo_spec *spec, const body_tree *tree, body_role *role,
                              int32_t *slots, double *world, ludo_diagnostic *why);

/* What a body, or the world, moves with. */
static inline int32_t role_host(const body_role *role, int32_t b)
{
    return b == LUDO_WORLD ? LUDO_WORLD : role[b].host;
}

/* The nearest body with a slot, from a body upwards, or the world. */
static inline int32_t role_base(const body_role *role, int32_t b)
{
    return b == LUDO_WORLD ? LUDO_WORLD : role[b].base;
}

static inline bool role_is_host(const body_role *role, int32_t b)
{
    return role[b].host == b;
}

/* Whether a body has a slot of its own. */
static inline bool role_has_slot(const body_role *role, int32_t b)
{
    return role_is_host(role, b) && role[b].mass.mass > 0.0;
}

/* Whether it is a frame between the parts of a joint. */
static inline bool role_is_massless(const body_role *role, int32_t b)
{
    return role_is_host(role, b) && !(role[b].mass.mass > 0.0);
}

#endif
