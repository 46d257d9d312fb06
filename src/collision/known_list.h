/* SPDX-License-Identifier: Apache-2.0
 *
 * The features that a search at a knot found, for the search of the interval from there: where
 * poses and margin of a pair are the same to the last bit, its features are. */
#ifndef LUDO_COLLISION_KNOWN_LIST_H
#define LUDO_COLLISION_KNOWN_LIST_H

#include "collision/search.h"

/* Take memory for a number of features; run twice. */
void ludo_search_known_layout(known_list *l, const ludo_model *m, int32_t room, arena *a);

/* There is no list yet. */
void ludo_search_known_open(known_list *l);

/* Begin the list of a search with this margin at poses. */
void ludo_search_known_begin(known_list *l, const pose *at, double margin);

/* Append the features of a pair, if there is room. */
void ludo_search_known_put(known_list *l, int32_t a, int32_t b, const feature_list *of);

/* Whether the list is that of these poses. The features of its pairs are asked for in order. */
bool ludo_search_known_holds(known_list *l, const pose *at);

/* The features of a pair, of gap <= the margin of the list; false: they are not known. */
bool ludo_search_known_take(known_list *l, int32_t a, int32_t b, feature_list *out);

#endif
