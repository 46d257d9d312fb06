/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes over bodies of LANES simulations (body_block.h). */
#include "integrators/maximal/body_block.h"
#include "integrators/maximal_lanes/lanes.h"

/* ---- the iterate ---- */

/* Poses, momenta and residuals at the iterate. Rotation terms of all bodies first: series wait for
 * their own results, and those of several bodies overlap. */
LUDO_KERNEL_PART void evaluate(maximal_lanes *x, double h, rotation_terms (*terms)(double))
{
    vector turn = VECTOR_OF(0.0);
    for (int32_t s = 0; s < x->tree.nodes; s++) {
        LANES_ALIGNED lanes1 square;
        vector phi2;
        body_block_turn(&x->body[s], h, terms, &square);
        vector_copy(&phi2, &square, 1);
        vector_take_worst(&turn, &phi2);
    }
    for (int32_t s = 0; s < x->tree.nodes; s++) {
        LANES_ALIGNED twist_lanes r;
        body_block_evaluate(&x->body[s], &x->knot[s], h, &r, NULL);
        vector_copy(x->tree.r + 6 * (size_t)s, &r, 6);
    }
    x->turn = turn;
}

/* V of a body = sum of past velocities times their weights. */
LUDO_KERNEL_PART void extrapolate(maximal_lanes *x, int32_t s, const vector *weight)
{
    vector V[6] = {VECTOR_OF(0.0), VECTOR_OF(0.0), VECTOR_OF(0.0),
                   VECTOR_OF(0.0), VECTOR_OF(0.0), VECTOR_OF(0.0)};
    for (int32_t age = 0; age < x->known; age++) {
        vector past[6];
        vector_copy(past, &x->past[age][s], 6);
        for (int i = 0; i < 6; i++) {
            V[i] += weight[age] * past[i];
        }
    }
    memcpy(&x->body[s].V, V, sizeof V);
}

/* Begin the interval of each body, and evaluate the extrapolated iterate. */
LUDO_KERNEL_PART void start(maximal_lanes *x, double h, rotation_terms (*terms)(double))
{
    vector weight[EXTRAPOLATION_POINTS];
    vector_copy(weight, x->weight, EXTRAPOLATION_POINTS);
    for (int32_t s = 0; s < x->tree.nodes; s++) {
        body_block_turn_inertia(&x->body[s], &x->knot[s]);
        body_block_begin(&x->body[s], &x->knot[s], x->model->gravity, h);
        extrapolate(x, s, weight);
    }
    evaluate(x, h, terms);
}

/* V of a body += the direction, where lanes iterate; `before` where they have converged. */
LUDO_KERNEL_PART void correct(maximal_lanes *x, int32_t s, double h, const vector_bits *iterates)
{
    LANES_ALIGNED twist_lanes u;
    vector before[6], V[6];
    vector_copy(before, &x->body[s].V, 6);
    memcpy(&u, x->tree.u + 6 * (size_t)s, sizeof u);
    body_block_correct(&x->body[s], &u, h);
    vector_copy(V, &x->body[s].V, 6);
    for (int i = 0; i < 6; i++) {
        vector_select(&V[i], iterates, &before[i]);
    }
    memcpy(&x->body[s].V, V, sizeof V);
}

/* Correct the iterate of each body, and evaluate it. */
LUDO_KERNEL_PART void advance(maximal_lanes *x, double h, rotation_terms (*terms)(double))
{
    const vector_bits iterates = x->newton.iterates;
    for (int32_t s = 0; s < x->tree.nodes; s++) {
        correct(x, s, h, &iterates);
    }
    evaluate(x, h, terms);
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

LUDO_KERNEL static void start_lanes_exponential(maximal_lanes *x, double h)
{
    start(x, h, exponential_terms);
}

LUDO_KERNEL static void advance_lanes_exponential(maximal_lanes *x, double h)
{
    advance(x, h, exponential_terms);
}

LUDO_KERNEL static void linearize_lanes_exponential(maximal_lanes *x, double h)
{
    linearize(x, h, exponential_slopes);
}

LUDO_KERNEL static void start_lanes_quaternion(maximal_lanes *x, double h)
{
    start(x, h, quaternion_terms);
}

LUDO_KERNEL static void advance_lanes_quaternion(maximal_lanes *x, double h)
{
    advance(x, h, quaternion_terms);
}

LUDO_KERNEL static void linearize_lanes_quaternion(maximal_lanes *x, double h)
{
    linearize(x, h, quaternion_slopes);
}

static const lanes_rotation rotations[] = {
    {&ludo_rotation_exponential, start_lanes_exponential, advance_lanes_exponential,
     linearize_lanes_exponential},
    {&ludo_rotation_quaternion, start_lanes_quaternion, advance_lanes_quaternion,
     linearize_lanes_quaternion},
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

/* The iterate becomes the knot; V becomes the newest past velocity, in `past`. */
LUDO_KERNEL static void accept_bodies(maximal_lanes *x, double h, twist_lanes *past)
{
    const ludo_model *m = x->model;
    for (int32_t s = 0, root = 0; s < m->slots; s++) {
        const lanes3 z = x->knot[s].x; /* at t_k */
        vector V[6];
        root = m->parent[s] < 0 ? s : root;
        body_block_accept(&x->body[s], &x->knot[s], m->gravity, h);
        if (joint_is_free(&m->joint[root])) {
            LANES_ALIGNED twist_lanes r;
            memcpy(&r, x->tree.r + 6 * (size_t)s, sizeof r);
            add_residual(&x->knot[root].P, &r, &z, &x->body[root].z.x);
        }
        vector_copy(V, &x->body[s].V, 6);
        memcpy(&past[s], V, sizeof V);
    }
    for (int32_t s = 0; s < m->slots && m->spring_count > 0; s++) {
        add_nothing(&x->knot[s].P.v);
        add_nothing(&x->knot[s].P.w);
    }
}

void ludo_maximal_lanes_accept_bodies(maximal_lanes *x, double h)
{
    accept_bodies(x, h, x->past[0]);
}
