/* SPDX-License-Identifier: Apache-2.0
 *
 * The pairs that a search for contacts found near each other: while no body moves far from the
 * poses of that search, no other pair overlaps. */
#ifndef LUDO_COLLISION_NEAR_LIST_H
#define LUDO_COLLISION_NEAR_LIST_H

#include "collision/search.h"

/* Take memory; run twice. */
void ludo_search_near_layout(near_list *l, const ludo_model *m, arena *a);

/* Initialise from the model: there is no list yet. */
void ludo_search_near_open(near_list *l, const ludo_model *m);

/* Begin the list of a search up to a margin that ends at poses `to`. */
void ludo_search_near_begin(near_list *l, const pose *to, double margin);

/* Append a pair; without room the list is not valid. Pairs that it lacks are farther apart at `to`
 * than half the margin. */
void ludo_search_near_put(near_list *l, const near_pair *pair);

/* Sort the pairs by a, b. */
void ludo_search_near_sort(near_list *l);

/* Whether the list has all pairs that may be as near as a margin at other poses: no point of a body
 * has moved by more than a quarter of the list's margin less half of this one. */
bool ludo_search_near_holds(const near_list *l, const pose *at, double margin);

#endif
