/* SPDX-License-Identifier: Apache-2.0
 *
 * Building scenes, and compiling them to simulations. */
#include "build.h"
#include "scenes.h"

#include <stdlib.h>
#include <string.h>

enum { POSITION_MAX = 7, VELOCITY_MAX = 6 };

joint_shape ludo_scene_joint_shape(const char *type)
{
    static const struct {
        const char *type;
        joint_shape shape;
    } shapes[] = {
        {"hinge", {1, false}},     {"slide", {1, false}},        {"cylindrical", {2, false}},
        {"universal", {2, false}}, {"planar", {3, false}},       {"orientation-only", {3, false}},
        {"ball", {0, true}},       {"point-on-line", {1, true}}, {"free-planar", {2, true}},
        {"free", {3, true}},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (strcmp(type, shapes[i].type) == 0) {
            return shapes[i].shape;
        }
    }
    return (joint_shape){0, false};
}

const char *ludo_scene_next_type(const char *types, char type[LUDO_SCENE_TYPE_MAX])
{
    const size_t length = strcspn(types, "+");
    const size_t kept = length < LUDO_SCENE_TYPE_MAX ? length : LUDO_SCENE_TYPE_MAX - 1;
    memcpy(type, types, kept);
    type[kept] = '\0';
    return types[length] == '+' ? types + length + 1 : NULL;
}

static void *take(const ludo_allocator *a, size_t size)
{
    return a != NULL ? a->allocate(size, a->user) : malloc(size);
}

static void give(const ludo_allocator *a, void *memory)
{
    if (a == NULL) {
        free(memory);
    } else if (memory != NULL) {
        a->release(memory, a->user);
    }
}

scene ludo_scene_begin(const char *name, int32_t joints_max, const ludo_allocator *allocator)
{
    scene s = {.allocator = allocator};
    s.status = ludo_spec_create(allocator, &s.spec);
    if (s.status == LUDO_OK) {
        s.status = ludo_spec_set_name(s.spec, name);
    }
    if (s.status == LUDO_OK) {
        const size_t numbers = (size_t)joints_max * (POSITION_MAX + VELOCITY_MAX);
        s.position = take(allocator, numbers * sizeof *s.position);
        s.status = s.position != NULL ? LUDO_OK : LUDO_NO_MEMORY;
    }
    if (s.status == LUDO_OK) {
        s.velocity = s.position + (size_t)joints_max * POSITION_MAX;
    }
    return s;
}

int32_t ludo_scene_add_body(scene *s, const ludo_body_def *def)
{
    int32_t body = 0;
    if (s->status == LUDO_OK) {
        s->status = ludo_spec_add_body(s->spec, def, &body);
    }
    return body;
}

static void remember_start(scene *s, const char *type, const joint_start *start)
{
    const joint_shape shape = ludo_scene_joint_shape(type);
    const int positions = shape.scalars + (shape.quaternion ? 4 : 0);
    const int rates = shape.scalars + (shape.quaternion ? 3 : 0);
    memcpy(s->position + s->position_count, start->position,
           (size_t)positions * sizeof *s->position);
    memcpy(s->velocity + s->velocity_count, start->velocity, (size_t)rates * sizeof *s->velocity);
    s->position_count += positions;
    s->velocity_count += rates;
}

int32_t ludo_scene_add_joint(scene *s, const ludo_joint_def *def, const joint_start *start)
{
    int32_t joint = 0;
    if (s->status == LUDO_OK) {
        s->status = ludo_spec_add_joint(s->spec, def, &joint);
        remember_start(s, def->type, start);
    }
    return joint;
}

int32_t ludo_scene_add_site(scene *s, const char *name, int32_t body, ludo_vec3 position)
{
    int32_t site = 0;
    if (s->status == LUDO_OK) {
        const ludo_site_def def = {
            .struct_size = sizeof def,
            .name = name,
            .body = body,
            .frame.position = position,
        };
        s->status = ludo_spec_add_site(s->spec, &def, &site);
    }
    return site;
}

int32_t ludo_scene_add_spring(scene *s, const ludo_spring_def *def)
{
    int32_t spring = 0;
    if (s->status == LUDO_OK) {
        s->status = ludo_spec_add_spring(s->spec, def, &spring);
    }
    return spring;
}

int32_t ludo_scene_add_mesh(scene *s, const double *vertex, int32_t count)
{
    const ludo_mesh_def mesh = {
        .struct_size = sizeof mesh, .vertex = vertex, .vertex_count = count};
    int32_t number = 0;
    if (s->status == LUDO_OK) {
        s->status = ludo_spec_add_mesh(s->spec, &mesh, &number);
    }
    return number;
}

void ludo_scene_add_actuator(scene *s, const ludo_actuator_def *def)
{
    if (s->status == LUDO_OK) {
        s->status = ludo_spec_add_actuator(s->spec, def, NULL);
    }
}

void ludo_scene_add_closure(scene *s, const ludo_joint_def *def)
{
    if (s->status == LUDO_OK) {
        s->status = ludo_spec_add_closure(s->spec, def, NULL);
    }
}

void ludo_scene_add_fluid(scene *s, const ludo_fluid_def *def)
{
    if (s->status == LUDO_OK) {
        s->status = ludo_spec_add_fluid(s->spec, def, NULL);
    }
}

void ludo_scene_no_gravity(scene *s)
{
    if (s->status == LUDO_OK) {
        s->status = ludo_spec_set_option(s->spec, "gravity", (double[3]){0.0, 0.0, 0.0}, 3);
    }
}

ludo_status ludo_scene_end(scene *s, ludo_spec **out)
{
    if (s->status == LUDO_OK) {
        const ludo_keyframe_def start = {
            .struct_size = sizeof start,
            .name = "start",
            .position = s->position,
            .position_count = s->position_count,
            .velocity = s->velocity,
            .velocity_count = s->velocity_count,
        };
        s->status = ludo_spec_add_keyframe(s->spec, &start, NULL);
    }
    give(s->allocator, s->position);
    if (s->status != LUDO_OK) {
        ludo_spec_destroy(s->spec);
        s->spec = NULL;
    }
    *out = s->spec;
    return s->status;
}

ludo_status ludo_scene_open(ludo_spec *spec, const ludo_sim_options *options, ludo_model **model,
                            ludo_sim **sim)
{
    *model = NULL;
    *sim = NULL;
    ludo_status status = ludo_compile(spec, NULL, model, NULL);
    ludo_spec_destroy(spec);
    if (status == LUDO_OK) {
        status = ludo_sim_create(*model, options, NULL, sim, NULL);
    }
    if (status == LUDO_OK && ludo_model_keyframe_count(*model) > 0) {
        status = ludo_sim_reset(*sim, 0);
    }
    if (status != LUDO_OK) {
        ludo_sim_destroy(*sim);
        ludo_model_destroy(*model);
        *model = NULL;
        *sim = NULL;
    }
    return status;
}
