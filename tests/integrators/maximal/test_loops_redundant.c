/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops whose rows depend on each other, on bodies much lighter or a million times heavier than
 * their neighbours: four-bars that pass their change points, and the loads of redundant
 * supports. */
#include "linkage.h"
#include "running.h"

#include <string.h>

/* --- four-bars ---------------------------------------------------------------------------------
 */

/* Crank, coupler and rocker between pivots 1 m apart. */
typedef struct four_bar {
    double length[3], mass[3]; /* [m], [kg] */
    const char *closure;
} four_bar;

/* The crank upright, turning at 1 rad/s; the coupler's far end above the ground. */
static ludo_spec *four_bar_spec(const four_bar *f)
{
    static const char *const names[] = {"crank", "coupler", "rocker"};
    const double *l = f->length, d = sqrt(1.0 + l[0] * l[0]);
    const double along = (l[1] * l[1] - l[2] * l[2] + d * d) / (2.0 * d);
    const double across = sqrt(fmax(l[1] * l[1] - along * along, 0.0));
    const double x = (along + across * l[0]) / d, z = l[0] + (across - along * l[0]) / d;
    const double coupler = atan2(z - l[0], x), rocker = atan2(z, x - 1.0);
    const joint_start turning = {.velocity = {1.0}}, still = {.velocity = {0.0}};
    scene s = ludo_scene_begin("four-bar", 4, NULL);
    int32_t bar[3];
    for (int i = 0; i < 3; i++) {
        bar[i] = ludo_scene_add_bar(&s, names[i], f->mass[i], l[i]);
    }
    ludo_scene_pin(&s, names[0], (ludo_spot){LUDO_WORLD, 0.0, 0.0}, bar[0], -0.5 * pi, &turning);
    ludo_scene_pin(&s, names[1], (ludo_spot){bar[0], l[0], 0.0}, bar[1], 0.5 * pi - coupler,
                   &still);
    ludo_scene_pin(&s, names[2], (ludo_spot){LUDO_WORLD, 1.0, 0.0}, bar[2], -rocker, &still);
    ludo_scene_close(&s, f->closure, (ludo_spot){bar[1], l[1], 0.0}, (ludo_spot){bar[2], l[2], 0.0},
                     coupler - rocker);
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_end(&s, &spec), LUDO_OK);
    return spec;
}

/* Three seconds at 0.01 s: the bars fall through both of their level poses, by 2 m. The band of
 * energy is of order h^2, a part of the energy of the fall. */
static void check_four_bar(const four_bar *f, double band, int32_t most_parts)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.max_substeps = most_parts;
    running r = run_open(LUDO_OK, four_bar_spec(f), &options);
    const double start = run_energy(&r);
    long iterations = 0, solves = 0;
    for (int k = 0; k < 300; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        ludo_violation v;
        assert_int_equal(ludo_step(r.sim, 0.01, &report), LUDO_OK);
        assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
        assert_true(v.position <=
                    1e-10); /* the tolerance, were nothing gained by the last update */
        iterations += report.iterations, solves += report.solves;
    }
    assert_true((double)iterations <= 2.5 * (double)solves);
    CHECK_NEAR(run_energy(&r), start, band * 2.0 * 9.81 * ludo_model_mass(r.model));
    run_close(&r);
}

/* The heavy or light bar, and its mass. */
static const double masses[][3] = {
    {1.0, 1.0, 1.0},  {1e6, 1.0, 1.0},  {1.0, 1e6, 1.0},   {1.0, 1.0, 1e6},
    {1e-6, 1.0, 1.0}, {1.0, 1e-6, 1.0}, {1.0, 1.0, 1e-6},  {1e6, 1.0, 1e6},
    {1e-3, 1.0, 1e3}, {1e3, 1.0, 1e-3}, {1e-3, 1e3, 1e-3}, {1e3, 1e-3, 1e3},
};
enum { MASSES = sizeof masses / sizeof masses[0] };

static void check_four_bars(const double length[3], double band, int32_t most_parts)
{
    static const char *const closures[] = {"hinge", "ball"};
    for (int i = 0; i < MASSES; i++) {
        for (int k = 0; k < 2; k++) {
            four_bar f = {.closure = closures[k]};
            memcpy(f.length, length, sizeof f.length);
            memcpy(f.mass, masses[i], sizeof f.mass);
            check_four_bar(&f, band, most_parts);
        }
    }
}

