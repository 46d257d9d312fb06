/* SPDX-License-Identifier: Apache-2.0
 *
 * Closing loops at a start: closed loops stay, open ones are closed by the smallest motion, held
 * joints stay, loops that cannot be closed are reported and left unchanged. */
#include "linkage.h"
#include "running.h"
#include "small_spec.h"

#include <float.h>
#include <string.h>

/* A closure closed up to rounding [rad, lengths]: some ten roundings of numbers of a few
 * lengths. */
static const double shut = 1e-14;

/* Three bars of sides 1, 1.2 and 0.9 between pivots 1.1 apart, times `scale`: "left" and "coupler"
 * from the left pivot, "right" from the right one; at the angles given, from +x towards -z. */
typedef struct four_bar {
    double scale, left, coupler, right;
    const char *closure;
} four_bar;

static const double side[] = {1.0, 1.2, 0.9}, ground = 1.1;

static running open_four_bar(const four_bar *f)
{
    ludo_spec *spec = NULL;
    scene s = ludo_scene_begin("four-bar", 3, NULL);
    const double k = f->scale;
    const int32_t left = ludo_scene_add_bar(&s, "left", k * k * k, k * side[0]);
    const int32_t coupler = ludo_scene_add_bar(&s, "coupler", k * k * k, k * side[1]);
    const int32_t right = ludo_scene_add_bar(&s, "right", k * k * k, k * side[2]);
    ludo_scene_pin(&s, "left", (ludo_spot){LUDO_WORLD, 0.0, 0.0}, left, f->left, NULL);
    ludo_scene_pin(&s, "coupler", (ludo_spot){left, k * side[0], 0.0}, coupler, f->coupler, NULL);
    ludo_scene_pin(&s, "right", (ludo_spot){LUDO_WORLD, k * ground, 0.0}, right, f->right, NULL);
    ludo_scene_close(&s, f->closure, (ludo_spot){coupler, k * side[1], 0.0},
                     (ludo_spot){right, k * side[2], 0.0}, 0.0);
    const ludo_status built = ludo_scene_end(&s, &spec);
    return run_open(built, spec, NULL);
}

/* The distance of the two sides of the closure, from the positions of bodies alone. */
static double four_bar_gap(running *r, double scale)
{
    const ludo_body_state coupler = run_body(r, 1), right = run_body(r, 2);
    const ludo_vec3 a =
        v3_add(coupler.position, q_rotate(coupler.orientation, v3(scale * side[1], 0.0, 0.0)));
    const ludo_vec3 b =
        v3_add(right.position, q_rotate(right.orientation, v3(scale * side[2], 0.0, 0.0)));
    return v3_norm(v3_sub(a, b));
}

static ludo_start_report projected(running *r, ludo_status status)
{
    ludo_start_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_sim_project(r->sim, &report), status);
    return report;
}

/* Coordinates of three hinges. */
static void read_hinges(running *r, double q[3])
{
    for (int32_t j = 0; j < 3; j++) {
        assert_int_equal(ludo_sim_joint_position(r->sim, j, &q[j]), LUDO_OK);
    }
}

static void closed_loops_are_not_touched(void **state)
{
    (void)state;
    for (int32_t links = 3; links < 12; links++) {
        const ludo_scene_ring_options o = {.links = links, .joint = links % 2 ? "hinge" : "ball"};
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_ring(&o, NULL, &spec);
        running r = run_open(built, spec, NULL);
        const ludo_start_report report = projected(&r, LUDO_OK);
        assert_int_equal(report.loop, -1);
        assert_true(report.position_correction == 0.0);
        for (int32_t j = 0; j < links; j++) {
            assert_true(joint_moved_of(r.sim, j) == 0.0);
        }
        run_close(&r);
    }
}

