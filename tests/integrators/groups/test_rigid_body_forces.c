/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces of every kind on a single body by schemes on rotations, against joint coordinates of
 * order 6; books, reactions. */
#include "driven_body.h"
#include "order.h"

#include <stdio.h>

/* Against order 6 in joint coordinates, whose own error is below 1e-11 here. */
static void check_motion(ludo_spec *(*build)(void), const char *what)
{
    ludo_sim_options exact = ludo_sim_options_default();
    exact.integrator = "galerkin";
    exact.order = 6;
    exact.tolerance = 1e-13;
    running want = moved(build, &exact, 100);
    for (int k = 0; k < SCHEMES; k++) {
        const int order = k < IMPLICIT ? 2 : 1;
        ludo_sim_options options = by_scheme(schemes[k]);
        options.tolerance = 1e-13;
        double error[REFINEMENTS];
        for (int i = 0; i < REFINEMENTS; i++) {
            running got = moved(build, &options, (order == 2 ? 50 : 400) << i);
            const state_error e = state_difference(&got, &want);
            error[i] = state_error_max(&e);
            run_close(&got);
        }
        print_message("%s, %s: order %.2f (errors %.2e %.2e %.2e)\n", what, schemes[k],
                      slope(error), error[0], error[1], error[2]);
        CHECK_NEAR(slope(error), order, 0.1); /* what the next term of the error adds */
    }
    run_close(&want);
}

static void forces_of_every_kind_move_it_as_they_do_in_joint_coordinates(void **state)
{
    (void)state;
    check_motion(hanging_on_a_ball, "ball with spring and damper");
    check_motion(hanging_on_a_rope, "ball and rope");
    check_motion(hanging_on_hinges, "three hinges");
    check_motion(floating_on_a_rope, "floating on a rope");
}

/* Energy equals work minus dissipation, to the order of the scheme. */
static void books_balance(void **state)
{
    (void)state;
    for (int k = 0; k < SCHEMES; k++) {
        const ludo_sim_options options = by_scheme(schemes[k]);
        ludo_energy before, after;
        running start = moved(hanging_on_a_rope, &options, 0);
        running r = moved(hanging_on_a_rope, &options, 2000);
        assert_int_equal(ludo_sim_energy(start.sim, &before), LUDO_OK);
        assert_int_equal(ludo_sim_energy(r.sim, &after), LUDO_OK);
        const double gained = after.kinetic + after.potential + after.springs -
                              (before.kinetic + before.potential + before.springs);
        const double open = gained - after.work + after.dissipated;
        print_message("%s: %.1e of %.2f J put in, %.2f J taken\n", schemes[k], open, after.work,
                      after.dissipated);
        CHECK_NEAR(open, 0.0, k < IMPLICIT ? 1e-6 : 1e-2);
        run_close(&start);
        run_close(&r);
    }
}

/* A ball at rest in the air is held by the body's weight. */
static void a_ball_tells_its_reaction(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    const ludo_body_def body = {.struct_size = sizeof body,
                                .name = "bob",
                                .mass = 2.0,
                                .com = {0.0, 0.0, -0.5},
                                .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    add_joint(spec, "ball", LUDO_WORLD, 0);
    const ludo_sim_options options = by_scheme(NULL);
    running r = {.model = compiled(spec)};
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &r.sim, NULL), LUDO_OK);
    run_steps(&r, 0.01, 3);
    ludo_wrench w;
    assert_int_equal(ludo_sim_reaction(r.sim, 0, &w), LUDO_OK);
    CHECK_NEAR(fabs(w.force.z), 2.0 * 9.81, 1e-12);
    CHECK_NEAR(v3_norm(w.torque), 0.0, 1e-12);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_of_every_kind_move_it_as_they_do_in_joint_coordinates),
        cmocka_unit_test(books_balance),
        cmocka_unit_test(a_ball_tells_its_reaction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
