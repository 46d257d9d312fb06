/* SPDX-License-Identifier: Apache-2.0
 *
 * Effort limits of degrees of freedom. */
#include "integrators/maximal_forces/drives.h"

#include "integrators/maximal_forces/joint_forces.h"
#include "integrators/maximal_forces/midpoint_force.h"
#include "integrators/maximal_forces/saturation.h"

#include <string.h>

void ludo_maximal_drives_layout(maximal *x, const sim_state *state, arena *scratch)
{
    x->forces.drive = TAKE(scratch, state->model->columns, actuator_step);
    x->forces.last_drive = TAKE(scratch, state->model->columns, actuator_step);
}

void ludo_maximal_drives_begin(maximal *x, const sim_state *state)
{
    memset(x->forces.drive, 0, (size_t)state->model->columns * sizeof *x->forces.drive);
}

static void add_to_drive(actuator_step *to, double force, double by_length, double by_rate)
{
    to->wanted += force;
    to->by_length += by_length;
    to->by_rate += by_rate;
}

static void add_servo(maximal_forces *f, const sim_state *state, int32_t c, double h)
{
    const servo_data *servo = &state->servo[c];
    const double force = servo_force(servo, column_start(f, c), column_step(f, c).delta, h);
    add_to_drive(&f->drive[c], force, -servo->kp, -servo->kd);
}

/* An actuator along a dof, or through the joints of a tendon. */
static void add_actuator(const maximal_forces *f, const ludo_model *m, int32_t i)
{
    const actuator_data *a = &m->actuator[i];
    const actuator_step *s = &f->actuator[i];
    const double F = a->gear * s->force, by = limit_of(s) == 0 ? a->gear * a->gear : 0.0;
    const tendon_data *line = a->tendon >= 0 ? &m->tendon[a->tendon] : NULL;
    if (line == NULL) {
        add_to_drive(&f->drive[a->column], F, by * s->by_length, by * s->by_rate);
    }
    for (int32_t k = 0; line != NULL && k < line->term_count; k++) {
        const double w = line->term[k].weight;
        add_to_drive(&f->drive[line->term[k].column], w * F, w * w * by * s->by_length,
                     w * w * by * s->by_rate);
    }
}

/* Clamp the drive of a dof, and add the correction to its impulses. */
static void correct(maximal_forces *f, int32_t c, double effort, double h)
{
    const actuator_step *last = &f->last_drive[c];
    actuator_step *s = &f->drive[c];
    scalar_step to = column_step(f, c);
    s->force = clamp(s->wanted, (double[]){-effort, effort});
    s->delta = to.delta;
    f->switched = f->switched || limit_of(s) != limit_of(last);
    const double less = part_of_slope(last, s) - 1.0;
    scalar_add_force(&to, s->force - s->wanted, less * s->by_length, less * s->by_rate, h);
    put_column_step(f, c, to);
}

void ludo_maximal_drives_add(maximal *x, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    maximal_forces *f = &x->forces;
    memcpy(f->last_drive, f->drive, (size_t)m->columns * sizeof *f->drive);
    memset(f->drive, 0, (size_t)m->columns * sizeof *f->drive);
    for (int32_t c = 0; c < m->columns && state->progress->served; c++) {
        add_servo(f, state, c, h);
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        add_actuator(f, m, i);
    }
    for (int32_t c = 0; c < m->columns; c++) {
        if (column_effort(m, c) > 0.0) {
            correct(f, c, column_effort(m, c), h);
        }
    }
}

double ludo_maximal_drives_work(const maximal_forces *f, const ludo_model *m)
{
    double work = 0.0;
    for (int32_t c = 0; c < m->columns; c++) {
        const actuator_step *s = &f->drive[c];
        work += column_effort(m, c) > 0.0 ? (s->force - s->wanted) * s->delta : 0.0;
    }
    return work;
}
