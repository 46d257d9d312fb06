/* SPDX-License-Identifier: Apache-2.0
 *
 * Copying a model: the same block elsewhere, every pointer into it moved along. */
#include "model/layout.h"

#include "ludo/parameters.h"
#include "model/loop.h"

/* The block of the original, and that of its copy. */
typedef struct relocation {
    const char *from;
    char *to;
    size_t size;
} relocation;

/* Where the copy has what p points at; pointers out of the block stay. */
static void *moved(const relocation *r, const void *p)
{
    const char *at = p;
    const bool inside = at != NULL && at >= r->from && at < r->from + r->size;
    return inside ? r->to + (at - r->from) : (void *)(uintptr_t)p;
}

static void move_arrays(const relocation *r, ludo_model *m)
{
#define X(array, count, type) m->array = moved(r, m->array);
    LUDO_MODEL_ARRAYS(X)
#undef X
}

static void move_joint(const relocation *r, joint_data *j)
{
    j->column = moved(r, j->column);
    j->part = moved(r, j->part);
}

static void move_joints(const relocation *r, ludo_model *m)
{
    for (int32_t s = 0; s < m->slots; s++) {
        move_joint(r, &m->joint[s]);
    }
    for (int32_t i = 0; i < m->intermediates; i++) {
        move_joint(r, &m->intermediate[i]);
    }
    for (int32_t i = 0; i < m->loop_count; i++) {
        move_joint(r, &m->loop[i].joint);
    }
    for (int32_t i = 0; i < m->batches; i++) {
        m->batch[i].part = moved(r, m->batch[i].part);
        for (int l = 0; l < LANES; l++) {
            m->batch[i].joint[l] = moved(r, m->batch[i].joint[l]);
        }
    }
}

static void move_entries(const relocation *r, name_entry *entry, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        entry[i].name = moved(r, entry[i].name);
    }
}

static void move_names(const relocation *r, ludo_model *m)
{
    m->name = moved(r, m->name);
    m->damped_by = moved(r, m->damped_by);
    m->limits.limited_by = moved(r, m->limits.limited_by);
    m->limits.paced_by = moved(r, m->limits.paced_by);
    m->limits.rubbed_by = moved(r, m->limits.rubbed_by);
    m->contacts.touched_by = moved(r, m->contacts.touched_by);
    move_entries(r, m->body_names, m->body_count);
    move_entries(r, m->joint_names, m->joint_count);
    move_entries(r, m->site_names, m->site_count);
    move_entries(r, m->geom_names, m->geom_count);
    move_entries(r, m->loop_names, m->loop_count);
    move_entries(r, m->spring_names, m->spring_count);
    move_entries(r, m->actuator_names, m->actuator_count);
    move_entries(r, m->sensor_names, m->sensor_count);
    move_entries(r, m->keyframe_names, m->keyframe_count);
}

/* The pointers of bodies, joints, sites, geoms and loops. */
static void move_parts(const relocation *r, ludo_model *m)
{
    for (int32_t i = 0; i < m->body_count; i++) {
        m->body[i].name = moved(r, m->body[i].name);
    }
    for (int32_t i = 0; i < m->joint_count; i++) {
        m->joints[i].name = moved(r, m->joints[i].name);
    }
    for (int32_t i = 0; i < m->site_count; i++) {
        m->site[i].name = moved(r, m->site[i].name);
    }
    for (int32_t i = 0; i < m->geom_count; i++) {
        m->geom[i].name = moved(r, m->geom[i].name);
        m->geom[i].type = moved(r, m->geom[i].type);
        m->geom[i].mesh = moved(r, m->geom[i].mesh);
    }
    for (int32_t i = 0; i < m->loop_count; i++) {
        m->loop_info[i].name = moved(r, m->loop_info[i].name);
        m->loop_info[i].type = moved(r, m->loop_info[i].type);
        m->loop_info[i].place.file = moved(r, m->loop_info[i].place.file);
    }
}

