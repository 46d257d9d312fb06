/* SPDX-License-Identifier: Apache-2.0
 *
 * The maximal integrator implements its scheme: knot states of an independent program. */
#include "running.h"

#include "data/golden_rattle.h"

/* The other program stopped Newton's method at a residual of 1e-12; 100 steps of a mechanism whose
 * errors begin to grow amplify this some hundred times. */
static const double tolerance = 1e-9;

static void check_vector(ludo_vec3 got, ludo_vec3 want)
{
    CHECK_NEAR(got.x, want.x, tolerance);
    CHECK_NEAR(got.y, want.y, tolerance);
    CHECK_NEAR(got.z, want.z, tolerance);
}

static void check_record(running *r, const golden_record *record)
{
    for (int b = 0; b < 2; b++) {
        const golden_body *want = &record->body[b];
        const ludo_body_state got = run_body(r, b);
        const ludo_body_info info = body_info_of(r->model, b);
        const ludo_vec3 w = got.angular_velocity;
        check_vector(got.com, want->com);
        CHECK_NEAR(angle_between(got.orientation, want->orientation), 0.0, tolerance);
        check_vector(v3_scale(info.mass, got.linear_velocity), want->linear_momentum);
        check_vector(v3(info.inertia[0] * w.x, info.inertia[1] * w.y, info.inertia[2] * w.z),
                     want->angular_momentum);
    }
}

static void check_solver(const char *solver)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.rotation = "quaternion";
    options.solver = solver;
    options.tolerance = 1e-12;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_planar_double_pendulum(NULL, &spec);
    running r = run_open(built, spec, &options);
    int step = 0;
    for (int i = 0; i < 4; i++) {
        run_steps(&r, 0.01, golden_rattle[i].step - step);
        step = golden_rattle[i].step;
        check_record(&r, &golden_rattle[i]);
    }
    run_close(&r);
}

static void recursion_gives_the_golden_knot_states(void **state)
{
    (void)state;
    check_solver("recursion");
}

static void ldu_gives_the_golden_knot_states(void **state)
{
    (void)state;
    check_solver("ldu");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recursion_gives_the_golden_knot_states),
        cmocka_unit_test(ldu_gives_the_golden_knot_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
