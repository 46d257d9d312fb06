/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes over bodies of LANES simulations (body_block.h). */
#include "integrators/maximal/body_block.h"
#include "integrators/maximal_lanes/lanes.h"

/* ---- the start of an interval ---- */

LUDO_KERNEL static void begin_bodies(maximal_lanes *x, double h)
{
    for (int32_t s = 0; s < x->tree.nodes; s++) {
        body_block_turn_inertia(&x->body[s], &x->knot[s]);
        body_block_begin(&x->body[s], &x->knot[s], x->model->gravity, h);
    }
}

void ludo_maximal_lanes_begin_bodies(maximal_lanes *x, double h)
{
    begin_bodies(x, h);
}

/* ---- the iterate ---- */

LUDO_KERNEL_PART void evaluate(maximal_lanes *x, double h, rotation_terms (*terms)(double))
{
    vector turn = VECTOR_OF(0.0);
    for (int32_t s = 0; s < x->tree.nodes; s++) {
        LANES_ALIGNED block_balance b;
        vector phi2;
        body_block_evaluate(&x->body[s], &x->knot[s], h, terms, &b, NULL);
        vector_copy(x->tree.r + 6 * (size_t)s, &b.r, 6);
        vector_copy(&phi2, &b.phi2, 1);
        vector_take_worst(&turn, &phi2);
    }
    x->turn = turn;
}

/* The block diag(m 1, H) of a body. */
LUDO_KERNEL_PART void write_block(vector *M, const lanes1 *mass, const lanes9 *H)
{
    for (int i = 0; i < 36; i++) {
        M[i] = VECTOR_OF(0.0);
    }
    for (int i = 0; i < 3; i++) {
        vector_copy(&M[7 * i], mass, 1);
        vector_copy(&M[6 * (3 + i) + 3], H->m[3 * i], 3);
    }
}

LUDO_KERNEL_PART void linearize(maximal_lanes *x, double h,
                                rotation_slopes (*slopes)(double, rotation_terms))
{
    for (int32_t s = 0; s < x->tree.nodes; s++) {
        LANES_ALIGNED lanes9 H;
        body_block_linearize(&x->body[s], h, slopes, &H);
        write_block(x->tree.M + 36 * (size_t)s, &x->body[s].mass, &H);
    }
}

LUDO_KERNEL static void evaluate_exponential(maximal_lanes *x, double h)
{
    evaluate(x, h, exponential_terms);
}

LUDO_KERNEL static void linearize_exponential(maximal_lanes *x, double h)
{
    linearize(x, h, exponential_slopes);
}

LUDO_KERNEL static void evaluate_quaternion(maximal_lanes *x, double h)
{
    evaluate(x, h, quaternion_terms);
}

LUDO_KERNEL static void linearize_quaternion(maximal_lanes *x, double h)
{
    linearize(x, h, quaternion_slopes);
}

static const lanes_rotation rotations[] = {
    {&ludo_rotation_exponential, evaluate_exponential, linearize_exponential},
    {&ludo_rotation_quaternion, evaluate_quaternion, linearize_quaternion},
};

const lanes_rotation *ludo_maximal_lanes_rotation(const rotation_update *of)
{
    for (size_t i = 0; i < sizeof rotations / sizeof *rotations; i++) {
        if (rotations[i].of == of) {
            return &rotations[i];
        }
    }
    return NULL;
}

/* V where lanes iterate, `before` where they have converged. */
LUDO_KERNEL_PART void keep_converged(lanes3 *V, const lanes3 *before, const lanes1 *iterates)
{
    FOR_LANES(l)
    {
        const ludo_vec3 a = get3(V, l), b = get3(before, l);
        const bool moves = iterates->at[l] != 0.0;
        put3(V, l, v3(moves ? a.x : b.x, moves ? a.y : b.y, moves ? a.z : b.z));
    }
}

LUDO_KERNEL static void correct_bodies(maximal_lanes *x, double h)
{
    for (int32_t s = 0; s < x->tree.nodes; s++) {
        body_lanes *b = &x->body[s];
        LANES_ALIGNED twist_lanes u;
        const twist_lanes before = b->V;
        memcpy(&u, x->tree.u + 6 * (size_t)s, sizeof u);
        body_block_correct(b, &u, h);
        keep_converged(&b->V.v, &before.v, &x->newton.iterates);
        keep_converged(&b->V.w, &before.w, &x->newton.iterates);
    }
}

void ludo_maximal_lanes_correct_bodies(maximal_lanes *x, double h)
{
    correct_bodies(x, h);
}

/* ---- the end of an interval ---- */

/* The momentum of the root of a floating tree += the residual that a body of the tree, at z, has
 * left at t_k (ludo_maximal_step_residual()). */
LUDO_KERNEL_PART void add_residual(twist_lanes *P, const twist_lanes *r, const lanes3 *z,
                                   const lanes3 *root)
{
    FOR_LANES(l)
    {
        const ludo_vec3 e = get3(&r->v, l), arm = v3_sub(get3(z, l), get3(root, l));
        const ludo_vec3 moment = v3_add(get3(&r->w, l), v3_cross(arm, e));
        put3(&P->v, l, v3_add(get3(&P->v, l), e));
        put3(&P->w, l, v3_add(get3(&P->w, l), moment));
    }
}

/* The momenta that a lane with tendons adds: zeros, which make +0 of -0. */
LUDO_KERNEL_PART void add_nothing(lanes3 *P)
{
    FOR_LANES(l)
    {
        put3(P, l, v3_axpy(get3(P, l), 1.0, v3(0.0, 0.0, 0.0)));
    }
}

LUDO_KERNEL static void accept_bodies(maximal_lanes *x, double h)
{
    const ludo_model *m = x->model;
    for (int32_t s = 0, root = 0; s < m->slots; s++) {
        const lanes3 z = x->knot[s].x; /* at t_k */
        root = m->parent[s] < 0 ? s : root;
        body_block_accept(&x->body[s], &x->knot[s], m->gravity, h);
        if (joint_is_free(&m->joint[root])) {
            LANES_ALIGNED twist_lanes r;
            memcpy(&r, x->tree.r + 6 * (size_t)s, sizeof r);
            add_residual(&x->knot[root].P, &r, &z, &x->body[root].z.x);
        }
    }
    for (int32_t s = 0; s < m->slots && m->spring_count > 0; s++) {
        add_nothing(&x->knot[s].P.v);
        add_nothing(&x->knot[s].P.w);
    }
}

void ludo_maximal_lanes_accept_bodies(maximal_lanes *x, double h)
{
    accept_bodies(x, h);
}
