/* SPDX-License-Identifier: Apache-2.0
 *
 * The generalized forces at one instant: poses and coordinates first, then one kind of force after
 * the other; and the energy bookkeeping. */
#include "dynamics/forces.h"

#include "dynamics/force_laws.h"

/* ---- memory ---- */

void ludo_forces_layout(generalized_forces *f, const sim_state *state, const tree *t,
                        arena *scratch)
{
    const ludo_model *m = state->model;
    f->tree = t;
    f->armature = TAKE(scratch, t->columns, double);
    f->column = TAKE(scratch, m->columns, int32_t);
    f->poses = state_take_poses(m, scratch);
    f->twist = TAKE(scratch, 6 * (size_t)m->slots, double);
    f->phi = TAKE(scratch, m->columns, double);
    f->rate = TAKE(scratch, m->columns, double);
    f->wrench = TAKE(scratch, 6 * (size_t)m->slots, double);
    f->effort = TAKE(scratch, m->columns, double);
    f->tendon = TAKE(scratch, m->spring_count, tendon_instant);
    f->drive = TAKE(scratch, m->columns, drive_instant);
    f->span = TAKE(scratch, m->span_count, tendon_span);
    f->way[0] = TAKE(scratch, t->columns, ludo_vec3);
    f->way[1] = TAKE(scratch, t->columns, ludo_vec3);
    f->gradient = TAKE(scratch, t->columns, double);
    f->gradient_rate = TAKE(scratch, t->columns, double);
}

void ludo_acting_layout(acting *a, const sim_state *state, const tree *t, arena *scratch)
{
    const size_t columns = (size_t)t->columns;
    a->wrench = TAKE(scratch, t->nodes, force);
    a->carried = NULL;
    a->stiffness = NULL;
    a->e = TAKE(scratch, columns, double);
    a->e_y = TAKE(scratch, 3 * columns, double);
    a->e_dy = TAKE(scratch, 3 * columns, double);
    a->p = TAKE(scratch, columns, double);
    a->p_y = TAKE(scratch, 3 * columns, double);
    a->p_dy = TAKE(scratch, 3 * columns, double);
    a->tension = TAKE(scratch, state->model->spring_count, double);
    a->actuator = TAKE(scratch, state->model->actuator_count, double);
}

void ludo_acting_layout_stiffness(acting *a, const tree *t, arena *scratch)
{
    a->carried = TAKE(scratch, t->nodes, force);
    a->stiffness = TAKE(scratch, 36 * (size_t)t->nodes, double);
}

/* Set `coupled` and `opaque`: forces whose derivative `acting` lacks. */
static void note_couplings(generalized_forces *f, const sim_state *state)
{
    const ludo_model *m = state->model;
    f->opaque =
        state->function != NULL || ludo_state_efforts_turn(state) || m->tethers > 0 || m->drags > 0;
    for (int32_t i = 0; i < m->body_count && state->progress->pushed && m->intermediates > 0; i++) {
        const ludo_wrench *push = &state->push[i];
        const bool pushed = v3_max(push->force) > 0.0 || v3_max(push->torque) > 0.0;
        f->opaque = f->opaque || (pushed && m->body[i].on.intermediate >= 0);
    }
    for (int32_t i = 0; i < m->spring_count; i++) {
        f->opaque = f->opaque || m->tendon[i].kind->is_opaque;
    }
    f->coupled = f->opaque || m->spring_count > 0;
}

void ludo_forces_open(generalized_forces *f, const sim_state *state)
{
    for (int32_t c = 0; c < f->tree->columns; c++) {
        f->column[f->tree->column_of[c]] = c;
    }
    for (int32_t i = 0; i < state->model->spring_count; i++) {
        f->tendon[i].view.span = f->span + state->model->tendon[i].first_span;
    }
    ludo_tree_armatures(f->tree, f->armature);
    f->actuators = state->model->actuator_count;
    f->weightless = false;
    note_couplings(f, state);
}

/* ---- poses and coordinates ---- */

/* Scalar coordinates and rates of all joints; quaternions count as 0. */
static void read_scalars(generalized_forces *f, const forces_instant *now)
{
    const tree *t = f->tree;
    for (int32_t c = 0; c < t->columns; c++) {
        const tree_node *n = &t->node[t->node_at[c]];
        const int32_t own = t->column_of[c];
        const bool scalar = n->kind->position_count == 1;
        f->phi[own] = scalar ? now->q[n->position] + now->y[c] : 0.0;
        f->rate[own] = scalar ? now->dy[c] : 0.0;
    }
}

/* Poses and twists of bodies, and the coordinates that are unwrapped from poses. */
static void read_bodies(generalized_forces *f, const forces_instant *now)
{
    const tree *t = f->tree;
    ludo_tree_poses(t, now->at, f->poses);
    ludo_state_track(now->state, f->poses, f->phi);
    for (int32_t s = 0; s < t->model->slots; s++) {
        const int32_t i = t->node_of[s];
        const motion V = now->at->v[i];
        const ludo_vec3 v = motion_at(V, node_com(t, now->at, i));
        double *u = f->twist + 6 * s;
        u[0] = v.x, u[1] = v.y, u[2] = v.z;
        u[3] = V.w.x, u[4] = V.w.y, u[5] = V.w.z;
    }
}

