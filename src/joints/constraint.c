/* SPDX-License-Identifier: Apache-2.0
 *
 * The two generic constraints [maximal.md 2.1], the second one as a rotation [rad]:
 *
 *     g_T = A_T t,        t = R_a^T (x_b + r_b - x_a) - p_a
 *     g_R = 2 A_R r_v,    r = q_a^+ q_b q_off^+ = (r0, r_v)
 *
 * For a twist u_b = (dx, dphi) of the child, all in the world frame,
 *
 *     dg_T = A_T R_a^T (dx - r_b x dphi),    dg_R = A_R (r0 1 - r_v x) R_a^T dphi */
#include "joints/constraint.h"

#include "joints/motion.h"
#include "math/rotation_vector.h"

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
        const ludo_vec3 rotated = v3_axpy(v3_cross(d, r_v), r.w, d);
        const ludo_vec3 by = v3_axpy(v3_cross(rotated, l), -v3_dot(d, r_v), l);
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

/* ---- second derivatives ---- */

/* t = R_a^T e - p_a, e = x_b + r_b - x_a:
 *
 *     d^2 t = R_a^T ( e_dd - alpha_a x e - 2 w_a x e_d + w_a x (w_a x e) ) */
static ludo_vec3 translation_rate(const joint_data *j, const pose *a, const pose *b,
                                  const moving_link *a_moves, const moving_link *b_moves)
{
    const twist va = a_moves->velocity, vb = b_moves->velocity;
    const ludo_vec3 r_b = anchor_arm(j->p_b, *b), e = v3_sub(v3_add(b->x, r_b), a->x);
    const ludo_vec3 e_d = v3_sub(v3_add(vb.v, v3_cross(vb.w, r_b)), va.v);
    const ludo_vec3 accelerated = v3_sub(b_moves->acceleration.v, a_moves->acceleration.v);
    const ludo_vec3 e_dd = v3_add(accelerated, rotating_acceleration(b_moves, r_b));
    ludo_vec3 sum = v3_sub(e_dd, v3_cross(a_moves->acceleration.w, e));
    sum = v3_axpy(sum, -2.0, v3_cross(va.w, e_d));
    return m3_apply_t(&a->R, v3_add(sum, v3_cross(va.w, v3_cross(va.w, e))));
}

/* With w the relative angular velocity in the parent's frame
 *
 *     dr = (0, w) r / 2,    d^2 (2 r_v) = r0 dw + dw x r_v - |w|^2 r_v / 2 */
static ludo_vec3 rotation_rate(const joint_data *j, const pose *a, const pose *b,
                               const moving_link *a_moves, const moving_link *b_moves)
{
    const ludo_quat r = joint_relative(j, a, b);
    const ludo_vec3 r_v = q_vector(r);
    const ludo_vec3 spin = v3_sub(b_moves->velocity.w, a_moves->velocity.w);
    const ludo_vec3 accelerated = v3_sub(b_moves->acceleration.w, a_moves->acceleration.w);
    const ludo_vec3 dw =
        m3_apply_t(&a->R, v3_sub(accelerated, v3_cross(a_moves->velocity.w, spin)));
    const ludo_vec3 sum = v3_axpy(v3_cross(dw, r_v), r.w, dw);
    return v3_axpy(sum, -0.5 * v3_dot(spin, spin), r_v);
}

int32_t ludo_joint_span_constraint_rate(const joint_data *j, const pose *a, const pose *b,
                                        const moving_link *a_moves, const moving_link *b_moves,
                                        double *g_dd)
{
    ludo_vec3 A[3];
    const ludo_vec3 t_dd = translation_rate(j, a, b, a_moves, b_moves);
    const int32_t translations = ludo_joint_span_rows(j, j->kind->translation, A);
    for (int32_t i = 0; i < translations; i++) {
        g_dd[i] = v3_dot(A[i], t_dd);
    }
    const ludo_vec3 r_dd = rotation_rate(j, a, b, a_moves, b_moves);
    const int32_t rotations = ludo_joint_span_rows(j, j->kind->rotation, A);
    for (int32_t i = 0; i < rotations; i++) {
        g_dd[translations + i] = v3_dot(A[i], r_dd);
    }
    return translations + rotations;
}

void ludo_joint_constraint_rate(const joint_data *j, const pose *a, const pose *b,
                                const moving_link *a_moves, const moving_link *b_moves,
                                double *g_dd)
{
    if (j->kind->constraint_rate != NULL) {
        j->kind->constraint_rate(j, a, b, a_moves, b_moves, g_dd);
    } else {
        (void)ludo_joint_span_constraint_rate(j, a, b, a_moves, b_moves, g_dd);
    }
}

/* ---- large violations ---- */

