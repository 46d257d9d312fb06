/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of a contact search. */
#include "collision/broad_phase.h"
#include "collision/known_list.h"
#include "collision/near_list.h"
#include "collision/pair_table.h"

#include <math.h>

/* In a pile a box has six neighbours with all of its features on each face, a ball twelve with one;
 * two bodies share each. */
enum { FACES = 3, BALLS = 3 };
/* For shapes that rotate: features of both ends of a step. */
enum { SPARE = 64 };

/* Pairs that may touch, counted as far as `most`: one of them moves. */
static int64_t count_pairs(const model_contacts *c, int64_t most)
{
    int64_t pairs = 0;
    contact_law law;
    for (int32_t i = 0; i < c->collider_count && pairs < most; i++) {
        const bool moves = c->collider[i].slot >= 0;
        for (int32_t j = 0; j < c->collider_count && moves && pairs < most; j++) {
            const bool once = j > i || c->collider[j].slot < 0;
            pairs += once && ludo_model_may_touch(c, i, j, &law);
        }
    }
    return pairs;
}

int32_t ludo_search_room(const ludo_model *m)
{
    const model_contacts *c = &m->contacts;
    int32_t planes = 0;
    int64_t room = SPARE;
    for (int32_t i = 0; i < c->collider_count; i++) {
        planes += isinf(c->collider[i].radius);
    }
    for (int32_t i = 0; i < c->collider_count; i++) {
        const bool moves = c->collider[i].slot >= 0;
        room += moves ? (int64_t)c->collider[i].kind->places * (planes + FACES) + BALLS : 0;
    }
    /* features of both ends of a step, and of rounds */
    const int64_t pairs = 4 * MOST_FEATURES * count_pairs(c, room);
    const int64_t least = pairs < room ? pairs : room;
    return least < INT32_MAX / 64 ? (int32_t)least : INT32_MAX / 64;
}

void ludo_search_layout(contact_search *s, const ludo_model *m, arena *a)
{
    s->model = m;
    s->room = ludo_search_room(m);
    ludo_broad_phase_layout(s, m, a);
    s->found = TAKE(a, s->room, contact);
    s->key = TAKE(a, s->room, contact_key);
    s->features = TAKE(a, 1, feature_list);
    ludo_search_near_layout(&s->near, m, a);
    ludo_search_known_layout(&s->known, m, s->room, a);
    ludo_search_pairs_layout(&s->table, m, a);
}

void ludo_search_open(contact_search *s)
{
    s->count = 0;
    s->calm = HUGE_VAL;
    ludo_broad_phase_open(s);
    ludo_search_pairs_open(&s->table, s->model);
    ludo_search_near_open(&s->near, s->model);
    ludo_search_known_open(&s->known);
}
