/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling forces: laws of actuators, ball springs; which columns forces act along, and the first
 * element with damping. */
#include "core/diagnostic.h"
#include "model/check/check.h"
#include "model/compile/compile.h"

#include <string.h>

/* ---- ball rotations ---- */

/* The first rate of the ball rotation of the joint that carries body b, if a spring, damper or
 * armature acts on it; else -1. */
static int32_t ball_spring_of(const compiler *w, int32_t b)
{
    const tree_joint *t = &w->tree_joint[b];
    const ludo_joint_def *d = ludo_compile_definition(w, t->joint[0]);
    const int32_t turn = kind_has_parts(t->kind) ? t->dof : kind_first_ball_rate(t->kind);
    const bool acts = t->kind->dof == JOINT_MAX_DOF ? dof_has_spring_or_damper(&d->along[3])
                                                    : turn < t->dof && dof_acts(&d->along[turn]);
    return acts ? turn : -1;
}

/* Whether the joint that carries body b is free and has a spring or damper. */
static bool is_tethered(const compiler *w, int32_t b)
{
    const tree_joint *t = &w->tree_joint[b];
    const ludo_joint_def *d = ludo_compile_definition(w, t->joint[0]);
    return t->kind->dof == JOINT_MAX_DOF &&
           (dof_has_spring_or_damper(&d->along[0]) || dof_has_spring_or_damper(&d->along[3]));
}

int32_t ludo_compile_tether_count(const compiler *w)
{
    int32_t count = 0;
    for (int32_t b = 0; b < w->spec->bodies.count; b++) {
        count += body_has_slot(w->merging, b) && is_tethered(w, b);
    }
    return count;
}

static void fill_tethers(ludo_model *m, const compiler *w)
{
    int32_t tethers = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        const ludo_dof_def *d = &m->along[m->column[s]];
        double rest[JOINT_MAX_POSITION];
        if (is_tethered(w, m->body_of[s])) {
            j->kind->rest(j, rest);
            m->tether[tethers++] =
                (tether_data){s, m->joint_of[s], j->origin, v3_at(rest), d->stiffness, d->damping};
        }
    }
}

int32_t ludo_compile_ball_spring_count(const compiler *w)
{
    int32_t count = 0;
    for (int32_t b = 0; b < w->spec->bodies.count; b++) {
        count += body_has_slot(w->merging, b) && ball_spring_of(w, b) >= 0;
    }
    return count;
}

static void fill_ball_springs(ludo_model *m, const compiler *w)
{
    int32_t turns = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t turn = ball_spring_of(w, m->body_of[s]);
        if (turn >= 0) {
            const int32_t c = m->column[s] + turn;
            const ludo_dof_def *d = &m->along[c];
            const bool floats = joint_is_free(&m->joint[s]);
            m->ball_spring[turns++] = (ball_spring_data){
                s,
                c,
                d->stiffness,
                d->damping,
                floats ? 0.0 : d->armature,
                floats ? q_normalized(m->joint[s].q_off) : q_identity(),
            };
        }
    }
}

/* ---- springs and dampers that are not linear ---- */

int32_t ludo_compile_curve_count(const compiler *w)
{
    int32_t count = 0;
    for (int32_t i = 0; i < w->spec->joints.count; i++) {
        for (int32_t c = 0; c < LUDO_MAX_DOF; c++) {
            count += joint_is_curved(&w->joint[i], c);
        }
    }
    return count;
}

/* Merged joints and closures have no columns. */
static void fill_curves(ludo_model *m, const compiler *w)
{
    m->curves = 0;
    for (int32_t i = 0; i < w->spec->joints.count; i++) {
        const ludo_joint_def *d = &w->joint[i];
        for (int32_t c = 0; c < m->joints[i].dof && m->joints[i].slot >= 0; c++) {
            const double *k = d->stiffness_curve[c], *e = d->damping_curve[c];
            if (joint_is_curved(d, c)) {
                m->curve[m->curves++] = (curve_data){
                    m->joints[i].column + c, d->along[c].rest, {k[0], k[1]}, {e[0], e[1]}};
            }
        }
    }
}

/* ---- actuators ---- */

static void set_range(double to[2], bool limited, const double range[2])
{
    to[0] = limited ? range[0] : -HUGE_VAL;
    to[1] = limited ? range[1] : HUGE_VAL;
}

