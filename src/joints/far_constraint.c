/* SPDX-License-Identifier: Apache-2.0
 *
 * Constraints of joints with large violations [loops.md 6]. The gradient of 2 sin of half an angle
 * vanishes at half a turn, so that here a rotation is its logarithm, the vector phi of the shortest
 * rotation from the parent's frame to the child's:
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
#include "joints/constraint.h"
#include "joints/motion.h"
#include "math/rotation_vector.h"

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
static misalignment of_frames(const joint_data *j, const pose *a, const pose *b)
{
    const ludo_quat r = q_shorter(joint_relative(j, a, b));
    const ludo_vec3 phi = q_rotation_vector(r);
    const double c = curvature(r.w, v3_norm(q_vector(r)), v3_norm(phi));
    const mat3 turn = m3_skew(phi);
    mat3 D = m3_mul(turn, turn);
    for (int i = 0; i < 9; i++) {
        D.m[i] = (i % 4 == 0 ? 1.0 : 0.0) - 0.5 * turn.m[i] + c * D.m[i];
    }
    return (misalignment){phi, D};
}

/* At half a turn the shortest rotation between two axes is not unique: beyond this bound of |t
 * cot(t)| it changes faster than any step can follow. */
static const double steepest = 1e3;

/* The misalignment of the axes. Opposite axes rotate about P0. */
static misalignment of_axes(const joint_data *j, const pose *a, const pose *b)
{
    const ludo_vec3 n = j->n, turned = q_rotate(joint_relative(j, a, b), n);
    const ludo_vec3 across = v3_cross(n, turned);
    const double sine = v3_norm(across), cosine = v3_dot(n, turned);
    const double t = ludo_atan2(sine, cosine);
    const ludo_vec3 k = v3_has_direction(across) ? v3_unit(across) : j->P[0], m = v3_cross(k, n);
    const double ratio = v3_has_direction(across) ? t * cosine / sine : 1.0;
    const double sideways = fabs(ratio) <= steepest ? ratio : -steepest;
    const double row_k[] = {k.x, k.y, k.z}, row_m[] = {m.x, m.y, m.z}, row_n[] = {n.x, n.y, n.z};
    misalignment away = {.phi = v3_scale(t, k)};
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            away.D.m[3 * r + c] =
                row_k[r] * row_k[c] + row_m[r] * (sideways * row_m[c] - t * row_n[c]);
        }
    }
    return away;
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
    const misalignment away =
        j->kind->rotation == SPAN_PLANE ? of_axes(j, a, b) : of_frames(j, a, b);
    for (int32_t i = 0; i < rotations; i++) {
        const twist row = {v3(0.0, 0.0, 0.0), m3_apply(&a->R, m3_apply_t(&away.D, A[i]))};
        g[translations + i] = v3_dot(A[i], away.phi);
        write_twist(G_b + 6 * (translations + i), row);
    }
    return translations;
}
