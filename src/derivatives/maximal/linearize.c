/* SPDX-License-Identifier: Apache-2.0
 *
 * The derivative of a step of the maximal integrator [maximal.md 8]. */
#include "derivatives/maximal/linearize.h"

#include "core/diagnostic.h"
#include "integrators/capabilities.h"
#include "integrators/maximal/step.h"

/* Whether a wrench acts on a massless link within a spherical joint: its angles are computed from
 * poses, and no dof describes the motion of the link. */
static bool loads_link_in_spherical(const sim_state *state)
{
    const ludo_model *m = state->model;
    bool found = false;
    for (int32_t i = 0; i < m->body_count && state->progress->pushed != 0; i++) {
        const attached_frame *on = &m->body[i].on;
        const ludo_wrench *w = &state->push[i];
        const double size = v3_dot(w->force, w->force) + v3_dot(w->torque, w->torque);
        found = found || (on->intermediate >= 0 && m->joint[on->slot].kind->unwraps_coordinates &&
                          size > 0.0);
    }
    return found;
}

static ludo_status maximal_linear_accept(const sim_state *state, ludo_diagnostic *why)
{
    const ludo_status status = ludo_capabilities_refuse_contacts(state->model, &state->settings,
                                                                 "a derivative of steps", "", why);
    if (status != LUDO_OK) {
        return status;
    }
    const char *reason = NULL;
    if (state->settings.order == 1) {
        reason = "order 1 of integrator maximal has no derivative: use order 2";
    } else if (ludo_state_efforts_turn(state)) {
        reason = "efforts along a quaternion, a free joint or hinges that are solved as a ball have"
                 " no derivative: apply forces to bodies";
    } else if (loads_link_in_spherical(state)) {
        reason =
            "forces on a massless link within a spherical joint have no derivative: apply them to"
            " the joint's parent or child";
    }
    if (reason != NULL) {
        ludo_diagnose(why, (ludo_place){0}, "%s", reason);
        return LUDO_REFUSED;
    }
    return LUDO_OK;
}

static void *maximal_linear_layout(const sim_state *state, arena *a)
{
    const ludo_model *m = state->model;
    const size_t n = (size_t)m->columns, width = 2 * n + (size_t)m->actuator_count;
    maximal_linear measured = {.n = 0}, *placed = TAKE(a, 1, maximal_linear);
    maximal_linear *l = placed != NULL ? placed : &measured;
    l->controls = m->actuator_count;
    ludo_maximal_linear_columns_layout(l, m, a);
    ludo_maximal_linear_forces_layout(l, m, a);
    ludo_maximal_linear_loops_layout(l, m, a);
    ludo_maximal_linear_project_layout(l, m, a);
    for (int i = 0; i < 2; i++) {
        l->F[i][0] = TAKE(a, n * n, double);
        l->F[i][1] = TAKE(a, n * n, double);
        l->F_u[i] = TAKE(a, n * (size_t)m->actuator_count, double);
    }
    l->sum = TAKE(a, n, force);
    l->column = TAKE(a, n, double);
    l->dq = TAKE(a, n * width, double);
    l->dp = TAKE(a, n * width, double);
    l->right = TAKE(a, n * width, double);
    l->known = TAKE(a, n * width, double);
    l->wide = TAKE(a, (n > (size_t)l->rows ? n : (size_t)l->rows) * width, double);
    l->square = TAKE(a, n * n, double);
    l->small = TAKE(a, n * n, double);
    return placed;
}

/* ---- momenta ---- */

/* The momentum along dof c of body s: that of all bodies it carries, a subtree in one piece, and of
 * its armature. */
