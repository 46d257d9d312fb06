/* SPDX-License-Identifier: Apache-2.0
 *
 * The tree of boxes of colliders at rest, built once: a box is halved where the middles of those in
 * it are widest apart. Its boxes have no margin, which differs from search to search. */
#include "collision/broad_phase.h"
#include "collision/pair_table.h"

#include <stdlib.h>

void ludo_broad_phase_tree_layout(contact_search *s, int32_t fixed, arena *a)
{
    s->node = TAKE(a, 2 * fixed, fixed_node);
    s->leaf = TAKE(a, fixed, fixed_leaf);
}

/* ---- building ---- */

/* A node, and the leaves of its box: from `first` to before `end`. */
typedef struct range {
    int32_t node, first, end;
} range;

/* Ranges are halved: more than 31 don't wait at once. */
enum { MOST_RANGES = 64 };

static double middle_of(const search_span *b, int axis)
{
    return 0.5 * b->low[axis] + 0.5 * b->high[axis];
}

/* Set the box of a node; the axis along which the middles of its boxes are widest apart. */
static int bound(contact_search *s, const range *r)
{
    fixed_node *to = &s->node[r->node];
    double widest = -1.0;
    int axis = 0;
    for (int k = 0; k < 3; k++) {
        double low = HUGE_VAL, high = -HUGE_VAL, least = HUGE_VAL, most = -HUGE_VAL;
        for (int32_t i = r->first; i < r->end; i++) {
            const search_span *b = &s->span[s->leaf[i].span];
            const double x = middle_of(b, k);
            low = b->low[k] < low ? b->low[k] : low;
            high = b->high[k] > high ? b->high[k] : high;
            least = x < least ? x : least;
            most = x > most ? x : most;
        }
        to->low[k] = low;
        to->high[k] = high;
        axis = most - least > widest ? k : axis;
        widest = most - least > widest ? most - least : widest;
    }
    return axis;
}

static int compare_leaves(const void *a, const void *b)
{
    const fixed_leaf *p = a, *q = b;
    const int at = (p->at > q->at) - (p->at < q->at);
    return at != 0 ? at : (p->span > q->span) - (p->span < q->span);
}

static void sort_along(contact_search *s, const range *r, int axis)
{
    for (int32_t i = r->first; i < r->end; i++) {
        s->leaf[i].at = middle_of(&s->span[s->leaf[i].span], axis);
    }
    qsort(s->leaf + r->first, (size_t)(r->end - r->first), sizeof *s->leaf, compare_leaves);
}

void ludo_broad_phase_tree_open(contact_search *s)
{
    const int32_t count = s->span_count - s->moving_count;
    range wait[MOST_RANGES];
    int32_t waiting = 0;
    for (int32_t i = 0; i < count; i++) {
        s->leaf[i].span = s->moving_count + i;
    }
    if (count > 0) {
        wait[waiting++] = (range){0, 0, count};
    }
    while (waiting > 0) {
        const range r = wait[--waiting];
        const int32_t half = (r.end - r.first) / 2, middle = r.first + half;
        const int axis = bound(s, &r);
        s->node[r.node].span = half == 0 ? s->leaf[r.first].span : -1;
        s->node[r.node].next = r.node + 2 * (r.end - r.first) - 1;
        if (half > 0) {
            sort_along(s, &r, axis);
            wait[waiting++] = (range){r.node + 2 * half, middle, r.end};
            wait[waiting++] = (range){r.node + 1, r.first, middle};
        }
    }
}

/* ---- pairs ---- */

/* Whether a box overlaps that of a node enlarged on all sides. */
static bool meets(const fixed_node *n, const search_span *b, double around)
{
    return n->low[0] - around <= b->high[0] && b->low[0] <= n->high[0] + around &&
           n->low[1] - around <= b->high[1] && b->low[1] <= n->high[1] + around &&
           n->low[2] - around <= b->high[2] && b->low[2] <= n->high[2] + around;
}

/* Rounded sums order as their terms do: a box that meets that of a leaf meets those around it. */
void ludo_broad_phase_tree(const contact_search *s, double margin, pair_visit *visit, void *with)
{
    const int32_t end = 2 * (s->span_count - s->moving_count) - 1;
    const double around = 0.5 * margin;
    for (int32_t i = 0; i < s->moving_count && end > 0; i++) {
        const search_span *b = &s->span[i];
        for (int32_t k = 0; k < end;) {
            const fixed_node *n = &s->node[k];
            const bool enters = meets(n, b, around);
            k = enters ? k + 1 : n->next;
            if (enters && n->span >= 0) {
                const int32_t other = s->span[n->span].collider;
                if (pair_table_may_touch(&s->table, b->collider, other)) {
                    visit(with, b->collider, other);
                }
            }
        }
    }
}
