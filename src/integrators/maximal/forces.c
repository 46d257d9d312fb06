/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces of the maximal integrator. A force inside a joint acts on the joint's coordinates alone,
 * by the entries e and the joint blocks C of the tree; the balance of no other body contains it. A
 * tendon acts by wrenches or by entries e, along its gradients at both ends of the interval. */
#include "integrators/maximal/forces.h"

#include "integrators/maximal_forces/actuators.h"
#include "integrators/maximal_forces/body_forces.h"
#include "integrators/maximal_forces/drives.h"
#include "integrators/maximal_forces/energy_ledger.h"
#include "integrators/maximal_forces/joint_forces.h"
#include "integrators/maximal/joints.h"
#include "integrators/maximal_forces/midpoint_force.h"
#include "integrators/maximal_forces/tendons.h"

#include <string.h>

void ludo_maximal_forces_layout(maximal *x, const sim_state *state, arena *scratch)
{
    const ludo_model *m = state->model;
    maximal_forces *f = &x->forces;
    ludo_maximal_joint_forces_layout(x, state, scratch);
    f->tendon = TAKE(scratch, m->spring_count, tendon_step);
    f->span[0] = TAKE(scratch, m->span_count, tendon_span);
    f->span[1] = TAKE(scratch, m->span_count, tendon_span);
    f->knot_view = TAKE(scratch, m->spring_count, tendon_view);
    f->knot_span = TAKE(scratch, m->span_count, tendon_span);
    f->knot_phi = TAKE(scratch, m->spring_count > 0 ? m->columns : 0, double);
    ludo_maximal_actuators_layout(x, state, scratch);
    f->ball = TAKE(scratch, m->ball_springs, ball_spring_step);
    f->diagonal = TAKE(scratch, m->columns, int32_t);
    ludo_maximal_drives_layout(x, state, scratch);
    for (int i = 0; i < 2; i++) {
        f->wrench[i] = TAKE(scratch, 6 * (size_t)m->slots, double);
        f->effort[i] = TAKE(scratch, m->columns, double);
    }
}

/* The memory of the views of tendons. */
static void open_tendons(maximal_forces *f, const ludo_model *m)
{
    f->tendons = m->spring_count;
    for (int32_t i = 0; i < m->spring_count; i++) {
        const int32_t first = m->tendon[i].first_span;
        f->tendon[i].view[0].span = f->span[0] + first;
        f->tendon[i].view[1].span = f->span[1] + first;
        f->knot_view[i].span = f->knot_span + first;
        f->knotted = f->knotted || tendon_acts_at_knots(&m->tendon[i]);
    }
}

void ludo_maximal_forces_init(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    ludo_maximal_joint_forces_init(x, state);
    ludo_maximal_actuators_init(x, state);
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        for (int32_t c = 0; c < j->dof; c++) {
            x->forces.diagonal[m->column[s] + c] = m->joint_block[s] + (j->dof + 1) * c;
        }
    }
    open_tendons(&x->forces, m);
}

/* Orientation of the child in the parent, 1 where the frames coincide, in the parent's frame. */
static ludo_quat turn_orientation(const sim_state *state, const ball_spring_data *t, const pose *z)
{
    const joint_data *j = &state->model->joint[t->slot];
    return joint_relative(j, &z[j->parent], &z[t->slot]);
}

/* ---- the knot ---- */

/* The momentum of a body += duration times a wrench. */
static void add_impulse(twist_lanes *P, int l, double duration, const double *w)
{
    put3(&P->v, l, v3_axpy(get3(&P->v, l), duration, v3(w[0], w[1], w[2])));
    put3(&P->w, l, v3_axpy(get3(&P->w, l), duration, v3(w[3], w[4], w[5])));
}