/* Hulls are copied from the original, whose arrays they still refer to. */
static void move_hulls(const relocation *r, model_contacts *c)
{
    for (int32_t i = 0; i < c->collider_count; i++) {
        c->collider[i].hull = moved(r, c->collider[i].hull);
    }
    for (int32_t i = 0; i < c->hull_count; i++) {
        polytope *p = &c->hull[i];
        *p = p->vertex != NULL ? ludo_polytope_copy(p, moved(r, p->vertex)) : *p;
    }
}

/* Fields lie in the block as they are. */
static void move_fields(const relocation *r, model_contacts *c)
{
    for (int32_t i = 0; i < c->collider_count; i++) {
        c->collider[i].field = moved(r, c->collider[i].field);
    }
    for (int32_t i = 0; i < c->field_count; i++) {
        height_field *f = &c->field[i];
        f->height = moved(r, f->height);
        f->flat = moved(r, f->flat);
        f->patch = moved(r, f->patch);
    }
}

/* Facets lie in the block as they are. */
static void move_facets(const relocation *r, model_contacts *c)
{
    for (int32_t i = 0; i < c->collider_count; i++) {
        c->collider[i].facets = moved(r, c->collider[i].facets);
    }
    for (int32_t i = 0; i < c->facets_count; i++) {
        facets *f = &c->facets[i];
        f->facet = moved(r, f->facet);
        f->node = moved(r, f->node);
    }
}

/* The pointers of springs, actuators, sensors, keyframes and notes. */
static void move_forces(const relocation *r, ludo_model *m)
{
    for (int32_t i = 0; i < m->spring_count; i++) {
        m->tendon[i].segment = moved(r, m->tendon[i].segment);
        m->tendon[i].term = moved(r, m->tendon[i].term);
        m->spring[i].name = moved(r, m->spring[i].name);
        m->spring[i].term = moved(r, m->spring[i].term);
        m->spring[i].path = moved(r, m->spring[i].path);
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        m->actuator_info[i].name = moved(r, m->actuator_info[i].name);
    }
    for (int32_t i = 0; i < m->sensor_count; i++) {
        m->sensor_info[i].name = moved(r, m->sensor_info[i].name);
        m->sensor_info[i].type = moved(r, m->sensor_info[i].type);
    }
    for (int32_t i = 0; i < m->ray_target_count; i++) {
        ray_surface *s = &m->ray_target[i].surface;
        s->vertex = moved(r, s->vertex);
        s->face = moved(r, s->face);
    }
    for (int32_t i = 0; i < m->keyframe_count; i++) {
        model_keyframe *k = &m->keyframe[i];
        k->name = moved(r, k->name);
        k->position = moved(r, k->position);
        k->velocity = moved(r, k->velocity);
        k->control = moved(r, k->control);
        k->activation = moved(r, k->activation);
    }
    for (int32_t i = 0; i < m->note_count; i++) {
        m->note[i].message = moved(r, m->note[i].message);
        m->note[i].place.file = moved(r, m->note[i].place.file);
    }
}

ludo_status ludo_model_copy(const ludo_model *model, const ludo_allocator *allocator,
                            ludo_model **out)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (model == NULL || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_allocator a = ludo_allocator_or_default(allocator);
    char *block = memory_take(&a, model->size);
    if (block == NULL) {
        return LUDO_NO_MEMORY;
    }
    ludo_model *m = memcpy(block, model, model->size);
    const relocation r = {(const char *)model, block, model->size};
    m->allocator = a;
    move_arrays(&r, m);
    move_names(&r, m);
    move_joints(&r, m);
    move_parts(&r, m);
    move_forces(&r, m);
    move_hulls(&r, &m->contacts);
    move_fields(&r, &m->contacts);
    move_facets(&r, &m->contacts);
    *out = m;
    return LUDO_OK;
}
