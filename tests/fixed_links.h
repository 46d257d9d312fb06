/* SPDX-License-Identifier: Apache-2.0
 *
 * Links, most of them fixed to one another, and the same mechanism written by hand as two
 * bodies. */
#ifndef LUDO_TESTS_FIXED_LINKS_H
#define LUDO_TESTS_FIXED_LINKS_H

#include "arm.h"
#include "math/mass.h"
#include "vectors.h"

#include <string.h>

/* A base fixed to the world, a trunk on it, a hand and a tool fixed to the trunk, an arm on the
 * hand, a pad fixed to the arm. By hand: trunk and arm alone. */
enum { BASE, TRUNK, HAND, TOOL, ARM, PAD, LINKS };
enum { BASE_WELD, TRUNK_HINGE, HAND_WELD, TOOL_WELD, ARM_BALL, PAD_WELD, LINK_JOINTS };
enum { PLAIN_TRUNK, PLAIN_ARM };
enum { PLAIN_HINGE, PLAIN_BALL };
enum { BASE_SITE, TOOL_SITE, PAD_SITE, SITES };

static const char *const link_names[] = {"base", "trunk", "hand", "tool", "arm", "pad"};

static const ludo_body_def links[] = {
    {.struct_size = sizeof(ludo_body_def),
     .mass = 7.0,
     .com = {0.1, 0.0, 0.3},
     .inertia = {0.3, 0.3, 0.3, 0.0, 0.0, 0.0}},
    {.struct_size = sizeof(ludo_body_def),
     .mass = 2.0,
     .com = {0.2, 0.1, -0.1},
     .inertia = {0.2, 0.3, 0.25, 0.01, 0.02, -0.01}},
    {.struct_size = sizeof(ludo_body_def),
     .mass = 0.5,
     .com = {0.0, 0.1, 0.1},
     .inertia = {0.02, 0.03, 0.025, 0.001, 0.002, -0.001}},
    {.struct_size = sizeof(ludo_body_def),
     .mass = 0.8,
     .com = {0.1, -0.1, 0.2},
     .inertia = {0.03, 0.03, 0.01, 0.0, 0.002, 0.0}},
    {.struct_size = sizeof(ludo_body_def),
     .mass = 1.5,
     .com = {0.3, 0.0, 0.1},
     .inertia = {0.1, 0.15, 0.12, 0.0, 0.01, 0.0}},
    {.struct_size = sizeof(ludo_body_def),
     .mass = 0.1,
     .inertia = {0.01, 0.01, 0.01, 0.0, 0.0, 0.0}},
};

static inline ludo_frame at(double x, double y, double z, ludo_quat q)
{
    return (ludo_frame){v3(x, y, z), q_normalized(q)};
}

/* The frame of a joint on its parent and on its child. */
static inline ludo_frame on_parent(int32_t joint)
{
    const ludo_frame f[] = {
        at(0.1, 0.2, 0.3, (ludo_quat){1.0, 0.2, 0.0, 0.1}),
        at(0.3, 0.0, 0.1, (ludo_quat){0.7, 0.0, 0.3, 0.1}),
        at(0.4, 0.1, 0.0, (ludo_quat){1.0, 0.5, -0.3, 0.2}),
        at(0.0, 0.1, 0.2, (ludo_quat){0.2, 1.0, 0.1, 0.0}),
        at(0.2, 0.0, 0.3, (ludo_quat){1.0, 0.0, 0.4, 0.4}),
        at(0.5, 0.1, 0.0, (ludo_quat){0.0, 0.0, 1.0, 0.0}),
    };
    return f[joint];
}

static inline ludo_frame on_child(int32_t joint)
{
    return at(0.05 * joint, -0.1, 0.02, (ludo_quat){1.0, 0.1 * joint, 0.0, -0.2});
}

static inline ludo_frame site_frame(int32_t site)
{
    return at(0.1, 0.2 * site, -0.1, (ludo_quat){1.0, 0.0, 0.3, 0.1 * site});
}

/* The frame of a link in the link that it is fixed to. */
static inline ludo_frame stand(int32_t weld)
{
    return frame_mul(on_parent(weld), frame_inverse(on_child(weld)));
}

/* The frame of a link in the body that it merges into, or in the world. */
static inline ludo_frame in_host(int32_t link)
{
    switch (link) {
    case BASE:
        return stand(BASE_WELD);
    case HAND:
        return stand(HAND_WELD);
    case TOOL:
        return frame_mul(stand(HAND_WELD), stand(TOOL_WELD));
    case PAD:
        return stand(PAD_WELD);
    default:
        return frame_identity();
    }
}

static inline int32_t host_of(int32_t link)
{
    const int32_t host[] = {LUDO_WORLD, TRUNK, TRUNK, TRUNK, ARM, ARM};
    return host[link];
}

