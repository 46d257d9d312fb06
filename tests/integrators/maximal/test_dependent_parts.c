/* SPDX-License-Identifier: Apache-2.0
 *
 * Composite joints whose parts depend on each other: four hinges through one point rotate a body
 * about three axes only, and the fourth moves armatures alone. Poses and twists do not determine
 * its rate; the simulation stores it. */
#include "running.h"

enum { PARTS = 4 };

static const ludo_vec3 axes[PARTS] = {
    {0.0, 0.0, 1.0}, {-0.855, 0.502, -0.133}, {0.547, -0.643, -0.536}, {0.109, 0.909, -0.403}};

/* A body on four hinges through its centre of mass, each with a spring and an armature. */
static running four_hinges(void)
{
    const double no_gravity[3] = {0.0, 0.0, 0.0};
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = 1.3, .inertia = {0.1, 0.12, 0.13, 0.01, 0.0, 0.0}};
    ludo_spec *spec = NULL;
    ludo_status built = ludo_spec_create(NULL, &spec);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", no_gravity, 3), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    for (int i = 0; i < PARTS; i++) {
        const ludo_joint_def joint = {.struct_size = sizeof joint,
                                      .type = "hinge",
                                      .parent = LUDO_WORLD,
                                      .continues = i > 0,
                                      .axis = axes[i],
                                      .along = {{.stiffness = 20.0, .armature = 0.05}}};
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    running r = run_open(built, spec, NULL);
    for (int i = 0; i < PARTS; i++) {
        const double q = 0.3 * i - 0.2, rate = 0.5 + 0.3 * i;
        assert_int_equal(ludo_sim_set_joint_position(r.sim, i, &q), LUDO_OK);
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, i, &rate), LUDO_OK);
    }
    return r;
}

static double stored(running *r)
{
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r->sim, &e), LUDO_OK);
    return e.kinetic + e.potential + e.springs;
}

/* Largest error of the energy over one second. */
static double energy_error(int steps)
{
    running r = four_hinges();
    const double start = stored(&r);
    double worst = 0.0;
    for (int k = 0; k < steps; k++) {
        run_steps(&r, 1.0 / steps, 1);
        worst = fmax(worst, fabs(stored(&r) - start));
    }
    run_close(&r);
    return worst;
}

static void rates_that_twists_do_not_determine_are_stored(void **state)
{
    (void)state;
    running r = four_hinges();
    for (int i = 0; i < PARTS; i++) {
        double rate;
        assert_int_equal(ludo_sim_joint_velocity(r.sim, i, &rate), LUDO_OK);
        CHECK_NEAR(rate, 0.5 + 0.3 * i, 1e-13); /* a projection that changes nothing */
    }
    run_close(&r);
}

static void their_energy_is_of_order_2(void **state)
{
    (void)state;
    const double coarse = energy_error(200), fine = energy_error(400);
    print_message("energy error %.2e, %.2e J\n", coarse, fine);
    CHECK_NEAR(log2(coarse / fine), 2.0, 0.05); /* the next terms at these steps */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_that_twists_do_not_determine_are_stored),
        cmocka_unit_test(their_energy_is_of_order_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
