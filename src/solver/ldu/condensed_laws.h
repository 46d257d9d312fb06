/* SPDX-License-Identifier: Apache-2.0
 *
 * Laws in the order in which they are summed. */
#ifndef LUDO_SOLVER_LDU_CONDENSED_LAWS_H
#define LUDO_SOLVER_LDU_CONDENSED_LAWS_H

#include "solver/ldu/condensed.h"

/* Rows of most laws, for which loops are unrolled. */
enum { COMMON_ROWS = 3 };

static inline bool is_active(const condensed *c, const condensed_law *l)
{
    return c->active[l->node[0] >= 0 ? l->node[0] : l->node[1]];
}

/* Whether two laws belong to one run: the same ends, and F of the second end by the same rule. */
static inline bool run_together(const condensed_law *a, const condensed_law *b)
{
    return a->node[0] == b->node[0] && a->node[1] == b->node[1] &&
           (a->way == NULL) == (b->way == NULL);
}

/* The end of a run: laws of the same ends mostly come one after another. */
static inline int32_t end_of_run(const condensed *c, int32_t from)
{
    int32_t to = from + 1;
    while (to < c->count && run_together(&c->law[to], &c->law[from])) {
        to++;
    }
    return to;
}

#endif
