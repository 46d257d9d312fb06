/* SPDX-License-Identifier: Apache-2.0
 *
 * The constraint of a joint, with multipliers. motion() needs no constraint (null-space form); the
 * constraint graph and measures of violation do. */
#ifndef LUDO_JOINTS_CONSTRAINT_H
#define LUDO_JOINTS_CONSTRAINT_H

#include "model/joint.h"

/* Rows of the constraint: 6 - dof. */
static inline int32_t constraint_rows(const joint_data *j)
{
    return 6 - j->dof;
}

/* The acceleration of the end of a vector r that is fixed in a body, relative to its beginning. */
static inline ludo_vec3 rotating_acceleration(const moving_link *body, ludo_vec3 r)
{
    const ludo_vec3 w = body->velocity.w;
    return v3_add(v3_cross(body->acceleration.w, r), v3_cross(w, v3_cross(w, r)));
}

/* g (rows) and G_b (rows x 6, row-major) at the poses a, b, as `constraint` of joint_kind. */
int32_t ludo_joint_constraint(const joint_data *j, const pose *a, const pose *b,
                              const double *memory, double *g, double *G_b);

/* ludo_joint_constraint() with rotations as logarithms [rad], which grow up to half a turn: for
 * joints with large violations. A type with its own `constraint` returns that. */
int32_t ludo_joint_far_constraint(const joint_data *j, const pose *a, const pose *b,
                                  const double *memory, double *g, double *G_b);

/* The second derivative of the rows of ludo_joint_constraint() while the bodies at the poses a, b
 * move. At accelerations with constant rates it is G_dot v. */
void ludo_joint_constraint_rate(const joint_data *j, const pose *a, const pose *b,
                                const moving_link *a_moves, const moving_link *b_moves,
                                double *g_dd);

/* The second derivative of the rows of the held directions; returns their number. */
int32_t ludo_joint_span_constraint_rate(const joint_data *j, const pose *a, const pose *b,
                                        const moving_link *a_moves, const moving_link *b_moves,
                                        double *g_dd);

/* The wrench of the constraint of a joint without parts, for multipliers lambda. */
joint_pull ludo_joint_pull(const joint_data *j, const pose *a, const pose *b, const double *lambda);

/* The wrench of the rows of the held directions of a joint's type. */
joint_pull ludo_joint_span_pull(const joint_data *j, const pose *a, const pose *b,
                                const double *lambda);

/* The held directions of a span, in the parent's frame; returns their number. */
int32_t ludo_joint_span_rows(const joint_data *j, joint_span span, ludo_vec3 A[3]);

/* The rows of the held directions of a joint's type; returns the number of translations. */
int32_t ludo_joint_span_constraint(const joint_data *j, const pose *a, const pose *b, double *g,
                                   double *G_b);

#endif
