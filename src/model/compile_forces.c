/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling forces: springs and actuators along lines and joint coordinates, forces of turning. */
#include "model/check.h"
#include "model/compile.h"

#include <math.h>
#include <string.h>

/* ---- lines ---- */

static line_end site_end(const ludo_model *m, const ludo_site_info *site)
{
    if (site->body == LUDO_WORLD) {
        return (line_end){-1, site->frame.position};
    }
    const model_body *b = &m->body[site->body];
    return (line_end){b->slot, v3_sub(site->frame.position, b->com)};
}

static int32_t coordinate_column(const ludo_model *m, int32_t joint, int32_t dof)
{
    const model_joint *j = &m->joints[joint];
    return m->column[j->slot] + j->part + dof;
}

/* The terms of a tendon, from place `first` on among those of all. */
static void fill_terms(ludo_model *m, const ludo_spring_def *d, int32_t first)
{
    for (int32_t i = 0; i < d->term_count; i++) {
        const ludo_tendon_term *t = &d->term[i];
        const int32_t c = coordinate_column(m, t->joint, t->dof);
        m->term[first + i] = (line_term){c, t->weight};
        m->tendon_term[first + i] = *t;
        m->acts[c] = true;
    }
}

static void fill_springs(ludo_model *m, workshop *w)
{
    int32_t terms = 0;
    for (int32_t i = 0; i < m->spring_count; i++) {
        const ludo_spring_def *d = &w->spring[i];
        const line_kind *kind = ludo_line_kind_find(d->type);
        m->spring[i] = (model_spring){
            .name = ludo_compile_name(m, w, d->name, "spring", "", i),
            .site_a = kind->joins_sites ? d->site_a : -1,
            .site_b = kind->joins_sites ? d->site_b : -1,
            .term = m->tendon_term + terms,
        };
        m->line[i] = (line_data){
            .kind = kind,
            .term = m->term + terms,
            .term_count = kind->joins_sites ? 0 : d->term_count,
            .stiffness = d->stiffness,
            .damping = d->damping,
            .rest = {d->rest[0], d->rest[1]},
        };
        if (kind->joins_sites) {
            m->line[i].end[0] = site_end(m, &m->site[d->site_a]);
            m->line[i].end[1] = site_end(m, &m->site[d->site_b]);
        } else {
            fill_terms(m, d, terms);
            terms += d->term_count;
        }
    }
}

/* ---- actuators ---- */

static void fill_actuators(ludo_model *m, workshop *w)
{
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const ludo_actuator_def *d = &w->actuator[i];
        const int32_t column = d->on_spring ? -1 : coordinate_column(m, d->target, d->dof);
        m->actuator[i] = (ludo_actuator_info){
            .name = ludo_compile_name(m, w, d->name, "actuator", "", i),
            .on_spring = d->on_spring,
            .target = d->target,
            .dof = d->on_spring ? 0 : d->dof,
            .gear = d->gear,
            .gain = d->gain,
            .bias = {d->bias[0], d->bias[1], d->bias[2]},
            .control_limited = d->control_limited,
            .force_limited = d->force_limited,
            .control_range = {d->control_range[0], d->control_range[1]},
            .force_range = {d->force_range[0], d->force_range[1]},
        };
        m->motor[i] = (motor_data){
            .line = d->on_spring ? d->target : -1,
            .column = column,
            .gear = d->gear,
            .gain = d->gain,
            .bias = {d->bias[0], d->bias[1], d->bias[2]},
            .control_range = {d->control_limited ? d->control_range[0] : -HUGE_VAL,
                              d->control_limited ? d->control_range[1] : HUGE_VAL},
            .force_range = {d->force_limited ? d->force_range[0] : -HUGE_VAL,
                            d->force_limited ? d->force_range[1] : HUGE_VAL},
        };
        if (column >= 0) {
            m->acts[column] = true;
        }
    }
}

/* ---- joints ---- */

static bool has_force(const ludo_dof_def *d)
{
    return d->stiffness != 0.0 || d->damping != 0.0 || d->armature != 0.0;
}

static void fill_joint_forces(ludo_model *m)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t scalars = joint_scalars(&m->joint[s]), first = m->column[s];
        for (int32_t c = first; c < first + scalars; c++) {
            m->acts[c] = m->acts[c] || has_force(&m->along[c]);
        }
        const ludo_dof_def *turn = &m->along[first + scalars];
        if (scalars < m->joint[s].dof && has_force(turn)) {
            m->turn[m->turns++] =
                (turn_data){s, first + scalars, turn->stiffness, turn->damping, turn->armature};
        }
    }
}

/* ---- what damps ---- */

static void note_damping(ludo_model *m, workshop *w, const char *kind, const char *name)
{
    if (m->damped_by == NULL) {
        m->damped_by = ludo_compile_text(m, w, ludo_label(kind, name, 0).text);
    }
}

static void find_damping(ludo_model *m, workshop *w)
{
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *j = &m->joints[i];
        for (int32_t c = 0; c < j->dof; c++) {
            if (m->along[m->column[j->slot] + j->part + c].damping != 0.0) {
                note_damping(m, w, "joint", j->name);
            }
        }
    }
    for (int32_t i = 0; i < m->spring_count; i++) {
        if (m->line[i].damping != 0.0) {
            note_damping(m, w, "spring", m->spring[i].name);
        }
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        if (m->motor[i].bias[2] != 0.0) {
            note_damping(m, w, "actuator", m->actuator[i].name);
        }
    }
}

void ludo_compile_forces(ludo_model *m, workshop *w)
{
    fill_springs(m, w);
    fill_actuators(m, w);
    fill_joint_forces(m);
    find_damping(m, w);
}