/* The curves of a muscle, from the length range that its lengths at both ends belong to. */
static muscle_data muscle_of(const ludo_actuator_def *d)
{
    const double *p = d->muscle;
    const double travel = d->length_range[1] - d->length_range[0];
    return (muscle_data){.optimum = travel / (p[1] - p[0]),
                         .first = p[0],
                         .start = d->length_range[0],
                         .force = p[2],
                         .shortest = p[3],
                         .longest = p[4],
                         .fastest = p[5],
                         .passive = p[6],
                         .lengthening = p[7]};
}

/* The laws of an actuator, and its number among those with an activation. */
static void fill_laws(ludo_model *m, const ludo_actuator_def *d, actuator_data *a)
{
    a->gain_law = ludo_actuator_gain_find(d->gain_type);
    a->bias_law = ludo_actuator_bias_find(d->bias_type);
    a->dynamics = ludo_actuator_dynamics_find(d->dynamics_type);
    a->activation = a->dynamics != NULL ? m->activation_count++ : -1;
    memcpy(a->gain_slope, d->gain_slope, sizeof a->gain_slope);
    memcpy(a->time_constant, d->time_constant, sizeof a->time_constant);
    set_range(a->activation_range, d->activation_limited, d->activation_range);
    a->slew_rate = d->slew_rate;
    a->resistance = d->resistance;
    a->back_emf = d->back_emf;
    if (a->bias_law == ludo_actuator_bias_find("cogging")) {
        memcpy(a->cogging, d->cogging, sizeof a->cogging);
    }
    if (a->gain_law->is_muscle || a->bias_law->is_muscle) {
        a->muscle = muscle_of(d);
    }
}

static void fill_actuator_info(ludo_model *m, compiler *w, int32_t i)
{
    const ludo_actuator_def *d = &w->actuator[i];
    const actuator_data *a = &m->actuator[i];
    ludo_actuator_info *info = &m->actuator_info[i];
    *info = (ludo_actuator_info){
        .name = ludo_compile_name(m, w, d->name, "actuator", "", i),
        .on_spring = d->on_spring,
        .target = d->target,
        .dof = d->dof,
        .gear = d->gear,
        .gain = d->gain,
        .bias = {d->bias[0], d->bias[1], d->bias[2]},
        .control_limited = d->control_limited,
        .force_limited = d->force_limited,
        .control_range = {d->control_range[0], d->control_range[1]},
        .force_range = {d->force_range[0], d->force_range[1]},
        .gain_type = a->gain_law->name,
        .bias_type = a->bias_law->name,
        .dynamics_type = a->dynamics != NULL ? a->dynamics->name : "none",
        .activation = a->activation,
        .activation_limited = d->activation_limited,
        .slew_rate = d->slew_rate,
        .resistance = d->resistance,
        .back_emf = d->back_emf,
    };
    memcpy(info->cogging, d->cogging, sizeof info->cogging);
    memcpy(info->gain_slope, d->gain_slope, sizeof info->gain_slope);
    memcpy(info->length_range, d->length_range, sizeof info->length_range);
    memcpy(info->muscle, d->muscle, sizeof info->muscle);
    memcpy(info->time_constant, d->time_constant, sizeof info->time_constant);
    memcpy(info->activation_range, d->activation_range, sizeof info->activation_range);
}

static void fill_actuators(ludo_model *m, compiler *w)
{
    m->activation_count = 0;
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const ludo_actuator_def *d = &w->actuator[i];
        actuator_data *a = &m->actuator[i];
        *a = (actuator_data){.tendon = d->on_spring ? d->target : -1,
                             .column = d->on_spring ? -1 : m->joints[d->target].column + d->dof,
                             .gear = d->gear,
                             .gain = d->gain};
        memcpy(a->bias, d->bias, sizeof a->bias);
        set_range(a->control_range, d->control_limited, d->control_range);
        set_range(a->force_range, d->force_limited, d->force_range);
        fill_laws(m, d, a);
        fill_actuator_info(m, w, i);
    }
}

/* ---- all forces ---- */

/* Find the columns whose scalar coordinate a force depends on. The columns of free joints have no
 * coordinates of their own. */