/* The momenta of armatures along tendons: of bodies into P, of dofs into P_q. */
static void load_tendon_armatures(maximal *x, const sim_state *state, const double *rate)
{
    const ludo_model *m = state->model;
    double *r = x->tree.r;
    memset(r, 0, 6 * (size_t)m->slots * sizeof *r);
    ludo_maximal_tendons_add_momenta(x, state, &state->twists->v.x, rate, r, x->P_q);
    for (int32_t s = 0; s < m->slots && x->forces.knotted; s++) {
        add_impulse(&x->knot[s / LANES].P, s % LANES, 1.0, r + 6 * s);
    }
}

void ludo_maximal_forces_load_armatures(maximal *x, const sim_state *state, const double *rate)
{
    const ludo_model *m = state->model;
    for (int32_t c = 0; c < m->columns; c++) {
        x->P_q[c] = m->acts[c] ? m->along[c].armature * rate[c] : 0.0;
    }
    for (int32_t i = 0; i < m->ball_springs; i++) {
        const ball_spring_data *t = &m->ball_spring[i];
        for (int32_t c = t->column; c < t->column + 3; c++) {
            x->P_q[c] = t->armature * rate[c];
        }
    }
    load_tendon_armatures(x, state, rate);
}

/* Write the 3 x 3 part C of a ball to its joint block, row by row. */
static void write_joint_block(maximal *x, const ludo_model *m, const ball_spring_data *t, mat3 C)
{
    const int32_t dof = m->joint[t->slot].dof;
    double *to = x->tree.C + x->forces.diagonal[t->column];
    for (int r = 0; r < 3; r++) {
        to[dof * r] = C.m[3 * r];
        to[dof * r + 1] = C.m[3 * r + 1];
        to[dof * r + 2] = C.m[3 * r + 2];
    }
}

void ludo_maximal_forces_assemble_knot(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    recursion *t = &x->tree;
    memcpy(t->e, x->P_q, (size_t)m->columns * sizeof *t->e);
    for (int32_t c = 0; c < m->columns; c++) {
        t->C[x->forces.diagonal[c]] = m->acts[c] ? m->along[c].armature : 0.0;
    }
    for (int32_t i = 0; i < m->ball_springs; i++) {
        const double a = m->ball_spring[i].armature;
        write_joint_block(x, m, &m->ball_spring[i],
                          (mat3){{a, 0.0, 0.0, 0.0, a, 0.0, 0.0, 0.0, a}});
    }
    ludo_maximal_tendons_assemble_knot(x, state);
}

/* ---- the start of an interval ---- */

/* Evaluate the external forces at t_k (end 0) or t_{k+1} (end 1). */
static ludo_status read_applied(maximal *x, sim_state *state, int end, const placement *at,
                                double time)
{
    const ludo_model *m = state->model;
    maximal_forces *f = &x->forces;
    f->applied = ludo_state_applied_forces(state, at, time, f->wrench[end], f->effort[end]);
    const bool finite = !f->applied || (all_finite(f->wrench[end], 6 * m->slots) &&
                                        all_finite(f->effort[end], m->columns));
    return finite ? LUDO_OK : LUDO_BAD_ARGUMENT;
}

ludo_status ludo_maximal_forces_end(maximal *x, sim_state *state, double h)
{
    const int64_t next = 1 - state->progress->now;
    if (!x->forces.applied) { /* then none acted at t_k either */
        return LUDO_OK;
    }
    ludo_maximal_joints_coordinates(x, state, state->rate);
    const placement at = {state->model, state->poses[next], state->rate};
    return read_applied(x, state, 1, &at, state->interval_start + h);
}

/* Apply the external wrenches at t_k for half the interval. */
static void begin_applied(maximal *x, const sim_state *state, double h)
{
    const maximal_forces *f = &x->forces;
    for (int32_t s = 0; s < state->model->slots && f->applied; s++) {
        add_impulse(&x->body[s / LANES].known, s % LANES, 0.5 * h, f->wrench[0] + 6 * s);
    }
}

