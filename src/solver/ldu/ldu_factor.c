/* SPDX-License-Identifier: Apache-2.0
 *
 * Block factorisation of a square matrix with a symmetric block pattern [S0 Algorithm 3].
 *
 * With c the node that is eliminated and p, r its later neighbours, in the order of elimination:
 *
 *     A = (L D) D^-1 (D U),    D_c = A_cc,    U_cr = D_c^-1 A_cr,    (L D)_pc = A_pc
 *
 *     A_pr -= A_pc U_cr        for each pair (p, r)
 *
 * The papers also store L = A_pc D_c^-1. Here L D is stored, which is already available, so that
 * only one of each pair of blocks is solved for. In a tree c has one later neighbour and the pairs
 * are one diagonal block. With loops the blocks (p, r) exist because the pattern was closed.
 *
 * Nodes with the same later neighbours form a cluster. Each of its nodes receives the updates of
 * earlier nodes of the cluster just before its elimination; the updates by all of its nodes to a
 * block (p, r) are done at once, while that block is in the cache. Each number is the same sum in
 * the same order of elimination. */
#include "solver/ldu/block.h"
#include "solver/ldu/factors.h"

#include <string.h>

/* --- loading --------------------------------------------------------------------------------- */

LUDO_KERNEL_PART void load(double *restrict to, const double *restrict A, int32_t rows,
                           int32_t columns)
{
    const int32_t width = blk_width(columns);
    for (int32_t i = 0; i < rows; i++) {
        for (int32_t j = 0; j < width; j += LANES) {
            FOR_LANES(l)
            {
                const double read = A[i * columns + j + l];
                to[i * width + j + l] = j + l < columns ? read : 0.0;
            }
        }
    }
}

/* The transpose of A, with `rows` rows. */
LUDO_KERNEL_PART void load_transpose(double *restrict to, const double *restrict A, int32_t rows,
                                     int32_t columns)
{
    const int32_t width = blk_width(columns);
    for (int32_t j = 0; j < columns; j++) {
        for (int32_t i = 0; i < rows; i++) {
            to[i * width + j] = A[j * rows + i];
        }
    }
}

/* Load values and zeros into the factors of step c. */
LUDO_KERNEL_PART void load_step(const ludo_ldu *l, const step *c)
{
    load(l->factors + c->diagonal, l->values + c->values, c->dim, c->dim);
    for (const slot *r = l->slots + c->first; r < l->slots + c->end; r++) {
        const size_t size = (size_t)(c->dim * blk_width(r->dim));
        double *to = l->factors + r->pair;
        if (r->values == LDU_FILLED) {
            memset(to, 0, 2 * size * sizeof *to);
        } else {
            const double *A = l->values + r->values;
            load(to, A, c->dim, r->dim);
            load_transpose(to + size, A + c->dim * r->dim, c->dim, r->dim);
        }
    }
}

/* --- elimination ----------------------------------------------------------------------------- */

/* Sizes that are constants in a kernel. */
typedef struct sizes {
    bool narrow; /* rows of all blocks are LANES wide */
    bool common; /* all blocks have BLK_COMMON rows */
} sizes;

LUDO_KERNEL_PART int32_t width_of(int32_t columns, sizes known)
{
    return known.narrow ? LANES : blk_width(columns);
}

LUDO_KERNEL_PART int32_t dim_of(int32_t own, sizes known)
{
    return known.common ? BLK_COMMON : own;
}

/* The pair of step c that is `behind` places before the end of its slots. */
LUDO_KERNEL_PART const double *pair_at(const ludo_ldu *l, const step *c, int32_t behind)
{
    return l->factors + l->slots[c->end - behind].pair;
}

/* Steps first to end - 1 of a cluster. */
typedef struct eliminated {
    const step *first, *end;
    sizes known;
} eliminated;

/* Update the diagonal block of p by steps of a cluster. */
LUDO_KERNEL_PART void reduce_diagonal(const ludo_ldu *l, const eliminated *by, const step *p,
                                      int32_t behind)
{
    const int32_t width = width_of(p->dim, by->known), own = dim_of(p->dim, by->known);
    for (const step *c = by->first; c < by->end; c++) {
        const int32_t dim = dim_of(c->dim, by->known);
        const double *U = pair_at(l, c, behind), *L = U + dim * width;
        blk_mul_sub(l->factors + p->diagonal, L, U, (blk_shape){own, dim, width, width});
    }
}

