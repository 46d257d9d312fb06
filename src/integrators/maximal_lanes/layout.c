/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory of LANES simulations, and the constants of their model. */
#include "integrators/maximal_lanes/layout.h"

#include "integrators/maximal/body_block.h"
#include "integrators/maximal_forces/column_block.h"

static void state_layout(maximal_lanes *x, const maximal *of, arena *a)
{
    const size_t slots = (size_t)x->model->slots, columns = (size_t)x->model->columns;
    x->knot = TAKE(a, slots, body_knot);
    for (int i = 0; i < EXTRAPOLATION_POINTS; i++) {
        x->past[i] = TAKE(a, slots, twist_lanes);
        x->past_rate[i] = TAKE(a, of->stored_count, lanes1);
    }
    for (int i = 0; i < 2; i++) {
        x->column_motion[i] = TAKE(a, columns, motion_column_lanes);
        x->lever[i] = TAKE(a, 3 * slots, vector);
    }
    x->P_q = TAKE(a, columns, vector);
    x->memory = TAKE(a, columns, lanes1);
    x->force = TAKE(a, x->model->actuator_count, lanes1);
    x->impulse = TAKE(a, x->model->actuator_count, lanes1);
    x->tension = TAKE(a, x->model->spring_count, lanes1);
}

static void scratch_layout(maximal_lanes *x, const maximal *of, arena *a)
{
    const ludo_model *m = x->model;
    x->joint = TAKE(a, m->slots, joint_batch);
    x->parts = TAKE(a, of->stored_count > 0 ? m->columns + m->slots : 0, part_lanes);
    x->forced = TAKE(a, m->columns, bool);
    x->placed = TAKE(a, m->columns, bool);
    x->body = TAKE(a, m->slots, body_lanes);
    x->column = TAKE(a, m->columns, column_lanes);
    x->closing = TAKE(a, m->slots, closing_lanes);
    x->violation = TAKE(a, m->slots, lanes1);
    x->tree = (recursion_lanes){.nodes = m->slots,
                                .parent = m->parent,
                                .column = m->column,
                                .joint_block = m->joint_block,
                                .order = of->tree.order,
                                .unbound = of->tree.unbound};
    ludo_recursion_lanes_layout(&x->tree, a);
}

/* ---- constants ---- */

/* A body of the model in every lane. */
static void load_body(body_lanes *to, const ludo_model *m, int32_t s)
{
    const sym3 J = s3_from(m->inertia[s].J);
    for (int l = 0; l < LANES; l++) {
        to->mass.at[l] = m->inertia[s].mass;
        to->weight.at[l] = m->weight[s].mass;
        put_inertia(&to->J_body, l, J);
    }
}

static void load_column(maximal_lanes *x, int32_t column, double reference)
{
    const ludo_model *m = x->model;
    for (int l = 0; l < LANES; l++) {
        column_block_load(&x->column[column], l, m, column, reference);
    }
    x->forced[column] = m->acts[column];
    x->placed[column] = m->acts[column] && m->along[column].stiffness != 0.0;
}

/* The joint of a body in every lane. */
static void fill_joint(maximal_lanes *x, int32_t s)
{
    const joint_data *j = &x->model->joint[s];
    x->joint[s].part = j->kind->stores_coordinates ? x->parts + x->model->column[s] + s : NULL;
    ludo_compile_joint_lanes(&x->joint[s], x->model, s, 0);
}

/* The columns of a free joint, which stay. */
static void load_free(maximal_lanes *x, int32_t s)
{
    motion_column_lanes *const S[] = {x->column_motion[0] + x->model->column[s],
                                      x->column_motion[1] + x->model->column[s]};
    for (int i = 0; i < 6; i++) {
        for (int l = 0; l < LANES; l++) {
            S[0][i].S.at[i][l] = S[1][i].S.at[i][l] = 1.0;
        }
    }
}

static void load_model(maximal_lanes *x)
{
    const ludo_model *m = x->model;
    for (int32_t s = 0; s < m->slots; s++) {
        load_body(&x->body[s], m, s);
        fill_joint(x, s);
        if (joint_is_free(&m->joint[s])) {
            load_free(x, s);
        }
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            load_column(x, c, m->joint[s].reference);
        }
    }
    for (int32_t i = 0; i < m->spring_count; i++) {
        for (int32_t k = 0; k < m->tendon[i].term_count; k++) {
            x->placed[m->tendon[i].term[k].column] = true;
        }
    }
    for (int l = 0; l < LANES; l++) {
        x->world.q.w[l] = 1.0;
    }
}

void *ludo_maximal_lanes_layout(const sim_state *state, arena *a)
{
    const maximal *of = maximal_in(state);
    maximal_lanes *own = TAKE(a, 1, maximal_lanes), measured = {.now = 0};
    maximal_lanes *x = own != NULL ? own : &measured;
    x->model = state->model;
    x->rotation = ludo_maximal_lanes_rotation(of->rotation);
    x->tolerance = state->settings.tolerance;
    x->max_iterations = state->settings.max_iterations;
    x->damping = of->forces.damping;
    x->stored = of->stored;
    x->stored_count = of->stored_count;
    state_layout(x, of, a);
    scratch_layout(x, of, a);
    if (own != NULL) {
        load_model(own);
    }
    return own;
}