/* Several links as one body, summed about the origin of the frame of the body they merge into. */
static inline ludo_body_def sum_of(int32_t host)
{
    ludo_body_def sum = {.struct_size = sizeof sum};
    for (int32_t i = 0; i < LINKS; i++) {
        if (host_of(i) != host) {
            continue;
        }
        const double m = links[i].mass;
        const mass_properties p =
            mass_seen(in_host(i), (mass_properties){m, links[i].com, s3_from(links[i].inertia)});
        const ludo_vec3 c = p.com;
        const double J[6] = {p.J.xx + m * (c.y * c.y + c.z * c.z),
                             p.J.yy + m * (c.x * c.x + c.z * c.z),
                             p.J.zz + m * (c.x * c.x + c.y * c.y),
                             p.J.xy - m * c.x * c.y,
                             p.J.xz - m * c.x * c.z,
                             p.J.yz - m * c.y * c.z};
        sum.mass += m;
        sum.com = v3_axpy(sum.com, m, c);
        for (int k = 0; k < 6; k++) {
            sum.inertia[k] += J[k];
        }
    }
    const double m = sum.mass;
    const ludo_vec3 c = sum.com = v3_scale(1.0 / m, sum.com);
    sum.inertia[0] -= m * (c.y * c.y + c.z * c.z);
    sum.inertia[1] -= m * (c.x * c.x + c.z * c.z);
    sum.inertia[2] -= m * (c.x * c.x + c.y * c.y);
    sum.inertia[3] += m * c.x * c.y;
    sum.inertia[4] += m * c.x * c.z;
    sum.inertia[5] += m * c.y * c.z;
    return sum;
}

static inline void add_def(ludo_spec *spec, const char *type, int32_t parent, int32_t child,
                           ludo_frame a, ludo_frame b)
{
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = type,
                                  .parent = parent,
                                  .child = child,
                                  .in_parent = a,
                                  .in_child = b,
                                  .axis = {0.0, 1.0, 0.2},
                                  .along = {{.stiffness = 3.0, .damping = 0.1}}};
    ludo_joint_def welded = joint;
    welded.along[0] = (ludo_dof_def){0};
    assert_int_equal(ludo_spec_add_joint(spec, strcmp(type, "fixed") == 0 ? &welded : &joint, NULL),
                     LUDO_OK);
}

static inline void add_rope(ludo_spec *spec)
{
    const ludo_spring_def rope = {.struct_size = sizeof rope,
                                  .type = "distance",
                                  .site_a = BASE_SITE,
                                  .site_b = TOOL_SITE,
                                  .stiffness = 20.0,
                                  .damping = 0.5,
                                  .rest = {0.3, 0.4}};
    const ludo_spring_def band = {.struct_size = sizeof band,
                                  .type = "distance",
                                  .site_a = TOOL_SITE,
                                  .site_b = PAD_SITE,
                                  .stiffness = 10.0};
    assert_int_equal(ludo_spec_add_spring(spec, &rope, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &band, NULL), LUDO_OK);
}

static inline void add_place(ludo_spec *spec, int32_t body, ludo_frame frame)
{
    const ludo_site_def site = {.struct_size = sizeof site, .body = body, .frame = frame};
    assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
}

static inline void set_merge(ludo_spec *spec, double merge)
{
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
}

/* All links, merged or not. */
static inline ludo_spec *linked(double merge)
{
    const int32_t parent[] = {LUDO_WORLD, BASE, TRUNK, HAND, HAND, ARM};
    ludo_spec *spec = new_spec();
    set_merge(spec, merge);
    for (int32_t i = 0; i < LINKS; i++) {
        ludo_body_def body = links[i];
        body.name = link_names[i];
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    for (int32_t i = 0; i < LINKS; i++) {
        const char *type = i == TRUNK ? "hinge" : i == ARM ? "ball" : "fixed";
        add_def(spec, type, parent[i], i, on_parent(i), on_child(i));
    }
    add_place(spec, BASE, site_frame(BASE_SITE));
    add_place(spec, TOOL, site_frame(TOOL_SITE));
    add_place(spec, PAD, site_frame(PAD_SITE));
    add_rope(spec);
    return spec;
}

/* The mechanism written by hand. */
static inline ludo_spec *plain(void)
{
    ludo_spec *spec = new_spec();
    const ludo_body_def trunk = sum_of(TRUNK), arm = sum_of(ARM);
    assert_int_equal(ludo_spec_add_body(spec, &trunk, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &arm, NULL), LUDO_OK);
    add_def(spec, "hinge", LUDO_WORLD, PLAIN_TRUNK,
            frame_mul(in_host(BASE), on_parent(TRUNK_HINGE)), on_child(TRUNK_HINGE));
    add_def(spec, "ball", PLAIN_TRUNK, PLAIN_ARM, frame_mul(in_host(HAND), on_parent(ARM_BALL)),
            on_child(ARM_BALL));
    add_place(spec, LUDO_WORLD, frame_mul(in_host(BASE), site_frame(BASE_SITE)));
    add_place(spec, PLAIN_TRUNK, frame_mul(in_host(TOOL), site_frame(TOOL_SITE)));
    add_place(spec, PLAIN_ARM, frame_mul(in_host(PAD), site_frame(PAD_SITE)));
    add_rope(spec);
    return spec;
}

static inline running run_of(ludo_spec *spec)
{
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

#endif
