/* SPDX-License-Identifier: Apache-2.0
 *
 * Children, merged bodies and geoms of each body of a model. */
#ifndef LUDO_APP_INFO_BODY_GROUPS_H
#define LUDO_APP_INFO_BODY_GROUPS_H

#include "ludo/ludo.h"

enum { BODY_GROUPS_END = -1 };

/* Members of owners, as lists in ascending order. Owners are bodies and the world. */
typedef struct grouping {
    int32_t *first; /* per owner, shifted by one for the world */
    int32_t *next;  /* per member */
} grouping;

/* The groupings of a model. Only a body that is not merged into another one has children, merged
 * bodies and geoms; the geoms of the merged bodies are included. */
typedef struct body_groups {
    grouping children; /* bodies */
    grouping merged;   /* bodies */
    grouping geoms;
    int32_t *parent; /* per body that is not merged: its parent body */
    int32_t *joint;  /* per body: its parent joint, or the first part of that joint */
    int32_t *memory; /* of all arrays, owned */
} body_groups;

/* Build the groupings; false without memory. */
bool ludo_body_groups_find(body_groups *f, const ludo_model *model);

void ludo_body_groups_release(body_groups *f);

/* The first member of an owner, BODY_GROUPS_END if it has none; the next ones are in g->next. */
static inline int32_t grouping_first(const grouping *g, int32_t owner)
{
    return g->first[owner + 1];
}

#endif
