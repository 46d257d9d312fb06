/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes of six unknowns with laws between them, condensed to one block per pair of nodes. Knows no
 * mechanics.
 *
 * A law has n <= 6 rows and one or two nodes. With rates summed over the ends of a law,
 *
 *     p = rhs - slope sum over its ends ( R_j u_j ),    M_i u_i = r_i + sum over laws F_i^T p
 *
 * hence the blocks of the unknowns alone, however many laws two nodes have,
 *
 *     A_ii = M_i + sum over laws F_i^T slope R_i,    A_ij = sum over laws of both F_i^T slope R_j
 *
 * which a block LDU factorises in an order of about the least degree. Sums of F^T slope R lose the
 * digits by which slopes exceed M: refinement with the laws themselves returns those of the
 * balances. */
#ifndef LUDO_SOLVER_LDU_CONDENSED_H
#define LUDO_SOLVER_LDU_CONDENSED_H

#include "core/memory.h"
#include "ludo/ldu.h"

enum { LAW_ENDS = 2, LAW_ROWS = 6, NODE_ROWS = 6, NODE_BLOCK = NODE_ROWS * NODE_ROWS };

/* A law. The numbers belong to the caller and may change between calls. */
typedef struct condensed_law {
    int32_t node[LAW_ENDS]; /* different ones; -1: the law has no such end */
    int32_t rows;
    const double *F[LAW_ENDS], *R[LAW_ENDS]; /* rows x 6; after R two numbers are read that don't
                                                count */
    const double *way;   /* 3 numbers, the same ones for all laws of these ends, by which F of the
                            second end follows from that of the first: (a, b) becomes
                            -(a, b + way x a). NULL: it doesn't, or there is one end */
    const double *slope; /* row-major, LAW_ROWS numbers from row to row */
    const double *rhs;   /* rows */
    int32_t pair;        /* set by ludo_condensed_plan(): of its nodes; -1: it has one end */
} condensed_law;

/* Two nodes with laws between them, a < b. */
typedef struct condensed_pair {
    int32_t a, b;
} condensed_pair;

/* The blocks of a pair: (a, b) and (b, a). */
typedef struct condensed_blocks {
    double *ab, *ba;
} condensed_blocks;

typedef struct condensed {
    int32_t nodes, room; /* room: most laws */

    /* set by the caller */
    condensed_law *law;
    int32_t count; /* of laws */
    double *M;     /* per node: NODE_BLOCK, row-major */
    double *unit;  /* per node: NODE_ROWS, > 0; the factors are those of u / unit, whose balances
                      are times unit: pivots are chosen among numbers of one dimension */
    bool *active;  /* per node: takes part in factorisations and solutions. Nodes that have a pair
                      in common are active together, and no node without a pair is */
    double *small; /* per node: < 0, solutions with factors at hand start at u = 0. Else they start
                      at u, a solution with other right-hand sides, and changes of u / unit up to
                      this one are not refined */

    /* the plan */
    bool *paired;                   /* per node: whether it has a pair */
    condensed_pair *pair, *planned; /* those of the laws; and of the last plan */
    int32_t pairs, planned_pairs;   /* planned_pairs < 0: there is no plan */
    int32_t *head, *next;           /* per node: its first pair as node a; per pair: the next one */
    int32_t *root;                  /* per node: the lowest node that pairs connect it to */
    int32_t members, *member;       /* nodes that have a pair; per member: its node */
    int32_t *number;                /* per node: its member */
    int32_t *dim;                   /* per member */
    bool *changes;                  /* per member: whether u takes the next solution */
    ludo_ldu *ldu;                  /* of the members */
    double **diagonal;              /* per member: its block */
    condensed_blocks *blocks;       /* per pair */
    double *b, *x;                  /* per member: NODE_ROWS */
    char *memory;                   /* of the LDU, given out from its start on */
    size_t size, taken;
} condensed;

/* Take memory for the nodes and the room that are set; run twice. */
void ludo_condensed_layout(condensed *c, arena *a);

/* Find the pairs of the laws. New pairs get a new LDU. Returns whether the memory is sufficient. */
bool ludo_condensed_plan(condensed *c);

/* Factorise A with M and the laws of active nodes. */
ludo_status ludo_condensed_factor(condensed *c);

/* u (6 per node) of active nodes from r (6 per node), after a factorisation; other numbers of u
 * stay. NaN where the factorisation failed. */
void ludo_condensed_solve(condensed *c, const double *r, double *u);

/* The same with other right-hand sides, refined: by the balances that u leaves, with impulses p by
 * the laws. */
void ludo_condensed_solve_again(condensed *c, const double *r, double *u);

#endif
