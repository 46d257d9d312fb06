/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes of the maximal integrator over one block: LANES bodies of a simulation, or one body of
 * LANES simulations. The code that depends on the rotation update is written once; the update's
 * terms are passed as functions, which the compiler inlines. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_BODY_BLOCK_H
#define LUDO_INTEGRATORS_MAXIMAL_BODY_BLOCK_H

#include "integrators/maximal/maximal.h"
#include "integrators/maximal/pose_records.h"
#include "math/symmetric.h"

static inline sym3 get_inertia(const lanes6 *J, int l)
{
    return (sym3){J->at[0][l], J->at[1][l], J->at[2][l], J->at[3][l], J->at[4][l], J->at[5][l]};
}

static inline void put_inertia(lanes6 *to, int l, sym3 J)
{
    to->at[0][l] = J.xx, to->at[1][l] = J.yy, to->at[2][l] = J.zz;
    to->at[3][l] = J.xy, to->at[4][l] = J.xz, to->at[5][l] = J.yz;
}

/* ---- the start of an interval ---- */

/* J at t_k. */
LUDO_KERNEL_PART void body_block_turn_inertia(body_lanes *b, const body_knot *z)
{
    FOR_LANES(l)
    {
        const sym3 J = get_inertia(&b->J_body, l);
        put_inertia(&b->J, l, s3_turn(q_matrix(get4(&z->q, l)), J));
    }
}

/* The known momenta p_k + (h/2) f_k, l_k. */
LUDO_KERNEL_PART void body_block_begin(body_lanes *b, const body_knot *z, ludo_vec3 gravity,
                                       double h)
{
    FOR_LANES(l)
    {
        const double impulse = 0.5 * h * b->weight.at[l];
        put3(&b->known.v, l, v3_axpy(get3(&z->P.v, l), impulse, gravity));
        put3(&b->known.w, l, get3(&z->P.w, l));
    }
}

/* ---- the iterate ---- */

/* The rotation terms of the iterate V, and the squares of h w. */
LUDO_KERNEL_PART void body_block_turn(body_lanes *b, double h, rotation_terms (*terms)(double),
                                      lanes1 *phi2)
{
    FOR_LANES(l)
    {
        const ludo_vec3 phi = v3_scale(h, get3(&b->V.w, l));
        const double square = v3_dot(phi, phi);
        const rotation_terms t = terms(square);
        b->half_cos.at[l] = t.half_cos;
        b->half_sin.at[l] = t.half_sin;
        b->alpha.at[l] = t.alpha;
        b->c.at[l] = t.c;
        phi2->at[l] = square;
    }
}

LUDO_KERNEL_PART rotation_terms get_terms(const body_lanes *b, int l)
{
    return (rotation_terms){b->half_cos.at[l], b->half_sin.at[l], b->alpha.at[l], b->c.at[l]};
}

LUDO_KERNEL_PART ludo_quat turned_by(rotation_terms t, ludo_vec3 phi, ludo_quat q)
{
    const ludo_quat turned = q_mul(q_make(t.half_cos, v3_scale(t.half_sin, phi)), q);
    const double n = 1.5 - 0.5 * q_dot(turned, turned); /* 1/|q|: |q| is 1 to round-off */
    return (ludo_quat){n * turned.w, n * turned.x, n * turned.y, n * turned.z};
}

/* Poses z_{k+1}, momenta L and residuals r of the iterate V, whose rotation terms are known; the
 * poses with their matrices as records too, unless `records` is NULL. */
LUDO_KERNEL_PART void body_block_evaluate(body_lanes *b, const body_knot *z, double h,
                                          twist_lanes *r, pose_records *records)
{
    FOR_LANES(l)
    {
        const rotation_terms t = get_terms(b, l);
        const ludo_vec3 v = get3(&b->V.v, l), w = get3(&b->V.w, l), phi = v3_scale(h, w);
        const ludo_vec3 x = v3_axpy(get3(&z->x, l), h, v);
        const ludo_quat q = turned_by(t, phi, get4(&z->q, l));
        const ludo_vec3 L = rotation_apply(t, phi, s3_apply(get_inertia(&b->J, l), w));
        put3(&b->z.x, l, x);
        put4(&b->z.q, l, q);
        if (records != NULL) {
            put_pose(records, l, x, q, q_matrix(q));
        }
        put3(&b->L, l, L);
        put3(&r->v, l, v3_axpy(get3(&b->known.v, l), -b->mass.at[l], v));
        put3(&r->w, l, v3_sub(get3(&b->known.w, l), L));
    }
}

