/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of constraints summed at a node from its children: parts of the kernels of constraints. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINT_ASSEMBLED_H
#define LUDO_SOLVER_TREE_CONSTRAINT_ASSEMBLED_H

#include "solver/tree/row.h"
#include "solver/tree/constraint_pass.h"

/* Zero rows, for a node at which a constraint has no end. */
static const double nothing[BLOCK];

LUDO_KERNEL_PART const double *end_block(const double *blocks, int32_t end)
{
    return end == NOWHERE ? nothing : blocks + BLOCK * (size_t)end;
}

/* Force columns and velocity rows at a node. */
typedef struct assembled_rows {
    const double *F, *R;
} assembled_rows;

/* As summed up by gather(). */
LUDO_KERNEL_PART assembled_rows assembled(const constraint_plan *plan, int32_t place, int32_t end)
{
    const constraints *t = plan->t;
    return place == NOWHERE ? (assembled_rows){end_block(t->F, end), end_block(t->R, end)}
                            : (assembled_rows){plan->place[place].F, plan->place[place].R};
}

/* Sum the contributions of the children and the end at the node. */
LUDO_KERNEL_PART assembled_rows gather(constraint_plan *plan, int32_t place, int32_t end)
{
    for (int k = 0; k < 6 && place != NOWHERE && end != NOWHERE; k++) {
        add(plan->place[place].F + ROW * k, 1.0, end_block(plan->t->F, end) + ROW * k);
        add(plan->place[place].R + ROW * k, 1.0, end_block(plan->t->R, end) + ROW * k);
    }
    return assembled(plan, place, end);
}

#endif
