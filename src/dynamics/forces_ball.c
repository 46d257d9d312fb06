/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs, dampers and armatures of balls, isotropic, in the chart of the knot [minimal.md 5.3].
 * The angular velocity is J(y) dy, in the axes of the knot, and its square dy.G dy with
 * The angular velocity is J(y) dy, in the axes of the knot; its square is dy.G dy with
 *
 *     G = J^T J = 1 + k y^ y^,    k = 2 c_4(x) = c_3(x/4) (1 + c_1(x/4)) / 4,    x = |y|^2 */
#include "dynamics/chart.h"
#include "joints/ball_spring.h"
#include "dynamics/force_laws.h"

/* A ball at an instant, and k, k', k'' at |y|^2. */
typedef struct ball_instant {
    ludo_vec3 y, dy;
    double k, k_x, k_xx;
} ball_instant;

static ball_instant look_at(ludo_vec3 y, ludo_vec3 dy)
{
    const chart_terms of = ludo_chart_terms(0.25 * v3_dot(y, y));
    const double *c = of.c;
    const double c1 = 1.0 + c[1], c1_x = 0.5 * (c[3] - c[2]);
    const double c1_xx = 0.25 * (3.0 * c[5] - 3.0 * c[4] + c[3]);
    const double c3_x = 0.5 * (3.0 * c[5] - c[4]);
    const double c3_xx = 0.25 * (15.0 * c[7] - 7.0 * c[6] + c[5]);
    return (ball_instant){
        .y = y,
        .dy = dy,
        .k = c[3] * c1 / 4.0,
        .k_x = (c3_x * c1 + c[3] * c1_x) / 16.0,
        .k_xx = (c3_xx * c1 + 2.0 * c3_x * c1_x + c[3] * c1_xx) / 64.0,
    };
}

static mat3 metric(const ball_instant *b)
{
    mat3 G = m3_identity(1.0 - b->k * v3_dot(b->y, b->y));
    G = m3_plus_outer(G, b->k, b->y, b->y);
    return G;
}

/* d (G dy) / dy at fixed dy, G dy = dy + k u, u = y x (y x dy) = (y.dy) y - x dy. */
static mat3 metric_by_y(const ball_instant *b)
{
    const ludo_vec3 u = v3_cross(b->y, v3_cross(b->y, b->dy));
    mat3 N = m3_identity(b->k * v3_dot(b->y, b->dy));
    N = m3_plus_outer(N, 2.0 * b->k_x, u, b->y);
    N = m3_plus_outer(N, b->k, b->y, b->dy);
    N = m3_plus_outer(N, -2.0 * b->k, b->dy, b->y);
    return N;
}

/* The second derivative of dy.G dy / 2 = (|dy|^2 - k z) / 2 by y, z = |y x dy|^2. */
static mat3 metric_by_y_twice(const ball_instant *b)
{
    const ludo_vec3 across = v3_cross(b->y, b->dy), dz = v3_scale(2.0, v3_cross(b->dy, across));
    const double z = v3_dot(across, across);
    mat3 H = m3_identity(-b->k_x * z - b->k * v3_dot(b->dy, b->dy));
    H = m3_plus_outer(H, -2.0 * b->k_xx * z, b->y, b->y);
    H = m3_plus_outer(H, -b->k_x, b->y, dz);
    H = m3_plus_outer(H, -b->k_x, dz, b->y);
    H = m3_plus_outer(H, b->k, b->dy, b->dy);
    return H;
}

/* 3 numbers += s a; 9 numbers += s A. */
static void add_vector(double *to, double s, ludo_vec3 a)
{
    to[0] += s * a.x, to[1] += s * a.y, to[2] += s * a.z;
}

static void add_block(double *to, double s, const mat3 *A)
{
    for (int i = 0; i < 9; i++) {
        to[i] += s * A->m[i];
    }
}

/* A damper d: e = -d G dy. An armature a, L = a dy.G dy / 2: p = a G dy, and dL/dy = a N^T dy / 2,
 * N = d (G dy) / dy. */
static void act_on_rates(acting *out, const ball_spring_data *t, const ball_instant *b, int32_t c)
{
    const double d = t->damping, a = t->armature;
    const mat3 G = metric(b), N = metric_by_y(b), Nt = m3_transpose(&N);
    const mat3 H = metric_by_y_twice(b);
    const ludo_vec3 p = m3_apply(&G, b->dy);
    add_vector(out->e + c, -d, p);
    add_vector(out->e + c, 0.5 * a, m3_apply_t(&N, b->dy));
    add_vector(out->p + c, a, p);
    add_block(out->e_y + 3 * c, -d, &N);
    add_block(out->e_y + 3 * c, a, &H);
    add_block(out->e_dy + 3 * c, -d, &G);
    add_block(out->e_dy + 3 * c, a, &Nt);
    add_block(out->p_y + 3 * c, a, &N);
    add_block(out->p_dy + 3 * c, a, &G);
    out->dissipated += d * v3_dot(b->dy, p);
}

/* A spring V = k |theta|^2 / 2, theta the rotation vector of q exp(y). A rotation J^T dy on the
 * right changes theta by K^T J^T dy, and K theta = theta, so that
 *
 *     e = -k J theta,    de = -k ( dJ theta + J K^T J^T dy ),    dJ = dJ(-y)^T */
static void act_on_rotation(acting *out, const ball_spring_data *t, ludo_quat q, ludo_vec3 y,
                            int32_t c)
{
    const ball_spring_angle at = ludo_ball_spring_angle(q, ludo_chart_rotation(y));
    const mat3 J = ludo_chart_jacobian(y), dJ = ludo_chart_dJ(v3_scale(-1.0, y), at.theta);
    const mat3 turned = m3_mul_t(m3_mul_t(J, at.K), J), gradient_rate = m3_transpose(&dJ);
    add_vector(out->e + c, -t->stiffness, m3_apply(&J, at.theta));
    add_block(out->e_y + 3 * c, -t->stiffness, &turned);
    add_block(out->e_y + 3 * c, t->stiffness, &gradient_rate);
}

void ludo_forces_ball(const generalized_forces *f, const forces_instant *now, acting *out)
{
    const tree *t = f->tree;
    for (int32_t i = 0; i < t->model->ball_springs; i++) {
        const ball_spring_data *turn = &t->model->ball_spring[i];
        const int32_t c = f->column[turn->column];
        const double *y = now->y + c, *dy = now->dy + c;
        const double *q = now->q + t->node[t->node_at[c]].position;
        const ludo_vec3 at = v3_at(y);
        const ball_instant b = look_at(at, v3_at(dy));
        act_on_rates(out, turn, &b, c);
        const ludo_quat now_at = {q[0], q[1], q[2], q[3]};
        act_on_rotation(out, turn, q_mul(q_conj(turn->rest), now_at), at, c);
    }
}