static double momentum_along(const sim_state *state, int32_t s, int32_t c, const double *rate)
{
    const ludo_model *m = state->model;
    const pose *z = state_poses(state);
    const ludo_vec3 at = z[s].x;
    const motion S =
        ludo_maximal_linear_column(m, z, maximal_in(state)->S[state->progress->now], s, c, at);
    double p = 0.0;
    for (int32_t b = s; b < m->slots && (b == s || m->parent[b] >= s); b++) {
        const twist *V = &state->twists[b];
        const sym3 J = s3_turn(z[b].R, s3_from(m->inertia[b].J));
        const ludo_vec3 mv = v3_scale(m->inertia[b].mass, V->v);
        p += pair_of(force_at(v3_sub(z[b].x, at), mv, s3_apply(J, V->w)), S);
    }
    return p + (m->acts[c] ? m->along[c].armature * rate[c - m->column[s]] : 0.0);
}

/* Armatures of balls, in the child's joint frame like rates. */
static void add_ball_springs(const sim_state *state, double *p)
{
    const ludo_model *m = state->model;
    for (int32_t i = 0; i < m->ball_springs; i++) {
        const ball_spring_data *t = &m->ball_spring[i];
        const model_joint *named = &m->joints[m->joint_of[t->slot]];
        double rate[JOINT_MAX_DOF];
        ludo_state_joint_rate(state, t->slot, rate);
        for (int32_t c = t->column; c < t->column + 3; c++) {
            p[named->velocity_first + c - named->column] +=
                t->armature * rate[c - m->column[t->slot]];
        }
    }
}

static ludo_status maximal_linear_momenta(sim_state *state, double *p)
{
    const ludo_model *m = state->model;
    const ludo_status status = integrator_update_twists(&ludo_integrator_maximal, state);
    if (status != LUDO_OK) {
        return status;
    }
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *named = &m->joints[i];
        double rate[JOINT_MAX_DOF];
        if (named->dof > 0) {
            ludo_state_joint_rate(state, named->slot, rate);
        }
        for (int32_t d = 0; d < named->dof; d++) {
            p[named->velocity_first + d] =
                momentum_along(state, named->slot, named->column + d, rate);
        }
    }
    add_ball_springs(state, p);
    return LUDO_OK;
}

/* The momenta of knot i of the interval, at the simulation's current state; only loops need
 * them. */
static ludo_status read_momenta(maximal_linear *l, sim_state *state, int i)
{
    const ludo_status status = l->rows > 0 ? maximal_linear_momenta(state, l->column) : LUDO_OK;
    for (int32_t c = 0; c < l->n && l->rows > 0; c++) {
        l->knot[i].p[c] = l->column[l->rate_of[c]];
    }
    return status;
}

/* ---- derivatives of F ---- */

/* F_0 by q_1 of bodies; bodies have a Lagrangian, so that F_1 by q_0 is the transpose. */
static void cross(maximal_linear *l)
{
    const size_t n = (size_t)l->n;
    ludo_maximal_linear_gather_stiff(l, l->across);
    ludo_maximal_linear_add_across(l, l->knot[0].S, l->knot[1].S, l->across, l->F[0][1]);
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < n; i++) {
            l->F[1][0][n * i + j] = -l->F[0][1][n * j + i];
        }
    }
}

/* The multipliers of loops at a knot, from the residual of momenta: sign (p - F), and their
 * curvature. */
static void add_loops(maximal_linear *l, const sim_state *state, int knot, double sign)
{
    linear_knot *k = &l->knot[knot];
    memcpy(l->sum, k->mu, (size_t)l->n * sizeof *l->sum);
    ludo_maximal_linear_gather_forces(l, l->sum);
    for (int32_t c = 0; c < l->n; c++) {
        l->f[knot][c] = sign * (k->p[c] - (l->f[knot][c] + pair_of(l->sum[c], k->S[c])));
    }
    ludo_maximal_linear_find_multipliers(l, k, l->f[knot]);
    const double *lambda = k->multiplier;
    for (int32_t i = 0; i < state->model->loop_count; i++) {
        ludo_maximal_linear_add_loop(l, state, knot, i, (loop_load){lambda, sign},
                                     l->F[knot][knot]);
        lambda += state->model->loop[i].rows;
    }
}

