/* SPDX-License-Identifier: Apache-2.0
 *
 * The two generic constraints [maximal.md 2], the second one as a rotation [rad]:
 *
 *     g_T = A_T t,        t = R_a^T (x_b + r_b - x_a) - p_a
 *     g_R = 2 A_R r_v,    r = q_a^+ q_b q_off^+ = (r0, r_v)
 *
 * For a twist u_b = (dx, dphi) of the child, all in the world frame,
 *
 *     dg_T = A_T R_a^T (dx - r_b x dphi),    dg_R = A_R (r0 1 - r_v x) R_a^T dphi */
#include "joints/constraint.h"

#include "joints/motion.h"

int32_t ludo_joint_span_rows(const joint_data *j, joint_span span, ludo_vec3 A[3])
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

int32_t ludo_joint_span_constraint(const joint_data *j, const pose *a, const pose *b, double *g,
                                   double *G_b)
{
    ludo_vec3 A[3];
    const ludo_vec3 r_b = anchor_arm(j->p_b, *b);
    const ludo_vec3 t = m3_apply_t(&a->R, anchor_gap(j->p_a, *a, *b, r_b));
    const int32_t translations = ludo_joint_span_rows(j, j->kind->translation, A);
    for (int32_t i = 0; i < translations; i++) {
        const ludo_vec3 row = m3_apply(&a->R, A[i]);
        g[i] = v3_dot(A[i], t);
        write_twist(G_b + 6 * i, (twist){row, v3_cross(r_b, row)});
    }
    const int32_t rotations = ludo_joint_span_rows(j, j->kind->rotation, A);
    if (rotations == 0) {
        return translations;
    }
    const ludo_quat r = joint_relative(j, a, b);
    const ludo_vec3 r_v = q_vector(r);
    for (int32_t i = 0; i < rotations; i++) {
        /* A (r0 1 - r_v x) = r0 A + r_v x A as a row */
        const ludo_vec3 row = v3_add(v3_scale(r.w, A[i]), v3_cross(r_v, A[i]));
        g[translations + i] = 2.0 * v3_dot(A[i], r_v);
        const twist rotation = {v3(0.0, 0.0, 0.0), m3_apply(&a->R, row)};
        write_twist(G_b + 6 * (translations + i), rotation);
    }
    return translations;
}

/* The sum of held directions times multipliers; advances *lambda. */
static ludo_vec3 span_sum(const joint_data *j, joint_span span, const double **lambda)
{
    ludo_vec3 A[3], sum = v3(0.0, 0.0, 0.0);
    const int32_t rows = ludo_joint_span_rows(j, span, A);
    for (int32_t i = 0; i < rows; i++) {
        sum = v3_axpy(sum, *(*lambda)++, A[i]);
    }
    return sum;
}

/* With l = A_R^T lambda the torque is R_a (r0 l + r_v x l). A rotation R_a d of the child relative
 * to the parent changes r0 by -d.r_v / 2 and r_v by (r0 d + d x r_v) / 2. */
joint_pull ludo_joint_span_pull(const joint_data *j, const pose *a, const pose *b,
                                const double *lambda)
{
    const ludo_quat r = joint_relative(j, a, b);
    const ludo_vec3 r_v = q_vector(r);
    const ludo_vec3 force = span_sum(j, j->kind->translation, &lambda);
    const ludo_vec3 l = span_sum(j, j->kind->rotation, &lambda);
    joint_pull p = {
        .point = v3_add(b->x, anchor_arm(j->p_b, *b)),
        .force = m3_apply(&a->R, force),
        .torque = m3_apply(&a->R, v3_axpy(v3_cross(r_v, l), r.w, l)),
    };
    for (int k = 0; k < 3; k++) { /* for d along axis k */
        const ludo_vec3 d = v3(k == 0, k == 1, k == 2);
        const ludo_vec3 turned = v3_axpy(v3_cross(d, r_v), r.w, d);
        const ludo_vec3 by = v3_axpy(v3_cross(turned, l), -v3_dot(d, r_v), l);
        p.twist.m[k] = 0.5 * by.x, p.twist.m[3 + k] = 0.5 * by.y, p.twist.m[6 + k] = 0.5 * by.z;
    }
    p.twist = m3_mul_t(m3_mul(a->R, p.twist), a->R);
    return p;
}

joint_pull ludo_joint_pull(const joint_data *j, const pose *a, const pose *b, const double *lambda)
{
    return j->kind->pull != NULL ? j->kind->pull(j, a, b, lambda)
                                 : ludo_joint_span_pull(j, a, b, lambda);
}

int32_t ludo_joint_constraint(const joint_data *j, const pose *a, const pose *b,
                              const double *memory, double *g, double *G_b)
{
    return j->kind->constraint != NULL ? j->kind->constraint(j, a, b, memory, g, G_b)
                                       : ludo_joint_span_constraint(j, a, b, g, G_b);
}
