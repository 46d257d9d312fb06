/* SPDX-License-Identifier: Apache-2.0
 *
 * Changing laws of forces: along coordinates, of springs, actuators and contacts. */
#include "ludo/parameters.h"

#include "model/check/check.h"
#include "model/compile/compile.h"

#include <string.h>

/* ---- along a coordinate ---- */

/* The column of a rate of a joint that takes forces; -1: none. Of a quaternion the first. */
static int32_t column_along(const ludo_model *m, int32_t joint, int32_t dof)
{
    const model_joint *j = &m->joints[joint];
    const joint_data *tree = &m->joint[j->slot];
    const int32_t c = j->column + dof;
    const bool later =
        dof > 0 && m->column_kind[c] == COLUMN_BALL && m->column_kind[c - 1] == COLUMN_BALL;
    return tree->kind->unwraps_coordinates || joint_is_free(tree) || later ? -1 : c;
}

/* A function that finds the element of a list that acts along a column; NULL: none. */
#define DEFINE_FIND_ALONG(name, type, list, count)                                                 \
    static type *name(const ludo_model *m, int32_t along)                                          \
    {                                                                                              \
        for (int32_t i = 0; i < m->count; i++) {                                                   \
            if (m->list[i].column == along) {                                                      \
                return &m->list[i];                                                                \
            }                                                                                      \
        }                                                                                          \
        return NULL;                                                                               \
    }

DEFINE_FIND_ALONG(find_limit, limit_data, limits.limit, limits.limit_count)
DEFINE_FIND_ALONG(find_friction, dry_friction_data, limits.friction, limits.friction_count)
DEFINE_FIND_ALONG(find_speed, speed_data, limits.speed, limits.speed_count)
DEFINE_FIND_ALONG(find_ball_spring, ball_spring_data, ball_spring, ball_springs)

/* Whether the model has the elements that the definition asks for, and no others. */
static bool has_elements(const ludo_model *m, int32_t column, const ludo_dof_def *d)
{
    const bool ball = m->column_kind[column] == COLUMN_BALL;
    return (find_limit(m, column) != NULL) == d->limited &&
           (find_friction(m, column) != NULL) == (d->friction_loss > 0.0) &&
           (ball || (find_speed(m, column) != NULL) == (d->speed > 0.0)) &&
           (!ball || (find_ball_spring(m, column) != NULL) == dof_acts(d));
}

static void write_elements(ludo_model *m, int32_t column, const ludo_dof_def *d)
{
    limit_data *limit = find_limit(m, column);
    dry_friction_data *friction = find_friction(m, column);
    speed_data *speed = find_speed(m, column);
    ball_spring_data *ball = find_ball_spring(m, column);
    m->along[column] = *d;
    if (limit != NULL) {
        limit->range[0] = limit->ball ? limit->range[0] : d->range[0];
        limit->range[1] = d->range[1];
    }
    if (friction != NULL) {
        friction->force = d->friction_loss;
    }
    if (speed != NULL) {
        speed->speed = d->speed;
    }
    if (ball != NULL) {
        ball->stiffness = d->stiffness;
        ball->damping = d->damping;
        ball->armature = d->armature;
    }
}

ludo_status ludo_model_set_dof(ludo_model *model, int32_t joint, int32_t dof,
                               const ludo_dof_def *along)
{
    ludo_model *m = model;
    if (m == NULL || along == NULL || joint < 0 || joint >= m->joint_count || dof < 0 ||
        dof >= m->joints[joint].dof || ludo_check_dof(along) != NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const int32_t c = column_along(m, joint, dof);
    if (c < 0 || !has_elements(m, c, along)) {
        return LUDO_REFUSED;
    }
    write_elements(m, c, along);
    ludo_compile_note_forces(m);
    return LUDO_OK;
}

/* ---- springs and actuators ---- */

ludo_status ludo_model_set_spring(ludo_model *model, int32_t spring, double stiffness,
                                  double damping, const double rest[2])
{
    if (model == NULL || rest == NULL || spring < 0 || spring >= model->spring_count ||
        !(stiffness >= 0.0) || !(damping >= 0.0) || !isfinite(stiffness) || !isfinite(damping) ||
        !all_finite(rest, 2) || rest[0] > rest[1]) {
        return LUDO_BAD_ARGUMENT;
    }
    tendon_data *l = &model->tendon[spring];
    l->stiffness = stiffness;
    l->damping = damping;
    l->rest[0] = rest[0];
    l->rest[1] = rest[1];
    ludo_compile_note_forces(model);
    return LUDO_OK;
}

ludo_status ludo_model_set_actuator_gains(ludo_model *model, int32_t actuator, double gain,
                                          const double bias[3])
{
    if (model == NULL || bias == NULL || actuator < 0 || actuator >= model->actuator_count ||
        !isfinite(gain) || !all_finite(bias, 3)) {
        return LUDO_BAD_ARGUMENT;
    }
    if (model->actuator[actuator].gain_law->is_muscle ||
        model->actuator[actuator].bias_law->is_muscle) {
        return LUDO_REFUSED;
    }
    model->actuator[actuator].gain = model->actuator_info[actuator].gain = gain;
    memcpy(model->actuator[actuator].bias, bias, 3 * sizeof *bias);
    memcpy(model->actuator_info[actuator].bias, bias, 3 * sizeof *bias);
    ludo_compile_note_forces(model);
    return LUDO_OK;
}

/* ---- contacts ---- */

ludo_status ludo_model_set_geom_contact(ludo_model *model, int32_t geom, double friction,
                                        double restitution)
{
    if (model == NULL || geom < 0 || geom >= model->geom_count || !isfinite(friction) ||
        !(friction >= 0.0) || !(restitution >= 0.0) || !(restitution <= 1.0)) {
        return LUDO_BAD_ARGUMENT;
    }
    for (int32_t i = 0; i < model->contacts.collider_count; i++) {
        collider *c = &model->contacts.collider[i];
        if (c->geom == geom) {
            c->friction[0] = friction;
            c->restitution = restitution;
            return LUDO_OK;
        }
    }
    return LUDO_REFUSED;
}
