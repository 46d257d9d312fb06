/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces along the scalar coordinates of joints. Forces of every simulation are computed in lanes,
 * rare ones (servos, external efforts) dof by dof afterwards. */
#include "integrators/maximal_forces/joint_forces.h"

#include "integrators/maximal_forces/column_block.h"
#include "tendons/curve.h"

#include <string.h>

void ludo_maximal_joint_forces_layout(maximal *x, const sim_state *state, arena *scratch)
{
    const int32_t blocks = lanes_blocks(state->model->columns);
    x->forces.column = TAKE(scratch, blocks, column_lanes);
    x->forces.phi[0] = TAKE(scratch, state->model->columns, double);
    x->forces.phi[1] = TAKE(scratch, state->model->columns, double);
}

static void place(maximal_forces *f, int32_t column)
{
    f->column[column / LANES].placed = true;
}

/* Find the coordinates whose value (not only its change) enters a force. */
static void find_placed(maximal_forces *f, const ludo_model *m)
{
    for (int32_t c = 0; c < m->columns; c++) {
        if (m->acts[c] && m->along[c].stiffness != 0.0) {
            place(f, c);
        }
    }
    for (int32_t i = 0; i < m->curves; i++) {
        place(f, m->curve[i].column);
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        if (m->actuator[i].column >= 0 && actuator_feels_length(&m->actuator[i])) {
            place(f, m->actuator[i].column);
        }
    }
    for (int32_t i = 0; i < m->spring_count; i++) {
        for (int32_t k = 0; k < m->tendon[i].term_count; k++) {
            place(f, m->tendon[i].term[k].column);
        }
    }
    for (int32_t i = 0; i < m->loop_count; i++) {
        for (int k = 0; k < 2; k++) {
            if (m->loop[i].column[k] >= 0) {
                place(f, m->loop[i].column[k]);
            }
        }
    }
}

static void load_column(maximal_forces *f, const ludo_model *m, int32_t column, double reference)
{
    column_block_load(&f->column[column / LANES], column % LANES, m, column, reference);
}

void ludo_maximal_joint_forces_init(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    for (int32_t s = 0; s < m->slots; s++) {
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            load_column(&x->forces, m, c, m->joint[s].reference);
        }
    }
    find_placed(&x->forces, m);
    x->forces.needs_phi = m->spring_count > 0 || x->loops.coupled;
}

/* Number of dofs in a block. */
static inline int columns_of(const ludo_model *m, int32_t block)
{
    const int32_t left = m->columns - LANES * block;
    return left < LANES ? left : LANES;
}

LUDO_KERNEL static void find_coordinates(column_lanes *c)
{
    coordinate_lanes(&c->form, &c->known_at, &c->known_memory, &c->known_phi);
}

const lanes1 *ludo_maximal_joint_forces_coordinates(maximal *x, const sim_state *state,
                                                    int32_t block)
{
    column_lanes *c = &x->forces.column[block];
    const int count = columns_of(state->model, block);
    LANES_ALIGNED trace_lanes at = {{{0.0}}, {{0.0}}};
    LANES_ALIGNED lanes1 memory = {{0.0}};
    gather_traces(&at, x->trace[state->progress->now] + LANES * block, count);
    memcpy(memory.at, state->memory + LANES * block, (size_t)count * sizeof *memory.at);
    if (!c->known || memcmp(&c->known_at, &at, sizeof at) != 0 ||
        memcmp(&c->known_memory, &memory, sizeof memory) != 0) {
        c->known_at = at;
        c->known_memory = memory;
        c->known = true;
        find_coordinates(c);
    }
    return &c->known_phi;
}

static void begin_columns(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    for (int32_t b = 0; b < lanes_blocks(m->columns); b++) {
        column_lanes *c = &x->forces.column[b];
        gather_traces(&c->from, x->trace[state->progress->now] + LANES * b, columns_of(m, b));
        if (c->placed || state->progress->served) {
            c->phi = *ludo_maximal_joint_forces_coordinates(x, state, b);
        }
    }
}

void ludo_maximal_joint_forces_begin(maximal *x, const sim_state *state)
{
    maximal_forces *f = &x->forces;
    begin_columns(x, state);
    for (int32_t c = 0; c < state->model->columns && f->needs_phi; c++) {
        f->phi[0][c] = column_start(f, c);
    }
}

LUDO_KERNEL static void step_columns(maximal_forces *f, const ludo_model *m,
                                     const joint_trace *trace, double h)
{
    LANES_ALIGNED trace_lanes to = {{{0.0}}, {{0.0}}};
    for (int32_t b = 0; b < lanes_blocks(m->columns); b++) {
        gather_traces(&to, trace + LANES * b, columns_of(m, b));
        column_block_step(&f->column[b], &f->column[b].from, &to, f->damping, h);
    }
}

/* The parts of springs and dampers that are not linear. */
static void add_curves(maximal_forces *f, const ludo_model *m, double h)
{
    for (int32_t i = 0; i < m->curves; i++) {
        const curve_data *c = &m->curve[i];
        scalar_step s = column_step(f, c->column);
        const curve_force spring = curve_spring(c, column_start(f, c->column) + 0.5 * s.delta);
        const curve_force damper = curve_damper(c, s.delta / h);
        scalar_add_force(&s, spring.F, spring.slope, 0.0, h);
        s.start += f->damping.start * h * damper.F;
        s.end += f->damping.end * h * damper.F;
        s.slope -= f->damping.start * h * damper.slope;
        put_column_step(f, c->column, s);
    }
}

static void add_servos(maximal_forces *f, const sim_state *state, double h)
{
    for (int32_t c = 0; c < state->model->columns; c++) {
        const servo_data *servo = &state->servo[c];
        scalar_step s = column_step(f, c);
        const double force = servo_force(servo, column_start(f, c), s.delta, h);
        scalar_add_force(&s, force, -servo->kp, -servo->kd, h);
        put_column_step(f, c, s);
    }
}

void ludo_maximal_joint_forces_evaluate(maximal *x, const sim_state *state, double h)
{
    maximal_forces *f = &x->forces;
    step_columns(f, state->model, x->trace[1 - state->progress->now], h);
    for (int32_t c = 0; c < state->model->columns && f->needs_phi; c++) {
        f->phi[1][c] = column_start(f, c) + column_step(f, c).delta;
    }
    add_curves(f, state->model, h);
    if (state->progress->served) {
        add_servos(f, state, h);
    }
    for (int32_t c = 0; c < state->model->columns && f->applied; c++) {
        f->column[c / LANES].start.at[c % LANES] += 0.5 * h * f->effort[0][c];
    }
}

LUDO_KERNEL static void sum_losses(const maximal_forces *f, int32_t blocks, double h, lanes1 *sum)
{
    for (int32_t b = 0; b < blocks; b++) {
        column_block_add_losses(&f->column[b], f->damping, h, sum);
    }
}

double ludo_maximal_joint_forces_dissipation(const maximal_forces *f, const ludo_model *m, double h)
{
    lanes1 sum = {{0.0}};
    sum_losses(f, lanes_blocks(m->columns), h, &sum);
    double loss = 0.0;
    for (int32_t i = 0; i < m->curves; i++) {
        const double delta = column_step(f, m->curve[i].column).delta;
        const double F = curve_damper(&m->curve[i], delta / h).F;
        loss -= (f->damping.start + f->damping.end) * F * delta;
    }
    for (int l = 0; l < LANES; l++) {
        loss += sum.at[l];
    }
    return loss;
}