static void find_acting(ludo_model *m)
{
    for (int32_t s = 0; s < m->slots; s++) {
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            m->acts[c] = m->column_kind[c] != COLUMN_BALL && !joint_is_free(&m->joint[s]) &&
                         dof_acts(&m->along[c]);
        }
    }
    for (int32_t i = 0; i < m->curves; i++) {
        m->acts[m->curve[i].column] = true;
    }
    for (int32_t i = 0; i < m->spring_count; i++) {
        for (int32_t k = 0; k < m->tendon[i].term_count; k++) {
            m->acts[m->tendon[i].term[k].column] = true;
        }
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        if (m->actuator[i].column >= 0) {
            m->acts[m->actuator[i].column] = true;
        }
    }
}

static bool is_forced(const ludo_model *m)
{
    bool acts = m->spring_count > 0 || m->ball_springs > 0 || m->tethers > 0 || m->drags > 0;
    for (int32_t c = 0; c < m->columns && !acts; c++) {
        acts = m->acts[c];
    }
    return acts;
}

/* Whether an actuator damps a motion, or has an activation that steps back in time amplify. */
static bool is_damper(const actuator_data *a)
{
    return actuator_feels_rate(a) || (a->dynamics != NULL && a->dynamics->forgets);
}

/* Whether a column has a damper that is not linear. */
static bool curve_damps(const ludo_model *m, int32_t column)
{
    bool damps = false;
    for (int32_t i = 0; i < m->curves; i++) {
        const curve_data *c = &m->curve[i];
        damps = damps || (c->column == column && (c->damping[0] != 0.0 || c->damping[1] != 0.0));
    }
    return damps;
}

/* The name of the first element with damping; NULL: none. */
static const char *find_damper(const ludo_model *m)
{
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *j = &m->joints[i];
        for (int32_t dof = 0; dof < j->dof; dof++) {
            if (m->along[j->column + dof].damping != 0.0 || curve_damps(m, j->column + dof)) {
                return j->name;
            }
        }
    }
    for (int32_t i = 0; i < m->spring_count; i++) {
        if (m->tendon[i].damping != 0.0) {
            return m->spring[i].name;
        }
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        if (is_damper(&m->actuator[i])) {
            return m->actuator_info[i].name;
        }
    }
    return m->drags > 0 ? m->body[m->drag[0].body].name : NULL;
}

static bool is_effort_limited(const ludo_model *m)
{
    bool limited = false;
    for (int32_t c = 0; c < m->columns; c++) {
        limited = limited || column_effort(m, c) > 0.0;
    }
    return limited;
}

static bool is_servo(const actuator_data *a)
{
    return a->gain_law == ludo_actuator_gain_find("fixed") &&
           a->bias_law == ludo_actuator_bias_find("affine") && a->gain != 0.0 &&
           a->gain == -a->bias[1];
}

/* The positions of a servo along a pure rotation count modulo whole turns. */
static void find_periods(ludo_model *m)
{
    for (int32_t i = 0; i < m->actuator_count; i++) {
        actuator_data *a = &m->actuator[i];
        const double *gear = a->tendon >= 0 ? m->tendon[a->tendon].gear : (double[6]){0.0};
        const bool turns =
            a->tendon >= 0 && m->tendon[a->tendon].has_reference && v3_norm(v3_at(gear)) == 0.0;
        a->period =
            turns && is_servo(a) ? 2.0 * PI * fabs(a->gear) * v3_norm(v3_at(gear + 3)) : 0.0;
    }
}

void ludo_compile_note_forces(ludo_model *m)
{
    find_periods(m);
    m->followed = false;
    for (int32_t i = 0; i < m->actuator_count; i++) {
        m->followed = m->followed || actuator_follows(&m->actuator[i]);
    }
    find_acting(m);
    m->forced = is_forced(m);
    m->damped_by = find_damper(m);
    m->effort_limited = is_effort_limited(m);
}

ludo_status ludo_compile_forces(ludo_model *m, compiler *w)
{
    fill_ball_springs(m, w);
    fill_tethers(m, w);
    fill_curves(m, w);
    const ludo_status status = ludo_compile_tendons(m, w);
    fill_actuators(m, w);
    ludo_compile_note_forces(m);
    return status;
}