/* All of F over the interval that ended. */
static void differentiate(maximal_linear *l, sim_state *state, double h)
{
    const size_t n = (size_t)l->n;
    for (int i = 0; i < 2; i++) {
        memset(l->F[i][0], 0, n * n * sizeof(double));
        memset(l->F[i][1], 0, n * n * sizeof(double));
        memset(l->F_u[i], 0, n * (size_t)l->controls * sizeof(double));
    }
    ludo_maximal_linear_view_columns(l, state);
    ludo_maximal_linear_add_bodies(l, state, h);
    cross(l);
    ludo_maximal_linear_add_forces(l, state, h);
    ludo_maximal_linear_add_pushes(l, state, h);
    ludo_maximal_linear_view_loops(l, state);
}

/* The wrenches at both knots, including those of loops, along the dofs that move with them. */
static void gather(maximal_linear *l, const sim_state *state)
{
    for (int i = 0; i < 2; i++) {
        linear_knot *k = &l->knot[i];
        if (l->rows > 0) {
            add_loops(l, state, i, i == 0 ? -1.0 : 1.0);
        }
        ludo_maximal_linear_gather_forces(l, k->mu);
        ludo_maximal_linear_gather_stiff(l, k->B);
        ludo_maximal_linear_add_within(l, k->S, k->mu, k->B, l->F[i][i]);
    }
}

/* ---- the solution ---- */

/* out := T T^T C, the projection of dq onto the motions that loops allow at a knot. */
static void write_projection(const maximal_linear *l, const linear_knot *k, double *out)
{
    const size_t n = (size_t)l->n, f = n - (size_t)k->span.rank;
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < n; i++) {
            double sum = 0.0;
            for (size_t t = 0; t < f; t++) {
                sum += k->T[f * j + t] * k->T[f * i + t];
            }
            out[n * j + i] = sum * l->scale[i] * l->scale[i];
        }
    }
}

/* rows := ( s F_q P , unit , s F_u ), n x width, with the projection P at t_k */
static void write_right(const maximal_linear *l, double s, double unit, const double *F_q,
                        const double *F_u, double *rows)
{
    const size_t n = (size_t)l->n, m = (size_t)l->controls, width = 2 * n + m;
    for (size_t j = 0; j < n; j++) {
        double *row = rows + width * j;
        memset(row, 0, width * sizeof *row);
        row[n + j] = unit;
        for (size_t k = 0; k < n; k++) {
            for (size_t i = 0; i < n; i++) {
                row[i] += s * F_q[n * j + k] * l->square[n * k + i];
            }
        }
        for (size_t i = 0; i < m; i++) {
            row[2 * n + i] = s * F_u[m * j + i];
        }
    }
}

/* The part that moves with t_k alone: dq_1 = P_1 dq_0. Terms of order 1 / h then nearly cancel in
 * F_0 and F_1. */
static void solve_common_motion(maximal_linear *l)
{
    const int32_t n = l->n;
    const size_t width = 2 * (size_t)n + (size_t)l->controls;
    write_projection(l, &l->knot[1], l->small);
    ludo_dense_multiply(n, n, n, l->F[0][1], l->small, l->F[0][0]);
    ludo_dense_multiply(n, n, n, l->F[1][1], l->small, l->F[1][0]);
    write_projection(l, &l->knot[0], l->square);
    memset(l->dq, 0, (size_t)n * width * sizeof *l->dq);
    for (size_t j = 0; j < (size_t)n; j++) {
        ludo_dense_multiply(1, n, n, l->small + (size_t)n * j, l->square, l->dq + width * j);
    }
}