/* With all bars level, a small force decides which way they go. */
static void change_points_are_passed_whatever_bars_weigh(void **state)
{
    (void)state;
    check_four_bars((const double[]){1.0, 1.0, 1.0}, 2e-3, 1);
}

/* Bars level up to 1e-3 rad, less than the rotation of a step. They move fast there, a light one
 * between heavy ones so much that steps are subdivided. */
static void near_change_points_steps_succeed(void **state)
{
    (void)state;
    check_four_bars((const double[]){1.0, 1.001, 1.001}, 1e-2, 1024);
}

/* --- supports ----------------------------------------------------------------------------------
 */

static ludo_wrench loop_reaction(running *r, int32_t loop)
{
    ludo_wrench w;
    assert_int_equal(ludo_sim_loop_reaction(r->sim, loop, &w), LUDO_OK);
    return w;
}

/* A beam of 2 kg on a hinge at its left end and on two balls, 1 m and 2 m from there; its centre of
 * mass is at the first. One vertical force is redundant: of all that balance the moments about the
 * hinge, 1 m f_1 + 2 m f_2 = 1 m weight, the result has the least sum of D_i f_i^2 with the scale
 * of a ball's row, D_i = 1/m + arm_i^2 / J. */
static void supports_carry_the_least_that_balances(void **state)
{
    (void)state;
    const double mass = 2.0, J = 0.7, arm[] = {0.0, 1.0}, lever[] = {1.0, 2.0};
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    const ludo_body_def beam = {
        .struct_size = sizeof beam, .mass = mass, .inertia = {0.1, J, J, 0.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_body(spec, &beam, NULL), LUDO_OK);
    for (int i = 0; i < 3; i++) {
        const ludo_vec3 place = {i - 1.0, 0.0, 0.0};
        const ludo_joint_def support = {
            .struct_size = sizeof support,
            .type = i == 0 ? "hinge" : "ball",
            .parent = LUDO_WORLD,
            .child = 0,
            .in_parent = {.position = place, .orientation = q_identity()},
            .in_child = {.position = place, .orientation = q_identity()},
            .axis = {0.0, 1.0, 0.0},
        };
        assert_int_equal(i == 0 ? ludo_spec_add_joint(spec, &support, NULL)
                                : ludo_spec_add_closure(spec, &support, NULL),
                         LUDO_OK);
    }
    running r = run_open(LUDO_OK, spec, NULL);
    double D[2], sum = 0.0;
    for (int i = 0; i < 2; i++) {
        D[i] = 1.0 / mass + arm[i] * arm[i] / J;
        sum += lever[i] * lever[i] / D[i];
    }
    for (int i = 0; i < 2; i++) {
        const ludo_wrench w = loop_reaction(&r, i);
        /* D is a billionth of its row's scale */
        CHECK_NEAR(w.force.x, 0.0, 1e-7);
        CHECK_NEAR(w.force.y, 0.0, 1e-7);
        CHECK_NEAR(w.force.z, mass * 9.81 * lever[i] / D[i] / sum, 1e-7);
    }
    run_close(&r);
}

static void loads_of_redundant_loops_do_not_depend_on_history(void **state)
{
    (void)state;
    const ludo_scene_windows_options options = ludo_scene_windows_default();
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_windows(&options, NULL, &spec);
    running r = run_open(built, spec, NULL);
    ludo_wrench before[2];
    for (int32_t i = 0; i < 2; i++) {
        before[i] = loop_reaction(&r, i);
    }
    run_steps(&r, 0.01, 1000);
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    for (int32_t i = 0; i < 2; i++) {
        const ludo_wrench after = loop_reaction(&r, i);
        assert_memory_equal(&before[i], &after, sizeof after);
    }
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(change_points_are_passed_whatever_bars_weigh),
        cmocka_unit_test(near_change_points_steps_succeed),
        cmocka_unit_test(supports_carry_the_least_that_balances),
        cmocka_unit_test(loads_of_redundant_loops_do_not_depend_on_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
