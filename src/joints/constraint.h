/* SPDX-License-Identifier: Apache-2.0
 *
 * The constraint that a joint is, with multipliers: what the null-space form of motion() leaves
 * out, for the constraint graph and for measuring violations. */
#ifndef LUDO_JOINTS_CONSTRAINT_H
#define LUDO_JOINTS_CONSTRAINT_H

#include "model/joint.h"

/* Rows of the constraint: 6 - dof. */
static inline int32_t constraint_rows(const joint_data *j)
{
    return 6 - j->dof;
}

/* g (rows) and G_b (rows x 6, row-major) at the poses a, b, as `constraint` of joint_kind. */
int32_t ludo_joint_constraint(const joint_data *j, const pose *a, const pose *b,
                              const double *memory, double *g, double *G_b);

/* The same where rotations are told by their logarithm [rad], which grows up to half a turn: for
 * joints far from shut. Types with a constraint of their own have only that. */
int32_t ludo_joint_far_constraint(const joint_data *j, const pose *a, const pose *b,
                                  const double *memory, double *g, double *G_b);

/* What the constraint of a joint that has no parts pulls with where its multipliers are lambda. */
joint_pull ludo_joint_pull(const joint_data *j, const pose *a, const pose *b, const double *lambda);

/* The same of the rows that the spans of a joint's kind stand for. */
joint_pull ludo_joint_span_pull(const joint_data *j, const pose *a, const pose *b,
                                const double *lambda);

/* The directions of the parent that a span stands for; returns how many. */
int32_t ludo_joint_span_rows(const joint_data *j, joint_span span, ludo_vec3 A[3]);

/* The rows that the spans of a joint's kind stand for; returns how many are translations. */
int32_t ludo_joint_span_constraint(const joint_data *j, const pose *a, const pose *b, double *g,
                                   double *G_b);

#endif
