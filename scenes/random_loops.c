/* SPDX-License-Identifier: Apache-2.0
 *
 * Random loops, for properties of all mechanisms. The loops are closed by construction: the library
 * reports the poses of the bodies of the open scene, and frames are placed there. */
#include "random.h"
#include "scenes.h"

#include <string.h>

/* A scene that gets loops, the poses of its bodies, and the random numbers. */
typedef struct closing {
    ludo_spec *spec;
    ludo_model *model; /* of the scene without the loops */
    ludo_sim *sim;     /* at the start */
    uint64_t random;
} closing;

static int32_t below(closing *c, int32_t bound)
{
    return (int32_t)ludo_scene_random(&c->random, 0.0, bound);
}

/* --- frames ---------------------------------------------------------------------------------- */

static ludo_quat times(ludo_quat a, ludo_quat b)
{
    return (ludo_quat){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    };
}

static ludo_vec3 turned(ludo_quat q, ludo_vec3 v)
{
    const ludo_quat p =
        times(times(q, (ludo_quat){0.0, v.x, v.y, v.z}), (ludo_quat){q.w, -q.x, -q.y, -q.z});
    return (ludo_vec3){p.x, p.y, p.z};
}

/* A body's frame in the world; the world's is the identity. */
static ludo_status frame_of(closing *c, int32_t body, ludo_frame *out)
{
    ludo_body_state state = {.orientation = {1.0, 0.0, 0.0, 0.0}};
    const ludo_status s = body == LUDO_WORLD ? LUDO_OK : ludo_sim_body_state(c->sim, body, &state);
    *out = (ludo_frame){state.position, state.orientation};
    return s;
}

/* The frame of the child that coincides with a frame of the parent in the present poses. */
static ludo_frame same_place(ludo_frame parent, ludo_frame in_parent, ludo_frame child)
{
    const ludo_quat back = {child.orientation.w, -child.orientation.x, -child.orientation.y,
                            -child.orientation.z};
    const ludo_vec3 p = turned(parent.orientation, in_parent.position);
    const ludo_vec3 d = {parent.position.x + p.x - child.position.x,
                         parent.position.y + p.y - child.position.y,
                         parent.position.z + p.z - child.position.z};
    return (ludo_frame){turned(back, d),
                        times(back, times(parent.orientation, in_parent.orientation))};
}

/* --- loops ----------------------------------------------------------------------------------- */

/* A joint of a random type with a random frame on its parent. */
static ludo_joint_def random_joint(closing *c)
{
    static const char *const types[] = {
        "hinge",         "ball",        "fixed",
        "slide",         "cylindrical", "universal",
        "point-on-line", "free-planar", "orientation-only",
        "planar",
    };
    const int32_t bodies = ludo_spec_body_count(c->spec);
    const int32_t child = below(c, bodies);
    const int32_t other = (child + 1 + below(c, bodies - 1)) % bodies;
    ludo_joint_def joint = {.struct_size = sizeof joint, .child = child};
    joint.type = types[below(c, sizeof types / sizeof types[0])];
    joint.parent = bodies < 2 || below(c, 4) == 0 ? LUDO_WORLD : other;
    joint.in_parent = ludo_scene_random_frame(&c->random);
    const ludo_vec3 a = ludo_scene_random_vec3(&c->random, 1.0);
    const ludo_vec3 b = ludo_scene_random_vec3(&c->random, 1.0);
    joint.axis = a;
    joint.axis2 = (ludo_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return joint;
}

/* Close a loop by a closure, or by a joint whose child already hangs on another joint. */
static ludo_status add_closure(closing *c, bool carrier)
{
    ludo_joint_def joint = random_joint(c);
    ludo_frame at_parent, at_child;
    ludo_status s = frame_of(c, joint.parent, &at_parent);
    s = s == LUDO_OK ? frame_of(c, joint.child, &at_child) : s;
    if (s == LUDO_OK) {
        joint.in_child = same_place(at_parent, joint.in_parent, at_child);
        s = carrier ? ludo_spec_add_joint(c->spec, &joint, NULL)
                    : ludo_spec_add_closure(c->spec, &joint, NULL);
    }
    return s;
}

/* A random scalar coordinate and its value at the start; false if the search finds none. */
static bool find_coordinate(closing *c, int32_t *joint, int32_t *dof, double *value)
{
    for (int tries = 0; tries < 16; tries++) {
        const int32_t j = below(c, ludo_model_joint_count(c->model));
        ludo_joint_def def = ludo_joint_default();
        const bool known = ludo_spec_joint(c->spec, j, &def) == LUDO_OK;
        const int scalars = known ? ludo_scene_joint_shape(def.type).scalars : 0;
        double q[7];
        if (scalars > 0 && strcmp(def.type, "free") != 0 &&
            ludo_sim_joint_position(c->sim, j, q) == LUDO_OK) {
            *joint = j;
            *dof = below(c, scalars);
            *value = q[*dof] - def.reference;
            return true;
        }
    }
    return false;
}

/* A cubic coupling of two coordinates, or a coordinate that is constant. */
static ludo_status add_coupling(closing *c)
{
    ludo_coupling_def coupling = {.struct_size = sizeof coupling, .from = -1};
    double own = 0.0, followed = 0.0;
    if (!find_coordinate(c, &coupling.joint, &coupling.dof, &own)) {
        return add_closure(c, false);
    }
    double *k = coupling.coefficient;
    if (below(c, 4) > 0 && find_coordinate(c, &coupling.from, &coupling.from_dof, &followed)) {
        k[1] = ludo_scene_random(&c->random, 0.3, 2.0);
        k[2] = ludo_scene_random(&c->random, -0.2, 0.2);
        k[3] = ludo_scene_random(&c->random, -0.1, 0.1);
    }
    if (coupling.from == coupling.joint && coupling.from_dof == coupling.dof) {
        return add_closure(c, false);
    }
    k[0] = own - followed * (k[1] + followed * (k[2] + followed * k[3]));
    return ludo_spec_add_coupling(c->spec, &coupling, NULL);
}

static ludo_status add_loop(closing *c)
{
    const int32_t kind = below(c, 8);
    return kind == 0 ? add_coupling(c) : add_closure(c, kind == 1);
}

ludo_status ludo_scene_close_loops(ludo_spec *spec, int32_t loops, uint64_t seed)
{
    if (loops < 0) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_allocator allocator;
    (void)ludo_spec_allocator(spec, &allocator);
    closing c = {.spec = spec, .random = seed};
    ludo_status s = ludo_compile(spec, &allocator, &c.model, NULL);
    s = s == LUDO_OK ? ludo_sim_create(c.model, NULL, &allocator, &c.sim, NULL) : s;
    if (s == LUDO_OK && ludo_spec_keyframe_count(spec) > 0) {
        s = ludo_sim_reset(c.sim, 0);
    }
    for (int32_t i = 0; i < loops && s == LUDO_OK; i++) {
        s = add_loop(&c);
    }
    ludo_sim_destroy(c.sim);
    ludo_model_destroy(c.model);
    return s;
}
