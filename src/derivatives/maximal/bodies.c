/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies: derivatives of the momenta at both ends of an interval by the poses there, and the mass
 * matrix [maximal.md 8.2].
 *
 *     m v = m (x_1 - x_0) / h,    mu_i = ( x_i x f_i + L_i , f_i )
 *     f_i = m v -+ (h/2) m g,     L_i = L -+ (h/2) (R_i moment) x g    of the weight
 *     dL = w_0 x L + H (w_1 - w_0) / h          for rotations w_0, w_1 of the ends */
#include "derivatives/maximal/linearize.h"

/* A body's interval; positions from the common point. */
typedef struct body_interval {
    double mass, h;
    ludo_vec3 x[2], f[2];   /* centre of mass and linear momentum at both ends */
    ludo_vec3 arm[2], pull; /* moments of the weight at both ends; half an interval of gravity */
    ludo_vec3 L;
    mat3 H;
} body_interval;

/* d mu_0 for a motion of t_k. */
static force start_by_start(const void *of, motion xi)
{
    const body_interval *b = of;
    const ludo_vec3 dx = motion_at(xi, b->x[0]), df = v3_scale(-b->mass / b->h, dx);
    const ludo_vec3 turned = v3_scale(-1.0 / b->h, m3_apply(&b->H, xi.w));
    const ludo_vec3 couple = v3_cross(v3_cross(xi.w, b->arm[0]), b->pull);
    const ludo_vec3 dL = v3_sub(v3_add(v3_cross(xi.w, b->L), turned), couple);
    return (force){v3_add(v3_cross(dx, b->f[0]), v3_add(v3_cross(b->x[0], df), dL)), df};
}

/* d mu_0 for a motion of t_{k+1}. */
static force start_by_end(const void *of, motion xi)
{
    const body_interval *b = of;
    const ludo_vec3 df = v3_scale(b->mass / b->h, motion_at(xi, b->x[1]));
    const ludo_vec3 dL = v3_scale(1.0 / b->h, m3_apply(&b->H, xi.w));
    return (force){v3_add(v3_cross(b->x[0], df), dL), df};
}

/* d mu_1 for a motion of t_{k+1}. */
static force end_by_end(const void *of, motion xi)
{
    const body_interval *b = of;
    const ludo_vec3 dx = motion_at(xi, b->x[1]), df = v3_scale(b->mass / b->h, dx);
    const ludo_vec3 couple = v3_cross(v3_cross(xi.w, b->arm[1]), b->pull);
    const ludo_vec3 dL = v3_add(v3_scale(1.0 / b->h, m3_apply(&b->H, xi.w)), couple);
    return (force){v3_add(v3_cross(dx, b->f[1]), v3_add(v3_cross(b->x[1], df), dL)), df};
}

/* The interval of body s. */
static body_interval view_body(const maximal_linear *l, const sim_state *state, int32_t s, double h)
{
    const maximal *x = maximal_in(state);
    const body_lanes *b = &x->body[s / LANES];
    const double mass = b->mass.at[s % LANES], *M = x->tree.M + BLOCK * (size_t)s;
    const ludo_vec3 mv = v3_scale(mass, get3(&b->V.v, s % LANES));
    const body_weight *weight = &state->model->weight[s];
    const ludo_vec3 pull = v3_scale(0.5 * h, state->model->gravity);
    const ludo_vec3 half_weight = v3_scale(weight->mass, pull);
    body_interval i = {
        .mass = mass,
        .h = h,
        .x = {v3_sub(l->knot[0].poses[s].x, l->origin), v3_sub(l->knot[1].poses[s].x, l->origin)},
        .f = {v3_sub(mv, half_weight), v3_add(mv, half_weight)},
        .arm = {m3_apply(&l->knot[0].poses[s].R, weight->moment),
                m3_apply(&l->knot[1].poses[s].R, weight->moment)},
        .pull = pull,
        .L = get3(&b->L, s % LANES),
    };
    for (int k = 0; k < 9; k++) {
        i.H.m[k] = M[ROW * (3 + k / 3) + 3 + k % 3];
    }
    return i;
}

void ludo_maximal_linear_add_bodies(maximal_linear *l, sim_state *state, double h)
{
    maximal *x = maximal_of(state);
    x->rotation->linearize(x, state, h);
    memset(l->across, 0, (size_t)l->n * sizeof *l->across);
    for (int32_t s = 0; s < state->model->slots; s++) {
        const int32_t c = l->seat[s];
        const body_interval b = view_body(l, state, s, h);
        for (int i = 0; i < 2 && c >= 0; i++) {
            const double sign = i == 0 ? -1.0 : 1.0;
            const ludo_vec3 L = v3_axpy(b.L, sign, v3_cross(b.arm[i], b.pull));
            const force mu = force_at(b.x[i], b.f[i], L);
            l->knot[i].mu[c] = force_add(l->knot[i].mu[c], mu);
        }
        if (c >= 0) {
            stiff_add(&l->knot[0].B[c], 1.0, start_by_start, &b);
            stiff_add(&l->across[c], 1.0, start_by_end, &b);
            stiff_add(&l->knot[1].B[c], 1.0, end_by_end, &b);
        }
    }
}

/* ---- external wrenches ---- */

/* A force of fixed direction and a torque that rotates with the body, at a point. */
typedef struct push {
    ludo_vec3 x, f, torque;
} push;

