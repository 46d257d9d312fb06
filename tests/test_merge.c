/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies that are fixed to one another become one: it moves as if it had been written so by hand.
 */
#include "arm.h"
#include "math/mass.h"
#include "order.h"

#include <string.h>

/* A base fixed to the world, a trunk on it, a hand and a tool fixed to that, an arm on the hand, a
 * pad fixed to the arm. By hand: trunk and arm alone. */
enum { BASE, TRUNK, HAND, TOOL, ARM, PAD, LINKS };
enum { BASE_WELD, TRUNK_HINGE, HAND_WELD, TOOL_WELD, ARM_BALL, PAD_WELD, LINK_JOINTS };
enum { PLAIN_TRUNK, PLAIN_ARM };
enum { PLAIN_HINGE, PLAIN_BALL };
enum { BASE_SITE, TOOL_SITE, PAD_SITE, SITES };

static const char *const link_names[] = {"base", "trunk", "hand", "tool", "arm", "pad"};

static const ludo_body_def links[] = {
    {.mass = 7.0, .com = {0.1, 0.0, 0.3}, .inertia = {0.3, 0.3, 0.3, 0.0, 0.0, 0.0}},
    {.mass = 2.0, .com = {0.2, 0.1, -0.1}, .inertia = {0.2, 0.3, 0.25, 0.01, 0.02, -0.01}},
    {.mass = 0.5, .com = {0.0, 0.1, 0.1}, .inertia = {0.02, 0.03, 0.025, 0.001, 0.002, -0.001}},
    {.mass = 0.8, .com = {0.1, -0.1, 0.2}, .inertia = {0.03, 0.03, 0.01, 0.0, 0.002, 0.0}},
    {.mass = 1.5, .com = {0.3, 0.0, 0.1}, .inertia = {0.1, 0.15, 0.12, 0.0, 0.01, 0.0}},
    {.mass = 0.0}, /* weighs nothing, as a frame of a file does */
};

static ludo_frame at(double x, double y, double z, ludo_quat q)
{
    return (ludo_frame){v3(x, y, z), q_normalized(q)};
}

/* The frame of a joint on its parent and on its child. */
static ludo_frame on_parent(int32_t joint)
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

static ludo_frame on_child(int32_t joint)
{
    return at(0.05 * joint, -0.1, 0.02, (ludo_quat){1.0, 0.1 * joint, 0.0, -0.2});
}

static ludo_frame site_frame(int32_t site)
{
    return at(0.1, 0.2 * site, -0.1, (ludo_quat){1.0, 0.0, 0.3, 0.1 * site});
}

/* The frame of a link in the one it is fixed to. */
static ludo_frame stand(int32_t weld)
{
    return frame_mul(on_parent(weld), frame_inverse(on_child(weld)));
}

/* A link in its host, or the world. */
static ludo_frame in_host(int32_t link)
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

static int32_t host_of(int32_t link)
{
    const int32_t host[] = {LUDO_WORLD, TRUNK, TRUNK, TRUNK, ARM, ARM};
    return host[link];
}

