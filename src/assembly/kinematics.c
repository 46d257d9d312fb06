/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinematics of a mechanism without masses: the smallest joint motions that loops allow, and
 * the number of independent rows of loops. */
#include "assembly/kinematics.h"

#include "assembly/loop_joints.h"

#include <string.h>

/* ---- memory ---- */

static void take_arrays(kinematics *x, const ludo_model *m, arena *a)
{
    const size_t columns = (size_t)m->columns, coordinates = (size_t)m->position_count;
    x->tree.nodes = m->slots;
    x->tree.parent = m->parent;
    x->tree.column = m->column;
    x->tree.joint_block = m->joint_block;
    ludo_recursion_layout(&x->tree, a);
    ludo_loops_layout(&x->constraints, m, false, 0, a);
    x->view = TAKE(a, m->loop_count, loop_view);
    x->S = TAKE(a, 6 * columns, double);
    x->lever = TAKE(a, 3 * (size_t)m->slots, double);
    x->phi = TAKE(a, columns, double);
    x->still = TAKE(a, columns, bool);
    x->scale = TAKE(a, ROW * (size_t)m->loop_count, double);
    x->redundant = TAKE(a, CONSTRAINT_ROWS * (size_t)m->loop_count, bool);
    x->given = TAKE(a, coordinates, double);
    x->best = TAKE(a, coordinates, double);
    x->assembled = TAKE(a, coordinates, double);
    x->before = TAKE(a, coordinates, double);
    x->outside = TAKE(a, coordinates, double);
    x->set = TAKE(a, coordinates, double);
    x->way = TAKE(a, columns, double);
    x->inside = TAKE(a, m->slots, bool);
    x->limited = TAKE(a, m->limits.limit_count, int32_t);
    /* joints that the model holds, joints that the user may hold, limits */
    x->in_way = TAKE(a, m->held_count + m->joint_count + m->limits.limit_count, bool);
}

void ludo_kinematics_layout(sim_state *state, arena *scratch)
{
    const ludo_model *m = state->model;
    if (m->loop_count == 0) {
        return;
    }
    kinematics measured = {0};
    kinematics *x = TAKE(scratch, 1, kinematics);
    take_arrays(x != NULL ? x : &measured, m, scratch);
    state->kinematics = x;
}

ludo_status ludo_kinematics_open(sim_state *state)
{
    kinematics *x = state->kinematics;
    if (x == NULL) {
        return LUDO_OK;
    }
    const ludo_model *m = state->model;
    recursion *t = &x->tree;
    t->S = t->T = x->S;
    t->d_S = t->d_T = x->lever;
    for (int32_t s = 0; s < m->slots; s++) {
        for (int32_t i = 0, f = m->joint[s].dof; i < f; i++) {
            const double scale = m->column_scale[m->column[s] + i];
            t->C[m->joint_block[s] + (f + 1) * i] = scale * scale;
        }
    }
    ludo_assembly_mark_loops(state);
    const ludo_status status =
        ludo_constraint_plan_create(t, &x->constraints, &state->allocator, &x->plan);
    t->plan = x->plan;
    return status;
}

void ludo_kinematics_close(sim_state *state)
{
    if (state->kinematics != NULL) {
        ludo_constraint_plan_destroy(state->kinematics->plan);
    }
}

/* ---- evaluation ---- */

void ludo_kinematics_view(const sim_state *state, const double *position, bool far)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t scalars = joint_scalars(&m->joint[s]);
        memcpy(x->phi + m->column[s], position + m->position[s], (size_t)scalars * sizeof *x->phi);
    }
    const placement at = state_placement(state);
    ludo_loops_view(state, &at, x->phi, far, x->view);
}

/* Columns of S and lever of a body's joint. */
static void view_joint(const sim_state *state, kinematics *x, int32_t s)
{
    const ludo_model *m = state->model;
    const joint_data *j = &m->joint[s];
    const pose *a = &state_poses(state)[j->parent], *b = &state_poses(state)[s];
    const ludo_vec3 d = v3_sub(b->x, a->x);
    double *lever = x->lever + 3 * s, *S = x->S + 6 * m->column[s], close[6];
    joint_trace trace[JOINT_MAX_DOF];
    for (int32_t c = 0; c < j->dof; c++) {
        trace[c] = (joint_trace){state->memory[m->column[s] + c], 0.0};
    }
    (void)j->kind->motion(j, a, b, trace, S, close);
    lever[0] = d.x, lever[1] = d.y, lever[2] = d.z;
    for (int32_t c = 0; c < j->dof; c++) {
        if (x->still[m->column[s] + c]) {
            memset(S + 6 * c, 0, 6 * sizeof *S);
        }
    }
}