/* Update the blocks (p, r) and (r, p), with p `behind` and r `after` places before the end. */
LUDO_KERNEL_PART void reduce_pair(const ludo_ldu *l, const eliminated *by, const step *p,
                                  int32_t behind, const slot *r, int32_t after)
{
    const int32_t width_p = width_of(p->dim, by->known), width_r = width_of(r->dim, by->known);
    const int32_t own = dim_of(p->dim, by->known);
    double *U_pr = l->factors + r->pair, *L_rp = U_pr + own * width_r;
    for (const step *c = by->first; c < by->end; c++) {
        const int32_t dim = dim_of(c->dim, by->known);
        const double *U_cp = pair_at(l, c, behind), *L_pc = U_cp + dim * width_p;
        const double *U_cr = pair_at(l, c, after), *L_rc = U_cr + dim * width_r;
        const blk_shape shape = {own, dim, width_p, width_r};
        blk_mul_sub(U_pr, L_pc, U_cr, shape);
        blk_mul_sub(L_rp, U_cp, L_rc, shape);
    }
}

/* Update the row and the column of p by steps of a cluster; p is their common later neighbour, with
 * slot s in the last of them. As all slots ascend, one walk along those of p finds the blocks. */
LUDO_KERNEL_PART void reduce(const ludo_ldu *l, const eliminated *by, const slot *s)
{
    const step *p = &l->steps[s->step];
    const slot *last = l->slots + by->end[-1].end, *at = l->slots + p->first;
    const int32_t behind = (int32_t)(last - s);
    reduce_diagonal(l, by, p, behind);
    for (const slot *r = s + 1; r < last; r++) {
        while (at->step < r->step) {
            at++;
        }
        reduce_pair(l, by, p, behind, at, (int32_t)(last - r));
    }
}

/* U_cr = D_c^-1 A_cr for all r. False: a pivot of D_c is zero or not finite. */
LUDO_KERNEL_PART bool divide(const ludo_ldu *l, const step *c, double *weakest, sizes known)
{
    const int32_t width = width_of(c->dim, known), dim = dim_of(c->dim, known);
    double *D = l->factors + c->diagonal;
    uint8_t *swap = l->swaps + c->row;
    if (!blk_factor(D, dim, width, swap, weakest)) {
        return false;
    }
    for (const slot *r = l->slots + c->first; r < l->slots + c->end; r++) {
        blk_solve(D, dim, width, swap, l->factors + r->pair, width_of(r->dim, known));
    }
    return true;
}

/* Eliminate a cluster. Returns its end, or the step where a pivot is zero or not finite. */
LUDO_KERNEL_PART const step *eliminate(const ludo_ldu *l, const step *first, double *weakest,
                                       sizes known)
{
    const step *end = l->steps + first->cluster;
    for (const step *c = first; c < end; c++) {
        if (c > first) {
            reduce(l, &(eliminated){first, c, known}, l->slots + c[-1].first);
        }
        if (!divide(l, c, weakest, known)) {
            return c;
        }
    }
    for (const slot *s = l->slots + end[-1].first; s < l->slots + end[-1].end; s++) {
        reduce(l, &(eliminated){first, end, known}, s);
    }
    return end;
}

LUDO_KERNEL_SHORT static const step *eliminate_common(const ludo_ldu *l, const step *first,
                                                      double *weakest)
{
    return eliminate(l, first, weakest, (sizes){.narrow = true, .common = true});
}

LUDO_KERNEL_SHORT static const step *eliminate_narrow(const ludo_ldu *l, const step *first,
                                                      double *weakest)
{
    return eliminate(l, first, weakest, (sizes){.narrow = true});
}

LUDO_KERNEL_SHORT static const step *eliminate_any(const ludo_ldu *l, const step *first,
                                                   double *weakest)
{
    return eliminate(l, first, weakest, (sizes){.narrow = false});
}

/* By the kernel for the sizes of all blocks. */
static const step *eliminate_from(const ludo_ldu *l, const step *first, double *weakest)
{
    return l->common   ? eliminate_common(l, first, weakest)
           : l->narrow ? eliminate_narrow(l, first, weakest)
                       : eliminate_any(l, first, weakest);
}

LUDO_KERNEL_SHORT static void load_all(const ludo_ldu *l)
{
    for (const step *c = l->steps; c < l->steps + l->nodes; c++) {
        load_step(l, c);
    }
}

ludo_status ludo_ldu_factor(ludo_ldu *ldu, double *smallest_pivot, int32_t *node)
{
    if (ldu == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const step *c = ldu->steps, *end = c + ldu->nodes, *reached = c;
    double weakest = 1.0;
    load_all(ldu);
    while (c < end && reached == c) {
        reached = eliminate_from(ldu, c, &weakest);
        c = ldu->steps + c->cluster;
    }
    ldu->factored = reached == end;
    if (smallest_pivot != NULL) {
        *smallest_pivot = ldu->factored ? weakest : 0.0;
    }
    if (node != NULL) {
        *node = ldu->factored ? -1 : ldu->order[reached - ldu->steps];
    }
    return ldu->factored ? LUDO_OK : LUDO_SINGULAR;
}
