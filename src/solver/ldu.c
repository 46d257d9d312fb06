/* SPDX-License-Identifier: Apache-2.0
 *
 * Block factorisation of a square matrix with a symmetric block pattern [S0 Algorithms 3 and 4].
 *
 * With c the node that is eliminated and p, r its later neighbours, in the order of elimination:
 *
 *     A = (L D) D^-1 (D U),    D_c = A_cc,    U_cr = D_c^-1 A_cr,    (L D)_pc = A_pc
 *
 * The papers store L = A_pc D_c^-1 too; L D is what it is made of and already there, so that only
 * one of each pair of blocks is solved for. Blocks lie in the order of elimination, each node's
 * diagonal block followed by a pair (c, r), (r, c) for each later neighbour r; values and factors
 * alike, fill included, so that a factorisation begins as one copy. */
#include "ludo/ldu.h"

#include "solver/block.h"
#include "solver/ordering.h"

#include <math.h>
#include <string.h>

/* A later neighbour of a node. */
typedef struct slot {
    size_t upper, lower; /* where blocks (c, r) and (r, c) start */
    int32_t step;        /* of r in the order */
    int32_t dim, row;    /* of r */
    bool filled;         /* by elimination only, no edge of the pattern */
} slot;

/* A node, at its step in the order. */
typedef struct step {
    size_t diagonal;    /* where block (c, c) starts */
    int32_t first, end; /* its slots */
    int32_t dim, row;
} step;

struct ludo_ldu {
    ludo_allocator allocator;
    int32_t nodes, rows, fill;
    size_t numbers;   /* in all blocks together */
    int32_t *order;   /* per step: node */
    int32_t *place;   /* per node: step */
    step *steps;      /* per step */
    slot *slots;      /* of all steps, one after another */
    double *values;   /* as the caller wrote them; fill is zero */
    double *factors;  /* L D below, U above, the pivoted factors of D on the diagonal */
    uint8_t *swaps;   /* per row: the row of its block it was swapped with */
    double *residual; /* per row: scratch of refinement */
    bool factored;
};

/* --- creation ------------------------------------------------------------------------------- */

/* How much of everything an order asks for. */
typedef struct extent {
    size_t nodes, rows, slots, numbers;
} extent;

static extent measure(const ordering *o, const ludo_ldu_pattern *pattern)
{
    extent x = {.nodes = (size_t)pattern->nodes};
    for (int32_t k = 0; k < pattern->nodes; k++) {
        const size_t dim = (size_t)pattern->dim[o->order[k]];
        x.rows += dim;
        x.slots += (size_t)(o->first[k + 1] - o->first[k]);
        x.numbers += dim * dim;
        for (int32_t t = o->first[k]; t < o->first[k + 1]; t++) {
            x.numbers += 2 * dim * (size_t)pattern->dim[o->order[o->later[t]]];
        }
    }
    return x;
}

/* What an object is made of; its own struct comes first. */
static ludo_ldu *layout(ludo_ldu *at, arena *a, const extent *x)
{
    ludo_ldu *own = TAKE(a, 1, ludo_ldu), *l = own != NULL ? own : at;
    l->order = TAKE(a, x->nodes, int32_t);
    l->place = TAKE(a, x->nodes, int32_t);
    l->steps = TAKE(a, x->nodes, step);
    l->slots = TAKE(a, x->slots, slot);
    l->values = TAKE(a, x->numbers, double);
    l->factors = TAKE(a, x->numbers, double);
    l->swaps = TAKE(a, x->rows, uint8_t);
    l->residual = TAKE(a, x->rows, double);
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

/* Copy the order; give every node its dimension and its rows. */
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
}

/* Give every block its place in memory. */
static void place_blocks(ludo_ldu *l, const ordering *o)
{
    size_t numbers = 0;
    for (int32_t k = 0; k < l->nodes; k++) {
        step *c = &l->steps[k];
        c->first = o->first[k];
        c->end = o->first[k + 1];
        c->diagonal = numbers;
        numbers += (size_t)c->dim * (size_t)c->dim;
        for (int32_t t = c->first; t < c->end; t++) {
            const step *r = &l->steps[o->later[t]];
            const size_t size = (size_t)c->dim * (size_t)r->dim;
            l->slots[t] = (slot){numbers, numbers + size, o->later[t], r->dim, r->row, true};
            numbers += 2 * size;
        }
    }
    l->numbers = numbers;
}

/* Tell edges from fill. */
static void mark_edges(ludo_ldu *l, const ludo_ldu_pattern *pattern)
{
    for (int32_t e = 0; e < pattern->edges; e++) {
        const int32_t *edge = pattern->edge + 2 * e;
        find_slot(l, l->place[edge[0]], l->place[edge[1]])->filled = false;
    }
}

