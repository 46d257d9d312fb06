/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces inside the joints of LANES simulations: springs, dampers, armatures, actuators that feel
 * no motion. Tendons exert none (fit.c). */
#include "integrators/maximal_forces/column_block.h"
#include "integrators/maximal_lanes/lanes.h"

/* ---- the start of an interval ---- */

LUDO_KERNEL static void find_angles(const column_lanes *c, const trace_lanes *at,
                                    const lanes1 *memory, lanes1 *phi)
{
    coordinate_lanes(&c->form, at, memory, phi);
}

void ludo_maximal_lanes_begin_forces(maximal_lanes *x)
{
    for (int32_t c = 0; c < x->model->columns; c++) {
        if (x->placed[c]) {
            find_angles(&x->column[c], lanes_trace(x, c), &x->memory[c], &x->column[c].phi);
        }
    }
}

/* ---- the iterate ---- */

/* to += one number per lane. */
LUDO_KERNEL_PART void add_lanes(lanes1 *to, const double *more)
{
    FOR_LANES(l)
    {
        to->at[l] += more[l];
    }
}

LUDO_KERNEL static void act_along_columns(maximal_lanes *x, double h)
{
    const ludo_model *m = x->model;
    for (int32_t c = 0; c < m->columns; c++) {
        if (x->forced[c]) {
            column_block_step(&x->column[c], lanes_trace(x, c), lanes_next_trace(x, c), x->damping,
                              h);
        }
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        column_lanes *c = &x->column[m->actuator[i].column];
        add_lanes(&c->start, x->impulse[i].at);
        add_lanes(&c->end, x->impulse[i].at);
    }
}

/* e and the diagonal of C of the tree. */
LUDO_KERNEL static void write_forces(maximal_lanes *x)
{
    const ludo_model *m = x->model;
    vector_copy(x->tree.e, x->P_q, m->columns);
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t first = m->column[s], dof = m->column[s + 1] - first;
        for (int32_t j = 0; j < dof; j++) {
            vector start, *C = &x->tree.C[m->joint_block[s] + (dof + 1) * j];
            if (x->forced[first + j]) {
                memcpy(&start, &x->column[first + j].start, sizeof start);
                x->tree.e[first + j] += start;
                memcpy(C, &x->column[first + j].slope, sizeof *C);
            }
        }
    }
}

void ludo_maximal_lanes_evaluate_forces(maximal_lanes *x, double h)
{
    act_along_columns(x, h);
    write_forces(x);
}

/* ---- the end of an interval ---- */

/* Dissipation of the dampers, summed as by ludo_maximal_joint_forces_dissipation(). */
LUDO_KERNEL static void add_dissipation(maximal_lanes *x, double h)
{
    LANES_ALIGNED lanes1 sum[LANES] = {{{0.0}}}, loss = {{0.0}};
    for (int32_t c = 0; c < x->model->columns; c++) {
        if (x->forced[c]) {
            column_block_add_losses(&x->column[c], x->damping, h, &sum[c % LANES]);
        }
    }
    for (int i = 0; i < LANES; i++) {
        add_lanes(&loss, sum[i].at);
    }
    add_lanes(&x->dissipated, loss.at);
}

LUDO_KERNEL_PART void add_work(lanes1 *work, const double *force, double gear, const lanes1 *delta)
{
    FOR_LANES(l)
    {
        work->at[l] += force[l] * gear * delta->at[l];
    }
}

LUDO_KERNEL static void add_actuator_work(maximal_lanes *x)
{
    for (int32_t i = 0; i < x->model->actuator_count; i++) {
        const actuator_data *a = &x->model->actuator[i];
        add_work(&x->work, x->force[i].at, a->gear, &x->column[a->column].delta);
    }
}

/* length[0] += weight times the coordinate at t_k, length[1] at t_{k+1}. */
LUDO_KERNEL_PART void add_term(lanes1 *length, double weight, const column_lanes *c)
{
    FOR_LANES(l)
    {
        length[0].at[l] += weight * c->phi.at[l];
        length[1].at[l] += weight * (c->phi.at[l] + c->delta.at[l]);
    }
}

/* Mean pulls of tendons, which are zero but for their sign. */
LUDO_KERNEL static void pull_tendons(maximal_lanes *x, double h)
{
    for (int32_t i = 0; i < x->model->spring_count; i++) {
        const tendon_data *t = &x->model->tendon[i];
        LANES_ALIGNED lanes1 length[2] = {{{0.0}}, {{0.0}}};
        for (int32_t k = 0; k < t->term_count; k++) {
            add_term(length, t->term[k].weight, &x->column[t->term[k].column]);
        }
        for (int l = 0; l < LANES; l++) {
            const double middle = 0.5 * (length[0].at[l] + length[1].at[l]);
            const double delta = length[1].at[l] - length[0].at[l];
            x->tension[i].at[l] =
                t->stiffness * spring_stretch(t->rest, middle) + t->damping * delta / h;
        }
    }
}

LUDO_KERNEL_PART void advance_turns(lanes1 *memory, const trace_lanes *from, const trace_lanes *to)
{
    FOR_LANES(l)
    {
        memory->at[l] = turns_after((joint_trace){from->cos.at[l], from->sin.at[l]},
                                    (joint_trace){to->cos.at[l], to->sin.at[l]}, memory->at[l]);
    }
}

LUDO_KERNEL static void count_turns(maximal_lanes *x)
{
    const ludo_model *m = x->model;
    for (int32_t c = 0; c < m->columns; c++) {
        if (m->column_kind[c] == COLUMN_HALF_ANGLE || m->column_kind[c] == COLUMN_ANGLE) {
            advance_turns(&x->memory[c], lanes_trace(x, c), lanes_next_trace(x, c));
        }
    }
    for (int32_t i = 0; i < x->stored_count; i++) {
        x->memory[x->stored[i]] = lanes_next_trace(x, x->stored[i])->cos;
    }
}

void ludo_maximal_lanes_accept_forces(maximal_lanes *x, double h)
{
    memset(x->P_q, 0, (size_t)x->model->columns * sizeof *x->P_q);
    for (int32_t c = 0; c < x->model->columns; c++) {
        if (x->forced[c]) {
            memcpy(&x->P_q[c], &x->column[c].end, sizeof *x->P_q);
        }
    }
    if (x->model->forced) {
        add_dissipation(x, h);
        add_actuator_work(x);
        pull_tendons(x, h);
    }
    count_turns(x);
}
