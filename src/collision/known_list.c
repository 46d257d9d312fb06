/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of features that are known at a knot. */
#include "collision/known_list.h"

#include <string.h>

void ludo_search_known_layout(known_list *l, const ludo_model *m, int32_t room, arena *a)
{
    l->room = room;
    l->bodies = m->slots;
    l->at = TAKE(a, m->slots, pose);
    l->pair = TAKE(a, room, known_pair);
    l->item = TAKE(a, room, feature);
    l->gap = TAKE(a, room, double);
}

void ludo_search_known_open(known_list *l)
{
    l->pairs = l->count = l->next = 0;
    l->valid = false;
}

void ludo_search_known_begin(known_list *l, const pose *at, double margin)
{
    memcpy(l->at, at, (size_t)l->bodies * sizeof *at);
    l->margin = margin;
    l->pairs = l->count = l->next = 0;
    l->valid = true;
}

void ludo_search_known_put(known_list *l, int32_t a, int32_t b, const feature_list *of)
{
    if (l->pairs == l->room || of->count > l->room - l->count) {
        return;
    }
    l->pair[l->pairs++] = (known_pair){a, b, l->count, of->count};
    memcpy(l->item + l->count, of->item, (size_t)of->count * sizeof *of->item);
    memcpy(l->gap + l->count, of->gap, (size_t)of->count * sizeof *of->gap);
    l->count += of->count;
}

bool ludo_search_known_holds(known_list *l, const pose *at)
{
    l->next = 0;
    l->valid = l->valid && memcmp(l->at, at, (size_t)l->bodies * sizeof *at) == 0;
    return l->valid && l->pairs > 0;
}

static bool is_before(const known_pair *p, int32_t a, int32_t b)
{
    return p->a != a ? p->a < a : p->b < b;
}

bool ludo_search_known_take(known_list *l, int32_t a, int32_t b, feature_list *out)
{
    while (l->next < l->pairs && is_before(&l->pair[l->next], a, b)) {
        l->next++;
    }
    const known_pair *p = &l->pair[l->next];
    if (l->next == l->pairs || p->a != a || p->b != b) {
        return false;
    }
    memcpy(out->item, l->item + p->first, (size_t)p->count * sizeof *out->item);
    memcpy(out->gap, l->gap + p->first, (size_t)p->count * sizeof *out->gap);
    out->count = p->count;
    return true;
}