ludo_status ludo_maximal_forces_begin(maximal *x, sim_state *state, double h)
{
    const ludo_model *m = state->model;
    const pose *z = state_poses(state);
    maximal_forces *f = &x->forces;
    const bool acted = f->acting;
    f->strong = false;
    const placement at = state_placement(state);
    const ludo_status status = read_applied(x, state, 0, &at, state->interval_start);
    begin_applied(x, state, h);
    const bool efforts = state->function != NULL || state->progress->exerted != 0 ||
                         (state->progress->pushed != 0 && m->intermediates > 0);
    f->acting = m->forced || state->progress->served != 0 || efforts || x->loops.coupled;
    if (!f->acting) {
        if (acted) { /* clear C of a servo that belonged to a former state */
            memset(x->tree.C, 0, (size_t)m->joint_block[m->slots] * sizeof *x->tree.C);
        }
        return status;
    }
    ludo_maximal_joint_forces_begin(x, state);
    ludo_maximal_drives_begin(x, state);
    ludo_maximal_actuators_begin(x, state, h);
    for (int32_t i = 0; i < m->spring_count; i++) {
        m->tendon[i].kind->view(&m->tendon[i], z, f->phi[0], &f->tendon[i].view[0]);
    }
    for (int32_t i = 0; i < m->ball_springs; i++) {
        f->ball[i].r = turn_orientation(state, &m->ball_spring[i], z);
    }
    return status;
}

/* ---- the iterate ---- */

/* The change of a tendon's length over the interval. */
static double tendon_change(const tendon_data *l, const tendon_step *s, const pose *from,
                            const pose *to)
{
    return l->kind->change != NULL ? l->kind->change(l, from, to)
                                   : s->view[1].length - s->view[0].length;
}

static void step_lines(maximal *x, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    const pose *z = state->poses[1 - state->progress->now];
    for (int32_t i = 0; i < m->spring_count; i++) {
        const tendon_data *l = &m->tendon[i];
        tendon_step *s = &x->forces.tendon[i];
        l->kind->view(l, z, x->forces.phi[1], &s->view[1]);
        s->step = (scalar_step){.delta = tendon_change(l, s, state_poses(state), z)};
        scalar_add_spring(&s->step, l->stiffness, l->rest, tendon_middle(s), h);
        scalar_add_damper(&s->step, l->damping, x->forces.damping, h);
        if (l->armature > 0.0) {
            scalar_add_armature(&s->step, l->armature, h);
        }
    }
}

static ball_spring_law law_of(const maximal_forces *f, const ball_spring_data *t)
{
    return (ball_spring_law){t->stiffness, f->damping.start * t->damping,
                             f->damping.end * t->damping, t->armature};
}

/* Ball springs are expressed in the parent's frame, degrees of freedom in the world frame. Those of
 * free joints act on their body instead of their dofs (maximal_forces/tethers.h). */
static void act_on_turns(maximal *x, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    const int64_t now = state->progress->now;
    for (int32_t i = 0; i < m->ball_springs; i++) {
        const ball_spring_data *t = &m->ball_spring[i];
        ball_spring_step *s = &x->forces.ball[i];
        const ball_spring_law law = law_of(&x->forces, t);
        const int32_t parent = m->parent[t->slot];
        const mat3 *R0 = &state->poses[now][parent].R, *R1 = &state->poses[1 - now][parent].R;
        s->step = ludo_ball_spring_interval(&law, s->r,
                                            turn_orientation(state, t, state->poses[1 - now]), h);
        if (joint_is_free(&m->joint[t->slot])) {
            continue;
        }
        const ludo_vec3 start = m3_apply(R0, s->step.start);
        double *e = x->tree.e + t->column;
        e[0] += start.x, e[1] += start.y, e[2] += start.z;
        write_joint_block(x, m, t, m3_mul_t(m3_mul(*R0, s->step.slope), *R1));
    }
}