/* Several links as one, summed about the origin of the host's frame. */
static ludo_body_def sum_of(int32_t host)
{
    ludo_body_def sum = {0};
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

static void add_def(ludo_spec *spec, const char *type, int32_t parent, int32_t child, ludo_frame a,
                    ludo_frame b)
{
    const ludo_joint_def joint = {.type = type,
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

static void add_rope(ludo_spec *spec)
{
    const ludo_spring_def rope = {.type = "distance",
                                  .site_a = BASE_SITE,
                                  .site_b = TOOL_SITE,
                                  .stiffness = 20.0,
                                  .damping = 0.5,
                                  .rest = {0.3, 0.4}};
    const ludo_spring_def band = {
        .type = "distance", .site_a = TOOL_SITE, .site_b = PAD_SITE, .stiffness = 10.0};
    assert_int_equal(ludo_spec_add_spring(spec, &rope, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &band, NULL), LUDO_OK);
}

static void add_place(ludo_spec *spec, int32_t body, ludo_frame frame)
{
    const ludo_site_def site = {.body = body, .frame = frame};
    assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
}

static void set_merge(ludo_spec *spec, double merge)
{
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
}

/* All links, to be merged or not. */
static ludo_spec *linked(double merge)
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

/* The same written by hand. */
static ludo_spec *plain(void)
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

static running run_of(ludo_spec *spec)
{
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

static const double hinge_rate = 0.7, ball_rate[] = {0.3, -0.5, 0.4};

/* Both ways to write it, moving alike. */
typedef struct pair {
    running merged, plain;
} pair;

static pair open_pair(void)
{
    pair p = {run_of(linked(1.0)), run_of(plain())};
    assert_int_equal(ludo_sim_set_joint_velocity(p.merged.sim, TRUNK_HINGE, &hinge_rate), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(p.merged.sim, ARM_BALL, ball_rate), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(p.plain.sim, PLAIN_HINGE, &hinge_rate), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(p.plain.sim, PLAIN_BALL, ball_rate), LUDO_OK);
    return p;
}

static void close_pair(pair *p)
{
    run_close(&p->merged);
    run_close(&p->plain);
}

/* Numbers of size 1 that are composed in another order, over some hundred steps. */
static const double round_off = 1e-10;

static void check_vectors(ludo_vec3 a, ludo_vec3 b, double tolerance)
{
    CHECK_NEAR(v3_norm(v3_sub(a, b)), 0.0, tolerance);
}

static void check_bodies(pair *p, int32_t link, int32_t body)
{
    const ludo_body_state a = run_body(&p->merged, link), b = run_body(&p->plain, body);
    check_vectors(a.position, b.position, round_off);
    check_vectors(a.com, b.com, round_off);
    CHECK_NEAR(angle_between(a.orientation, b.orientation), 0.0, round_off);
    check_vectors(a.linear_velocity, b.linear_velocity, round_off);
    check_vectors(a.angular_velocity, b.angular_velocity, round_off);
}

static void check_sites(pair *p)
{
    for (int32_t i = 0; i < SITES; i++) {
        ludo_point_state a, b;
        assert_int_equal(ludo_sim_site(p->merged.sim, i, &a), LUDO_OK);
        assert_int_equal(ludo_sim_site(p->plain.sim, i, &b), LUDO_OK);
        check_vectors(a.position, b.position, round_off);
        check_vectors(a.velocity, b.velocity, round_off);
    }
}

static void check_sums(pair *p)
{
    const ludo_energy a = energy_of(&p->merged), b = energy_of(&p->plain);
    const ludo_momentum m = run_momentum(&p->merged), n = run_momentum(&p->plain);
    CHECK_NEAR(a.kinetic, b.kinetic, round_off);
    CHECK_NEAR(a.potential, b.potential, round_off);
    CHECK_NEAR(a.springs, b.springs, round_off);
    CHECK_NEAR(a.work, b.work, round_off);
    CHECK_NEAR(a.dissipated, b.dissipated, round_off);
    check_vectors(m.linear, n.linear, round_off);
    check_vectors(m.angular, n.angular, round_off);
}

static void check_pair(pair *p)
{
    check_bodies(p, TRUNK, PLAIN_TRUNK);
    check_bodies(p, ARM, PLAIN_ARM);
    check_sites(p);
    check_sums(p);
}

/* --- motion ---------------------------------------------------------------------------------- */

static void merged_bodies_move_as_one_written_by_hand(void **state)
{
    (void)state;
    pair p = open_pair();
    check_pair(&p);
    for (int k = 0; k < 20; k++) {
        run_steps(&p.merged, 0.01, 10);
        run_steps(&p.plain, 0.01, 10);
        check_pair(&p);
    }
    close_pair(&p);
}

/* The state of a merged link is that of its frame on the host. */
static void a_merged_body_is_where_its_host_carries_it(void **state)
{
    (void)state;
    pair p = open_pair();
    run_steps(&p.merged, 0.01, 50);
    for (int32_t i = 0; i < LINKS; i++) {
        const ludo_body_state s = run_body(&p.merged, i);
        const ludo_body_info info = ludo_model_body(p.merged.model, i);
        assert_int_equal(info.host, host_of(i));
        ludo_body_state h = {.orientation = q_identity()};
        if (info.host != LUDO_WORLD) {
            h = run_body(&p.merged, info.host);
        }
        const ludo_frame f = frame_mul((ludo_frame){h.position, h.orientation}, in_host(i));
        const ludo_vec3 w = q_rotate(h.orientation, h.angular_velocity);
        const ludo_vec3 com = v3_add(f.position, q_rotate(f.orientation, info.com));
        const ludo_vec3 v = v3_add(h.linear_velocity, v3_cross(w, v3_sub(com, h.com)));
        check_vectors(s.position, f.position, 1e-14);
        CHECK_NEAR(angle_between(s.orientation, f.orientation), 0.0, 1e-14);
        check_vectors(s.com, com, 1e-14);
        check_vectors(s.linear_velocity, v, 1e-14);
        check_vectors(q_rotate(s.orientation, s.angular_velocity), w, 1e-14);
    }
    close_pair(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_bodies_move_as_one_written_by_hand),
        cmocka_unit_test(a_merged_body_is_where_its_host_carries_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
