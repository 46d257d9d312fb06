/* SPDX-License-Identifier: Apache-2.0
 *
 * The columns of a tree for the rates of keyframes: C = S T, so that the velocity of a link is the
 * sum of C v over the rates from the world to the link [minimal.md 3.3, 3.4]. */
#ifndef LUDO_DYNAMICS_COLUMNS_H
#define LUDO_DYNAMICS_COLUMNS_H

#include "dynamics/keyframe.h"
#include "model/attached_frame.h"

/* Columns at one instant, about the origin of their tree. */
typedef struct rate_columns {
    motion *C;  /* per column */
    motion *Cd; /* per column: d/dt C */
} rate_columns;

void ludo_columns_layout(rate_columns *x, const tree *t, arena *a);

/* C at an instant after its forward pass, and Cd for rates v of a keyframe (those of the pass);
 * v NULL: C alone. O(columns). */
void ludo_columns_view(const keyframe_order *k, const tree_instant *at, const double *v,
                       rate_columns *out);

/* The number of columns of the joint at body index s that move an attached frame on s or on a body
 * index beyond it. */
static inline int32_t columns_of(const ludo_model *m, const attached_frame *on, int32_t s)
{
    const bool whole = s != on->slot || on->intermediate < 0;
    return whole ? m->joint[s].dof : m->intermediate[on->intermediate].dof;
}

/* The velocity of the link of an attached frame, the sum of C v from the world to the link, v of a
 * keyframe. O(depth). */
motion ludo_columns_velocity(const keyframe_order *k, const rate_columns *x,
                             const attached_frame *on, const double *v);

/* The derivative of that velocity at constant v: the sum of Cd v. */
motion ludo_columns_bias(const keyframe_order *k, const rate_columns *x, const attached_frame *on,
                         const double *v);

#endif