static void open_four_bars_are_closed_to_round_off(void **state)
{
    (void)state;
    static const double opened[] = {1e-9, 1e-6, 1e-3, 0.1, 0.5, 1.0, 2.0, 3.0};
    static const char *const closures[] = {"ball", "point-on-line", "hinge", "cylindrical"};
    for (size_t i = 0; i < sizeof opened / sizeof *opened; i++) {
        for (size_t k = 0; k < 4; k++) {
            running r = open_four_bar(&(four_bar){1.0, -1.3, 1.3, -1.27 + opened[i], closures[k]});
            const ludo_start_report report = projected(&r, LUDO_OK);
            assert_int_equal(report.loop, 0);
            assert_int_equal(report.released, 0);
            assert_true(report.gap > 0.0);
            ludo_loop_state loop = {.struct_size = sizeof loop};
            assert_int_equal(ludo_sim_loop(r.sim, 0, &loop), LUDO_OK);
            CHECK_NEAR(loop.gap, 0.0, shut);
            CHECK_NEAR(loop.tilt, 0.0, shut);
            ludo_violation v;
            assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
            CHECK_NEAR(v.position, 0.0, shut);
            run_close(&r);
        }
    }
}

/* The motion that closes a loop is the smallest one: moving the linkage in either direction
 * increases the sum of squares. */
static void the_motion_of_joints_is_the_smallest(void **state)
{
    (void)state;
    static const double opened[] = {0.01, 0.3, -0.4};
    for (size_t i = 0; i < sizeof opened / sizeof *opened; i++) {
        const four_bar f = {1.0, -1.3, 1.3, -1.27 + opened[i], "ball"};
        double q[3], least = 0.0;
        running r = open_four_bar(&f);
        (void)projected(&r, LUDO_OK);
        read_hinges(&r, q);
        for (int k = 0; k < 3; k++) {
            least += q[k] * q[k];
        }
        for (int k = -1; k <= 1; k += 2) {
            const double aside = q[0] + 0.02 * k;
            double other[3], sum = 0.0;
            assert_int_equal(ludo_sim_set_joint_position(r.sim, 0, &aside), LUDO_OK);
            assert_int_equal(ludo_sim_hold_joint(r.sim, 0), LUDO_OK);
            (void)projected(&r, LUDO_OK);
            read_hinges(&r, other);
            CHECK_NEAR(other[0], aside, 8.0 * DBL_EPSILON);
            for (int j = 0; j < 3; j++) {
                sum += other[j] * other[j];
            }
            assert_true(sum > least);
        }
        run_close(&r);
    }
}

/* Turned upside down as a whole, the linkage stays there: the mirrored assembly is much nearer than
 * the former pose. */
static void of_two_assemblies_the_nearer_one_is_taken(void **state)
{
    (void)state;
    running up = open_four_bar(&(four_bar){1.0, -1.3, 1.3, -1.27, "ball"});
    running down = open_four_bar(&(four_bar){1.0, 1.3, -1.3, 1.27, "ball"});
    double above[3], below[3];
    (void)projected(&up, LUDO_OK);
    (void)projected(&down, LUDO_OK);
    read_hinges(&up, above);
    read_hinges(&down, below);
    for (int j = 0; j < 3; j++) {
        CHECK_NEAR(above[j], -below[j], 1e-12);
        assert_true(fabs(above[j]) < 0.5);
    }
    run_close(&up);
    run_close(&down);
}

static void moved_joints_are_reported(void **state)
{
    (void)state;
    running r = open_four_bar(&(four_bar){1.0, -1.3, 1.0, -1.6, "ball"});
    double q[3];
    (void)projected(&r, LUDO_OK);
    read_hinges(&r, q);
    for (int32_t j = 0; j < 3; j++) {
        CHECK_NEAR(joint_moved_of(r.sim, j), fabs(q[j]), 8.0 * DBL_EPSILON);
    }
    assert_true(joint_moved_of(r.sim, -1) == 0.0);
    assert_true(joint_moved_of(r.sim, 3) == 0.0);
    assert_true(joint_moved_of(NULL, 0) == 0.0);
    run_close(&r);
}

static void any_length_is_as_good_as_another(void **state)
{
    (void)state;
    double at_one[3];
    running one = open_four_bar(&(four_bar){1.0, -1.3, 1.0, -1.6, "ball"});
    (void)projected(&one, LUDO_OK);
    read_hinges(&one, at_one);
    run_close(&one);
    for (double scale = 1e-3; scale < 200.0; scale *= 10.0) {
        double q[3];
        running r = open_four_bar(&(four_bar){scale, -1.3, 1.0, -1.6, "ball"});
        (void)projected(&r, LUDO_OK);
        CHECK_NEAR(four_bar_gap(&r, scale), 0.0, shut * scale);
        read_hinges(&r, q);
        for (int j = 0; j < 3; j++) {
            CHECK_NEAR(q[j], at_one[j], 1e-6); /* the accuracy of the smallest motion */
        }
        run_close(&r);
    }
}

