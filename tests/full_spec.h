/* SPDX-License-Identifier: Apache-2.0
 *
 * A description with one of everything: a body on a hinge and a slide, a mesh and a geom of it, a
 * pair of that and one without a name, an exclude, a fluid, a closure, a coupling, sites, a spring,
 * an actuator, a keyframe, a sensor. */
#ifndef LUDO_TESTS_FULL_SPEC_H
#define LUDO_TESTS_FULL_SPEC_H

#include "support.h"

static const ludo_frame somewhere = {{0.1, 0.2, 0.3}, {0.6, 0.8, 0.0, 0.0}};

static inline ludo_status add_mechanism(ludo_spec *s)
{
    const ludo_body_def body = {.struct_size = sizeof body,
                                .name = "a",
                                .mass = 1.0,
                                .inertia = {1.0, 1.1, 1.2, 0.1, 0.0, 0.0},
                                .gravity_compensation = 0.5};
    ludo_joint_def joint = {.struct_size = sizeof joint,
                            .name = "turn",
                            .type = "hinge",
                            .parent = LUDO_WORLD,
                            .in_parent = somewhere,
                            .axis = {0.0, 0.0, 1.0},
                            .along = {{.stiffness = 2.0,
                                       .rest = 0.1,
                                       .damping = 0.3,
                                       .armature = 0.4,
                                       .limited = true,
                                       .range = {-1.0, 2.0},
                                       .friction_loss = 0.5}},
                            .stiffness_curve = {{0.2, 0.7}},
                            .damping_curve = {{0.1, 0.6}}};
    ludo_status status = ludo_spec_add_body(s, &body, NULL);
    status = status != LUDO_OK ? status : ludo_spec_add_joint(s, &joint, NULL);
    joint.name = "move", joint.type = "slide", joint.continues = true, joint.along[0].effort = 6.0;
    return status != LUDO_OK ? status : ludo_spec_add_joint(s, &joint, NULL);
}

static inline ludo_status add_shape(ludo_spec *s)
{
    static const double vertex[] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.1};
    static const int32_t face[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const ludo_mesh_def mesh = {.struct_size = sizeof mesh,
                                .name = "wedge",
                                .vertex = vertex,
                                .vertex_count = 4,
                                .face = face,
                                .face_count = 4,
                                .inertia = LUDO_MESH_EXACT};
    ludo_geom_def geom = ludo_geom_default();
    geom.name = "shape", geom.type = "mesh", geom.frame = somewhere, geom.condim = 4;
    geom.drag_ellipsoid = true, geom.drag[3] = 0.9;
    geom.friction[2] = 0.5, geom.mass = 0.7, geom.group = 3, geom.contype = 6, geom.priority = 2;
    const ludo_status status = ludo_spec_add_mesh(s, &mesh, NULL);
    return status != LUDO_OK ? status : ludo_spec_add_geom(s, &geom, NULL);
}

static inline ludo_status add_contact(ludo_spec *s)
{
    ludo_geom_def geom = ludo_geom_default();
    geom.type = "sphere", geom.body = LUDO_WORLD, geom.size[0] = 0.1, geom.restitution = 0.25;
    const ludo_pair_def pair = {.struct_size = sizeof pair,
                                .name = "touch",
                                .geom_b = 1,
                                .condim = 4,
                                .friction = 0.6,
                                .spin_friction = 0.01,
                                .roll_friction = 0.002,
                                .restitution = 0.75};
    const ludo_exclude_def apart = {
        .struct_size = sizeof apart, .name = "apart", .body_a = LUDO_WORLD};
    ludo_status status = ludo_spec_add_geom(s, &geom, NULL);
    status = status != LUDO_OK ? status : ludo_spec_add_pair(s, &pair, NULL);
    return status != LUDO_OK ? status : ludo_spec_add_exclude(s, &apart, NULL);
}