/* Constraints of joints with large violations [loops.md 6]. The gradient of 2 sin of half an angle
 * vanishes at half a turn, so that here a rotation is its logarithm, the vector phi of the
 * shortest rotation from the parent's frame to the child's:
 *
 *     A_R = 1, n:  g_R = A phi,    phi = log r,    r = q_a^+ q_b q_off^+
 *
 *         dphi = ( 1 - phi x / 2 + c phi x phi x ) R_a^T dphi_b,  c = (1 - (t/2) cot(t/2)) / t^2
 *
 *     A_R = P:     g_R = P phi,    phi = t k rotates the axis n into n' = r n, k orthogonal to both
 *
 *         dphi = ( k k^T + t cot(t) m m^T - t m n^T ) R_a^T dphi_b,    m = k x n
 *
 * with t = |phi|. Zeros and derivatives there equal those of the constraints of constraint.c. */

/* A rotation vector in the parent's frame; its derivative by a rotation of the child, world. */
typedef struct misalignment {
    ludo_vec3 phi;
    mat3 D; /* rows: of phi's components */
} misalignment;

/* Below this angle [rad] c is a series: the closed form has lost four digits there, and the first
 * omitted term of the series is below 1e-12. */
static const double small_angle = 0.1;

/* c = (1 - (t/2) cot(t/2)) / t^2 of a rotation with w >= 0 and |v| = sine. */
static double curvature(double w, double sine, double t)
{
    const double t2 = t * t;
    return t < small_angle ? 1.0 / 12.0 + t2 * (1.0 / 720.0 + t2 / 30240.0)
                           : (1.0 - 0.5 * t * w / sine) / t2;
}

/* The misalignment of the joint frames. */
static misalignment frame_misalignment(const joint_data *j, const pose *a, const pose *b)
{
    const ludo_quat r = q_shorter(joint_relative(j, a, b));
    const ludo_vec3 phi = q_rotation_vector(r);
    const double c = curvature(r.w, v3_norm(q_vector(r)), v3_norm(phi));
    const mat3 rotation = m3_skew(phi);
    mat3 D = m3_mul(rotation, rotation);
    for (int i = 0; i < 9; i++) {
        D.m[i] = (i % 4 == 0 ? 1.0 : 0.0) - 0.5 * rotation.m[i] + c * D.m[i];
    }
    return (misalignment){phi, D};
}

/* At half a turn the shortest rotation between two axes is not unique: beyond this bound of |t
 * cot(t)| it changes faster than any step can follow. */
static const double steepest = 1e3;

/* The misalignment of the axes. Opposite axes rotate about P0. */
static misalignment axis_misalignment(const joint_data *j, const pose *a, const pose *b)
{
    const ludo_vec3 n = j->n, rotated = q_rotate(joint_relative(j, a, b), n);
    const ludo_vec3 across = v3_cross(n, rotated);
    const double sine = v3_norm(across), cosine = v3_dot(n, rotated);
    const double t = ludo_atan2(sine, cosine);
    const ludo_vec3 k = v3_has_direction(across) ? v3_unit(across) : j->P[0], m = v3_cross(k, n);
    const double ratio = v3_has_direction(across) ? t * cosine / sine : 1.0;
    const double sideways = fabs(ratio) <= steepest ? ratio : -steepest;
    const double row_k[] = {k.x, k.y, k.z}, row_m[] = {m.x, m.y, m.z}, row_n[] = {n.x, n.y, n.z};
    misalignment misaligned = {.phi = v3_scale(t, k)};
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            misaligned.D.m[3 * r + c] =
                row_k[r] * row_k[c] + row_m[r] * (sideways * row_m[c] - t * row_n[c]);
        }
    }
    return misaligned;
}

int32_t ludo_joint_far_constraint(const joint_data *j, const pose *a, const pose *b,
                                  const double *memory, double *g, double *G_b)
{
    const int32_t translations = ludo_joint_constraint(j, a, b, memory, g, G_b);
    if (j->kind->constraint != NULL) {
        return translations;
    }
    ludo_vec3 A[3];
    const int32_t rotations = ludo_joint_span_rows(j, j->kind->rotation, A);
    if (rotations == 0) {
        return translations;
    }
    const misalignment misaligned =
        j->kind->rotation == SPAN_PLANE ? axis_misalignment(j, a, b) : frame_misalignment(j, a, b);
    for (int32_t i = 0; i < rotations; i++) {
        const twist row = {v3(0.0, 0.0, 0.0), m3_apply(&a->R, m3_apply_t(&misaligned.D, A[i]))};
        g[translations + i] = v3_dot(A[i], misaligned.phi);
        write_twist(G_b + 6 * (translations + i), row);
    }
    return translations;
}