/* Zero the entries of rows at frozen dofs. */
static void clear_frozen(const ludo_model *m, kinematics *x)
{
    const constraints *t = &x->constraints;
    for (int32_t e = 0; e < t->first[t->count]; e++) {
        const int32_t first = m->column[t->end[e].node], last = m->column[t->end[e].node + 1];
        for (int32_t c = first; t->end[e].columns && c < last; c++) {
            if (x->still[c]) {
                memset(t->F + BLOCK * e + ROW * (c - first), 0, ROW * sizeof *t->F);
            }
        }
    }
}

void ludo_kinematics_linearize(const sim_state *state)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    for (int32_t s = 0; s < m->slots; s++) {
        view_joint(state, x, s);
    }
    ludo_loops_write(m, x->view, x->constraints.F);
    clear_frozen(m, x);
    memcpy(x->constraints.R, x->constraints.F,
           BLOCK * (size_t)x->constraints.first[x->constraints.count] * sizeof *x->constraints.R);
}

/* ---- motions ---- */

static double unit_square(const loop_data *l, int32_t row)
{
    return loop_unit(l, row) * loop_unit(l, row);
}

/* Right-hand sides zero, rows regularised by mu. */
static void prepare(const ludo_model *m, kinematics *x, double mu)
{
    recursion *t = &x->tree;
    memset(t->M, 0, BLOCK * (size_t)m->slots * sizeof *t->M);
    memset(t->r, 0, 6 * (size_t)m->slots * sizeof *t->r);
    memset(t->e, 0, (size_t)m->columns * sizeof *t->e);
    memset(x->constraints.b, 0, ROW * (size_t)m->loop_count * sizeof *x->constraints.b);
    for (int32_t i = 0; i < m->loop_count; i++) {
        for (int32_t j = 0; j < m->loop[i].rows; j++) {
            x->constraints.D[ROW * i + j] = mu * unit_square(&m->loop[i], j);
        }
    }
}

void ludo_kinematics_close_loops(const sim_state *state, double mu)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    prepare(m, x, mu);
    for (int32_t i = 0; i < m->loop_count; i++) {
        for (int32_t j = 0; j < m->loop[i].rows; j++) {
            x->constraints.b[ROW * i + j] = -x->view[i].g[j];
        }
    }
    ludo_recursion_factor(&x->tree);
    ludo_recursion_expand(&x->tree);
}

void ludo_kinematics_follow(const sim_state *state, const double *wanted, double mu)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    prepare(m, x, mu);
    for (int32_t c = 0; c < m->columns; c++) {
        const double scale = m->column_scale[c];
        x->tree.e[c] = x->still[c] ? 0.0 : scale * scale * wanted[c];
    }
    ludo_recursion_factor(&x->tree);
    ludo_recursion_expand(&x->tree);
}

/* ---- freedom ---- */

void ludo_kinematics_linearize_knot(const sim_state *state)
{
    kinematics *x = state->kinematics;
    memset(x->still, 0, (size_t)state->model->columns * sizeof *x->still);
    ludo_state_gather(state, x->given, x->way);
    ludo_kinematics_view(state, x->given, false);
    ludo_kinematics_linearize(state);
}

double ludo_kinematics_allowed_part(const sim_state *state)
{
    /* keeps redundant rows regular; far below the square of a row's unit */
    static const double mu = 1e-12;
    const ludo_model *m = state->model;
    const kinematics *x = state->kinematics;
    double allowed = 0.0, all = 0.0;
    ludo_kinematics_follow(state, x->way, mu);
    for (int32_t c = 0; c < m->columns; c++) {
        const double square = m->column_scale[c] * m->column_scale[c];
        allowed += square * x->way[c] * x->tree.w[c];
        all += square * x->way[c] * x->way[c];
    }
    return all > 0.0 ? allowed / all : 0.0;
}

/* ---- rank ---- */

/* A row counts as dependent if its pivot is below this part of the square of its unit: a distance
 * of about 3e-5 rad from dependence. Rounding leaves some 1e-15 per joint on the path; closures
 * violated by 1e-10 leave the square of that. */
static const double dependent = 1e-9;

int32_t ludo_kinematics_rank(const sim_state *state)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    prepare(m, x, 0.0);
    for (int32_t i = 0; i < m->loop_count; i++) {
        for (int32_t j = 0; j < m->loop[i].rows; j++) {
            x->scale[ROW * i + j] = unit_square(&m->loop[i], j);
        }
    }
    return ludo_constraint_plan_rank(x->plan, &x->tree, x->scale, dependent, x->redundant);
}
