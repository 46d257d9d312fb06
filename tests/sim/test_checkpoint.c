/* SPDX-License-Identifier: Apache-2.0
 *
 * States as bytes: what is taken over goes on with the same bits. */
#include "checkpoint.h"
#include "running.h"

/* --- what is simulated ----------------------------------------------------------------------- */

/* A scene, how it is simulated, with which step. */
typedef struct run_case {
    const char *scene; /* "everything": forces and joints of every kind; else a chain */
    ludo_sim_options options;
    double h;
} run_case;

static const run_case cases[] = {
    {"everything", {.damping = "symmetric"}, 0.005},
    {"everything", {.damping = "implicit", .solver = "ldu"}, 0.005},
    {"everything", {.rotation = "quaternion"}, -0.004},
    {"everything", {.order = 4}, 0.005},
    {"everything", {.order = 4, .solver = "ldu"}, 0.005},
    {"hinge", {.order = 2}, 0.2}, /* subdivided */
    {"hinge", {.order = 4}, 0.2},
    {"everything", {.accuracy = 1e-5}, 0.02},
    {"ball", {.order = 4, .accuracy = 1e-6}, -0.02},
    {"ball", {.order = 1}, 0.01},
    {"hinge", {.order = 1, .solver = "ldu"}, 0.01},
};
enum { CASES = sizeof cases / sizeof *cases, BODIES = 13 };

static ludo_sim_options options_of(const run_case *c)
{
    ludo_sim_options o = ludo_sim_options_default();
    o.order = c->options.order;
    o.rotation = c->options.rotation;
    o.solver = c->options.solver;
    o.damping = c->options.damping;
    o.accuracy = c->options.accuracy;
    return o;
}

static running open_case(const run_case *c)
{
    ludo_spec *spec = NULL;
    ludo_status built;
    const ludo_sim_options options = options_of(c);
    if (strcmp(c->scene, "everything") == 0) {
        const ludo_scene_everything_options o = {
            .bodies = BODIES, .seed = 3, .damped = options.order != 4, .stiffness = 100.0};
        built = ludo_scene_everything(&o, NULL, &spec);
    } else {
        const ludo_scene_chain_options o = {
            .links = 6, .joint = c->scene, .spatial = true, .stir = 0.5};
        built = ludo_scene_chain(&o, NULL, &spec);
    }
    return run_open(built, spec, &options);
}

/* The first scalar coordinate. */
static int32_t first_hinge(const ludo_model *model)
{
    for (int32_t j = 0; j < ludo_model_joint_count(model); j++) {
        if (strcmp(joint_info_of(model, j).type, "hinge") == 0) {
            return j;
        }
    }
    return -1;
}

/* Controls, a servo and a wrench that depend on `number`. */
static void drive(running *r, double number)
{
    const int32_t hinge = first_hinge(r->model);
    for (int32_t i = 0; i < ludo_model_actuator_count(r->model); i++) {
        assert_int_equal(ludo_sim_set_control(r->sim, i, number + 0.1 * i), LUDO_OK);
    }
    if (hinge >= 0) {
        const double kd = ludo_sim_order(r->sim) == 4 ? 0.0 : 2.0;
        assert_int_equal(ludo_sim_set_servo(r->sim, hinge, 0, number, 30.0, kd), LUDO_OK);
    }
    const ludo_wrench w = {{number, 0.5, 0.1}, {0.2, number, 0.3}};
    assert_int_equal(ludo_sim_set_body_force(r->sim, 1, &w), LUDO_OK);
}

/* --- going on -------------------------------------------------------------------------------- */

static void check_goes_on(running *a, running *b, double h)
{
    checkpoint now = checkpoint_of(a->sim);
    assert_int_equal(take(b->sim, &now), LUDO_OK);
    assert_true(is_at(b->sim, &now));
    checkpoint_free(&now);
    run_steps(a, h, 4);
    run_steps(b, h, 4);
    check_same(a->sim, b->sim);
}