static force push_by_motion(const void *of, motion xi)
{
    const push *p = of;
    const ludo_vec3 moment = v3_cross(motion_at(xi, p->x), p->f);
    return (force){v3_add(moment, v3_cross(xi.w, p->torque)), v3(0.0, 0.0, 0.0)};
}

void ludo_maximal_linear_add_pushes(maximal_linear *l, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    for (int32_t i = 0; i < m->body_count && state->progress->pushed != 0; i++) {
        const model_body *b = &m->body[i];
        const int32_t c = ludo_maximal_linear_seat(l, m, &b->on);
        for (int end = 0; end < 2 && c >= 0; end++) {
            linear_knot *k = &l->knot[end];
            const placement at = {m, k->poses, k->memory};
            const pose z = ludo_attached_frame_pose(&at, &b->on);
            const push p = {v3_sub(ludo_attached_frame_point(&at, &b->on, b->com), l->origin),
                            state->push[i].force, m3_apply(&z.R, state->push[i].torque)};
            const double s = end == 0 ? -0.5 * h : 0.5 * h;
            k->mu[c] = force_axpy(k->mu[c], s, force_at(p.x, p.f, p.torque));
            stiff_add(&k->B[c], s, push_by_motion, &p);
        }
    }
}

/* ---- masses ---- */

/* A body at a fixed pose: a motion xi has the momentum M xi. */
typedef struct body_mass {
    double mass;
    ludo_vec3 x;
    sym3 J; /* world axes */
} body_mass;

static force momentum_of(const void *of, motion xi)
{
    const body_mass *b = of;
    const ludo_vec3 p = v3_scale(b->mass, motion_at(xi, b->x));
    return force_at(b->x, p, s3_apply(b->J, xi.w));
}

static body_mass view_mass(const maximal_linear *l, const ludo_model *m, int32_t s)
{
    const pose *z = &l->knot[1].poses[s];
    const body_inertia *b = &m->inertia[s];
    return (body_mass){b->mass, v3_sub(z->x, l->origin), s3_turn(z->R, s3_from(b->J))};
}

/* Velocities per dof: V of the links that it carries alone, W of its carrier after the dof's own
 * motion; for a dof of a ball with half of the ball's motion. */
static void view_velocities(maximal_linear *l, motion *V)
{
    const motion *S = l->knot[1].S;
    for (int32_t c = 0; c < l->n; c++) {
        const int32_t up = l->up[c];
        V[c] = motion_axpy(up >= 0 ? V[up] : motion_zero(), l->v[c], S[c]);
        l->W[c] = V[c];
    }
    for (int32_t c = 0; c < l->n; c++) {
        const int32_t first = l->ball[c];
        if (c == first + 2) {
            const motion before = l->up[first] >= 0 ? V[l->up[first]] : motion_zero();
            const motion sum = motion_add(before, V[c]);
            l->W[first] = l->W[first + 1] = l->W[c] = motion_axpy(motion_zero(), 0.5, sum);
        }
    }
}

/* (d M / d q) v: a motion of dof i transports the momenta beyond it and leaves rates unchanged,
 *
 *     d_i mu = - M ad_{S_i} W_i - ad_{S_i}^T mu */
static void add_mass_slopes(maximal_linear *l, const force *mu, const stiff6 *M)
{
    const size_t n = (size_t)l->n;
    const motion *S = l->knot[1].S;
    for (int32_t j = 0; j < l->n; j++) {
        const force own = stiff_apply(&M[j], motion_ad(S[j], l->W[j]));
        l->M_q[n * (size_t)j + (size_t)j] -= pair_of(own, S[j]);
        for (int32_t i = l->up[j]; i >= 0; i = l->up[i]) {
            const double part = l->ball[i] == l->ball[j] ? 0.5 : 1.0;
            const double bend = pair_of(mu[j], motion_ad(S[i], S[j]));
            const force there = stiff_apply(&M[j], motion_ad(S[i], l->W[i]));
            l->M_q[n * (size_t)j + (size_t)i] -= pair_of(there, S[j]) + (1.0 - part) * bend;
            l->M_q[n * (size_t)i + (size_t)j] -= pair_of(own, S[i]) - part * bend;
        }
    }
}

void ludo_maximal_linear_add_masses(maximal_linear *l, const sim_state *state)
{
    linear_knot *k = &l->knot[1];
    memset(k->B, 0, (size_t)l->n * sizeof *k->B);
    memset(k->mu, 0, (size_t)l->n * sizeof *k->mu);
    for (int32_t s = 0; s < state->model->slots; s++) {
        const body_mass b = view_mass(l, state->model, s);
        if (l->seat[s] >= 0) {
            stiff_add(&k->B[l->seat[s]], 1.0, momentum_of, &b);
        }
    }
    ludo_maximal_linear_gather_stiff(l, k->B);
    ludo_maximal_linear_add_within(l, k->S, k->mu, k->B, l->M);
}

void ludo_maximal_linear_add_mass_slopes(maximal_linear *l, const sim_state *state)
{
    linear_knot *k = &l->knot[1];
    view_velocities(l, l->V);
    for (int32_t s = 0; s < state->model->slots; s++) {
        const body_mass b = view_mass(l, state->model, s);
        const int32_t c = l->seat[s];
        if (c >= 0) {
            k->mu[c] = force_add(k->mu[c], momentum_of(&b, l->V[c]));
        }
    }
    ludo_maximal_linear_gather_forces(l, k->mu);
    add_mass_slopes(l, k->mu, k->B);
}
