/* SPDX-License-Identifier: Apache-2.0
 *
 * Activations as part of a state: steps, keyframes, checkpoints, copies, editing; what refuses
 * them. */
#include "ludo/linear.h"
#include "ludo/parameters.h"
#include "ludo/quantities.h"
#include "math/elementary.h"
#include "mjcf_text.h"
#include "running.h"

#include <float.h>
#include <string.h>

/* Two joints; a motor, an integrator, a filter of 0.1 s and a muscle. */
#define ACTUATORS                                                                                  \
    "<actuator><motor name='m' joint='a'/>"                                                        \
    "<general name='i' joint='a' dyntype='integrator' actrange='-1 1'/>"                           \
    "<general name='f' joint='b' dyntype='filter' dynprm='0.1'/>"                                  \
    "<muscle name='p' joint='b' force='2' lengthrange='-1 1' ctrlrange='0 1'/></actuator>"
#define TEXT                                                                                       \
    MUJOCO(WORLD(BODY("pos='0 0 1'", "<joint name='a' axis='0 1 0'/>" BODY(                        \
                                         "pos='1 0 0'", "<joint name='b' axis='0 1 0'/>")))        \
               ACTUATORS "<keyframe><key ctrl='1 2 3 0.5' act='0.1 0.2 0.3'/></keyframe>")

enum { NA = 3 };

static running open_text(const char *integrator)
{
    ludo_sim_options options = ludo_sim_options_default();
    running r = {.model = model_of(TEXT)};
    options.integrator = integrator;
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

static void read_activations(ludo_sim *sim, double out[NA])
{
    assert_int_equal(ludo_sim_get_activations(sim, out, NA), LUDO_OK);
}

static void keyframes_have_activations(void **state)
{
    (void)state;
    running r = open_text("maximal");
    double act[NA];
    assert_int_equal(ludo_model_activation_count(r.model), NA);
    assert_int_equal(actuator_info_of(r.model, 0).activation, -1);
    assert_int_equal(actuator_info_of(r.model, 2).activation, 1);
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    read_activations(r.sim, act);
    assert_true(act[0] == 0.1 && act[1] == 0.2 && act[2] == 0.3);
    assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
    read_activations(r.sim, act);
    assert_true(act[0] == 0.0 && act[1] == 0.0 && act[2] == 0.0);
    run_close(&r);
}

static void activations_follow_their_equations_in_every_integrator(void **state)
{
    (void)state;
    static const char *const integrators[] = {"maximal", "galerkin", "runge-kutta"};
    for (int i = 0; i < 3; i++) {
        running r = open_text(integrators[i]);
        double act[NA];
        assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
        run_steps(&r, 0.01, 20);
        read_activations(r.sim, act);
        /* round-off of 20 steps */
        CHECK_NEAR(act[0], 0.1 + 0.2 * 2.0, 40.0 * DBL_EPSILON);
        CHECK_NEAR(act[1], 3.0 + (0.2 - 3.0) * exp(-2.0), 400.0 * DBL_EPSILON);
        assert_true(act[2] > 0.49 && act[2] <= 0.5); /* 0.2 s are many time constants */
        run_steps(&r, 0.01, 50);
        read_activations(r.sim, act);
        assert_true(act[0] == 1.0); /* the end of its range */
        run_close(&r);
    }
}

static void steps_back_return_filters_and_integrators(void **state)
{
    (void)state;
    running r = open_text("maximal");
    double act[NA];
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    run_steps(&r, 0.01, 3);
    run_steps(&r, -0.01, 3);
    read_activations(r.sim, act);
    CHECK_NEAR(act[0], 0.1, 16.0 * DBL_EPSILON);
    CHECK_NEAR(act[1], 0.2, 64.0 * DBL_EPSILON);
    run_close(&r);
}

static void activations_are_part_of_checkpoints_and_copies(void **state)
{
    (void)state;
    running r = open_text("maximal"), copy = {.model = r.model};
    double before[NA], after[NA], again[NA];
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &copy.sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    void *bytes = malloc(ludo_sim_state_size(r.sim));
    run_steps(&r, 0.01, 4);
    read_activations(r.sim, before);
    assert_int_equal(ludo_sim_get_state(r.sim, bytes), LUDO_OK);
    assert_int_equal(ludo_sim_copy(copy.sim, r.sim), LUDO_OK);
    run_steps(&r, 0.01, 4);
    read_activations(r.sim, after);
    assert_true(memcmp(before, after, sizeof before) != 0);
    assert_int_equal(ludo_sim_set_state(r.sim, bytes, ludo_sim_state_size(r.sim)), LUDO_OK);
    run_steps(&r, 0.01, 4);
    run_steps(&copy, 0.01, 4);
    read_activations(r.sim, again);
    assert_memory_equal(after, again, sizeof after);
    read_activations(copy.sim, again);
    assert_memory_equal(after, again, sizeof after);
    ludo_model *other = NULL;
    assert_int_equal(ludo_model_copy(r.model, NULL, &other), LUDO_OK);
    assert_int_equal(ludo_sim_set_model(copy.sim, other, NULL), LUDO_OK);
    read_activations(copy.sim, again);
    assert_memory_equal(after, again, sizeof after);
    free(bytes);
    ludo_sim_destroy(copy.sim);
    ludo_model_destroy(other);
    run_close(&r);
}

static void activations_are_set_at_once(void **state)
{
    (void)state;
    running r = open_text("maximal");
    const double set[NA] = {0.25, -0.5, 0.75}, bad[NA] = {0.0, HUGE_VAL, 0.0};
    double act[NA];
    assert_int_equal(ludo_sim_set_activations(r.sim, set, NA), LUDO_OK);
    assert_int_equal(ludo_sim_set_activations(r.sim, bad, NA), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_activations(r.sim, set, NA + 1), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_activations(NULL, set, NA), LUDO_BAD_ARGUMENT);
    read_activations(r.sim, act);
    assert_memory_equal(act, set, sizeof set);
    run_close(&r);
}

static void forces_are_those_of_the_activation_in_the_middle(void **state)
{
    (void)state;
    running r = open_text("maximal");
    double force[4], u[4] = {0.0, 0.0, 1.0, 0.0};
    assert_int_equal(ludo_sim_set_controls(r.sim, u, 4), LUDO_OK);
    run_steps(&r, 0.01, 1);
    assert_int_equal(ludo_sim_get_actuator_forces(r.sim, force, 4), LUDO_OK);
    CHECK_NEAR(force[2], 1.0 - exp(-0.05), 4.0 * DBL_EPSILON);
    run_close(&r);
}

static void derivatives_and_order_four_name_the_actuator(void **state)
{
    (void)state;
    running r = open_text("maximal");
    ludo_linearizer *linearizer = NULL;
    ludo_diagnostic why;
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_linearizer_create(r.sim, NULL, &linearizer, &why), LUDO_REFUSED);
    assert_non_null(strstr(why.message, "actuator 'i'"));
    ludo_sim_options options = ludo_sim_options_default();
    options.order = 4;
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &sim, &why), LUDO_REFUSED);
    assert_non_null(strstr(why.message, "'f'"));
    run_close(&r);
}