/* ---- held joints ---- */

static void held_joints_stay(void **state)
{
    (void)state;
    for (int32_t kept = 0; kept < 3; kept++) {
        running r = open_four_bar(&(four_bar){1.0, -1.3, 1.0, -1.6, "ball"});
        assert_int_equal(ludo_sim_hold_joint(r.sim, kept), LUDO_OK);
        assert_int_equal(ludo_sim_hold_joint(r.sim, kept), LUDO_OK);
        const ludo_start_report report = projected(&r, LUDO_OK);
        double q[3];
        read_hinges(&r, q);
        assert_int_equal(report.released, 0);
        CHECK_NEAR(q[kept], 0.0, 2.0 * DBL_EPSILON);
        assert_true(joint_moved_of(r.sim, kept) == 0.0);
        CHECK_NEAR(four_bar_gap(&r, 1.0), 0.0, shut);
        run_close(&r);
    }
}

/* Two equations in the plane: two of three joints must move. */
static void held_joints_are_released_in_order_if_no_pose_closes(void **state)
{
    (void)state;
    running r = open_four_bar(&(four_bar){1.0, -1.3, 1.0, -1.6, "ball"});
    static const int32_t order[] = {2, 0, 1};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(ludo_sim_hold_joint(r.sim, order[k]), LUDO_OK);
    }
    const ludo_start_report report = projected(&r, LUDO_OK);
    assert_int_equal(report.released, 2);
    assert_true(joint_moved_of(r.sim, 2) > 0.0);
    assert_true(joint_moved_of(r.sim, 0) > 0.0);
    assert_true(joint_moved_of(r.sim, 1) == 0.0);

    /* a reset clears the held joints */
    assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
    assert_int_equal(projected(&r, LUDO_OK).released, 0);
    assert_true(joint_moved_of(r.sim, 1) > 0.0);

    assert_int_equal(ludo_sim_hold_joint(r.sim, 3), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_hold_joint(r.sim, -1), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_hold_joint(NULL, 0), LUDO_BAD_ARGUMENT);
    run_close(&r);
}

/* Setters may leave loops open in between: only the final state is closed. */
static void setters_are_not_interrupted(void **state)
{
    (void)state;
    running r = open_four_bar(&(four_bar){1.0, -1.3, 1.0, -1.6, "ball"});
    double closed[3], q[3];
    (void)projected(&r, LUDO_OK);
    read_hinges(&r, closed);
    assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
    for (int32_t j = 0; j < 3; j++) {
        assert_int_equal(ludo_sim_set_joint_position(r.sim, j, &closed[j]), LUDO_OK);
    }
    /* the same coordinates up to rounding of their readers */
    assert_true(projected(&r, LUDO_OK).position_correction < 1e-12);
    read_hinges(&r, q);
    for (int j = 0; j < 3; j++) {
        CHECK_NEAR(q[j], closed[j], 1e-12);
    }
    run_close(&r);
}

/* ---- loops that cannot be closed ---- */

static void loops_that_cannot_close_are_reported_and_left_unchanged(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_unreachable(NULL, &spec);
    running r = run_open(built, spec, NULL);
    const size_t size = ludo_sim_state_size(r.sim);
    unsigned char *before = malloc(size), *after = malloc(size);
    assert_int_equal(ludo_sim_hold_joint(r.sim, 1), LUDO_OK);
    ludo_start_report report = projected(&r, LUDO_OPEN_LOOP);
    assert_int_equal(report.loop, 0);
    assert_int_equal(report.released, 1);
    CHECK_NEAR(report.gap, 1.0, 1e-3); /* the descent ends where a step gains a hundredth */
    CHECK_NEAR(report.tilt, 0.0, 0.0);
    assert_int_equal(ludo_sim_get_state(r.sim, before), LUDO_OK);
    report = projected(&r, LUDO_OPEN_LOOP);
    ludo_step_report step = {.struct_size = sizeof step};
    assert_int_equal(ludo_step(r.sim, 0.01, &step), LUDO_OPEN_LOOP);
    assert_string_equal(node_text_of(r.model, step.node).text, ludo_model_loop_name(r.model, 0));
    ludo_body_state body;
    assert_int_equal(ludo_sim_body_state(r.sim, 0, &body), LUDO_OPEN_LOOP);
    assert_int_equal(ludo_sim_get_state(r.sim, after), LUDO_OK);
    assert_memory_equal(before, after, size);
    free(before);
    free(after);
    run_close(&r);
}