void ludo_maximal_forces_evaluate(maximal *x, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    maximal_forces *f = &x->forces;
    recursion *t = &x->tree;
    memcpy(t->e, x->P_q, (size_t)m->columns * sizeof *t->e);
    if (!f->acting) {
        return;
    }
    ludo_maximal_joint_forces_evaluate(x, state, h);
    step_lines(x, state, h);
    ludo_maximal_actuators_evaluate(x, state, h);
    if (m->effort_limited) {
        ludo_maximal_drives_add(x, state, h);
    }
    for (int32_t c = 0; c < m->columns; c++) {
        const column_lanes *b = &f->column[c / LANES];
        t->e[c] += b->start.at[c % LANES];
        t->C[f->diagonal[c]] = b->slope.at[c % LANES];
    }
    act_on_turns(x, state, h);
    maximal_body_forces_evaluate(x, state, h);
    for (int32_t i = 0; i < m->spring_count; i++) {
        const tendon_step *s = &f->tendon[i];
        m->tendon[i].kind->pull(&m->tendon[i], &s->view[0], s->step.start, t->r, t->e);
    }
}

/* ---- the end of an interval ---- */

/* Apply the external forces at t_{k+1} for half the interval, and add the work of both halves. */
static void accept_applied(maximal *x, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    const maximal_forces *f = &x->forces;
    for (int32_t s = 0; s < m->slots && f->applied; s++) {
        const double *a = f->wrench[0] + 6 * s, *b = f->wrench[1] + 6 * s;
        const twist_lanes *V = &x->body[s / LANES].V;
        const int l = s % LANES;
        const ludo_vec3 F = v3(b[0], b[1], b[2]), T = v3(b[3], b[4], b[5]);
        add_impulse(&x->knot[s / LANES].P, l, 0.5 * h, b);
        state->progress->work += 0.5 * h *
                                 (v3_dot(v3_add(v3(a[0], a[1], a[2]), F), get3(&V->v, l)) +
                                  v3_dot(v3_add(v3(a[3], a[4], a[5]), T), get3(&V->w, l)));
    }
    for (int32_t c = 0; c < m->columns && f->applied && f->acting; c++) {
        const double a = f->effort[0][c], b = f->effort[1][c];
        x->P_q[c] += 0.5 * h * b;
        state->progress->work += 0.5 * (a + b) * column_step(f, c).delta;
    }
}

/* Impulses of tendons at t_{k+1}: wrenches into P, efforts into P_q. */
static void end_lines(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    double *r = x->tree.r; /* its residual is no longer needed */
    memset(r, 0, 6 * (size_t)m->slots * sizeof *r);
    for (int32_t i = 0; i < m->spring_count; i++) {
        const tendon_step *s = &x->forces.tendon[i];
        m->tendon[i].kind->pull(&m->tendon[i], &s->view[1], s->step.end, r, x->P_q);
    }
    for (int32_t s = 0; s < m->slots; s++) {
        add_impulse(&x->knot[s / LANES].P, s % LANES, 1.0, r + 6 * s);
    }
}

void ludo_maximal_forces_accept(maximal *x, sim_state *state, double h)
{
    const ludo_model *m = state->model;
    maximal_forces *f = &x->forces;
    memset(x->P_q, 0, (size_t)m->columns * sizeof *x->P_q);
    if (f->acting) {
        for (int32_t c = 0; c < m->columns; c++) {
            x->P_q[c] = f->column[c / LANES].end.at[c % LANES];
        }
        for (int32_t i = 0; i < m->ball_springs; i++) {
            const ball_spring_data *t = &m->ball_spring[i];
            if (joint_is_free(&m->joint[t->slot])) {
                continue;
            }
            const pose *a = &state->poses[1 - state->progress->now][m->parent[t->slot]];
            const ludo_vec3 end = m3_apply(&a->R, f->ball[i].step.end);
            double *P_q = x->P_q + t->column;
            P_q[0] += end.x, P_q[1] += end.y, P_q[2] += end.z;
        }
        maximal_body_forces_accept(x, state, h);
        ludo_maximal_energy_add(f, state, h);
        if (m->spring_count > 0) {
            end_lines(x, state);
        }
    }
    accept_applied(x, state, h);
}
