/* SPDX-License-Identifier: Apache-2.0
 *
 * Pendulums with reference solutions: planar ones, and the spherical double pendulum. */
#include "build.h"
#include "scenes.h"

#include <math.h>

/* A thin rod along -z from the origin of its body frame. */
static void add_hanging_rod(scene *s, const char *name, double mass, double length)
{
    const double across = mass * length * length / 12.0;
    const ludo_body_def rod = {
        .struct_size = sizeof rod,
        .name = name,
        .mass = mass,
        .com = {0.0, 0.0, -0.5 * length},
        .inertia = {across, across, 0.01 * across, 0.0, 0.0, 0.0},
    };
    ludo_scene_add_body(s, &rod);
}

/* A hinge at the child's origin whose angle grows from -z towards +x, `drop` below the parent's
 * origin. */
static void add_swing(scene *s, const char *name, int32_t child, double drop, double damping)
{
    const ludo_joint_def hinge = {
        .struct_size = sizeof hinge,
        .name = name,
        .type = "hinge",
        .parent = child - 1, /* the first body hangs on the world */
        .child = child,
        .in_parent.position.z = -drop,
        .axis = {0.0, -1.0, 0.0},
        .along[0].damping = damping,
    };
    /* the upper rod starts horizontal, a lower one aligned with it */
    const joint_start start = {.position = {child == 0 ? 0.5 * pi : 0.0}};
    ludo_scene_add_joint(s, &hinge, &start);
}

ludo_status ludo_scene_half_swing(double scale, const ludo_allocator *allocator, ludo_spec **out)
{
    *out = NULL;
    if (!(scale > 0.0) || !isfinite(scale)) {
        return LUDO_BAD_ARGUMENT;
    }
    scene s = ludo_scene_begin("half swing", 1, allocator);
    add_hanging_rod(&s, "rod", scale, scale * scale);
    add_swing(&s, "swing", 0, 0.0, 0.0);
    return ludo_scene_end(&s, out);
}

ludo_status ludo_scene_damped_pendulum(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("damped pendulum", 1, allocator);
    add_hanging_rod(&s, "rod", 1.0, 1.0);
    add_swing(&s, "swing", 0, 0.0, 0.5);
    return ludo_scene_end(&s, out);
}

ludo_status ludo_scene_planar_double_pendulum(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("planar double pendulum", 2, allocator);
    add_hanging_rod(&s, "rod0", 1.0, 1.0);
    add_hanging_rod(&s, "rod1", 1.0, 1.0);
    add_swing(&s, "upper", 0, 0.0, 0.0);
    add_swing(&s, "lower", 1, 1.0, 0.0);
    ludo_scene_add_site(&s, "tip", 1, (ludo_vec3){0.0, 0.0, -1.0});
    return ludo_scene_end(&s, out);
}

static void add_asymmetric_body(scene *s, const char *name, double J_yy, double J_zz)
{
    const ludo_body_def body = {
        .struct_size = sizeof body,
        .name = name,
        .mass = 1.0,
        .com = {0.0, 0.0, -0.5},
        .inertia = {1.0 / 12.0, J_yy, J_zz, 0.0, 0.0, 0.0},
    };
    ludo_scene_add_body(s, &body);
}

static void add_ball(scene *s, const char *name, int32_t child, double drop,
                     const joint_start *start)
{
    const ludo_joint_def ball = {
        .struct_size = sizeof ball,
        .name = name,
        .type = "ball",
        .parent = child - 1,
        .child = child,
        .in_parent.position.z = -drop,
    };
    ludo_scene_add_joint(s, &ball, start);
}

/* The reference starts with absolute orientations, the upper body rotated by 1 rad about x and the
 * lower by 0.7 rad about y, and absolute angular velocities w0 = (0.3, 1, 0.5) and w1 = (-0.4, 0.6,
 * 1) in body axes; the lower joint then has q0^+ q1 and w1 - R(q0^+ q1)^T w0. */
ludo_status ludo_scene_spherical_double_pendulum(const ludo_allocator *allocator, ludo_spec **out)
{
    static const joint_start upper = {
        {0.877582561890372716, 0.479425538604203000, 0.0, 0.0},
        {0.3, 1.0, 0.5},
    };
    static const joint_start lower = {
        {0.824377111910512229, -0.450359268806945962, 0.300921136333346741, -0.164393966025530058},
        {0.0866739864730010841, 0.480433186535808536, -0.0434808134357317452},
    };
    scene s = ludo_scene_begin("spherical double pendulum", 2, allocator);
    add_asymmetric_body(&s, "body0", 1.0 / 10.0, 1.0 / 50.0);
    add_asymmetric_body(&s, "body1", 1.0 / 11.0, 1.0 / 40.0);
    add_ball(&s, "upper", 0, 0.0, &upper);
    add_ball(&s, "lower", 1, 1.0, &lower);
    return ludo_scene_end(&s, out);
}
