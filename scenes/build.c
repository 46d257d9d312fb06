/* SPDX-License-Identifier: Apache-2.0
 *
 * Building scenes, and bringing them to life. */
#include "build.h"
#include "scenes.h"

#include "math/elementary.h"

#include <string.h>

/* How many coordinates and rates each type of joint has. */
static const struct joint_size {
    const char *type;
    int position, velocity;
} joint_sizes[] = {
    {"fixed", 0, 0}, {"hinge", 1, 1}, {"slide", 1, 1}, {"ball", 4, 3}, {"free", 7, 6},
};

scene ludo_scene_begin(const char *name, const ludo_allocator *allocator)
{
    scene s = {.allocator = ludo_allocator_or_default(allocator)};
    s.status = ludo_spec_create(allocator, &s.spec);
    if (s.status == LUDO_OK) {
        s.status = ludo_spec_set_name(s.spec, name);
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

static void collect(scene *s, growing *list, const double *numbers, int count)
{
    for (int i = 0; i < count && s->status == LUDO_OK; i++) {
        double *item = ludo_growing_add(list, sizeof *item, &s->allocator);
        if (item == NULL) {
            s->status = LUDO_NO_MEMORY;
            return;
        }
        *item = numbers[i];
    }
}

void ludo_scene_add_joint(scene *s, const ludo_joint_def *def, const joint_start *start)
{
    if (s->status != LUDO_OK) {
        return;
    }
    s->status = ludo_spec_add_joint(s->spec, def, NULL);
    for (size_t i = 0; i < sizeof joint_sizes / sizeof joint_sizes[0]; i++) {
        if (strcmp(def->type, joint_sizes[i].type) == 0) {
            collect(s, &s->position, start->position, joint_sizes[i].position);
            collect(s, &s->velocity, start->velocity, joint_sizes[i].velocity);
        }
    }
}

void ludo_scene_add_site(scene *s, const char *name, int32_t body, ludo_vec3 position)
{
    if (s->status == LUDO_OK) {
        const ludo_site_def def = {
            .name = name,
            .body = body,
            .frame = {position, q_identity()},
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
            .position = s->position.items,
            .position_count = s->position.count,
            .velocity = s->velocity.items,
            .velocity_count = s->velocity.count,
        };
        s->status = ludo_spec_add_keyframe(s->spec, &start, NULL);
    }
    memory_give(&s->allocator, s->position.items);
    memory_give(&s->allocator, s->velocity.items);
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

ludo_vec3 ludo_scene_random_vec3(uint64_t *state, double scale)
{
    const double x = ludo_scene_random(state, -scale, scale);
    const double y = ludo_scene_random(state, -scale, scale);
    return v3(x, y, ludo_scene_random(state, -scale, scale));
}

ludo_quat ludo_scene_random_quat(uint64_t *state)
{
    for (;;) {
        const ludo_vec3 v = ludo_scene_random_vec3(state, 1.0);
        const ludo_quat q = q_make(ludo_scene_random(state, -1.0, 1.0), v);
        const double square = q_dot(q, q);
        if (square > 0.01 && square < 1.0) {
            return q_normalized(q);
        }
    }
}

ludo_quat ludo_scene_turn(ludo_vec3 axis, double angle)
{
    double sine, cosine;
    ludo_sincos(0.5 * angle, &sine, &cosine);
    return q_make(cosine, v3_scale(sine, axis));
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