/* right := the remaining motion, T_1 z with T_0^T F_01 T_1 z = T_0^T right. */
static bool solve_remaining_motion(maximal_linear *l, int32_t freedom)
{
    const int32_t n = l->n, width = 2 * n + l->controls;
    const size_t f = (size_t)freedom, w = (size_t)width;
    const double *T = l->knot[0].T, *T_1 = l->knot[1].T;
    memset(l->square, 0, (size_t)n * f * sizeof *l->square);
    memset(l->small, 0, f * f * sizeof *l->small);
    memset(l->wide, 0, f * w * sizeof *l->wide);
    ludo_dense_multiply(n, n, freedom, l->F[0][1], T_1, l->square);
    ludo_dense_multiply_t(freedom, n, freedom, T, l->square, l->small);
    ludo_dense_multiply_t(freedom, n, width, T, l->right, l->wide);
    const bool regular = ludo_dense_solve(freedom, width, l->small, l->wide);
    memset(l->right, 0, (size_t)n * w * sizeof *l->right);
    ludo_dense_multiply(n, freedom, width, T_1, l->wide, l->right);
    return regular;
}

/* dq, dp at t_{k+1} for any (dq, dp) at t_k and du. */
static bool solve(maximal_linear *l, const sim_state *state)
{
    const int32_t n = l->n, width = 2 * n + l->controls;
    if (l->knot[1].span.rank != l->knot[0].span.rank) {
        return false;
    }
    solve_common_motion(l);
    write_right(l, -1.0, 1.0, l->F[0][0], l->F_u[0], l->right);
    write_right(l, 1.0, 0.0, l->F[1][0], l->F_u[1], l->dp);
    const bool regular = solve_remaining_motion(l, n - l->knot[0].span.rank);
    for (size_t i = 0; i < (size_t)n * (size_t)width; i++) {
        l->dq[i] += l->right[i];
    }
    ludo_dense_multiply(n, n, width, l->F[1][1], l->right, l->dp);
    return regular && (l->rows == 0 || ludo_maximal_linear_project(l, state));
}

/* A and B in the order of public rates. */
static void write_out(const maximal_linear *l, double *A, double *B)
{
    const size_t n = (size_t)l->n, m = (size_t)l->controls, width = 2 * n + m;
    for (size_t j = 0; j < n; j++) {
        const size_t to = (size_t)l->rate_of[j];
        for (int half = 0; half < 2; half++) {
            const double *from = (half == 0 ? l->dq : l->dp) + width * j;
            double *row = A + 2 * n * (half == 0 ? to : n + to);
            for (size_t i = 0; i < n; i++) {
                row[l->rate_of[i]] = from[i];
                row[n + (size_t)l->rate_of[i]] = from[n + i];
            }
            memcpy(B + m * (half == 0 ? to : n + to), from + 2 * n, m * sizeof *B);
        }
    }
}

/* ---- a step ---- */

/* Coordinates that poses do not determine, at knot i. */
static void read_memory(maximal_linear *l, const sim_state *state, int i)
{
    memcpy(l->knot[i].memory, state->memory, (size_t)l->n * sizeof *state->memory);
}

/* A and B of the interval that ended. */
static ludo_status linearize(maximal_linear *l, sim_state *state, double h, double *A, double *B)
{
    /* a step with impulses along rows of the iterate does not satisfy these equations */
    const bool projected = maximal_in(state)->loops.projecting;
    differentiate(l, state, h);
    const ludo_status status = read_momenta(l, state, 1);
    if (status != LUDO_OK) {
        return status;
    }
    gather(l, state);
    if (projected || !solve(l, state)) {
        return LUDO_SINGULAR;
    }
    write_out(l, A, B);
    return LUDO_OK;
}

static ludo_status maximal_linear_step(void *self, sim_state *state, double h, int32_t stage,
                                       stage_map out, ludo_step_report *report)
{
    maximal_linear *l = self;
    read_memory(l, state, 0);
    ludo_status status = read_momenta(l, state, 0);
    if (status == LUDO_OK) {
        status = ludo_maximal_step(state, h, stage, report);
    }
    if (status != LUDO_OK) {
        return status;
    }
    read_memory(l, state, 1);
    return linearize(l, state, h, out.A, out.B);
}

const linear_kind ludo_maximal_linear = {
    .accept = maximal_linear_accept,
    .layout = maximal_linear_layout,
    .step = maximal_linear_step,
    .momenta = maximal_linear_momenta,
};
