/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces on a relative rotation through rotation vectors [forces.md 4]. Their derivative by a small
 * rotation delta on the left, r -> (1, delta/2) r, is
 *
 *     d theta = K(theta) delta,    K = 1 - [theta]x / 2 + c [theta]x [theta]x
 *     c = (1 - (|theta| / 2) cot(|theta| / 2)) / |theta|^2
 *
 * the inverse of the left Jacobian of the exponential. K theta = K^T theta = theta. */
#include "joints/ball_spring.h"

#include "math/elementary.h"

/* A rotation vector, and c of its K. */
typedef struct rotation_vector {
    ludo_vec3 theta;
    double c;
} rotation_vector;

/* The rotation vector of r, which may have any length. Its sign selects the angle: at most half a
 * turn for r.w > 0, the complementary angle about the opposite axis for r.w < 0.
 *
 * c occurs only as c |theta|^2, so that its cancellation at small angles is harmless, and below the
 * bound its limit 1/12 is as accurate. K is singular at a whole turn; within the bound of it the
 * rotation counts as the identity. */
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

/* Of r and -r the one with an angle of at most half a turn. */
static ludo_quat shorter(ludo_quat r)
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

/* The quantities of an interval: rotation vectors at both ends, their derivatives K and their mean;
 * the rotation vector eta of the interval. */
typedef struct interval_view {
    rotation_vector angle[2], eta;
    mat3 K[2];
    ludo_vec3 mid;
} interval_view;

static interval_view view_interval(ludo_quat r_0, ludo_quat r_1)
{
    /* eta and both angles must describe the same path: choose the signs of r_0 and r_1 together */
    const ludo_quat from = shorter(r_0), to = q_dot(r_1, from) < 0.0 ? opposite(r_1) : r_1;
    interval_view v = {.angle = {rotation_vector_of(from), rotation_vector_of(to)},
                       .eta = rotation_vector_of(shorter(q_mul(to, q_conj(from))))};
    v.K[0] = derivative(&v.angle[0]), v.K[1] = derivative(&v.angle[1]);
    v.mid = v3_scale(0.5, v3_add(v.angle[0].theta, v.angle[1].theta));
    return v;
}

/* Small rotations delta_0 at t_k and delta_1 at t_{k+1} change the discrete Lagrangian by a
 * eta.(delta_1 - delta_0) / h, the part of the armature, and by -(h/2) k mid.(K_0 delta_0 + K_1
 * delta_1), the part of the spring. */
ball_spring_interval ludo_ball_spring_interval(const ball_spring_law *law, ludo_quat r_0,
                                               ludo_quat r_1, double h)
{
    const interval_view v = view_interval(r_0, r_1);
    const mat3 *K_0 = &v.K[0], *K_1 = &v.K[1];

    /* the spring acts at the mean angle */
    const double spring = 0.5 * h * law->stiffness;
    const ludo_vec3 spring_0 = v3_scale(-spring, m3_apply_t(K_0, v.mid));
    const ludo_vec3 spring_1 = v3_scale(-spring, m3_apply_t(K_1, v.mid));

    /* armature and damper act along eta */
    const double a = law->armature / h, d_start = law->damping_start, d_end = law->damping_end;
    const ludo_vec3 eta = v.eta.theta;
    const mat3 K = derivative(&v.eta), K_0t = m3_transpose(K_0), stiff = m3_mul(K_0t, *K_1);
    return (ball_spring_interval){
        v3_axpy(spring_0, -(a + d_start), eta),
        v3_axpy(spring_1, a - d_end, eta),
        combination(h * (a + d_start), &K, 0.5 * h * spring, &stiff),
        (d_start + d_end) * v3_dot(eta, eta) / h,
    };
}

/* dc/d|theta| / |theta| for c of theta. Near 0 its series, the sum of (2 k - 2) |B_2k| / (2 k)!
 * |theta|^(2 k - 4) with Bernoulli numbers, k = 2, 3, ...; for |theta| >= 1 the closed form loses
 * no digits to cancellation. */
static double c_slope(const rotation_vector *t)
{
    const double z = v3_dot(t->theta, t->theta);
    if (z >= 1.0) {
        const double half2 = 0.25 * z, C = 1.0 - t->c * z;
        return (half2 + C * C + C - 2.0) / (z * z);
    }
    double s = 3.914763657404511e-15;
    s = 1.3737699290044552e-13 + z * s;
    s = 4.745552414851616e-12 + z * s;
    s = 1.0 / 6227020800.0 + z * s;
    s = 691.0 / 130767436800.0 + z * s;
    s = 1.0 / 5987520.0 + z * s;
    s = 1.0 / 201600.0 + z * s;
    s = 1.0 / 7560.0 + z * s;
    s = 1.0 / 360.0 + z * s;
    return s;
}

/* The derivative of K(theta)^T m by a small rotation, at constant m. */
static mat3 spring_slope(const rotation_vector *t, const mat3 *K, ludo_vec3 m)
{
    const ludo_vec3 across = v3_cross(t->theta, m);
    const mat3 first = m3_skew(v3_axpy(v3_scale(-0.5, m), -t->c, across));
    const mat3 second = m3_mul(m3_skew(t->theta), m3_skew(v3_scale(-t->c, m)));
    const ludo_vec3 far = v3_scale(c_slope(t), v3_cross(t->theta, across));
    return m3_mul(m3_plus_outer(m3_sum(first, second), 1.0, far, t->theta), *K);
}

ball_spring_slopes ludo_ball_spring_slopes(const ball_spring_law *law, ludo_quat r_0, ludo_quat r_1,
                                           double h)
{
    const interval_view v = view_interval(r_0, r_1);
    const double spring = 0.5 * h * law->stiffness, a = law->armature / h;
    const double to_start = a + law->damping_start, to_end = a - law->damping_end;
    const mat3 K = derivative(&v.eta), K_t = m3_transpose(&K);
    mat3 here[2], across[2]; /* derivative of the spring's impulse at an end by a rotation at that
                                end, at the other end */
    for (int i = 0; i < 2; i++) {
        const mat3 t = m3_transpose(&v.K[i]);
        const mat3 own = m3_mul(t, v.K[i]), other = m3_mul(t, v.K[1 - i]);
        const mat3 moved = spring_slope(&v.angle[i], &v.K[i], v.mid);
        here[i] = combination(-0.5 * spring, &own, -spring, &moved);
        across[i] = combination(-0.5 * spring, &other, 0.0, &other);
    }
    return (ball_spring_slopes){
        .start = {combination(1.0, &here[0], to_start, &K_t),
                  combination(1.0, &across[0], -to_start, &K)},
        .end = {combination(1.0, &across[1], -to_end, &K_t),
                combination(1.0, &here[1], to_end, &K)},
    };
}

ball_spring_angle ludo_ball_spring_angle(ludo_quat r, ludo_quat further)
{
    const rotation_vector t = rotation_vector_of(q_mul(shorter(r), further));
    return (ball_spring_angle){t.theta, derivative(&t)};
}

double ludo_ball_spring_energy(double stiffness, ludo_quat r)
{
    const ludo_vec3 theta = rotation_vector_of(shorter(r)).theta;
    return 0.5 * stiffness * v3_dot(theta, theta);
}