/* ---- rotations ---- */

/* A body that rotates about a point of the world, with a loop to the world by another joint there,
 * whose frame is rotated. */
static running turned_body(const char *carried_by, const char *type, ludo_quat by)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "body");
    add_joint(spec, carried_by, LUDO_WORLD, 0);
    const ludo_joint_def closure = {.struct_size = sizeof closure,
                                    .type = type,
                                    .parent = LUDO_WORLD,
                                    .child = 0,
                                    .in_child.orientation = by,
                                    .axis = {0.0, 0.0, 1.0},
                                    .axis2 = {1.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_closure(spec, &closure, NULL), LUDO_OK);
    return run_open(LUDO_OK, spec, NULL);
}

static void turns_of_any_angle_are_turned_back(void **state)
{
    (void)state;
    static const char *const closures[] = {"fixed",  "hinge", "orientation-only",
                                           "planar", "slide", "cylindrical"};
    static const double angles[] = {1e-7, 0.5, 2.0, 3.1, 3.14159265358979323846};
    for (size_t k = 0; k < sizeof closures / sizeof *closures; k++) {
        for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
            for (int about = 0; about < 3; about++) {
                const ludo_vec3 axis = about == 0   ? v3(1.0, 0.0, 0.0)
                                       : about == 1 ? v3(0.0, 1.0, 0.0)
                                                    : v3_unit(v3(0.3, -0.5, 0.2));
                running r = turned_body("ball", closures[k], q_about(axis, angles[i]));
                const ludo_start_report report = projected(&r, LUDO_OK);
                assert_true(report.tilt <= angles[i] + shut);
                /* the smallest rotation: for axes at most the angle between them */
                assert_true(joint_moved_of(r.sim, 0) < angles[i] + 1e-6);
                ludo_loop_state loop = {.struct_size = sizeof loop};
                assert_int_equal(ludo_sim_loop(r.sim, 0, &loop), LUDO_OK);
                CHECK_NEAR(loop.tilt, 0.0, shut);
                run_close(&r);
            }
        }
    }
}

static void a_weld_at_half_a_turn_closes_the_same_way_every_time(void **state)
{
    (void)state;
    ludo_body_state first = {0};
    for (int k = 0; k < 2; k++) {
        running r = turned_body("hinge", "fixed", (ludo_quat){0.0, 0.0, 0.0, k == 0 ? 1.0 : -1.0});
        const ludo_start_report report = projected(&r, LUDO_OK);
        CHECK_NEAR(report.tilt, 3.14159265358979323846, shut);
        CHECK_NEAR(joint_moved_of(r.sim, 0), 3.14159265358979323846, shut);
        const ludo_body_state body = run_body(&r, 0);
        first = k == 0 ? body : first;
        assert_memory_equal(&body, &first, sizeof body);
        run_close(&r);
    }
}

/* ---- couplings, random mechanisms, memory ---- */

