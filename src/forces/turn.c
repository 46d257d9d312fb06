/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces on a relative rotation through rotation vectors [forces.md 4]. Their derivative by a small
 * rotation delta on the left, r -> (1, delta/2) r, is
 *
 *     d theta = K(theta) delta,    K = 1 - [theta]x / 2 + c [theta]x [theta]x
 *     c = (1 - (|theta| / 2) cot(|theta| / 2)) / |theta|^2
 *
 * the inverse of the left Jacobian of the exponential. K theta = K^T theta = theta. */
#include "forces/turn.h"

#include "math/elementary.h"

/* A rotation vector, and c of its K. */
typedef struct rotation_vector {
    ludo_vec3 theta;
    double c;
} rotation_vector;

/* r of any length, as one of its two signs says it: less than half a turn for r.w > 0, the same
 * rotation by the longer way for r.w < 0.
 *
 * c is only ever multiplied by |theta|^2, so that what cancels in it for small angles doesn't
 * matter, and that below the bound 1/12, its limit, is as good. Near a whole turn K is singular;
 * closer than the bound the rotation counts as none. */
static rotation_vector rotation_vector_of(ludo_quat r)
{
    const ludo_vec3 v = q_vector(r);
    const double sine = v3_norm(v);
    if (sine <= 1e-8 * fabs(r.w)) {
        return (rotation_vector){v3_scale(2.0 / r.w, v), 1.0 / 12.0};
    }
    const double half = ludo_atan2(sine, r.w);
    const double c = (1.0 - half * (r.w / sine)) / (4.0 * half * half);
    return (rotation_vector){v3_scale(2.0 * half / sine, v), c};
}

/* K(theta), with [theta]x [theta]x = theta theta^T - |theta|^2. */
static mat3 derivative(const rotation_vector *t)
{
    const ludo_vec3 a = t->theta, b = v3_scale(t->c, a);
    const double diagonal = 1.0 - v3_dot(a, b);
    return (mat3){{diagonal + a.x * b.x, a.x * b.y + 0.5 * a.z, a.x * b.z - 0.5 * a.y,
                   a.y * b.x - 0.5 * a.z, diagonal + a.y * b.y, a.y * b.z + 0.5 * a.x,
                   a.z * b.x + 0.5 * a.y, a.z * b.y - 0.5 * a.x, diagonal + a.z * b.z}};
}

static ludo_quat opposite(ludo_quat q)
{
    return (ludo_quat){-q.w, -q.x, -q.y, -q.z};
}

/* The sign of r that is at most half a turn from 1. */
static ludo_quat nearer(ludo_quat r)
{
    return r.w < 0.0 ? opposite(r) : r;
}

/* s A + t B */
static mat3 combination(double s, const mat3 *A, double t, const mat3 *B)
{
    mat3 sum;
    for (int i = 0; i < 9; i++) {
        sum.m[i] = s * A->m[i] + t * B->m[i];
    }
    return sum;
}

/* By small rotations delta_0 at t_k and delta_1 at t_{k+1} the discrete Lagrangian changes by
 * a eta.(delta_1 - delta_0) / h, its armature's part, and by
 * -(h/2) k mid.(K_0 delta_0 + K_1 delta_1), its spring's. */
turn_interval ludo_turn_interval(const turn_law *law, ludo_quat r_0, ludo_quat r_1, double h)
{
    /* one turn and two angles that belong together */
    const ludo_quat from = nearer(r_0), to = q_dot(r_1, from) < 0.0 ? opposite(r_1) : r_1;
    const rotation_vector eta = rotation_vector_of(nearer(q_mul(to, q_conj(from))));
    const rotation_vector first = rotation_vector_of(from), second = rotation_vector_of(to);
    const mat3 K = derivative(&eta), K_0 = derivative(&first), K_1 = derivative(&second);

    /* the spring pulls at the middle */
    const ludo_vec3 mid = v3_scale(0.5, v3_add(first.theta, second.theta));
    const double pull = 0.5 * h * law->stiffness;
    const ludo_vec3 spring_0 = v3_scale(-pull, m3_apply_t(&K_0, mid));
    const ludo_vec3 spring_1 = v3_scale(-pull, m3_apply_t(&K_1, mid));

    /* armature and damper go with the turn */
    const double a = law->armature / h, d_start = law->damping_start, d_end = law->damping_end;
    const mat3 K_0t = m3_transpose(&K_0), stiff = m3_mul(K_0t, K_1);
    return (turn_interval){
        v3_axpy(spring_0, -(a + d_start), eta.theta),
        v3_axpy(spring_1, a - d_end, eta.theta),
        combination(h * (a + d_start), &K, 0.5 * h * pull, &stiff),
        (d_start + d_end) * v3_dot(eta.theta, eta.theta) / h,
    };
}

double ludo_turn_energy(double stiffness, ludo_quat r)
{
    const ludo_vec3 theta = rotation_vector_of(nearer(r)).theta;
    return 0.5 * stiffness * v3_dot(theta, theta);
}