/* ---- forces ---- */

static void clear(const generalized_forces *f, acting *a)
{
    const size_t columns = (size_t)f->tree->columns;
    double *const blocks[] = {a->e_y, a->e_dy, a->p_y, a->p_dy};
    for (int i = 0; i < 4; i++) {
        memset(blocks[i], 0, 3 * columns * sizeof *blocks[i]);
    }
    memset(a->e, 0, columns * sizeof *a->e);
    memset(a->p, 0, columns * sizeof *a->p);
    a->work = a->dissipated = 0.0;
}

/* The moment of a force has d n + n x w = p x (f x w). */
static void add_moment_stiffness(acting *a, int32_t i, ludo_vec3 p, ludo_vec3 f)
{
    const mat3 moment = m3_mul(m3_skew(p), m3_skew(f));
    double *stiffness = a->stiffness + 36 * i;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            stiffness[6 * r + c] += moment.m[3 * r + c];
        }
    }
}

/* With the moment n = p x f of a force f at p and a small motion eta = (w, v) of the body,
 *
 *     d n + n x w + f x v = p x (f x w),      d f + f x w = f x w */
void ludo_forces_add_stiffness(acting *a, int32_t i, ludo_vec3 p, ludo_vec3 f)
{
    const mat3 turn = m3_skew(f);
    double *stiffness = a->stiffness + 36 * i;
    add_moment_stiffness(a, i, p, f);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            stiffness[6 * (r + 3) + c] += turn.m[3 * r + c];
        }
    }
}

static void find_weights(const generalized_forces *f, const forces_instant *now, acting *out)
{
    if (f->weightless) {
        memset(out->wrench, 0, (size_t)f->tree->nodes * sizeof *out->wrench);
    } else {
        ludo_tree_gravity(f->tree, now->at, out->wrench);
    }
}

/* Geometric stiffness of the weights of bodies. */
static void add_gravity_stiffness(const generalized_forces *f, const forces_instant *now,
                                  acting *out)
{
    const tree *t = f->tree;
    memcpy(out->carried, out->wrench, (size_t)t->nodes * sizeof *out->carried);
    memset(out->stiffness, 0, 36 * (size_t)t->nodes * sizeof *out->stiffness);
    for (int32_t i = 0; i < t->nodes; i++) {
        if (t->node[i].has_body) {
            const ludo_vec3 weight = v3_scale(t->node[i].weight, t->model->gravity);
            ludo_forces_add_stiffness(out, i, node_com(t, now->at, i), weight);
            if (t->model->weighs_off) {
                const ludo_vec3 arm = m3_apply(&now->at->at[i].R, t->node[i].weight_moment);
                add_moment_stiffness(out, i, arm, t->model->gravity);
            }
        }
    }
}

/* Add wrenches on bodies and efforts of joints to their nodes and columns. */
static void add_to_nodes(const generalized_forces *f, const forces_instant *now, acting *out)
{
    const tree *t = f->tree;
    for (int32_t s = 0; s < t->model->slots; s++) {
        const int32_t i = t->node_of[s];
        const double *w = f->wrench + 6 * s;
        const force at_com =
            force_at(node_com(t, now->at, i), v3(w[0], w[1], w[2]), v3(w[3], w[4], w[5]));
        out->wrench[i] = force_add(out->wrench[i], at_com);
    }
    for (int32_t c = 0; c < t->columns; c++) {
        out->e[c] += f->effort[t->column_of[c]];
    }
}

ludo_status ludo_forces_evaluate(generalized_forces *f, const forces_instant *now, acting *out)
{
    clear(f, out);
    note_couplings(f, now->state);
    read_scalars(f, now);
    find_weights(f, now, out);
    if (out->stiffness != NULL) {
        add_gravity_stiffness(f, now, out);
    }
    ludo_forces_joint(f, now, out);
    ludo_forces_ball(f, now, out);
    ludo_status status = LUDO_OK;
    if (f->coupled || now->state->progress->pushed) {
        read_bodies(f, now);
        status = ludo_forces_applied(f, now, out);
        ludo_forces_tendon(f, now, out);
        ludo_forces_tether(f, out);
        ludo_forces_drag(f, out);
        add_to_nodes(f, now, out);
    }
    if (f->tree->model->effort_limited) {
        ludo_forces_drive(f, now, out);
    }
    return status;
}

/* ---- energy bookkeeping ---- */

void ludo_forces_begin_work(sim_state *state)
{
    memset(state->spring_force, 0,
           (size_t)state->model->spring_count * sizeof *state->spring_force);
    memset(state->actuator_force, 0,
           (size_t)state->model->actuator_count * sizeof *state->actuator_force);
}

void ludo_forces_add_work(sim_state *state, const acting *a, double weight, double h)
{
    const double part = weight / h;
    state->progress->work += weight * a->work;
    state->progress->dissipated += weight * a->dissipated;
    for (int32_t i = 0; i < state->model->spring_count; i++) {
        state->spring_force[i] += part * a->tension[i];
    }
    for (int32_t i = 0; i < state->model->actuator_count; i++) {
        state->actuator_force[i] += part * a->actuator[i];
    }
}
