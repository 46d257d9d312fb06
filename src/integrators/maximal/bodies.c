/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes over bodies of the maximal integrator, eight bodies side by side. The code that
 * depends on the rotation update is written once; the update's terms are passed as functions, which
 * the compiler inlines. */
#include "integrators/maximal/bodies.h"

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

/* Number of lanes of a block that hold bodies. */
static inline int lanes_used(const sim_state *state, int32_t block)
{
    const int32_t left = state->model->slots - block * LANES;
    return left < LANES ? (int)left : LANES;
}

/* ---- between the simulation and the lanes ---- */

void ludo_maximal_bodies_load_model(maximal *x, const sim_state *state)
{
    for (int32_t k = 0; k < x->blocks; k++) {
        for (int l = 0; l < LANES; l++) {
            const bool used = l < lanes_used(state, k);
            const int32_t s = used ? k * LANES + l : 0;
            const body_inertia *b = &state->model->inertia[s];
            x->body[k].mass.at[l] = b->mass;
            x->body[k].weight.at[l] = state->model->weight[s].mass;
            put3(&x->body[k].moment, l, state->model->weight[s].moment);
            put_inertia(&x->body[k].J_body, l, s3_from(b->J));
        }
    }
}

void ludo_maximal_bodies_load_poses(maximal *x, const sim_state *state)
{
    const pose *z = state_poses(state);
    for (int32_t k = 0; k < x->blocks; k++) {
        for (int l = 0; l < LANES; l++) {
            const int32_t s = l < lanes_used(state, k) ? k * LANES + l : 0;
            put3(&x->knot[k].x, l, z[s].x);
            put4(&x->knot[k].q, l, z[s].q);
        }
    }
    ludo_maximal_bodies_rotate_inertia(x);
}

void ludo_maximal_bodies_load_momenta(maximal *x, const sim_state *state)
{
    const ludo_vec3 zero = {0.0, 0.0, 0.0};
    for (int32_t k = 0; k < x->blocks; k++) {
        const body_lanes *b = &x->body[k];
        for (int l = 0; l < LANES; l++) {
            const bool used = l < lanes_used(state, k);
            const twist V = used ? state->twists[k * LANES + l] : (twist){zero, zero};
            put3(&x->knot[k].P.v, l, v3_scale(b->mass.at[l], V.v));
            put3(&x->knot[k].P.w, l, s3_apply(get_inertia(&b->J, l), V.w));
        }
    }
}

void ludo_maximal_bodies_load_velocities(maximal *x, const sim_state *state)
{
    for (int32_t k = 0; k < x->blocks; k++) {
        x->body[k].V = (twist_lanes){{{0.0}, {0.0}, {0.0}}, {{0.0}, {0.0}, {0.0}}};
    }
    for (int32_t s = 0; s < state->model->slots; s++) {
        put3(&x->body[s / LANES].V.v, s % LANES, state->twists[s].v);
        put3(&x->body[s / LANES].V.w, s % LANES, state->twists[s].w);
    }
}

void ludo_maximal_bodies_store_velocities(const maximal *x, sim_state *state)
{
    for (int32_t s = 0; s < state->model->slots; s++) {
        const twist_lanes *V = &x->body[s / LANES].V;
        state->twists[s] = (twist){get3(&V->v, s % LANES), get3(&V->w, s % LANES)};
    }
}

static inline void write6(double *to, ludo_vec3 a, ludo_vec3 b)
{
    to[0] = a.x, to[1] = a.y, to[2] = a.z;
    to[3] = b.x, to[4] = b.y, to[5] = b.z;
}

/* A block diag(m 1, H). */
static inline void write_block(double *M, double mass, mat3 H)
{
    for (int i = 0; i < BLOCK; i++) {
        M[i] = 0.0;
    }
    M[0] = M[ROW + 1] = M[2 * ROW + 2] = mass;
    for (int i = 0; i < 3; i++) {
        double *row = M + ROW * (3 + i) + 3;
        row[0] = H.m[3 * i], row[1] = H.m[3 * i + 1], row[2] = H.m[3 * i + 2];
    }
}

void ludo_maximal_bodies_assemble_knot(maximal *x, const sim_state *state)
{
    for (int32_t k = 0; k < x->blocks; k++) {
        const body_lanes *b = &x->body[k];
        for (int l = 0; l < lanes_used(state, k); l++) {
            const int32_t s = k * LANES + l;
            write_block(x->tree.M + BLOCK * s, b->mass.at[l], s3_matrix(get_inertia(&b->J, l)));
            write6(x->tree.r + 6 * s, get3(&x->knot[k].P.v, l), get3(&x->knot[k].P.w, l));
        }
    }
}

