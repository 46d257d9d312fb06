/* SPDX-License-Identifier: Apache-2.0
 *
 * Building scenes, and bringing them to life. */
#include "build.h"
#include "scenes.h"

#include <stdlib.h>
#include <string.h>

enum { POSITION_MAX = 7, VELOCITY_MAX = 6 };

/* How many coordinates and rates each type of joint has. */
static const struct joint_size {
    const char *type;
    int position, velocity;
} joint_sizes[] = {
    {"fixed", 0, 0}, {"hinge", 1, 1}, {"slide", 1, 1}, {"ball", 4, 3}, {"free", 7, 6},
};

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

void ludo_scene_add_joint(scene *s, const ludo_joint_def *def, const joint_start *start)
{
    if (s->status != LUDO_OK) {
        return;
    }
    s->status = ludo_spec_add_joint(s->spec, def, NULL);
    for (size_t i = 0; i < sizeof joint_sizes / sizeof joint_sizes[0]; i++) {
        const struct joint_size *size = &joint_sizes[i];
        if (strcmp(def->type, size->type) == 0) {
            memcpy(s->position + s->position_count, start->position,
                   (size_t)size->position * sizeof *s->position);
            memcpy(s->velocity + s->velocity_count, start->velocity,
                   (size_t)size->velocity * sizeof *s->velocity);
            s->position_count += size->position;
            s->velocity_count += size->velocity;
        }
    }
}

void ludo_scene_add_site(scene *s, const char *name, int32_t body, ludo_vec3 position)
{
    if (s->status == LUDO_OK) {
        const ludo_site_def def = {
            .name = name,
            .body = body,
            .frame.position = position,
        };
        s->status = ludo_spec_add_site(s->spec, &def, NULL);
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

/* splitmix64 */
double ludo_scene_random(uint64_t *state, double low, double high)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
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