static inline ludo_status add_water(ludo_spec *s)
{
    const ludo_fluid_def water = {.struct_size = sizeof water,
                                  .added_mass = {{2.0, 0.5}, {0.5, 3.0}},
                                  .displaced_mass = 4.0,
                                  .buoyancy = {0.1, 0.2, 0.3}};
    return ludo_spec_add_fluid(s, &water, NULL);
}

static inline ludo_status add_loops(ludo_spec *s)
{
    const ludo_joint_def closure = {.struct_size = sizeof closure,
                                    .name = "shut",
                                    .type = "fixed",
                                    .parent = LUDO_WORLD,
                                    .in_parent = somewhere};
    const ludo_coupling_def coupling = {.struct_size = sizeof coupling,
                                        .name = "gear",
                                        .joint = 1,
                                        .from = 0,
                                        .coefficient = {0.1, 2.0, 0.3, 0.0, 0.0}};
    const ludo_status status = ludo_spec_add_closure(s, &closure, NULL);
    return status != LUDO_OK ? status : ludo_spec_add_coupling(s, &coupling, NULL);
}

static inline ludo_status add_rope(ludo_spec *s)
{
    const ludo_site_def on = {.struct_size = sizeof on,
                              .name = "on",
                              .body = 0,
                              .frame = somewhere,
                              .type = "box",
                              .size = {0.1, 0.2, 0.3}};
    const ludo_site_def off = {.struct_size = sizeof off, .name = "off", .body = LUDO_WORLD};
    const ludo_spring_def rope = {.struct_size = sizeof rope,
                                  .name = "rope",
                                  .type = "distance",
                                  .site_b = 1,
                                  .stiffness = 3.0,
                                  .damping = 0.1,
                                  .rest = {-1.0, -1.0}};
    ludo_status status = ludo_spec_add_site(s, &on, NULL);
    status = status != LUDO_OK ? status : ludo_spec_add_site(s, &off, NULL);
    return status != LUDO_OK ? status : ludo_spec_add_spring(s, &rope, NULL);
}

static inline ludo_status add_control(ludo_spec *s)
{
    const double q[] = {0.1, 0.2}, u[] = {1.5};
    const ludo_keyframe_def key = {.struct_size = sizeof key,
                                   .name = "key",
                                   .time = 3.0,
                                   .position = q,
                                   .position_count = 2,
                                   .velocity = q,
                                   .velocity_count = 2,
                                   .control = u,
                                   .control_count = 1};
    ludo_actuator_def servo = ludo_actuator_position(3.0, 0.2);
    servo.name = "servo", servo.control_limited = true, servo.control_range[1] = 2.0;
    servo.force_range[1] = 5.0; /* ignored */
    const ludo_status status = ludo_spec_add_actuator(s, &servo, NULL);
    return status != LUDO_OK ? status : ludo_spec_add_keyframe(s, &key, NULL);
}

static inline ludo_status add_sense(ludo_spec *s)
{
    const ludo_sensor_def seen = {.struct_size = sizeof seen,
                                  .name = "seen",
                                  .type = "framepos",
                                  .of = LUDO_OBJECT_GEOM,
                                  .object = 1,
                                  .reference_of = LUDO_OBJECT_SITE,
                                  .reference = 0,
                                  .cutoff = 2.0,
                                  .noise = 0.1};
    return ludo_spec_add_sensor(s, &seen, NULL);
}

/* NULL: out of memory. */
static inline ludo_spec *full_spec(const ludo_allocator *a)
{
    ludo_status (*const add[])(ludo_spec *) = {add_mechanism, add_shape, add_contact, add_water,
                                               add_loops,     add_rope,  add_control, add_sense};
    ludo_spec *s = NULL;
    ludo_status status = ludo_spec_create(a, &s);
    for (size_t i = 0; i < sizeof add / sizeof *add && status == LUDO_OK; i++) {
        status = add[i](s);
    }
    if (status != LUDO_OK) {
        assert_int_equal(status, LUDO_NO_MEMORY);
        ludo_spec_destroy(s);
        return NULL;
    }
    return s;
}

#endif
