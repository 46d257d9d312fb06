/* SPDX-License-Identifier: Apache-2.0
 *
 * A block matrix: its pattern in the order of elimination, the places of its blocks, its values. */
#include "ludo/ldu.h"

#include "core/diagnostic.h"
#include "solver/ldu/block.h"
#include "solver/ldu/factors.h"
#include "solver/ldu/ordering.h"

#include <string.h>

/* --- creation ------------------------------------------------------------------------------- */

/* Sizes of all arrays for an order of elimination. */
typedef struct extent {
    size_t nodes, rows, lanes, slots, values, factors;
} extent;

static extent measure(const ordering *o, const ludo_ldu_pattern *pattern)
{
    extent x = {.nodes = (size_t)pattern->nodes};
    for (int32_t k = 0; k < pattern->nodes; k++) {
        const int32_t dim = pattern->dim[o->order[k]];
        size_t width = (size_t)blk_width(dim);
        x.rows += (size_t)dim;
        x.lanes += width;
        x.slots += (size_t)(o->first[k + 1] - o->first[k]);
        x.values += (size_t)(dim * dim);
        for (int32_t t = o->first[k]; t < o->first[k + 1]; t++) {
            width += 2 * (size_t)blk_width(pattern->dim[o->order[o->later[t]]]);
        }
        x.factors += (size_t)dim * width;
    }
    for (int32_t e = 0; e < pattern->edges; e++) {
        const int32_t *edge = pattern->edge + 2 * e;
        x.values += 2 * (size_t)(pattern->dim[edge[0]] * pattern->dim[edge[1]]);
    }
    return x;
}

/* The arrays of an object; its own struct comes first. */
static ludo_ldu *layout(ludo_ldu *at, arena *a, const extent *x)
{
    ludo_ldu *own = TAKE(a, 1, ludo_ldu), *l = own != NULL ? own : at;
    l->order = TAKE(a, x->nodes, int32_t);
    l->place = TAKE(a, x->nodes, int32_t);
    l->steps = TAKE(a, x->nodes, step);
    l->slots = TAKE(a, x->slots, slot);
    l->values = TAKE(a, x->values + LANES, double); /* the last row is read as lanes */
    l->factors = TAKE(a, x->factors, double);
    l->swaps = TAKE(a, x->rows, uint8_t);
    l->vector = TAKE(a, x->lanes, double);
    l->rest = TAKE(a, x->rows, double);
    return l;
}

/* The slot of the later of two different steps in the list of the earlier one, or NULL. */
static slot *find_slot(const ludo_ldu *l, int32_t a, int32_t b)
{
    const int32_t early = a < b ? a : b, late = a < b ? b : a;
    int32_t low = l->steps[early].first, high = l->steps[early].end;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (l->slots[middle].step < late) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < l->steps[early].end && l->slots[low].step == late ? &l->slots[low] : NULL;
}

/* Copy the order; assign to every node its dimension and its rows. */
static void place_nodes(ludo_ldu *l, const ordering *o, const ludo_ldu_pattern *pattern)
{
    memcpy(l->order, o->order, sizeof *l->order * (size_t)l->nodes);
    memcpy(l->place, o->place, sizeof *l->place * (size_t)l->nodes);
    for (int32_t i = 0; i < l->nodes; i++) {
        step *s = &l->steps[o->place[i]];
        s->dim = pattern->dim[i];
        s->row = l->rows;
        l->rows += s->dim;
    }
    int32_t lane = 0;
    l->narrow = l->common = true;
    for (int32_t k = 0; k < l->nodes; k++) {
        l->narrow = l->narrow && l->steps[k].dim <= LANES;
        l->common = l->common && l->steps[k].dim == BLK_COMMON;
        l->steps[k].lane = lane;
        lane += blk_width(l->steps[k].dim);
    }
}

/* Assign an index in the factors to every block. */
static void place_factors(ludo_ldu *l, const ordering *o)
{
    size_t at = 0;
    for (int32_t k = 0; k < l->nodes; k++) {
        step *c = &l->steps[k];
        c->first = o->first[k];
        c->end = o->first[k + 1];
        c->diagonal = at;
        at += (size_t)(c->dim * blk_width(c->dim));
        for (int32_t t = c->first; t < c->end; t++) {
            const step *r = &l->steps[o->later[t]];
            l->slots[t] = (slot){at, LDU_FILLED, o->later[t], r->dim, r->lane};
            at += 2 * (size_t)(c->dim * blk_width(r->dim));
        }
    }
}