static void keyframes_keep_the_activations_of_actuators_that_stay(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(TEXT);
    ludo_keyframe_def key = ludo_keyframe_default();
    assert_int_equal(ludo_spec_remove_actuator(spec, 1), LUDO_OK);
    assert_int_equal(ludo_spec_keyframe(spec, 0, &key), LUDO_OK);
    assert_int_equal(key.control_count, 3);
    assert_int_equal(key.activation_count, 2);
    assert_true(key.activation[0] == 0.2 && key.activation[1] == 0.3);
    ludo_spec_destroy(spec);
}

/* ---- bad definitions ---- */

static void check_refused(const ludo_actuator_def *bad, const char *word)
{
    ludo_spec *spec = spec_of(TEXT);
    ludo_model *model = NULL;
    ludo_diagnostic why;
    assert_int_equal(ludo_spec_set_actuator(spec, 0, bad), LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &model, &why), LUDO_BAD_MODEL);
    if (strstr(why.message, word) == NULL || strstr(why.message, "actuator") == NULL) {
        fail_msg("'%s' does not say '%s'", why.message, word);
    }
    ludo_spec_destroy(spec);
}

static void impossible_laws_are_refused(void **state)
{
    (void)state;
    ludo_actuator_def muscle = ludo_actuator_muscle(5.0);
    check_refused(&muscle, "length range");
    muscle.length_range[1] = 1.0;
    const struct {
        int at;
        double value;
        const char *word;
    } bad[] = {{0, 2.0, "muscle[0]"},  {2, -1.0, "muscle[2]"},     {3, 1.5, "muscle[3]"},
               {4, 1.0, "muscle[4]"},  {5, 0.0, "muscle[5]"},      {7, 1.0, "muscle[7]"},
               {6, -1.0, "muscle[6]"}, {2, HUGE_VAL, "not finite"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ludo_actuator_def wrong = muscle;
        wrong.muscle[bad[i].at] = bad[i].value;
        check_refused(&wrong, bad[i].word);
    }
    ludo_actuator_def a = ludo_actuator_motor();
    a.dynamics_type = "filter";
    check_refused(&a, "time constants");
    a.time_constant[2] = -1.0;
    check_refused(&a, "time constant");
    a = ludo_actuator_motor(), a.gain_type = "cubic";
    check_refused(&a, "gain 'cubic'");
    a = ludo_actuator_motor(), a.bias_type = "fixed";
    check_refused(&a, "bias 'fixed'");
    a = ludo_actuator_motor(), a.dynamics_type = "user";
    check_refused(&a, "dynamics 'user'");
    a = ludo_actuator_motor(), a.dynamics_type = "slew";
    check_refused(&a, "slew_rate");
    a = ludo_actuator_motor(), a.dynamics_type = "current", a.time_constant[0] = 1.0;
    check_refused(&a, "resistance");
    a = ludo_actuator_motor(), a.dynamics_type = "integral", a.time_constant[0] = -1.0;
    check_refused(&a, "negative time constant");
    a = ludo_actuator_motor(), a.bias_type = "cogging", a.cogging[1] = HUGE_VAL;
    check_refused(&a, "not finite");
    a = ludo_actuator_motor(), a.gain_slope[1] = HUGE_VAL;
    check_refused(&a, "not finite");
    a = ludo_actuator_motor(), a.activation_limited = true;
    check_refused(&a, "does not have");
    a = ludo_actuator_motor(), a.dynamics_type = "integrator", a.activation_limited = true,
    a.activation_range[0] = 1.0;
    check_refused(&a, "empty range");
}

static void gains_of_muscles_are_not_replaced(void **state)
{
    (void)state;
    running r = open_text("maximal");
    ludo_model *changed = NULL;
    const double bias[3] = {0.0, 0.0, 0.0};
    assert_int_equal(ludo_model_copy(r.model, NULL, &changed), LUDO_OK);
    assert_int_equal(ludo_model_set_actuator_gains(changed, 3, 1.0, bias), LUDO_REFUSED);
    assert_int_equal(ludo_model_set_actuator_gains(changed, 2, 1.0, bias), LUDO_OK);
    ludo_model_destroy(changed);
    run_close(&r);
}

static void keyframes_with_other_counts_of_activations_are_refused(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(TEXT);
    ludo_model *model = NULL;
    ludo_diagnostic why;
    ludo_keyframe_def key = ludo_keyframe_default();
    const double two[2] = {0.0, 0.0};
    key.activation = two, key.activation_count = 2;
    assert_int_equal(ludo_spec_add_keyframe(spec, &key, NULL), LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &model, &why), LUDO_BAD_MODEL);
    assert_non_null(strstr(why.message, "2 activations; the mechanism has 3"));
    ludo_spec_destroy(spec);
}

static void creating_survives_every_failing_allocation(void **state)
{
    (void)state;
    check_failing_allocations(spec_of(TEXT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keyframes_have_activations),
        cmocka_unit_test(activations_follow_their_equations_in_every_integrator),
        cmocka_unit_test(steps_back_return_filters_and_integrators),
        cmocka_unit_test(activations_are_part_of_checkpoints_and_copies),
        cmocka_unit_test(activations_are_set_at_once),
        cmocka_unit_test(forces_are_those_of_the_activation_in_the_middle),
        cmocka_unit_test(derivatives_and_order_four_name_the_actuator),
        cmocka_unit_test(keyframes_keep_the_activations_of_actuators_that_stay),
        cmocka_unit_test(impossible_laws_are_refused),
        cmocka_unit_test(gains_of_muscles_are_not_replaced),
        cmocka_unit_test(keyframes_with_other_counts_of_activations_are_refused),
        cmocka_unit_test(creating_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
