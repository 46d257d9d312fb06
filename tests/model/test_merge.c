/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies that are fixed to one another become one: it moves as if it had been written so by hand.
 */
#include "fixed_links.h"
#include "order.h"

static const double hinge_rate = 0.7, ball_rate[] = {0.3, -0.5, 0.4};

/* Both descriptions, with equal motions. */
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

/* Numbers of size 1 composed in different orders, over some hundred steps. */
static const double round_off = 1e-10;

static void check_bodies(pair *p, int32_t link, int32_t body)
{
    const ludo_body_state a = run_body(&p->merged, link), b = run_body(&p->plain, body);
    check_vector(a.position, b.position, round_off);
    check_vector(a.com, b.com, round_off);
    CHECK_NEAR(angle_between(a.orientation, b.orientation), 0.0, round_off);
    check_vector(a.linear_velocity, b.linear_velocity, round_off);
    check_vector(a.angular_velocity, b.angular_velocity, round_off);
}

static void check_sites(pair *p)
{
    for (int32_t i = 0; i < SITES; i++) {
        ludo_point_state a, b;
        assert_int_equal(ludo_sim_site(p->merged.sim, i, &a), LUDO_OK);
        assert_int_equal(ludo_sim_site(p->plain.sim, i, &b), LUDO_OK);
        check_vector(a.position, b.position, round_off);
        check_vector(a.velocity, b.velocity, round_off);
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
    check_vector(m.linear, n.linear, round_off);
    check_vector(m.angular, n.angular, round_off);
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

/* The state of a merged link is that of its frame on the body that it is merged into. */
static void a_merged_body_is_where_its_host_carries_it(void **state)
{
    (void)state;
    pair p = open_pair();
    run_steps(&p.merged, 0.01, 50);
    for (int32_t i = 0; i < LINKS; i++) {
        const ludo_body_state s = run_body(&p.merged, i);
        const ludo_body_info info = body_info_of(p.merged.model, i);
        assert_int_equal(info.merged_into, host_of(i));
        ludo_body_state h = {.orientation = q_identity()};
        if (info.merged_into != LUDO_WORLD) {
            h = run_body(&p.merged, info.merged_into);
        }
        const ludo_frame f = frame_mul((ludo_frame){h.position, h.orientation}, in_host(i));
        const ludo_vec3 w = q_rotate(h.orientation, h.angular_velocity);
        const ludo_vec3 com = v3_add(f.position, q_rotate(f.orientation, info.com));
        const ludo_vec3 v = v3_add(h.linear_velocity, v3_cross(w, v3_sub(com, h.com)));
        check_vector(s.position, f.position, 1e-14);
        CHECK_NEAR(angle_between(s.orientation, f.orientation), 0.0, 1e-14);
        check_vector(s.com, com, 1e-14);
        check_vector(s.linear_velocity, v, 1e-14);
        check_vector(q_rotate(s.orientation, s.angular_velocity), w, 1e-14);
    }
    close_pair(&p);
}

/* The distance of the sites of merged links from those of links with joints, after a second. */
static double merging_error(long steps)
{
    running a = run_of(linked(1.0)), b = run_of(linked(0.0));
    double worst = 0.0;
    run_steps(&a, 1.0 / (double)steps, steps);
    run_steps(&b, 1.0 / (double)steps, steps);
    for (int32_t i = 0; i < SITES; i++) {
        ludo_point_state x, y;
        assert_int_equal(ludo_sim_site(a.sim, i, &x), LUDO_OK);
        assert_int_equal(ludo_sim_site(b.sim, i, &y), LUDO_OK);
        worst = fmax(worst, v3_norm(v3_sub(x.position, y.position)));
    }
    run_close(&a);
    run_close(&b);
    return worst;
}

/* Two bodies with a fixed joint rotate in steps that differ from those of one body by h^2. */
static void merging_and_fixed_joints_agree_with_order_2(void **state)
{
    (void)state;
    double error[REFINEMENTS];
    for (int i = 0; i < REFINEMENTS; i++) {
        error[i] = merging_error(100L << i);
    }
    print_message("order %.2f (errors %.2e %.2e %.2e)\n", slope(error), error[0], error[1],
                  error[2]);
    CHECK_NEAR(slope(error), 2.0, 0.1);
}

/* --- setting --------------------------------------------------------------------------------- */

static void the_state_of_a_merged_body_sets_its_host(void **state)
{
    (void)state;
    running a = run_of(linked(1.0)), b = run_of(linked(1.0));
    assert_int_equal(ludo_sim_set_joint_velocity(a.sim, TRUNK_HINGE, &hinge_rate), LUDO_OK);
    run_steps(&a, 0.01, 30);
    const ludo_body_state tool = run_body(&a, TOOL), trunk = run_body(&a, TRUNK);
    assert_int_equal(ludo_sim_reset(a.sim, -1), LUDO_OK);
    assert_int_equal(ludo_sim_set_body_state(a.sim, TOOL, &tool), LUDO_OK);
    assert_int_equal(ludo_sim_set_body_state(b.sim, TRUNK, &trunk), LUDO_OK);
    check_alike(&a, &b, round_off);
    const ludo_body_state set = run_body(&a, TOOL);
    check_vector(set.position, tool.position, round_off);

    const ludo_body_state base = run_body(&a, BASE);
    assert_int_equal(ludo_sim_set_body_state(a.sim, BASE, &base), LUDO_REFUSED);
    run_close(&a);
    run_close(&b);
}

/* --- forces ---------------------------------------------------------------------------------- */

/* A push on each link: a force in the world, a torque in the link's frame. */
static ludo_wrench push_on(int32_t link)
{
    return (ludo_wrench){v3(5.0, 2.0 * link, -3.0), v3(0.1, -0.2, 0.5 * link)};
}

/* The pushes on links as wrenches on the bodies written by hand, at their present poses. */
static void push_by_hand(const ludo_force_query *query, ludo_wrench *wrench, double *effort,
                         void *user)
{
    (void)effort;
    const ludo_body_info *info = user;
    for (int32_t i = 0; i < LINKS; i++) {
        if (host_of(i) == LUDO_WORLD) {
            continue;
        }
        const int32_t body = host_of(i) == TRUNK ? PLAIN_TRUNK : PLAIN_ARM;
        const ludo_quat q = query->body[body].orientation;
        const ludo_frame f = in_host(i);
        const ludo_vec3 com = v3_add(f.position, q_rotate(f.orientation, links[i].com));
        const bool merged = host_of(i) != i;
        const ludo_vec3 arm = merged ? v3_sub(com, info[body].com) : v3(0.0, 0.0, 0.0);
        const ludo_wrench w = push_on(i);
        const ludo_vec3 moment = v3_cross(arm, q_rotate(q_conj(q), w.force));
        const ludo_vec3 torque = q_rotate(f.orientation, w.torque);
        wrench[body].force = v3_add(wrench[body].force, w.force);
        wrench[body].torque = v3_add(wrench[body].torque, v3_add(torque, moment));
    }
}

static void check_pushed(pair *p)
{
    ludo_body_info info[2];
    for (int32_t b = 0; b < 2; b++) {
        info[b] = body_info_of(p->plain.model, b);
    }
    assert_int_equal(ludo_sim_set_force_function(p->plain.sim, push_by_hand, info), LUDO_OK);
    for (int k = 0; k < 10; k++) {
        run_steps(&p->merged, 0.01, 10);
        run_steps(&p->plain, 0.01, 10);
        check_pair(p);
    }
    assert_true(fabs(energy_of(&p->merged).work) > 0.1);
    close_pair(p);
}

static void a_force_on_a_merged_body_acts_at_its_own_centre_of_mass(void **state)
{
    (void)state;
    pair p = open_pair();
    for (int32_t i = 0; i < LINKS; i++) {
        const ludo_wrench w = push_on(i);
        assert_int_equal(ludo_sim_set_body_force(p.merged.sim, i, &w), LUDO_OK);
    }
    check_pushed(&p);
}

/* Also checks the frames of bodies in the query. */
static void push_links(const ludo_force_query *query, ludo_wrench *wrench, double *effort,
                       void *user)
{
    (void)effort;
    const ludo_frame hand = query->body[HAND], trunk = query->body[TRUNK];
    const double *way = user;
    assert_int_equal(query->bodies, LINKS);
    CHECK_NEAR(v3_norm(v3_sub(hand.position, trunk.position)), *way, 1e-12);
    for (int32_t i = 0; i < LINKS; i++) {
        wrench[i] = push_on(i);
    }
}

static void users_forces_act_on_merged_bodies_where_they_are(void **state)
{
    (void)state;
    pair p = open_pair();
    const ludo_body_state hand = run_body(&p.merged, HAND), trunk = run_body(&p.merged, TRUNK);
    double way = v3_norm(v3_sub(hand.com, trunk.com));
    assert_int_equal(ludo_sim_set_force_function(p.merged.sim, push_links, &way), LUDO_OK);
    check_pushed(&p);
}

/* --- joints ---------------------------------------------------------------------------------- */

static void a_merged_joint_has_no_reaction_and_no_coordinates(void **state)
{
    (void)state;
    pair p = open_pair();
    run_steps(&p.merged, 0.01, 20);
    run_steps(&p.plain, 0.01, 20);
    ludo_wrench w, v;
    double none = 3.0;
    assert_int_equal(ludo_sim_reaction(p.merged.sim, HAND_WELD, &w), LUDO_REFUSED);
    assert_int_equal(ludo_sim_reaction(p.merged.sim, TRUNK_HINGE, &w), LUDO_OK);
    assert_int_equal(ludo_sim_reaction(p.plain.sim, PLAIN_HINGE, &v), LUDO_OK);
    /* of some 10 N from differences of momenta over 0.01 s */
    check_vector(w.force, v.force, 1e-8);
    check_vector(w.torque, v.torque, 1e-8);
    assert_int_equal(ludo_sim_joint_position(p.merged.sim, HAND_WELD, &none), LUDO_OK);
    assert_int_equal(ludo_sim_joint_velocity(p.merged.sim, HAND_WELD, &none), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_position(p.merged.sim, HAND_WELD, &none), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(p.merged.sim, HAND_WELD, &none), LUDO_OK);
    assert_true(none == 3.0);
    assert_int_equal(ludo_sim_set_servo(p.merged.sim, HAND_WELD, 0, 0.0, 1.0, 0.0),
                     LUDO_BAD_ARGUMENT);
    check_pair(&p);
    close_pair(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_bodies_move_as_one_written_by_hand),
        cmocka_unit_test(a_merged_body_is_where_its_host_carries_it),
        cmocka_unit_test(merging_and_fixed_joints_agree_with_order_2),
        cmocka_unit_test(the_state_of_a_merged_body_sets_its_host),
        cmocka_unit_test(a_force_on_a_merged_body_acts_at_its_own_centre_of_mass),
        cmocka_unit_test(users_forces_act_on_merged_bodies_where_they_are),
        cmocka_unit_test(a_merged_joint_has_no_reaction_and_no_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
