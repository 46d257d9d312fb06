/* SPDX-License-Identifier: Apache-2.0
 *
 * Pendulums that have reference solutions: planar ones, and the spherical double pendulum. */
#include "build.h"
#include "scenes.h"

#include <math.h>
#include <string.h>

static const double half_pi = 1.57079632679489661923;

/* A thin rod that hangs from its body frame's origin along -z. */
static void add_hanging_rod(scene *s, const char *name, double mass, double length)
{
    const double across = mass * length * length / 12.0;
    const ludo_body_def rod = {
        .name = name,
        .mass = mass,
        .com = {0.0, 0.0, -0.5 * length},
        .inertia = {across, across, 0.01 * across, 0.0, 0.0, 0.0},
    };
    ludo_scene_add_body(s, &rod);
}

/* A hinge at the child's origin whose angle grows from -z towards +x; `drop` is how far below the
 * parent's origin it is. */
static void add_swing(scene *s, const char *name, int32_t child, double drop, double start)
{
    const ludo_joint_def hinge = {
        .name = name,
        .type = "hinge",
        .parent = child - 1, /* the first body hangs on the world */
        .child = child,
        .in_parent = {{0.0, 0.0, -drop}, q_identity()},
        .in_child = {{0.0, 0.0, 0.0}, q_identity()},
        .axis = {0.0, -1.0, 0.0},
    };
    ludo_scene_add_joint(s, &hinge, &(joint_start){.position = {start}});
}

ludo_status ludo_scene_half_swing(double scale, const ludo_allocator *allocator, ludo_spec **out)
{
    *out = NULL;
    if (!(scale > 0.0) || !isfinite(scale)) {
        return LUDO_BAD_ARGUMENT;
    }
    scene s = ludo_scene_begin("half swing", allocator);
    add_hanging_rod(&s, "rod", scale, scale * scale);
    add_swing(&s, "swing", 0, 0.0, half_pi);
    return ludo_scene_end(&s, out);
}

ludo_status ludo_scene_planar_double_pendulum(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("planar double pendulum", allocator);
    add_hanging_rod(&s, "rod0", 1.0, 1.0);
    add_hanging_rod(&s, "rod1", 1.0, 1.0);
    add_swing(&s, "upper", 0, 0.0, half_pi);
    add_swing(&s, "lower", 1, 1.0, 0.0);
    ludo_scene_add_site(&s, "tip", 1, v3(0.0, 0.0, -1.0));
    return ludo_scene_end(&s, out);
}

/* A ball joint at the child's origin, from absolute orientations and body-frame rates. */
static void add_ball(scene *s, int32_t child, double drop, ludo_quat q_parent, ludo_vec3 w_parent,
                     ludo_quat q_child, ludo_vec3 w_child)
{
    const ludo_joint_def ball = {
        .name = child == 0 ? "upper" : "lower",
        .type = "ball",
        .parent = child - 1,
        .child = child,
        .in_parent = {{0.0, 0.0, -drop}, q_identity()},
        .in_child = {{0.0, 0.0, 0.0}, q_identity()},
    };
    const ludo_quat q = q_mul(q_conj(q_parent), q_child);
    const ludo_vec3 w = v3_sub(w_child, q_rotate(q_conj(q), w_parent));
    ludo_scene_add_joint(s, &ball, &(joint_start){{q.w, q.x, q.y, q.z}, {w.x, w.y, w.z}});
}

ludo_status ludo_scene_spherical_double_pendulum(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("spherical double pendulum", allocator);
    const ludo_body_def upper = {
        .name = "upper",
        .mass = 1.0,
        .com = {0.0, 0.0, -0.5},
        .inertia = {1.0 / 12.0, 1.0 / 10.0, 1.0 / 50.0, 0.0, 0.0, 0.0},
    };
    const ludo_body_def lower = {
        .name = "lower",
        .mass = 1.0,
        .com = {0.0, 0.0, -0.5},
        .inertia = {1.0 / 12.0, 1.0 / 11.0, 1.0 / 40.0, 0.0, 0.0, 0.0},
    };
    ludo_scene_add_body(&s, &upper);
    ludo_scene_add_body(&s, &lower);
    const ludo_quat q0 = ludo_scene_turn(v3(1.0, 0.0, 0.0), 1.0);
    const ludo_quat q1 = ludo_scene_turn(v3(0.0, 1.0, 0.0), 0.7);
    const ludo_vec3 w0 = {0.3, 1.0, 0.5}, w1 = {-0.4, 0.6, 1.0};
    add_ball(&s, 0, 0.0, q_identity(), v3(0.0, 0.0, 0.0), q0, w0);
    add_ball(&s, 1, 1.0, q0, w0, q1, w1);
    return ludo_scene_end(&s, out);
}
