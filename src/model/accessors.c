/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers of a compiled model. */
#include "model/model.h"
#include "model/names.h"

#include <string.h>

const char *ludo_model_name(const ludo_model *model)
{
    return model->name;
}

ludo_vec3 ludo_model_gravity(const ludo_model *model)
{
    return model->gravity;
}

double ludo_model_timestep(const ludo_model *model)
{
    return model->timestep;
}

double ludo_model_mass(const ludo_model *model)
{
    double mass = model->world_mass;
    for (int32_t s = 0; s < model->slots; s++) {
        mass += model->inertia[s].mass;
    }
    return mass;
}

int32_t ludo_model_dof(const ludo_model *model)
{
    return model->columns;
}

int32_t ludo_model_position_count(const ludo_model *model)
{
    return model->position_count;
}

int32_t ludo_model_rows(const ludo_model *model)
{
    return model->rows;
}

const int32_t *ludo_model_order(const ludo_model *model)
{
    return model->order;
}

/* count, name and find of one kind of item */
#define ACCESS(kind, items, names)                                                                 \
    int32_t ludo_model_##kind##_count(const ludo_model *model)                                     \
    {                                                                                              \
        return model->kind##_count;                                                                \
    }                                                                                              \
    const char *ludo_model_##kind##_name(const ludo_model *model, int32_t kind)                    \
    {                                                                                              \
        return kind >= 0 && kind < model->kind##_count ? model->items[kind].name : NULL;           \
    }                                                                                              \
    int32_t ludo_model_##kind##_find(const ludo_model *model, const char *name)                    \
    {                                                                                              \
        return name != NULL ? ludo_names_find(model->names, model->kind##_count, name) : -1;       \
    }

ACCESS(body, body, body_names)
ACCESS(joint, joints, joint_names)
ACCESS(site, site, site_names)
ACCESS(geom, geom, geom_names)
ACCESS(loop, loop_info, loop_names)
ACCESS(spring, spring, spring_names)
ACCESS(actuator, actuator_info, actuator_names)
ACCESS(keyframe, keyframe, keyframe_names)

int32_t ludo_model_fluid_count(const ludo_model *model)
{
    return model->fluids;
}

int32_t ludo_model_note_count(const ludo_model *model)
{
    return model->note_count;
}

ludo_body_info ludo_model_body(const ludo_model *model, int32_t body)
{
    ludo_body_info info = {0};
    if (body >= 0 && body < model->body_count) {
        const model_body *b = &model->body[body];
        info = (ludo_body_info){.name = b->name,
                                .parent = b->parent,
                                .mass = b->inertia.mass,
                                .com = b->com,
                                .host = b->merged_into,
                                .in_host = b->frame_in_merged};
        memcpy(info.inertia, b->inertia.J, sizeof info.inertia);
    }
    return info;
}

ludo_joint_info ludo_model_joint(const ludo_model *model, int32_t joint)
{
    if (joint < 0 || joint >= model->joint_count) {
        return (ludo_joint_info){0};
    }
    const model_joint *j = &model->joints[joint];
    return (ludo_joint_info){
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
}

ludo_site_info ludo_model_site(const ludo_model *model, int32_t site)
{
    return site >= 0 && site < model->site_count ? model->site[site] : (ludo_site_info){0};
}

ludo_geom_info ludo_model_geom(const ludo_model *model, int32_t geom)
{
    return geom >= 0 && geom < model->geom_count ? model->geom[geom] : (ludo_geom_info){0};
}

ludo_loop_info ludo_model_loop(const ludo_model *model, int32_t loop)
{
    return loop >= 0 && loop < model->loop_count ? model->loop_info[loop] : (ludo_loop_info){0};
}

ludo_fluid_info ludo_model_fluid(const ludo_model *model, int32_t fluid)
{
    if (fluid < 0 || fluid >= model->fluids) {
        return (ludo_fluid_info){0};
    }
    const fluid_data *f = &model->fluid[fluid];
    const int32_t body = model->body_of[f->slot];
    ludo_fluid_info info = {.body = body,
                            .displaced_mass = f->displaced,
                            .buoyancy = v3_add(model->body[body].com, f->buoyancy)};
    memcpy(info.added_mass, f->A, sizeof info.added_mass);
    return info;
}

ludo_spring_info ludo_model_spring(const ludo_model *model, int32_t spring)
{
    if (spring < 0 || spring >= model->spring_count) {
        return (ludo_spring_info){0};
    }
    const model_spring *s = &model->spring[spring];
    const tendon_data *l = &model->tendon[spring];
    return (ludo_spring_info){
        .name = s->name,
        .type = l->kind->name,
        .site_a = s->site_a,
        .site_b = s->site_b,
        .term = s->term,
        .term_count = l->term_count,
        .stiffness = l->stiffness,
        .damping = l->damping,
        .rest = {l->rest[0], l->rest[1]},
    };
}

ludo_actuator_info ludo_model_actuator(const ludo_model *model, int32_t actuator)
{
    return actuator >= 0 && actuator < model->actuator_count ? model->actuator_info[actuator]
                                                             : (ludo_actuator_info){0};
}

ludo_note_info ludo_model_note(const ludo_model *model, int32_t note)
{
    return note >= 0 && note < model->note_count ? model->note[note] : (ludo_note_info){0};
}
