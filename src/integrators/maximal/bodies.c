/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes over bodies of the maximal integrator, eight bodies side by side (body_block.h). */
#include "integrators/maximal/bodies.h"

#include "integrators/maximal/body_block.h"

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
        body_block_turn_inertia(&x->body[k], &x->knot[k]);
    }
}

void ludo_maximal_bodies_rotate_inertia(maximal *x)
{
    turn_inertia(x);
}

LUDO_KERNEL static void begin(maximal *x, const sim_state *state, double h)
{
    for (int32_t k = 0; k < x->blocks; k++) {
        body_block_begin(&x->body[k], &x->knot[k], state->model->gravity, h);
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

LUDO_KERNEL_PART worst evaluate(maximal *x, const sim_state *state, double h,
                                rotation_terms (*terms)(double))
{
    pose *next = state->poses[1 - state->progress->now];
    worst turn = {0.0, -1};
    for (int32_t k = 0; k < x->blocks; k++) {
        if (maximal_is_still(x, k)) {
            continue;
        }
        LANES_ALIGNED pose_records z1;
        LANES_ALIGNED twist_lanes r;
        LANES_ALIGNED lanes1 phi2;
        body_block_turn(&x->body[k], h, terms, &phi2);
        body_block_evaluate(&x->body[k], &x->knot[k], h, &r, &z1);
        for (int l = 0; l < lanes_used(state, k); l++) {
            const int32_t s = k * LANES + l;
            worst_take(&turn, phi2.at[l], s);
            write6(x->tree.r + 6 * s, get3(&r.v, l), get3(&r.w, l));
        }
        scatter_poses(&next[k * LANES], &z1, lanes_used(state, k));
    }
    return turn;
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
        body_block_linearize(b, h, slopes, &H);
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
        LANES_ALIGNED twist_lanes u = {{{0.0}, {0.0}, {0.0}}, {{0.0}, {0.0}, {0.0}}};
        for (int l = 0; l < lanes_used(state, k); l++) {
            const double *from = x->tree.u + 6 * (k * LANES + l);
            put3(&u.v, l, v3(from[0], from[1], from[2]));
            put3(&u.w, l, v3(from[3], from[4], from[5]));
        }
        body_block_correct(&x->body[k], &u, h);
    }
}

void ludo_maximal_bodies_correct(maximal *x, const sim_state *state, double h)
{
    correct(x, state, h);
}

LUDO_KERNEL static void accept(maximal *x, const sim_state *state, double h)
{
    for (int32_t k = 0; k < x->blocks; k++) {
        body_block_accept(&x->body[k], &x->knot[k], state->model->gravity, h);
    }
}

void ludo_maximal_bodies_accept(maximal *x, const sim_state *state, double h)
{
    accept(x, state, h);
    add_couples(x, state->model, h, false);
}
