/* SPDX-License-Identifier: Apache-2.0
 *
 * One byte per pair: 0 for those that may not touch, else one more than twice the number of the
 * narrow phase, plus one if the second collider is its first. */
#include "collision/pair_table.h"

/* Most colliders that have a table. */
enum { MOST_COLLIDERS = 256 };

static size_t codes(const model_contacts *c)
{
    const size_t n = (size_t)c->collider_count;
    return n <= MOST_COLLIDERS ? n * n : 0;
}

void ludo_search_pairs_layout(pair_table *t, const ludo_model *m, arena *a)
{
    t->code = TAKE(a, codes(&m->contacts), uint8_t);
}

/* Of two colliders of one type the lower number is the first. */
static int32_t code_of(const model_contacts *c, int32_t i, int32_t j)
{
    const collider *a = &c->collider[i], *b = &c->collider[j];
    contact_law law;
    bool swapped;
    const int32_t number = ludo_narrow_phase_number(a->kind, b->kind, &swapped);
    if (number < 0 || !ludo_model_may_touch(c, i, j, &law)) {
        return 0;
    }
    return 1 + 2 * number + (a->kind == b->kind ? j < i : swapped);
}

void ludo_search_pairs_open(pair_table *t, const ludo_model *m)
{
    const model_contacts *c = &m->contacts;
    const int32_t n = t->colliders = c->collider_count;
    if (codes(c) == 0) {
        t->code = NULL;
        return;
    }
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n; j++) {
            t->code[n * i + j] = (uint8_t)(i == j ? 0 : code_of(c, i, j));
        }
    }
}

bool ludo_search_pairs_find(const pair_table *t, const model_contacts *c, int32_t i, int32_t j,
                            near_pair *pair)
{
    const int32_t code = t->code != NULL ? t->code[t->colliders * i + j] : code_of(c, i, j);
    if (code == 0) {
        return false;
    }
    const bool swapped = (code - 1) % 2 != 0;
    *pair = (near_pair){ludo_narrow_phase_at((code - 1) / 2), swapped ? j : i, swapped ? i : j};
    return true;
}
