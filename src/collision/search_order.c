/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of contacts: by colliders, then by feature, so that it does not depend on the broad
 * phase. */
#include "collision/search.h"

static int compare(int32_t a, int32_t b)
{
    return (a > b) - (a < b);
}

static bool is_before(const contact_key *p, const contact_key *q)
{
    const int a = compare(p->a, q->a), b = compare(p->b, q->b), id = compare(p->id, q->id);
    return a != 0 ? a < 0 : b != 0 ? b < 0 : id != 0 ? id < 0 : p->place < q->place;
}

static bool is_sorted(const contact_key *key, int32_t count)
{
    bool all = true;
    for (int32_t i = 1; i < count && all; i++) {
        all = !is_before(&key[i], &key[i - 1]);
    }
    return all;
}

/* By insertion over ever smaller strides [Shell 1959]. */
static void sort_keys(contact_key *key, int32_t count)
{
    for (int32_t stride = count / 2; stride > 0; stride /= 2) {
        for (int32_t i = stride; i < count; i++) {
            const contact_key moved = key[i];
            int32_t k = i;
            for (; k >= stride && is_before(&moved, &key[k - stride]); k -= stride) {
                key[k] = key[k - stride];
            }
            key[k] = moved;
        }
    }
}

/* Permute contacts into the order of their keys, cycle by cycle. */
static void permute(contact *found, contact_key *key, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t to = i, from = key[i].place;
        if (from == i) {
            continue;
        }
        const contact first = found[i];
        for (; from != i; to = from, from = key[to].place) {
            found[to] = found[from];
            key[to].place = to;
        }
        found[to] = first;
        key[to].place = to;
    }
}

void ludo_search_sort(contact_search *s, int32_t first)
{
    contact *found = s->found + first;
    const int32_t count = s->count - first;
    for (int32_t i = 0; i < count; i++) {
        s->key[i] = (contact_key){found[i].a, found[i].b, found[i].feature.id, i};
    }
    if (!is_sorted(s->key, count)) {
        sort_keys(s->key, count);
        permute(found, s->key, count);
    }
}