/* Assign an index in the values to every block of the pattern, in the order of the factors. */
static void place_values(ludo_ldu *l, const ludo_ldu_pattern *pattern)
{
    for (int32_t e = 0; e < pattern->edges; e++) {
        const int32_t *edge = pattern->edge + 2 * e;
        find_slot(l, l->place[edge[0]], l->place[edge[1]])->values = 0;
    }
    for (step *c = l->steps; c < l->steps + l->nodes; c++) {
        c->values = l->numbers;
        l->numbers += (size_t)(c->dim * c->dim);
        for (slot *r = l->slots + c->first; r < l->slots + c->end; r++) {
            if (r->values != LDU_FILLED) {
                r->values = l->numbers;
                l->numbers += 2 * (size_t)(c->dim * r->dim);
            }
        }
    }
}

/* A step joins the cluster of the next step if that is its first later neighbour and has all its
 * other ones too. A cluster larger than a cache takes twice as long as its parts (measured). */
static void find_clusters(ludo_ldu *l)
{
    const int32_t pairs_most = 2400;
    for (int32_t k = l->nodes - 1; k >= 0; k--) {
        const step *next = &l->steps[k] + 1;
        step *c = &l->steps[k];
        const bool joins = c->end > c->first && l->slots[c->first].step == k + 1 &&
                           c->end - c->first == next->end - next->first + 1 &&
                           (next->cluster - k) * (c->end - c->first) <= pairs_most;
        c->cluster = joins ? next->cluster : k + 1;
    }
}

ludo_status ludo_ldu_create(const ludo_ldu_pattern *pattern, const ludo_allocator *allocator,
                            ludo_ldu **out, ludo_diagnostic *why)
{
    if (out == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "the output argument is NULL");
        return LUDO_BAD_ARGUMENT;
    }
    *out = NULL;
    const ludo_allocator from = ludo_allocator_or_default(allocator);
    ordering o;
    const ludo_status status = ludo_ordering_find(pattern, &from, &o, why);
    if (status != LUDO_OK) {
        return status;
    }

    const extent x = measure(&o, pattern);
    ludo_ldu sizes;
    arena a = {0};
    (void)layout(&sizes, &a, &x);
    void *memory = a.overflow ? NULL : memory_take(&from, a.used);
    if (memory != NULL) {
        a = (arena){.base = memory};
        ludo_ldu *l = layout(NULL, &a, &x);
        l->allocator = from;
        l->nodes = pattern->nodes;
        l->fill = o.first[pattern->nodes] - pattern->edges;
        place_nodes(l, &o, pattern);
        place_factors(l, &o);
        place_values(l, pattern);
        find_clusters(l);
        *out = l;
    }
    ludo_ordering_release(&o, &from);
    return memory != NULL ? LUDO_OK : LUDO_NO_MEMORY;
}

void ludo_ldu_destroy(ludo_ldu *ldu)
{
    if (ldu != NULL) {
        const ludo_allocator from = ldu->allocator;
        memory_give(&from, ldu);
    }
}

/* --- shape and values ----------------------------------------------------------------------- */

int32_t ludo_ldu_rows(const ludo_ldu *ldu)
{
    return ldu != NULL ? ldu->rows : 0;
}

int32_t ludo_ldu_fill(const ludo_ldu *ldu)
{
    return ldu != NULL ? ldu->fill : 0;
}

const int32_t *ludo_ldu_order(const ludo_ldu *ldu)
{
    return ldu != NULL ? ldu->order : NULL;
}

int32_t ludo_ldu_first_row(const ludo_ldu *ldu, int32_t node)
{
    const bool known = ldu != NULL && node >= 0 && node < ldu->nodes;
    return known ? ldu->steps[ldu->place[node]].row : -1;
}

double *ludo_ldu_block(ludo_ldu *ldu, int32_t i, int32_t j)
{
    if (ldu == NULL || i < 0 || i >= ldu->nodes || j < 0 || j >= ldu->nodes) {
        return NULL;
    }
    const int32_t p = ldu->place[i], r = ldu->place[j];
    if (p == r) {
        return ldu->values + ldu->steps[p].values;
    }
    const slot *s = find_slot(ldu, p, r);
    if (s == NULL || s->values == LDU_FILLED) {
        return NULL;
    }
    const size_t upper = (size_t)ldu->steps[p].dim * (size_t)ldu->steps[r].dim;
    return ldu->values + s->values + (p < r ? 0 : upper);
}

void ludo_ldu_clear(ludo_ldu *ldu)
{
    if (ldu != NULL) {
        memset(ldu->values, 0, sizeof *ldu->values * ldu->numbers);
    }
}