void ludo_maximal_bodies_subtract_knot(maximal *x, const sim_state *state, const double *u)
{
    for (int32_t k = 0; k < x->blocks; k++) {
        const body_lanes *b = &x->body[k];
        const twist_lanes *P = &x->knot[k].P;
        for (int l = 0; l < lanes_used(state, k); l++) {
            const double *V = u + 6 * (k * LANES + l);
            const ludo_vec3 p = v3_scale(b->mass.at[l], v3_at(V));
            const ludo_vec3 L = s3_apply(get_inertia(&b->J, l), v3_at(V + 3));
            write6(x->tree.r + 6 * (k * LANES + l), v3_sub(get3(&P->v, l), p),
                   v3_sub(get3(&P->w, l), L));
        }
    }
}

/* ---- the interval ---- */

LUDO_KERNEL static void turn_inertia(maximal *x)
{
    for (int32_t k = 0; k < x->blocks; k++) {
        const body_knot *z = &x->knot[k];
        body_lanes *b = &x->body[k];
        FOR_LANES(l)
        {
            const sym3 J = get_inertia(&b->J_body, l);
            put_inertia(&b->J, l, s3_turn(q_matrix(get4(&z->q, l)), J));
        }
    }
}

void ludo_maximal_bodies_rotate_inertia(maximal *x)
{
    turn_inertia(x);
}

LUDO_KERNEL static void begin(maximal *x, const sim_state *state, double h)
{
    const ludo_vec3 gravity = state->model->gravity;
    for (int32_t k = 0; k < x->blocks; k++) {
        const body_knot *z = &x->knot[k];
        body_lanes *b = &x->body[k];
        FOR_LANES(l)
        {
            const double impulse = 0.5 * h * b->weight.at[l];
            put3(&b->known.v, l, v3_axpy(get3(&z->P.v, l), impulse, gravity));
            put3(&b->known.w, l, get3(&z->P.w, l));
        }
    }
}

/* Add the impulse of the weights' couples at a knot, for half an interval: at the start of an
 * interval to the known momenta, at its end to those of the new knot. */
static void add_couples(const maximal *x, const ludo_model *m, double h, bool begins)
{
    for (int32_t s = 0; s < m->slots && m->weighs_off; s++) {
        const int l = s % LANES;
        body_lanes *b = &x->body[s / LANES];
        body_knot *z = &x->knot[s / LANES];
        const ludo_vec3 arm = q_rotate(get4(&z->q, l), get3(&b->moment, l));
        lanes3 *to = begins ? &b->known.w : &z->P.w;
        put3(to, l, v3_axpy(get3(to, l), 0.5 * h, v3_cross(arm, m->gravity)));
    }
}

void ludo_maximal_bodies_begin(maximal *x, const sim_state *state, double h)
{
    turn_inertia(x);
    begin(x, state, h);
    add_couples(x, state->model, h, true);
}

/* The interval of one body. */
typedef struct body_interval {
    ludo_vec3 x, L, r, r_phi;
    ludo_quat q;
    rotation_terms t;
    double phi2;
} body_interval;

/* One body at the start of an interval. */
typedef struct body_start {
    ludo_vec3 x;
    ludo_quat q;
    double mass;
    sym3 J;
    twist known; /* momenta */
} body_start;

LUDO_KERNEL_PART body_interval body_advance(const body_start *at, twist V, double h,
                                            rotation_terms (*terms)(double))
{
    body_interval b;
    const ludo_vec3 phi = v3_scale(h, V.w);
    b.phi2 = v3_dot(phi, phi);
    b.t = terms(b.phi2);
    b.x = v3_axpy(at->x, h, V.v);
    const ludo_quat turned = q_mul(q_make(b.t.half_cos, v3_scale(b.t.half_sin, phi)), at->q);
    const double n = 1.5 - 0.5 * q_dot(turned, turned); /* 1/|q|: |q| is 1 to round-off */
    b.q = (ludo_quat){n * turned.w, n * turned.x, n * turned.y, n * turned.z};
    b.L = rotation_apply(b.t, phi, s3_apply(at->J, V.w));
    b.r = v3_axpy(at->known.v, -at->mass, V.v);
    b.r_phi = v3_sub(at->known.w, b.L);
    return b;
}

