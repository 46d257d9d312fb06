/* SPDX-License-Identifier: Apache-2.0
 *
 * What hangs on each body of a model, what is merged with it, and its geoms. */
#ifndef LUDO_APP_INFO_BODY_GROUPS_H
#define LUDO_APP_INFO_BODY_GROUPS_H

#include "ludo/ludo.h"

enum { BODY_GROUPS_END = -1 };

/* Members of owners, as lists in ascending order. Owners are bodies and the world. */
typedef struct grouping {
    int32_t *first; /* per owner, shifted by one for the world */
    int32_t *next;  /* per member */
} grouping;

/* The groupings of a model. Only a body that is merged with no other one has children, members that
 * are merged with it, and geoms: those of its members are among them. */
typedef struct body_groups {
    grouping children; /* bodies */
    grouping merged;   /* bodies */
    grouping geoms;
    int32_t *parent; /* per body that isn't merged: whose child it is */
    int32_t *joint;  /* per body: the one that carries it, or the first part of that */
    int32_t *memory; /* of all, owned */
} body_groups;

/* Find out; false where memory ran out. */
bool ludo_body_groups_find(body_groups *f, const ludo_model *model);

void ludo_body_groups_release(body_groups *f);

/* The first member of an owner, FAMILY_END where it has none; the next ones are in g->next. */
static inline int32_t grouping_first(const grouping *g, int32_t owner)
{
    return g->first[owner + 1];
}

#endif
