/* SPDX-License-Identifier: Apache-2.0
 *
 * The two generic constraints that every joint is made of, with multipliers: what the null-space
 * form of motion() leaves out, for the constraint graph and for measuring violations. */
#ifndef LUDO_JOINTS_CONSTRAINT_H
#define LUDO_JOINTS_CONSTRAINT_H

#include "model/joint.h"

/* Rows of the constraint: 6 - dof. */
static inline int32_t constraint_rows(const joint_data *j)
{
    return 6 - j->kind->dof;
}

/* g (rows) and G_b (rows x 6, row-major) at the poses a, b: the derivative of g by the twist of
 * the child; that by the twist of the parent is -G_b X. The first rows are translations [m], the
 * others halves of rotations; returns how many are translations. */
int32_t ludo_joint_constraint(const joint_data *j, const pose *a, const pose *b, double *g,
                              double *G_b);

#endif