LUDO_KERNEL_PART worst evaluate(maximal *x, const sim_state *state, double h,
                                rotation_terms (*terms)(double))
{
    pose *next = state->poses[1 - state->progress->now];
    worst turn = {0.0, -1};
    for (int32_t k = 0; k < x->blocks; k++) {
        if (maximal_is_still(x, k)) {
            continue;
        }
        const body_knot *z = &x->knot[k];
        body_lanes *b = &x->body[k];
        LANES_ALIGNED pose_records z1;
        LANES_ALIGNED twist_lanes r;
        LANES_ALIGNED lanes1 phi2;
        FOR_LANES(l)
        {
            const body_start at = {get3(&z->x, l),
                                   get4(&z->q, l),
                                   b->mass.at[l],
                                   get_inertia(&b->J, l),
                                   {get3(&b->known.v, l), get3(&b->known.w, l)}};
            const twist V = {get3(&b->V.v, l), get3(&b->V.w, l)};
            const body_interval i = body_advance(&at, V, h, terms);
            put3(&b->x, l, i.x);
            put4(&b->q, l, i.q);
            put_pose(&z1, l, i.x, i.q, q_matrix(i.q));
            put3(&b->L, l, i.L);
            put3(&r.v, l, i.r);
            put3(&r.w, l, i.r_phi);
            b->half_sin.at[l] = i.t.half_sin;
            b->alpha.at[l] = i.t.alpha;
            b->c.at[l] = i.t.c;
            phi2.at[l] = i.phi2;
        }
        for (int l = 0; l < lanes_used(state, k); l++) {
            const int32_t s = k * LANES + l;
            worst_take(&turn, phi2.at[l], s);
            write6(x->tree.r + 6 * s, get3(&r.v, l), get3(&r.w, l));
        }
        scatter_poses(&next[k * LANES], &z1, lanes_used(state, k));
    }
    return turn;
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

LUDO_KERNEL_PART void linearize(maximal *x, const sim_state *state, double h,
                                rotation_slopes (*slopes)(double, rotation_terms))
{
    for (int32_t k = 0; k < x->blocks; k++) {
        if (maximal_is_still(x, k)) {
            continue;
        }
        const body_lanes *b = &x->body[k];
        LANES_ALIGNED lanes9 H;
        FOR_LANES(l)
        {
            const rotation_terms t = {0.0, b->half_sin.at[l], b->alpha.at[l], b->c.at[l]};
            put9(&H, l,
                 body_linearize(get_inertia(&b->J, l), t, get3(&b->V.w, l), get3(&b->L, l), h,
                                slopes));
        }
        for (int l = 0; l < lanes_used(state, k); l++) {
            write_block(x->tree.M + BLOCK * (k * LANES + l), b->mass.at[l], get9(&H, l));
        }
    }
}

LUDO_KERNEL static worst evaluate_exponential(maximal *x, const sim_state *state, double h)
{
    return evaluate(x, state, h, exponential_terms);
}

LUDO_KERNEL static void linearize_exponential(maximal *x, const sim_state *state, double h)
{
    linearize(x, state, h, exponential_slopes);
}

LUDO_KERNEL static worst evaluate_quaternion(maximal *x, const sim_state *state, double h)
{
    return evaluate(x, state, h, quaternion_terms);
}

LUDO_KERNEL static void linearize_quaternion(maximal *x, const sim_state *state, double h)
{
    linearize(x, state, h, quaternion_slopes);
}

const rotation_update ludo_rotation_exponential = {"exponential", exponential_limit,
                                                   evaluate_exponential, linearize_exponential};
const rotation_update ludo_rotation_quaternion = {"quaternion", quaternion_limit,
                                                  evaluate_quaternion, linearize_quaternion};

LUDO_KERNEL static void correct(maximal *x, const sim_state *state, double h)
{
    for (int32_t k = 0; k < x->blocks; k++) {
        if (maximal_is_still(x, k)) {
            continue;
        }
        body_lanes *b = &x->body[k];
        LANES_ALIGNED twist_lanes u = {{{0.0}, {0.0}, {0.0}}, {{0.0}, {0.0}, {0.0}}};
        for (int l = 0; l < lanes_used(state, k); l++) {
            const double *from = x->tree.u + 6 * (k * LANES + l);
            put3(&u.v, l, v3(from[0], from[1], from[2]));
            put3(&u.w, l, v3(from[3], from[4], from[5]));
        }
        FOR_LANES(l)
        {
            const rotation_terms t = {0.0, 0.0, b->alpha.at[l], b->c.at[l]};
            const ludo_vec3 w = get3(&b->V.w, l);
            const ludo_vec3 dw = rotation_apply_t(t, v3_scale(h, w), get3(&u.w, l));
            put3(&b->V.v, l, v3_add(get3(&b->V.v, l), get3(&u.v, l)));
            put3(&b->V.w, l, v3_add(w, dw));
        }
    }
}

void ludo_maximal_bodies_correct(maximal *x, const sim_state *state, double h)
{
    correct(x, state, h);
}

LUDO_KERNEL static void accept(maximal *x, const sim_state *state, double h)
{
    const ludo_vec3 gravity = state->model->gravity;
    for (int32_t k = 0; k < x->blocks; k++) {
        const body_lanes *b = &x->body[k];
        body_knot *z = &x->knot[k];
        FOR_LANES(l)
        {
            const double mass = b->mass.at[l];
            const ludo_vec3 p = v3_scale(mass, get3(&b->V.v, l));
            put3(&z->P.v, l, v3_axpy(p, 0.5 * h * b->weight.at[l], gravity));
            put3(&z->P.w, l, get3(&b->L, l));
            put3(&z->x, l, get3(&b->x, l));
            put4(&z->q, l, get4(&b->q, l));
        }
    }
}

void ludo_maximal_bodies_accept(maximal *x, const sim_state *state, double h)
{
    accept(x, state, h);
    add_couples(x, state->model, h, false);
}
