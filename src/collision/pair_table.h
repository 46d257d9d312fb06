/* SPDX-License-Identifier: Apache-2.0
 *
 * The pairs of colliders that may touch, and their narrow phases: found once for all searches of a
 * model with few colliders. */
#ifndef LUDO_COLLISION_PAIR_TABLE_H
#define LUDO_COLLISION_PAIR_TABLE_H

#include "collision/search.h"

/* Take memory; run twice. */
void ludo_search_pairs_layout(pair_table *t, const ludo_model *m, arena *a);

/* Initialise from the model. */
void ludo_search_pairs_open(pair_table *t, const ludo_model *m);

/* Whether two colliders may touch, as far as the table says. */
static inline bool pair_table_may_touch(const pair_table *t, int32_t i, int32_t j)
{
    return t->code == NULL || t->code[t->colliders * i + j] != 0;
}

/* The pair of colliders i and j in the order of their narrow phase; false: they may not touch. */
bool ludo_search_pairs_find(const pair_table *t, const model_contacts *c, int32_t i, int32_t j,
                            near_pair *pair);

#endif
