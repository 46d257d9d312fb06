/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers of a compiled model. */
#include "model/model.h"

#include "core/sized.h"
#include "model/names.h"

#include <math.h>
#include <string.h>

const char *ludo_model_name(const ludo_model *model)
{
    return model != NULL ? model->name : NULL;
}

ludo_status ludo_model_gravity(const ludo_model *model, ludo_vec3 *out)
{
    if (model == NULL || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    *out = model->gravity;
    return LUDO_OK;
}

ludo_status ludo_model_medium(const ludo_model *model, ludo_medium *out)
{
    if (model == NULL || !SIZED_KNOWN(out)) {
        return LUDO_BAD_ARGUMENT;
    }
    SIZED_WRITE(out, &model->medium);
    return LUDO_OK;
}

double ludo_model_timestep(const ludo_model *model)
{
    return model != NULL ? model->timestep : (double)NAN;
}

double ludo_model_mass(const ludo_model *model)
{
    double mass = model != NULL ? model->world_mass : (double)NAN;
    for (int32_t s = 0; model != NULL && s < model->slots; s++) {
        mass += model->body[model->body_of[s]].inertia.mass;
    }
    return mass;
}

int32_t ludo_model_dof(const ludo_model *model)
{
    return model != NULL ? model->columns : 0;
}

int32_t ludo_model_position_count(const ludo_model *model)
{
    return model != NULL ? model->position_count : 0;
}

int32_t ludo_model_rows(const ludo_model *model)
{
    return model != NULL ? model->rows : 0;
}

const int32_t *ludo_model_order(const ludo_model *model)
{
    return model != NULL ? model->order : NULL;
}

/* count, name and find of one kind of item */
#define ACCESS(kind, items, names)                                                                 \
    int32_t ludo_model_##kind##_count(const ludo_model *model)                                     \
    {                                                                                              \
        return model != NULL ? model->kind##_count : 0;                                            \
    }                                                                                              \
    const char *ludo_model_##kind##_name(const ludo_model *model, int32_t kind)                    \
    {                                                                                              \
        const bool known = model != NULL && kind >= 0 && kind < model->kind##_count;               \
        return known ? model->items[kind].name : NULL;                                             \
    }                                                                                              \
    int32_t ludo_model_##kind##_find(const ludo_model *model, const char *name)                    \
    {                                                                                              \
        const bool known = model != NULL && name != NULL;                                          \
        return known ? ludo_names_find(model->names, model->kind##_count, name) : LUDO_NOT_FOUND;  \
    }

ACCESS(body, body, body_names)
ACCESS(joint, joints, joint_names)
ACCESS(site, site, site_names)
ACCESS(geom, geom, geom_names)
ACCESS(loop, loop_info, loop_names)
ACCESS(spring, spring, spring_names)
ACCESS(actuator, actuator_info, actuator_names)
ACCESS(sensor, sensor_info, sensor_names)
ACCESS(keyframe, keyframe, keyframe_names)

int32_t ludo_model_activation_count(const ludo_model *model)
{
    return model != NULL ? model->activation_count : 0;
}

int32_t ludo_model_fluid_count(const ludo_model *model)
{
    return model != NULL ? model->fluids : 0;
}

int32_t ludo_model_note_count(const ludo_model *model)
{
    return model != NULL ? model->note_count : 0;
}

/* Whether a number is one of an item, and `out` a struct that the library knows. */
#define READABLE(count, number, out)                                                               \
    (model != NULL && (number) >= 0 && (number) < model->count && SIZED_KNOWN(out))

ludo_status ludo_model_body(const ludo_model *model, int32_t body, ludo_body_info *out)
{
    if (!READABLE(body_count, body, out)) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_body *b = &model->body[body];
    ludo_body_info info = {.name = b->name,
                           .parent = b->parent,
                           .mass = b->inertia.mass,
                           .com = b->com,
                           .merged_into = b->merged_into,
                           .frame_in_merged = b->frame_in_merged};
    memcpy(info.inertia, b->inertia.J, sizeof info.inertia);
    SIZED_WRITE(out, &info);
    return LUDO_OK;
}

ludo_status ludo_model_joint(const ludo_model *model, int32_t joint, ludo_joint_info *out)
{
    if (!READABLE(joint_count, joint, out)) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_joint *j = &model->joints[joint];
    const ludo_joint_info info = {
        .name = j->name,
        .type = j->type,
        .parent = j->parent,
        .child = j->child,
        .axis = j->axis,
        .anchor = j->anchor,
        .dof = j->dof,
        .rows = j->rows,
        .position_count = j->position_count,
        .position_first = j->position_first,
        .velocity_count = j->dof,
        .velocity_first = j->velocity_first,
        .continues = j->part > 0,
        .along = model->along + j->column,
        .merged = j->slot < 0 && j->loop < 0,
        .loop = j->loop,
    };
    SIZED_WRITE(out, &info);
    return LUDO_OK;
}

/* readers of items that the model stores as they are read */
#define READ(kind, count, items)                                                                   \
    ludo_status ludo_model_##kind(const ludo_model *model, int32_t kind, ludo_##kind##_info *out)  \
    {                                                                                              \
        if (!READABLE(count, kind, out)) {                                                         \
            return LUDO_BAD_ARGUMENT;                                                              \
        }                                                                                          \
        SIZED_WRITE(out, &model->items[kind]);                                                     \
        return LUDO_OK;                                                                            \
    }

READ(site, site_count, site)
READ(geom, geom_count, geom)
READ(loop, loop_count, loop_info)
READ(actuator, actuator_count, actuator_info)
READ(note, note_count, note)

ludo_status ludo_model_fluid(const ludo_model *model, int32_t fluid, ludo_fluid_info *out)
{
    if (!READABLE(fluids, fluid, out)) {
        return LUDO_BAD_ARGUMENT;
    }
    const fluid_data *f = &model->fluid[fluid];
    const int32_t body = model->body_of[f->slot];
    ludo_fluid_info info = {.body = body,
                            .displaced_mass = f->displaced,
                            .buoyancy = v3_add(model->body[body].center, f->buoyancy)};
    memcpy(info.added_mass, f->A, sizeof info.added_mass);
    SIZED_WRITE(out, &info);
    return LUDO_OK;
}

ludo_status ludo_model_spring(const ludo_model *model, int32_t spring, ludo_spring_info *out)
{
    if (!READABLE(spring_count, spring, out)) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_spring *s = &model->spring[spring];
    const tendon_data *l = &model->tendon[spring];
    ludo_spring_info info = {
        .name = s->name,
        .type = l->kind->name,
        .site_a = s->site_a,
        .site_b = s->site_b,
        .term = s->term,
        .term_count = s->term_count,
        .stiffness = l->stiffness,
        .damping = l->damping,
        .rest = {l->rest[0], l->rest[1]},
        .rod = l->rod,
        .path = s->path,
        .path_count = s->path_count,
        .limited = l->limited,
        .range = {s->range[0], s->range[1]},
        .friction_loss = l->friction_loss,
        .armature = l->armature,
    };
    memcpy(info.gear, l->gear, sizeof info.gear);
    SIZED_WRITE(out, &info);
    return LUDO_OK;
}

ludo_status ludo_model_sensor(const ludo_model *model, int32_t sensor, ludo_sensor_info *out)
{
    if (!READABLE(sensor_count, sensor, out)) {
        return LUDO_BAD_ARGUMENT;
    }
    SIZED_WRITE(out, &model->sensor_info[sensor]);
    return LUDO_OK;
}

ludo_status ludo_model_keyframe(const ludo_model *model, int32_t keyframe, ludo_keyframe_info *out)
{
    if (!READABLE(keyframe_count, keyframe, out)) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_keyframe *k = &model->keyframe[keyframe];
    const ludo_keyframe_info info = {
        .name = k->name,
        .time = k->time,
        .position = k->position,
        .velocity = k->velocity,
        .control = k->control,
        .position_count = k->position != NULL ? model->position_count : 0,
        .velocity_count = k->velocity != NULL ? model->columns : 0,
        .control_count = k->control != NULL ? model->actuator_count : 0,
        .activation = k->activation,
        .activation_count = k->activation != NULL ? model->activation_count : 0,
    };
    SIZED_WRITE(out, &info);
    return LUDO_OK;
}
