/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes over bodies of the maximal integrator: no body knows of another here.
 *
 * Each is written once for both rotation updates; the terms are passed as functions that the
 * compiler puts in place. */
#include "integrators/maximal_bodies.h"

static inline ludo_vec3 symmetric_apply(const double J[6], ludo_vec3 a)
{
    return v3(J[0] * a.x + J[3] * a.y + J[4] * a.z, J[3] * a.x + J[1] * a.y + J[5] * a.z,
              J[4] * a.x + J[5] * a.y + J[2] * a.z);
}

static inline mat3 symmetric_matrix(const double J[6])
{
    return (mat3){{J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]}};
}

void ludo_maximal_turn_inertia(maximal *x, const ludo_sim *sim)
{
    const pose *poses = sim_poses(sim);
    for (int32_t s = 0; s < sim->model->slots; s++) {
        const mat3 R = poses[s].R, Rt = m3_transpose(&R);
        const mat3 body = symmetric_matrix(sim->model->inertia[s].J);
        const mat3 RJ = m3_mul(&R, &body);
        const mat3 J = m3_mul(&RJ, &Rt);
        double *world = x->J + 6 * s;
        world[0] = J.m[0], world[1] = J.m[4], world[2] = J.m[8];
        world[3] = J.m[1], world[4] = J.m[2], world[5] = J.m[5];
    }
}

twist ludo_maximal_momentum(const maximal *x, const ludo_sim *sim, int32_t s, const twist *V)
{
    return (twist){v3_scale(sim->model->inertia[s].mass, V->v),
                   symmetric_apply(x->J + 6 * s, V->w)};
}

/* A block diag(m 1, H). */
static inline void write_block(double *M, double mass, const mat3 *H)
{
    for (int i = 0; i < 36; i++) {
        M[i] = 0.0;
    }
    M[0] = M[7] = M[14] = mass;
    for (int i = 0; i < 3; i++) {
        for (int c = 0; c < 3; c++) {
            M[6 * (3 + i) + 3 + c] = H->m[3 * i + c];
        }
    }
}

void ludo_maximal_knot_blocks(maximal *x, const ludo_sim *sim)
{
    for (int32_t s = 0; s < sim->model->slots; s++) {
        const mat3 J = symmetric_matrix(x->J + 6 * s);
        write_block(x->tree.M + 36 * s, sim->model->inertia[s].mass, &J);
    }
}

/* The pose at the end of an interval that turns by phi. */
static inline pose turn_pose(const pose *z, ludo_vec3 shift, const rotation_terms *t, ludo_vec3 phi)
{
    ludo_quat q = q_mul(q_make(t->half_cos, v3_scale(t->half_sin, phi)), z->q);
    const double n = 1.5 - 0.5 * q_dot(q, q); /* 1/|q| to second order: |q| is 1 to round-off */
    q = (ludo_quat){n * q.w, n * q.x, n * q.y, n * q.z};
    return pose_make(v3_add(z->x, shift), q);
}

static inline interval_turn evaluate(maximal *x, const ludo_sim *sim, double h,
                                     rotation_terms (*terms)(double))
{
    const pose *z = sim_poses(sim);
    pose *next = sim->poses[1 - sim->progress->now];
    interval_turn turn = {0.0, -1};
    for (int32_t s = 0; s < sim->model->slots; s++) {
        const twist V = x->V[s];
        const ludo_vec3 phi = v3_scale(h, V.w);
        const double phi2 = v3_dot(phi, phi);
        const bool faster = !(phi2 <= turn.largest) && turn.largest == turn.largest;
        turn.largest = faster ? phi2 : turn.largest;
        turn.slot = faster ? s : turn.slot;

        const rotation_terms t = terms(phi2);
        const twist P = ludo_maximal_momentum(x, sim, s, &V);
        x->terms[s] = t;
        x->L[s] = rotation_apply(&t, phi, P.w);
        next[s] = turn_pose(&z[s], v3_scale(h, V.v), &t, phi);

        const ludo_vec3 e = v3_sub(x->known[s].v, P.v), e_phi = v3_sub(x->known[s].w, x->L[s]);
        double *r = x->tree.r + 6 * s;
        r[0] = e.x, r[1] = e.y, r[2] = e.z;
        r[3] = e_phi.x, r[4] = e_phi.y, r[5] = e_phi.z;
    }
    return turn;
}

/* M += s a b^T */
static inline void add_outer(mat3 *M, double s, ludo_vec3 a, ludo_vec3 b)
{
    const double row[3] = {s * a.x, s * a.y, s * a.z};
    for (int i = 0; i < 3; i++) {
        M->m[3 * i] += row[i] * b.x;
        M->m[3 * i + 1] += row[i] * b.y;
        M->m[3 * i + 2] += row[i] * b.z;
    }
}

/* H = (A J + h C) A^T + h ( c phi L^T + b phi^T ), with C = c (phi.a) 1 - [a]x / 2 and
 * b = e a + k phi x phi x a: the H of rotation.h, sorted by factors. */
static inline void blocks(maximal *x, const ludo_sim *sim, double h,
                          rotation_slopes (*slopes)(double, const rotation_terms *))
{
    for (int32_t s = 0; s < sim->model->slots; s++) {
        const rotation_terms *t = &x->terms[s];
        const ludo_vec3 phi = v3_scale(h, x->V[s].w);
        const ludo_vec3 a = symmetric_apply(x->J + 6 * s, x->V[s].w);
        const rotation_slopes d = slopes(v3_dot(phi, phi), t);
        const mat3 J = symmetric_matrix(x->J + 6 * s), A = rotation_matrix(t, phi);
        const mat3 At = m3_transpose(&A);

        mat3 F = m3_mul(&A, &J);
        const double diagonal = h * t->c * v3_dot(phi, a);
        const mat3 skew = m3_skew(v3_scale(-0.5 * h, a));
        for (int i = 0; i < 9; i++) {
            F.m[i] += skew.m[i];
        }
        F.m[0] += diagonal, F.m[4] += diagonal, F.m[8] += diagonal;

        mat3 H = m3_mul(&F, &At);
        const ludo_vec3 b = v3_axpy(v3_scale(d.e, a), d.k, v3_cross(phi, v3_cross(phi, a)));
        add_outer(&H, h * t->c, phi, x->L[s]);
        add_outer(&H, h, b, phi);
        write_block(x->tree.M + 36 * s, sim->model->inertia[s].mass, &H);
    }
}

static interval_turn evaluate_exponential(maximal *x, const ludo_sim *sim, double h)
{
    return evaluate(x, sim, h, exponential_terms);
}

static void blocks_exponential(maximal *x, const ludo_sim *sim, double h)
{
    blocks(x, sim, h, exponential_slopes);
}

static interval_turn evaluate_quaternion(maximal *x, const ludo_sim *sim, double h)
{
    return evaluate(x, sim, h, quaternion_terms);
}

static void blocks_quaternion(maximal *x, const ludo_sim *sim, double h)
{
    blocks(x, sim, h, quaternion_slopes);
}

const rotation_update ludo_rotation_exponential = {"exponential", exponential_limit,
                                                   evaluate_exponential, blocks_exponential};
const rotation_update ludo_rotation_quaternion = {"quaternion", quaternion_limit,
                                                  evaluate_quaternion, blocks_quaternion};