static void couplings_are_closed_at_position_level(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, "a");
    add_body(spec, "b");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    add_joint(spec, "slide", 0, 1);
    const ludo_coupling_def coupling = {.struct_size = sizeof coupling,
                                        .joint = 1,
                                        .from = 0,
                                        .coefficient = {0.5, 2.0, 1.0, 0.0, 0.1}};
    assert_int_equal(ludo_spec_add_coupling(spec, &coupling, NULL), LUDO_OK);
    running r = run_open(LUDO_OK, spec, NULL);
    const ludo_start_report report = projected(&r, LUDO_OK);
    CHECK_NEAR(report.gap, 0.5, shut);
    CHECK_NEAR(report.tilt, 0.0, 0.0);
    double x, y;
    assert_int_equal(ludo_sim_joint_position(r.sim, 0, &x), LUDO_OK);
    assert_int_equal(ludo_sim_joint_position(r.sim, 1, &y), LUDO_OK);
    CHECK_NEAR(y, 0.5 + x * (2.0 + x * (1.0 + x * x * 0.1)), shut);

    /* held joints decide the pose: 0.5 + 2 + 1 + 0.1 */
    const double one = 1.0;
    assert_int_equal(ludo_sim_set_joint_position(r.sim, 0, &one), LUDO_OK);
    assert_int_equal(ludo_sim_hold_joint(r.sim, 0), LUDO_OK);
    assert_int_equal(ludo_sim_joint_position(r.sim, 1, &y), LUDO_OK);
    CHECK_NEAR(y, 3.6, shut);
    run_close(&r);
}

/* Move every scalar coordinate by up to `size`, all at once. */
static void stir(running *r, uint64_t seed, double size)
{
    enum { MOST = 16 };
    double q[MOST][7];
    const int32_t joints = ludo_model_joint_count(r->model);
    random_stream s = random_from(seed);
    assert_true(joints <= MOST);
    for (int32_t j = 0; j < joints; j++) {
        assert_int_equal(ludo_sim_joint_position(r->sim, j, q[j]), LUDO_OK);
    }
    for (int32_t j = 0; j < joints; j++) {
        const ludo_joint_info info = joint_info_of(r->model, j);
        if (info.position_count > 0 && info.position_count == info.dof) {
            for (int32_t i = 0; i < info.dof; i++) {
                q[j][i] += random_uniform(&s, -size, size);
            }
            assert_int_equal(ludo_sim_set_joint_position(r->sim, j, q[j]), LUDO_OK);
        }
    }
}

/* Random joints between random bodies of random trees, closed at "start": an assembly exists, and
 * is found from poses near and far. */
static void random_mechanisms_are_closed_again(void **state)
{
    (void)state;
    static const double sizes[] = {1e-6, 0.02, 0.5, 3.0};
    FOR_SEEDS(seed, 80)
    {
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_random_tree(8, seed, seed % 2 == 0, NULL, &spec);
        assert_int_equal(built, LUDO_OK);
        assert_int_equal(ludo_scene_close_loops(spec, 1 + (int32_t)(seed % 5), seed), LUDO_OK);
        running r = run_open(LUDO_OK, spec, NULL);
        const double size = sizes[seed % 4];
        stir(&r, seed, size);
        (void)projected(&r, LUDO_OK);
        ludo_violation v;
        assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
        CHECK_NEAR(v.position, 0.0, 1e-12); /* bodies are some ten meters away: 1e-14 each */
        for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
            assert_true(joint_moved_of(r.sim, j) < 100.0 * size);
        }
        run_close(&r);
    }
}

static void creating_survives_every_allocation_failing(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_scene_windows_options two = ludo_scene_windows_default();
    assert_int_equal(ludo_scene_windows(&two, NULL, &spec), LUDO_OK);
    check_failing_allocations(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_loops_are_not_touched),
        cmocka_unit_test(open_four_bars_are_closed_to_round_off),
        cmocka_unit_test(the_motion_of_joints_is_the_smallest),
        cmocka_unit_test(of_two_assemblies_the_nearer_one_is_taken),
        cmocka_unit_test(moved_joints_are_reported),
        cmocka_unit_test(any_length_is_as_good_as_another),
        cmocka_unit_test(held_joints_stay),
        cmocka_unit_test(held_joints_are_released_in_order_if_no_pose_closes),
        cmocka_unit_test(setters_are_not_interrupted),
        cmocka_unit_test(loops_that_cannot_close_are_reported_and_left_unchanged),
        cmocka_unit_test(turns_of_any_angle_are_turned_back),
        cmocka_unit_test(a_weld_at_half_a_turn_closes_the_same_way_every_time),
        cmocka_unit_test(couplings_are_closed_at_position_level),
        cmocka_unit_test(random_mechanisms_are_closed_again),
        cmocka_unit_test(creating_survives_every_allocation_failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