static void a_state_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    const long steps[] = {0, 1, 9};
    for (int i = 0; i < CASES; i++) {
        for (int k = 0; k < 3; k++) {
            running a = open_case(&cases[i]), b = open_case(&cases[i]);
            drive(&a, 0.4);
            run_steps(&a, cases[i].h, steps[k]);
            check_goes_on(&a, &b, cases[i].h);
            run_close(&a);
            run_close(&b);
        }
    }
}

/* The former forces and state of the receiving simulation leave no trace. */
static void a_state_replaces_all_that_was(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        for (int k = 0; k < 2; k++) {
            running a = open_case(&cases[i]), b = open_case(&cases[i]);
            drive(k == 0 ? &b : &a, -0.3);
            run_steps(&a, cases[i].h, 2);
            run_steps(&b, 0.5 * cases[i].h, 3);
            check_goes_on(&a, &b, cases[i].h);
            run_close(&a);
            run_close(&b);
        }
    }
}

static void a_copy_replaces_all_that_was(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        for (int k = 0; k < 2; k++) {
            running a = open_case(&cases[i]);
            running b = {a.model, NULL};
            const ludo_sim_options options = options_of(&cases[i]);
            assert_int_equal(ludo_sim_create(a.model, &options, NULL, &b.sim, NULL), LUDO_OK);
            drive(k == 0 ? &b : &a, -0.3);
            run_steps(&a, cases[i].h, 2);
            run_steps(&b, 0.5 * cases[i].h, 3);
            assert_int_equal(ludo_sim_copy(b.sim, a.sim), LUDO_OK);
            check_same(a.sim, b.sim);
            run_steps(&a, cases[i].h, 4);
            run_steps(&b, cases[i].h, 4);
            check_same(a.sim, b.sim);
            ludo_sim_destroy(b.sim);
            run_close(&a);
        }
    }
}

/* After a reset the motion is that of a new simulation, to the bit. */
static void a_reset_forgets_what_acted(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        running a = open_case(&cases[i]), b = open_case(&cases[i]);
        drive(&b, 0.7);
        run_steps(&b, 0.5 * cases[i].h, 3);
        assert_int_equal(ludo_sim_reset(b.sim, 0), LUDO_OK);
        run_steps(&a, cases[i].h, 4);
        run_steps(&b, cases[i].h, 4);
        for (int32_t k = 0; k < ludo_model_body_count(a.model); k++) {
            const ludo_body_state x = run_body(&a, k), y = run_body(&b, k);
            assert_memory_equal(&x, &y, sizeof x);
        }
        run_close(&a);
        run_close(&b);
    }
}

static void runs_that_did_the_same_have_the_same_bytes(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        running a = open_case(&cases[i]), b = open_case(&cases[i]);
        for (int k = 0; k < 5; k++) {
            drive(&a, 0.1 * k);
            drive(&b, 0.1 * k);
            run_steps(&a, cases[i].h, 1);
            run_steps(&b, cases[i].h, 1);
            check_same(a.sim, b.sim);
        }
        run_close(&a);
        run_close(&b);
    }
}

/* The longest step above is subdivided. */
static void a_step_of_the_cases_is_subdivided(void **state)
{
    (void)state;
    int32_t most = 1;
    for (int i = 0; i < CASES; i++) {
        running r = open_case(&cases[i]);
        drive(&r, 0.4);
        for (int k = 0; k < 13; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            assert_int_equal(ludo_step(r.sim, cases[i].h, &report), LUDO_OK);
            most = report.substeps > most ? report.substeps : most;
        }
        run_close(&r);
    }
    assert_true(most > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_goes_on_with_the_same_bits),
        cmocka_unit_test(a_state_replaces_all_that_was),
        cmocka_unit_test(a_copy_replaces_all_that_was),
        cmocka_unit_test(a_reset_forgets_what_acted),
        cmocka_unit_test(runs_that_did_the_same_have_the_same_bytes),
        cmocka_unit_test(a_step_of_the_cases_is_subdivided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
