/* SPDX-License-Identifier: Apache-2.0
 *
 * Inertia of a body and of the fluid that it displaces, about its centre of mass and about the
 * origin of its frame [dual-quaternions.md 3]. */
#include "integrators/dual_quaternion/dual_quaternion.h"

#include "math/dense.h"

#include <string.h>

/* Add the 3 x 3 matrix A at row r, column c. */
static void add_block(double *M, int r, int c, const mat3 *A)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            M[6 * (r + i) + c + j] += A->m[3 * i + j];
        }
    }
}

/* G, about the centre of mass: body plus fluid. */
static void sum_up(dual_quaternion *d)
{
    const single_body *b = &d->body;
    const mat3 J = s3_matrix(b->J), m = m3_identity(b->mass);
    memset(d->G, 0, 36 * sizeof *d->G);
    add_block(d->G, 0, 0, &J);
    add_block(d->G, 3, 3, &m);
    for (int i = 0; i < 36 && d->fluid != NULL; i++) {
        d->G[i] += d->fluid->A[i];
    }
}

/* M = X^T G X: the velocity of the centre of mass is v + w x c. */
static void refer(const double *G, ludo_vec3 c, double *M)
{
    const mat3 one = m3_identity(1.0), minus = m3_scale(-1.0, m3_skew(c));
    double X[36] = {0.0}, GX[36] = {0.0};
    add_block(X, 0, 0, &one);
    add_block(X, 3, 0, &minus);
    add_block(X, 3, 3, &one);
    ludo_dense_multiply(6, 6, 6, G, X, GX);
    memset(M, 0, 36 * sizeof *M);
    ludo_dense_multiply_t(6, 6, 6, X, GX, M);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < i; j++) {
            M[6 * i + j] = M[6 * j + i] = 0.5 * (M[6 * i + j] + M[6 * j + i]);
        }
    }
}

void ludo_dual_quaternion_weigh(dual_quaternion *d, const sim_state *state)
{
    const ludo_model *m = state->model;
    d->fluid = m->fluids > 0 ? &m->fluid[0] : NULL;
    d->c = v3_scale(-1.0, m->joint[0].origin);
    d->length = m->joint[0].length;
    sum_up(d);
    refer(d->G, d->c, d->M->M);
    const double *M = d->M->M;
    const bool published = strcmp(state->settings.scheme, "published") == 0;
    /* tr M22 / 3: the mass, without a fluid */
    d->decoupled = d->fluid == NULL && !published;
    d->M->m_s = published ? 0.0 : (M[21] + M[28] + M[35]) / 3.0;
}

static void put(double *x, ludo_vec3 a, ludo_vec3 b)
{
    v3_put(a, x);
    v3_put(b, x + 3);
}

force ludo_dual_quaternion_momentum(const dual_quaternion *d, const mat3 *R, body_motion by)
{
    double chi[6], P[6] = {0.0};
    put(chi, by.w, m3_apply_t(R, by.V));
    ludo_dense_multiply(6, 6, 1, d->G, chi, P);
    return (force){m3_apply(R, v3_at(P)), m3_apply(R, v3_at(P + 3))};
}

/* Solve G chi = P in rad and lengths, so that row exchanges do not depend on units. */
bool ludo_dual_quaternion_motion(const dual_quaternion *d, const mat3 *R, force P, body_motion *by)
{
    double G[36], chi[6];
    put(chi, m3_apply_t(R, P.n), m3_apply_t(R, P.f));
    for (int i = 0; i < 6; i++) {
        chi[i] *= unit_of(d, i);
        for (int j = 0; j < 6; j++) {
            G[6 * i + j] = unit_of(d, i) * d->G[6 * i + j] * unit_of(d, j);
        }
    }
    if (!ludo_dense_solve(6, 1, G, chi)) {
        return false;
    }
    const ludo_vec3 v = v3_scale(d->length, v3_at(chi + 3));
    *by = (body_motion){m3_apply(R, v), v3_at(chi)};
    return true;
}
