/* SPDX-License-Identifier: Apache-2.0
 *
 * The layout of keyframes. The order is that of compiling (model/compile/compile_joints.c): the
 * joints of the description, then the free joints of floating bodies. */
#include "editing/coordinates.h"

#include "model/actuator.h"
#include "model/check/check.h"

static void layout(coordinates *c, const ludo_spec *spec, arena *a)
{
    c->joints = spec->joints.count;
    c->bodies = spec->bodies.count;
    c->owners[LIST_POSITION] = c->owners[LIST_VELOCITY] = c->joints + c->bodies;
    c->owners[LIST_CONTROL] = c->owners[LIST_ACTIVATION] = spec->actuators.count;
    for (int l = 0; l < KEYFRAME_LISTS; l++) {
        c->first[l] = TAKE(a, (size_t)c->owners[l] + 1, int32_t);
    }
    c->tree.parent_joint = TAKE(a, c->bodies, int32_t);
    c->tree.closes = TAKE(a, c->joints, bool);
    c->tree.walk = TAKE(a, c->bodies, int32_t);
    c->tree.first_child = TAKE(a, c->bodies, int32_t);
    c->tree.next_sibling = TAKE(a, c->bodies, int32_t);
    c->tree.stack = TAKE(a, c->bodies, int32_t);
}

static void number_controls(const ludo_spec *spec, coordinates *c)
{
    const ludo_actuator_def *actuator = spec->actuators.items;
    for (int32_t i = 0; i < spec->actuators.count; i++) {
        const bool active = ludo_actuator_dynamics_find(actuator[i].dynamics_type) != NULL;
        c->first[LIST_CONTROL][i + 1] = i + 1;
        c->first[LIST_ACTIVATION][i + 1] = c->first[LIST_ACTIVATION][i] + (active ? 1 : 0);
    }
}

static void number_coordinates(const ludo_spec *spec, coordinates *c)
{
    const ludo_joint_def *joint = spec->joints.items;
    int32_t *position = c->first[LIST_POSITION], *velocity = c->first[LIST_VELOCITY];
    for (int32_t j = 0; j < c->joints; j++) {
        const joint_kind *kind = ludo_joint_kind_find(joint[j].type);
        const bool counts = !c->tree.closes[j];
        position[j + 1] = position[j] + (counts ? kind->position_count : 0);
        velocity[j + 1] = velocity[j] + (counts ? kind->dof : 0);
    }
    for (int32_t b = 0; b < c->bodies; b++) {
        const int32_t owner = c->joints + b;
        const bool floats = coordinates_float(c, b);
        position[owner + 1] = position[owner] + (floats ? FREE_POSITIONS : 0);
        velocity[owner + 1] = velocity[owner] + (floats ? FREE_RATES : 0);
    }
}

ludo_status ludo_coordinates_find(const ludo_spec *spec, coordinates *out)
{
    *out = (coordinates){.allocator = spec->allocator};
    arena size = {NULL, 0, false};
    layout(out, spec, &size);
    out->memory = size.overflow ? NULL : memory_take(&out->allocator, size.used);
    if (out->memory == NULL) {
        return LUDO_NO_MEMORY;
    }
    layout(out, spec, &(arena){out->memory, 0, false});
    number_controls(spec, out);
    out->known = ludo_check_joints(spec, NULL) == LUDO_OK;
    if (out->known) {
        /* joints that cannot close a loop have no coordinates, either */
        (void)ludo_body_tree_find(spec, &out->tree, NULL);
        number_coordinates(spec, out);
    }
    return LUDO_OK;
}

void ludo_coordinates_release(coordinates *c)
{
    memory_give(&c->allocator, c->memory);
    c->memory = NULL;
}

/* ---- reference values ---- */

/* The coordinates of a free joint whose body has a frame in the world. */
static void write_frame(ludo_frame f, double *q)
{
    const double numbers[FREE_POSITIONS] = {f.position.x,    f.position.y,    f.position.z,
                                            f.orientation.w, f.orientation.x, f.orientation.y,
                                            f.orientation.z};
    memcpy(q, numbers, sizeof numbers);
}

static void write_joint(const ludo_joint_def *d, double *q)
{
    const joint_kind *kind = ludo_joint_kind_find(d->type);
    const int32_t ball = kind_first_ball_rate(kind);
    if (kind->dof == JOINT_MAX_DOF) {
        write_frame(joint_reference_frame(d), q);
    } else if (kind->dof == 1) {
        q[0] = d->reference;
    } else if (ball < kind->dof) {
        q[ball] = 1.0;
    }
}

void ludo_coordinates_write_reference(const ludo_spec *spec, const coordinates *c,
                                      keyframe_list list, double *out)
{
    const ludo_joint_def *joint = spec->joints.items;
    const int32_t *first = c->first[list];
    for (int32_t i = 0; i < coordinates_count(c, list); i++) {
        out[i] = 0.0;
    }
    for (int32_t j = 0; j < c->joints && list == LIST_POSITION; j++) {
        if (first[j + 1] > first[j]) {
            write_joint(&joint[j], out + first[j]);
        }
    }
    for (int32_t b = 0; b < c->bodies && list == LIST_POSITION; b++) {
        if (first[c->joints + b + 1] > first[c->joints + b]) {
            write_frame(frame_identity(), out + first[c->joints + b]);
        }
    }
}
