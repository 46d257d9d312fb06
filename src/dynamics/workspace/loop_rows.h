/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of loops in joint coordinates: G, dense, by the rates of keyframes [minimal.md 3.5]. */
#ifndef LUDO_DYNAMICS_LOOP_ROWS_H
#define LUDO_DYNAMICS_LOOP_ROWS_H

#include "dynamics/workspace/columns.h"
#include "dynamics/node.h"
#include "model/loop.h"

/* An instant of the tree with its columns, and scratch for scalars. */
typedef struct loop_rows {
    const keyframe_order *order;
    const tree_instant *at;
    const rate_columns *columns;
    double *phi, *rate; /* per column: scalar coordinates; rates */
} loop_rows;

/* The number of rows of all loops. */
int32_t ludo_loop_rows_count(const ludo_model *m);

void ludo_loop_rows_layout(loop_rows *x, const tree *t, arena *a);

/* Violations g, in the order of loops, and G, rows x dof; either may be NULL. */
void ludo_loop_rows_view(const loop_rows *x, double *g, double *G);

/* G_dot v at rates v of a keyframe, those of the columns' rates. */
void ludo_loop_rows_rate(const loop_rows *x, const double *v, double *g_dd);

#endif