ludo_status ludo_ldu_create(const ludo_ldu_pattern *pattern, const ludo_allocator *allocator,
                            ludo_ldu **out, ludo_diagnostic *why)
{
    if (out == NULL) {
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
        place_blocks(l, &o);
        mark_edges(l, pattern);
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
    return ldu->rows;
}

int32_t ludo_ldu_fill(const ludo_ldu *ldu)
{
    return ldu->fill;
}

const int32_t *ludo_ldu_order(const ludo_ldu *ldu)
{
    return ldu->order;
}

int32_t ludo_ldu_first_row(const ludo_ldu *ldu, int32_t node)
{
    return ldu->steps[ldu->place[node]].row;
}

double *ludo_ldu_block(ludo_ldu *ldu, int32_t i, int32_t j)
{
    if (i < 0 || i >= ldu->nodes || j < 0 || j >= ldu->nodes) {
        return NULL;
    }
    const int32_t p = ldu->place[i], r = ldu->place[j];
    if (p == r) {
        return ldu->values + ldu->steps[p].diagonal;
    }
    const slot *s = find_slot(ldu, p, r);
    if (s == NULL || s->filled) {
        return NULL;
    }
    return ldu->values + (p < r ? s->upper : s->lower);
}

void ludo_ldu_clear(ludo_ldu *ldu)
{
    memset(ldu->values, 0, sizeof *ldu->values * ldu->numbers);
}

/* --- factorisation -------------------------------------------------------------------------- */

/* Eliminate node c, a right-looking step:
 *
 *     U_cr  = D_c^-1 A_cr     for each later neighbour r
 *     A_pr -= A_pc U_cr       for each pair (p, r) of them
 *
 * In a tree c has one later neighbour and the pairs are one diagonal block. With loops the blocks
 * (p, r) exist because the pattern was closed: p has a slot for each r after it, and as all slots
 * ascend, one walk along those of p finds them. False: a pivot of D_c is zero or not finite. */
static bool eliminate(const ludo_ldu *l, const step *c, double *weakest)
{
    double *F = l->factors, *D = F + c->diagonal;
    const slot *first = l->slots + c->first, *end = l->slots + c->end;
    uint8_t *swap = l->swaps + c->row;

    if (!blk_factor(D, c->dim, swap, weakest)) {
        return false;
    }
    for (const slot *r = first; r < end; r++) {
        blk_solve(D, c->dim, swap, F + r->upper, r->dim);
    }
    for (const slot *p = first; p < end; p++) {
        const step *row = &l->steps[p->step];
        const slot *at = l->slots + row->first; /* in the end (p, r) */
        blk_mul_sub(F + row->diagonal, F + p->lower, F + p->upper, p->dim, c->dim, p->dim);
        for (const slot *r = p + 1; r < end; r++) {
            while (at->step < r->step) {
                at++;
            }
            blk_mul_sub(F + at->upper, F + p->lower, F + r->upper, p->dim, c->dim, r->dim);
            blk_mul_sub(F + at->lower, F + r->lower, F + p->upper, r->dim, c->dim, p->dim);
        }
    }
    return true;
}

ludo_status ludo_ldu_factor(ludo_ldu *ldu, double *smallest_pivot, int32_t *node)
{
    double weakest = 1.0;
    int32_t k = 0;
    memcpy(ldu->factors, ldu->values, sizeof *ldu->factors * ldu->numbers);
    while (k < ldu->nodes && eliminate(ldu, &ldu->steps[k], &weakest)) {
        k++;
    }
    ldu->factored = k == ldu->nodes;
    if (smallest_pivot != NULL) {
        *smallest_pivot = ldu->factored ? weakest : 0.0;
    }
    if (node != NULL) {
        *node = ldu->factored ? -1 : ldu->order[k];
    }
    return ldu->factored ? LUDO_OK : LUDO_SINGULAR;
}

/* --- solution ------------------------------------------------------------------------------- */

/* x = (L D D^-1)^-1 x, leaves first. */
static void forward(const ludo_ldu *l, double *x)
{
    const double *F = l->factors;
    for (const step *c = l->steps; c < l->steps + l->nodes; c++) {
        blk_solve(F + c->diagonal, c->dim, l->swaps + c->row, x + c->row, 1);
        for (const slot *p = l->slots + c->first; p < l->slots + c->end; p++) {
            blk_apply_sub(x + p->row, F + p->lower, x + c->row, p->dim, c->dim);
        }
    }
}

/* x = U^-1 x, leaves last. */
static void backward(const ludo_ldu *l, double *x)
{
    for (int32_t k = l->nodes - 1; k >= 0; k--) {
        const step *c = &l->steps[k];
        for (const slot *r = l->slots + c->first; r < l->slots + c->end; r++) {
            blk_apply_sub(x + c->row, l->factors + r->upper, x + r->row, c->dim, r->dim);
        }
    }
}

void ludo_ldu_solve(ludo_ldu *ldu, const double *b, double *x)
{
    if (!ldu->factored) {
        for (int32_t i = 0; i < ldu->rows; i++) {
            x[i] = (double)NAN;
        }
        return;
    }
    if (x != b) {
        memcpy(x, b, sizeof *x * (size_t)ldu->rows);
    }
    forward(ldu, x);
    backward(ldu, x);
}

/* r -= A x, with the values. */
static void subtract_product(const ludo_ldu *l, const double *x, double *r)
{
    const double *A = l->values;
    for (const step *c = l->steps; c < l->steps + l->nodes; c++) {
        blk_apply_sub(r + c->row, A + c->diagonal, x + c->row, c->dim, c->dim);
        for (const slot *s = l->slots + c->first; s < l->slots + c->end; s++) {
            if (!s->filled) {
                blk_apply_sub(r + c->row, A + s->upper, x + s->row, c->dim, s->dim);
                blk_apply_sub(r + s->row, A + s->lower, x + c->row, s->dim, c->dim);
            }
        }
    }
}

double ludo_ldu_refine(ludo_ldu *ldu, const double *b, double *x)
{
    double *r = ldu->residual, largest = 0.0;
    memcpy(r, b, sizeof *r * (size_t)ldu->rows);
    subtract_product(ldu, x, r);
    for (int32_t i = 0; i < ldu->rows; i++) {
        largest = fabs(r[i]) > largest || isnan(r[i]) ? fabs(r[i]) : largest; /* a NaN stays */
    }
    ludo_ldu_solve(ldu, r, r);
    for (int32_t i = 0; i < ldu->rows; i++) {
        x[i] += r[i];
    }
    return largest;
}
