/* SPDX-License-Identifier: Apache-2.0
 *
 * A ground plane for models without one: URDF has no element for it. */
#include "simulate/ground.h"
#include "reading.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const char ground_name[] = "ground";

ground_settings ludo_ground_none(void)
{
    return (ground_settings){.height = (double)NAN, .friction = 1.0};
}

static bool has_ground(const ludo_spec *spec)
{
    for (int32_t i = 0; i < ludo_spec_geom_count(spec); i++) {
        const char *name = geom_def_of(spec, i).name;
        if (name != NULL && strcmp(name, ground_name) == 0) {
            return true;
        }
    }
    return false;
}

/* The ground has the highest priority: its friction overrides that of the other geom. */
static ludo_geom_def make_ground(const ground_settings *s)
{
    ludo_geom_def g = ludo_geom_default();
    g.name = ground_name;
    g.type = "plane";
    g.body = LUDO_WORLD;
    g.frame.position.z = s->height;
    g.contype = g.conaffinity = g.priority = INT32_MAX;
    g.friction[0] = s->friction;
    return g;
}

outcome ludo_ground_add(const ground_settings *s, ludo_spec *spec)
{
    if (isnan(s->height)) {
        return OUTCOME_DONE;
    }
    if (has_ground(spec)) {
        return ludo_error(
            OUTCOME_USAGE,
            "--ground: the model already has a geom '%s'; leave out --ground or rename the geom",
            ground_name);
    }
    const ludo_geom_def ground = make_ground(s);
    return ludo_spec_add_geom(spec, &ground, NULL) == LUDO_OK ? OUTCOME_DONE : ludo_error_memory();
}

/* ---- robots that fall ---- */

/* The fixed joint that holds a body; false: there is none. */
static bool find_fixed(const ludo_spec *spec, int32_t body, ludo_joint_def *joint)
{
    for (int32_t i = 0; i < ludo_spec_joint_count(spec); i++) {
        *joint = (ludo_joint_def){.struct_size = sizeof *joint};
        (void)ludo_spec_joint(spec, i, joint);
        if (joint->child == body) {
            return strcmp(joint->type, "fixed") == 0;
        }
    }
    return false;
}

/* Whether a body is the world, or fixed to it. */
static bool is_static(const ludo_spec *spec, int32_t body)
{
    ludo_joint_def joint;
    while (body != LUDO_WORLD && find_fixed(spec, body, &joint)) {
        body = joint.parent;
    }
    return body == LUDO_WORLD;
}

/* Whether a geom that can touch is static, or moves. */
static bool has_solid(const ludo_spec *spec, bool at_rest)
{
    bool found = false;
    for (int32_t i = 0; i < ludo_spec_geom_count(spec) && !found; i++) {
        ludo_geom_def g = {.struct_size = sizeof g};
        (void)ludo_spec_geom(spec, i, &g);
        found = (g.contype != 0 || g.conaffinity != 0) && is_static(spec, g.body) == at_rest;
    }
    return found;
}

outcome ludo_ground_check(const model_settings *s, ludo_spec *spec)
{
    ludo_vec3 gravity = {0.0, 0.0, 0.0};
    (void)ludo_spec_gravity(spec, &gravity);
    const bool falls = gravity.x != 0.0 || gravity.y != 0.0 || gravity.z != 0.0;
    if (s->base == NULL || strcmp(s->base, "free") != 0 || !falls) {
        return OUTCOME_DONE;
    }
    const char *message =
        !has_solid(spec, false)  ? "--base free: the robot falls: no link has a collision"
        : !has_solid(spec, true) ? "--base free: the robot falls, because there is no ground: add "
                                   "one by --ground 0"
                                 : NULL;
    const ludo_status status =
        message == NULL ? LUDO_OK
                        : ludo_spec_add_note(spec, LUDO_NOTE_WARNING, (ludo_place){0}, message);
    return status == LUDO_OK ? OUTCOME_DONE : ludo_error_memory();
}
