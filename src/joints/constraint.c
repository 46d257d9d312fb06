/* SPDX-License-Identifier: Apache-2.0
 *
 * The two generic constraints [maximal.md 2]:
 *
 *     g_T = A_T t,      t = R_a^T (x_b + r_b - x_a) - p_a
 *     g_R = A_R r_v,    r = q_a^+ q_b q_off^+ = (r0, r_v)
 *
 * For a twist u_b = (dx, dphi) of the child, all in the world frame,
 *
 *     dg_T = A_T R_a^T (dx - r_b x dphi),    dg_R = A_R (r0 1 - r_v x) R_a^T dphi / 2 */
#include "joints/constraint.h"

#include "joints/anchor.h"

/* The rows that a span stands for; returns how many. */
static int32_t span_rows(const joint_data *j, joint_span span, ludo_vec3 A[3])
{
    switch (span) {
    case SPAN_AXIS:
        A[0] = j->n;
        return 1;
    case SPAN_PLANE:
        A[0] = j->P[0], A[1] = j->P[1];
        return 2;
    case SPAN_ALL:
        A[0] = v3(1.0, 0.0, 0.0), A[1] = v3(0.0, 1.0, 0.0), A[2] = v3(0.0, 0.0, 1.0);
        return 3;
    case SPAN_NONE:
        break;
    }
    return 0;
}

static void write_row(double *row, ludo_vec3 linear, ludo_vec3 angular)
{
    row[0] = linear.x, row[1] = linear.y, row[2] = linear.z;
    row[3] = angular.x, row[4] = angular.y, row[5] = angular.z;
}

int32_t ludo_joint_constraint(const joint_data *j, const pose *a, const pose *b, double *g,
                              double *G_b)
{
    ludo_vec3 A[3];
    const ludo_vec3 r_b = anchor_arm(j->p_b, *b);
    const ludo_vec3 t = m3_apply_t(&a->R, anchor_gap(j->p_a, *a, *b, r_b));
    const int32_t translations = span_rows(j, j->kind->translation, A);
    for (int32_t i = 0; i < translations; i++) {
        const ludo_vec3 row = m3_apply(&a->R, A[i]);
        g[i] = v3_dot(A[i], t);
        write_row(G_b + 6 * i, row, v3_cross(r_b, row));
    }
    const ludo_quat r = joint_relative(j, a, b);
    const ludo_vec3 r_v = q_vector(r);
    const int32_t rotations = span_rows(j, j->kind->rotation, A);
    for (int32_t i = 0; i < rotations; i++) {
        /* A (r0 1 - r_v x) = r0 A + r_v x A as a row */
        const ludo_vec3 row = v3_axpy(v3_scale(0.5 * r.w, A[i]), 0.5, v3_cross(r_v, A[i]));
        g[translations + i] = v3_dot(A[i], r_v);
        write_row(G_b + 6 * (translations + i), v3(0.0, 0.0, 0.0), m3_apply(&a->R, row));
    }
    return translations;
}