/* s a b^T */
static inline mat3 outer(double s, ludo_vec3 a, ludo_vec3 b)
{
    const ludo_vec3 c = v3_scale(s, a);
    return (mat3){{c.x * b.x, c.x * b.y, c.x * b.z, c.y * b.x, c.y * b.y, c.y * b.z, c.z * b.x,
                   c.z * b.y, c.z * b.z}};
}

/* H = (A J + h C) A^T + h ( c phi L^T + b phi^T ), with C = c (phi.a) 1 - [a]x / 2 and
 * b = e a + k phi x phi x a: the H of rotation.h, sorted by factors. */
LUDO_KERNEL_PART mat3 body_linearize(sym3 J, rotation_terms t, ludo_vec3 w, ludo_vec3 L, double h,
                                     rotation_slopes (*slopes)(double, rotation_terms))
{
    const ludo_vec3 phi = v3_scale(h, w), a = s3_apply(J, w);
    const rotation_slopes d = slopes(v3_dot(phi, phi), t);
    const mat3 A = rotation_matrix(t, phi);
    const double diagonal = h * t.c * v3_dot(phi, a);
    const mat3 C = {{diagonal, 0.5 * h * a.z, -0.5 * h * a.y, -0.5 * h * a.z, diagonal,
                     0.5 * h * a.x, 0.5 * h * a.y, -0.5 * h * a.x, diagonal}};
    const mat3 F = m3_sum(m3_mul(A, s3_matrix(J)), C);
    const ludo_vec3 b = v3_axpy(v3_scale(d.e, a), d.k, v3_cross(phi, v3_cross(phi, a)));
    const mat3 rank2 = m3_sum(outer(h * t.c, phi, L), outer(h, b, phi));
    return m3_sum(m3_mul_t(F, A), rank2);
}

/* H at the iterate evaluated last. */
LUDO_KERNEL_PART void body_block_linearize(const body_lanes *b, double h,
                                           rotation_slopes (*slopes)(double, rotation_terms),
                                           lanes9 *H)
{
    FOR_LANES(l)
    {
        const rotation_terms t = get_terms(b, l);
        put9(H, l,
             body_linearize(get_inertia(&b->J, l), t, get3(&b->V.w, l), get3(&b->L, l), h, slopes));
    }
}

/* V += the correction of the rates u: dv = u_x, dw = A^T u_phi. */
LUDO_KERNEL_PART void body_block_correct(body_lanes *b, const twist_lanes *u, double h)
{
    FOR_LANES(l)
    {
        const rotation_terms t = get_terms(b, l);
        const ludo_vec3 w = get3(&b->V.w, l);
        const ludo_vec3 dw = rotation_apply_t(t, v3_scale(h, w), get3(&u->w, l));
        put3(&b->V.v, l, v3_add(get3(&b->V.v, l), get3(&u->v, l)));
        put3(&b->V.w, l, v3_add(w, dw));
    }
}

/* ---- the end of an interval ---- */

/* The iterate becomes the knot: z_{k+1}, p = m v + (h/2) f_{k+1}, l = L. */
LUDO_KERNEL_PART void body_block_accept(const body_lanes *b, body_knot *z, ludo_vec3 gravity,
                                        double h)
{
    FOR_LANES(l)
    {
        const ludo_vec3 p = v3_scale(b->mass.at[l], get3(&b->V.v, l));
        put3(&z->P.v, l, v3_axpy(p, 0.5 * h * b->weight.at[l], gravity));
        put3(&z->P.w, l, get3(&b->L, l));
        put3(&z->x, l, get3(&b->z.x, l));
        put4(&z->q, l, get4(&b->z.q, l));
    }
}

#endif
