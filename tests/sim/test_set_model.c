/* SPDX-License-Identifier: Apache-2.0
 *
 * Changed parameters: a changed copy of a model is the model compiled from the changed description,
 * and a running simulation continues with it. */
#include "everything.h"
#include "spec/spec.h"

#include <string.h>

enum { SEEDS = 6, MOST = 256 };

static ludo_model *copy_of(const ludo_model *m)
{
    ludo_model *copy = NULL;
    assert_int_equal(ludo_model_copy(m, NULL, &copy), LUDO_OK);
    return copy;
}

static running simulate(ludo_model *m, const char *integrator)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = integrator;
    running r = {m, NULL};
    assert_int_equal(ludo_sim_create(m, &options, NULL, &r.sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    hold_controls(&r);
    return r;
}

/* ---- copies ---- */

static void a_copy_moves_as_its_original_and_outlives_it(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running a = open_everything(seed, true, NULL), b = open_everything(seed, true, NULL);
        ludo_model *copy = copy_of(b.model);
        run_close(&b);
        b = simulate(copy, "maximal");
        assert_int_equal(ludo_sim_reset(a.sim, 0), LUDO_OK);
        hold_controls(&a);
        run_steps(&a, 0.002, 20);
        run_steps(&b, 0.002, 20);
        check_same_bits(&a, &b);
        assert_string_equal(ludo_model_name(a.model), ludo_model_name(b.model));
        assert_int_equal(ludo_model_body_find(b.model, ludo_model_body_name(a.model, 3)), 3);
        run_close(&a);
        run_close(&b);
    }
}

static void a_copy_needs_memory(void **state)
{
    (void)state;
    running r = open_everything(1, true, NULL);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_model *copy = NULL;
        const ludo_status s = ludo_model_copy(r.model, &a.hook, &copy);
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_model_destroy(copy);
    }
    assert_int_equal(ludo_model_copy(NULL, NULL, &r.model), LUDO_BAD_ARGUMENT);
    r.model = (ludo_model *)(uintptr_t)ludo_sim_model(r.sim);
    run_close(&r);
}

/* ---- setters against compiling ---- */

/* Another possible mass of a body, its centre of mass elsewhere. */
static void change_body(ludo_body_def *b, random_stream *random)
{
    const double factor = random_uniform(random, 0.7, 1.5);
    b->mass *= factor;
    for (int i = 0; i < 6; i++) {
        b->inertia[i] *= factor;
    }
    b->com = v3_add(b->com, random_vec3(random, 0.05));
}

/* Other laws along a rate: the elements stay. */
static void change_dof(ludo_dof_def *d, random_stream *random)
{
    d->stiffness *= random_uniform(random, 0.5, 2.0);
    d->damping *= random_uniform(random, 0.5, 2.0);
    d->armature *= random_uniform(random, 0.5, 2.0);
    d->rest += d->stiffness > 0.0 ? random_uniform(random, -0.1, 0.1) : 0.0;
}

static void change_bodies(ludo_spec *spec, ludo_model *m, random_stream *random)
{
    ludo_body_def *body = spec->bodies.items;
    for (int32_t i = 0; i < spec->bodies.count; i++) {
        if (body[i].mass > 0.0) {
            change_body(&body[i], random);
            assert_int_equal(
                ludo_model_set_body_inertia(m, i, body[i].mass, body[i].com, body[i].inertia),
                LUDO_OK);
        }
    }
}

static void change_forces(ludo_spec *spec, ludo_model *m, random_stream *random)
{
    ludo_joint_def *joint = spec->joints.items;
    ludo_spring_def *spring = spec->springs.items;
    ludo_actuator_def *actuator = spec->actuators.items;
    for (int32_t i = 0; i < spec->joints.count; i++) {
        static const char without[] = "free ball fixed"; /* scalar laws along the first rate */
        if (strstr(without, joint[i].type) == NULL) {
            change_dof(&joint[i].along[0], random);
            assert_int_equal(ludo_model_set_dof(m, i, 0, &joint[i].along[0]), LUDO_OK);
        }
    }
    for (int32_t i = 0; i < spec->springs.count; i++) {
        spring[i].stiffness *= random_uniform(random, 0.5, 2.0);
        spring[i].damping *= random_uniform(random, 0.5, 2.0);
        assert_int_equal(
            ludo_model_set_spring(m, i, spring[i].stiffness, spring[i].damping, spring[i].rest),
            LUDO_OK);
    }
    for (int32_t i = 0; i < spec->actuators.count; i++) {
        actuator[i].gain *= random_uniform(random, 0.5, 2.0);
        actuator[i].bias[1] *= random_uniform(random, 0.5, 2.0);
        assert_int_equal(ludo_model_set_actuator_gains(m, i, actuator[i].gain, actuator[i].bias),
                         LUDO_OK);
    }
}

/* The changed copy and the model compiled from the changed description agree up to the round-off
 * of moving frames by the way of the centre of mass, which a hundred steps magnify. */
static void a_changed_model_moves_as_the_compiled_one(void **state)
{
    (void)state;
    static const char *const integrators[] = {"maximal", "galerkin"};
    FOR_SEEDS(seed, 2 * SEEDS)
    {
        ludo_spec *spec = NULL;
        ludo_model *original = NULL, *compiled = NULL;
        assert_int_equal(build_everything(seed, true, &spec), LUDO_OK);
        assert_int_equal(ludo_compile(spec, NULL, &original, NULL), LUDO_OK);
        ludo_model *changed = copy_of(original);
        random_stream random = random_from(seed);
        change_bodies(spec, changed, &random);
        change_forces(spec, changed, &random);
        const double g[3] = {1.0, 2.0, -5.0};
        assert_int_equal(ludo_spec_set_option(spec, "gravity", g, 3), LUDO_OK);
        assert_int_equal(ludo_model_set_gravity(changed, v3(g[0], g[1], g[2])), LUDO_OK);
        assert_int_equal(ludo_compile(spec, NULL, &compiled, NULL), LUDO_OK);
        running a = simulate(changed, integrators[seed % 2]);
        running b = simulate(compiled, integrators[seed % 2]);
        run_steps(&a, 0.001, 100);
        run_steps(&b, 0.001, 100);
        const state_error e = state_difference(&a, &b);
        CHECK_NEAR(state_error_max(&e), 0.0, 1e-8); /* measured: at most 1e-10 */
        run_close(&a);
        run_close(&b);
        ludo_model_destroy(original);
        ludo_spec_destroy(spec);
    }
}

static void loops_follow_the_centre_of_mass(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_three_links(NULL, &spec), LUDO_OK);
    ludo_model *original = NULL, *compiled = NULL;
    assert_int_equal(ludo_compile(spec, NULL, &original, NULL), LUDO_OK);
    ludo_model *changed = copy_of(original);
    random_stream random = random_from(7);
    change_bodies(spec, changed, &random);
    assert_int_equal(ludo_compile(spec, NULL, &compiled, NULL), LUDO_OK);
    running a = {changed, NULL}, b = {compiled, NULL};
    assert_int_equal(ludo_sim_create(changed, NULL, NULL, &a.sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_create(compiled, NULL, NULL, &b.sim, NULL), LUDO_OK);
    run_steps(&a, 0.001, 200);
    run_steps(&b, 0.001, 200);
    const state_error e = state_difference(&a, &b);
    CHECK_NEAR(state_error_max(&e), 0.0, 1e-8); /* round-off, magnified by 200 steps */
    run_close(&a);
    run_close(&b);
    ludo_model_destroy(original);
    ludo_spec_destroy(spec);
}

/* ---- a running simulation ---- */

/* Coordinates, rates, time, controls and forces stay; from there on the simulation is one of the
 * new model at this state. */
static void a_running_simulation_goes_on_with_another_model(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        ludo_spec *spec = NULL;
        ludo_model *original = NULL;
        assert_int_equal(build_everything(seed, true, &spec), LUDO_OK);
        assert_int_equal(ludo_compile(spec, NULL, &original, NULL), LUDO_OK);
        ludo_model *changed = copy_of(original);
        random_stream random = random_from(seed);
        change_bodies(spec, changed, &random);
        running a = simulate(original, "maximal"), b = simulate(changed, "maximal");
        run_steps(&a, 0.002, 10);
        double q[MOST], v[MOST], again[MOST];
        const int32_t nq = ludo_model_position_count(original), nv = ludo_model_dof(original);
        assert_int_equal(ludo_sim_get_positions(a.sim, q, nq), LUDO_OK);
        assert_int_equal(ludo_sim_get_velocities(a.sim, v, nv), LUDO_OK);
        const double *before, *after;
        assert_int_equal(ludo_sim_view(a.sim, LUDO_POSITIONS, &before, NULL), LUDO_OK);
        assert_int_equal(ludo_sim_set_model(a.sim, changed, NULL), LUDO_OK);
        assert_int_equal(ludo_sim_view(a.sim, LUDO_POSITIONS, &after, NULL), LUDO_OK);
        assert_ptr_equal(before, after);
        assert_ptr_equal(ludo_sim_model(a.sim), changed);
        assert_true(fabs(ludo_sim_time(a.sim) - 0.02) < 1e-15);
        assert_int_equal(ludo_sim_get_velocities(a.sim, again, nv), LUDO_OK);
        for (int32_t i = 0; i < nv; i++) {
            CHECK_NEAR(again[i], v[i], 1e-11 * (1.0 + fabs(v[i]))); /* round-off of twists */
        }
        assert_int_equal(ludo_sim_set_positions(b.sim, q, nq), LUDO_OK);
        assert_int_equal(ludo_sim_set_velocities(b.sim, v, nv), LUDO_OK);
        (void)ludo_sim_set_time(b.sim, ludo_sim_time(a.sim));
        run_steps(&a, 0.002, 10);
        run_steps(&b, 0.002, 10);
        const state_error e = state_difference(&a, &b);
        CHECK_NEAR(state_error_max(&e), 0.0, 1e-10); /* round-off of reading and setting */
        ludo_sim_destroy(a.sim);
        run_close(&b);
        ludo_model_destroy(original);
        ludo_spec_destroy(spec);
    }
}

static void a_failing_allocation_leaves_the_simulation_as_it_was(void **state)
{
    (void)state;
    running other = open_everything(1, true, NULL);
    assert_int_equal(ludo_sim_reset(other.sim, 0), LUDO_OK);
    hold_controls(&other);
    run_steps(&other, 0.002, 8);
    ludo_model *copy = copy_of(other.model);
    FOR_FAILING_ALLOCATION(a)
    {
        running r = {other.model, NULL};
        assert_true(a.failed || ludo_sim_create(r.model, NULL, &a.hook, &r.sim, NULL) == LUDO_OK ||
                    a.failed);
        if (r.sim != NULL) {
            assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
            hold_controls(&r);
            run_steps(&r, 0.002, 4);
            const ludo_status s = ludo_sim_set_model(r.sim, copy, NULL);
            assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
            run_steps(&r, 0.002, 4);
            if (a.failed) {
                check_same_bits(&r, &other);
            }
            ludo_sim_destroy(r.sim);
        }
    }
    ludo_model_destroy(copy);
    run_close(&other);
}

static void models_of_other_structure_are_refused(void **state)
{
    (void)state;
    ludo_diagnostic why = {.message = ""};
    running r = open_everything(1, true, NULL), other = open_everything(2, true, NULL);
    assert_int_equal(ludo_sim_set_model(r.sim, other.model, &why), LUDO_REFUSED);
    assert_non_null(strstr(why.message, "create another simulation"));
    assert_int_equal(ludo_sim_set_model(NULL, r.model, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_model(r.sim, NULL, NULL), LUDO_BAD_ARGUMENT);
    run_close(&r);
    run_close(&other);
}

static void impossible_parameters_are_refused(void **state)
{
    (void)state;
    const double J[6] = {0.1, 0.1, 0.1}, flat[6] = {0.1, 0.1, 0.5}, none[3] = {0.0};
    const ludo_vec3 com = {0.0, 0.0, 0.0};
    const double nan_ = (double)NAN;
    running r = open_everything(1, true, NULL);
    ludo_model *m = copy_of(r.model);
    ludo_dof_def bad = {.damping = -1.0}, stop = {.limited = true, .range = {-1.0, 1.0}};
    assert_int_equal(ludo_model_set_gravity(m, v3(nan_, 0.0, 0.0)), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_model_set_body_inertia(m, -1, 1.0, com, J), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_model_set_body_inertia(m, 0, nan_, com, J), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_model_set_body_inertia(m, 0, 0.0, com, J), LUDO_BAD_MODEL);
    assert_int_equal(ludo_model_set_body_inertia(m, 0, 1.0, com, flat), LUDO_BAD_MODEL);
    assert_int_equal(ludo_model_set_dof(m, 0, 0, &bad), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_model_set_dof(m, 0, 9, &stop), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_model_set_dof(m, 0, 0, &stop), LUDO_REFUSED);
    assert_int_equal(ludo_model_set_spring(m, 999, 1.0, 0.0, none), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_model_set_spring(m, 0, nan_, 0.0, none), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_model_set_actuator_gains(m, 0, nan_, none), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_model_set_geom_contact(m, 0, 1.0, 0.0), LUDO_BAD_ARGUMENT);
    running same = simulate(m, "maximal");
    assert_int_equal(ludo_sim_reset(r.sim, 0), LUDO_OK);
    hold_controls(&r);
    run_steps(&r, 0.002, 3);
    run_steps(&same, 0.002, 3);
    check_same_bits(&r, &same);
    run_close(&same);
    run_close(&r);
}

/* A block that slides with friction mu decelerates by mu g: also with another mu from here on. */
static void friction_changes_on_the_way(void **state)
{
    (void)state;
    static const double g = 9.81, mu[2] = {0.2, 0.5}, h = 0.002;
    ludo_spec *spec = NULL;
    ludo_body_def box = {
        .struct_size = sizeof(ludo_body_def), .mass = 2.0, .inertia = {0.02, 0.02, 0.02}};
    ludo_joint_def flight = {
        .struct_size = sizeof(ludo_joint_def), .type = "free", .parent = LUDO_WORLD};
    flight.in_parent.position.z = 0.1;
    ludo_geom_def shape = ludo_geom_default(), floor = ludo_geom_default();
    shape.type = "box";
    shape.size[0] = shape.size[1] = shape.size[2] = 0.1;
    shape.friction[0] = floor.friction[0] = mu[0];
    floor.type = "plane";
    floor.body = LUDO_WORLD;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[]){0.0, 0.0, -g}, 3), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &box, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &flight, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(spec, &shape, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(spec, &floor, NULL), LUDO_OK);
    running r = run_open(LUDO_OK, spec, NULL);
    const double start[6] = {5.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    assert_int_equal(ludo_sim_set_velocities(r.sim, start, 6), LUDO_OK);
    run_steps(&r, h, 100);
    ludo_model *rough = copy_of(r.model);
    assert_int_equal(ludo_model_set_geom_contact(rough, 0, mu[1], 0.0), LUDO_OK);
    assert_int_equal(ludo_sim_set_model(r.sim, rough, NULL), LUDO_OK);
    run_steps(&r, h, 100);
    double v[6];
    assert_int_equal(ludo_sim_get_velocities(r.sim, v, 6), LUDO_OK);
    CHECK_NEAR(v[0], 5.0 - 0.2 * g * (mu[0] + mu[1]), 1e-6); /* tolerance of the contact solve */
    ludo_sim_destroy(r.sim);
    ludo_model_destroy(rough);
    ludo_model_destroy(r.model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_moves_as_its_original_and_outlives_it),
        cmocka_unit_test(a_copy_needs_memory),
        cmocka_unit_test(a_changed_model_moves_as_the_compiled_one),
        cmocka_unit_test(loops_follow_the_centre_of_mass),
        cmocka_unit_test(a_running_simulation_goes_on_with_another_model),
        cmocka_unit_test(a_failing_allocation_leaves_the_simulation_as_it_was),
        cmocka_unit_test(models_of_other_structure_are_refused),
        cmocka_unit_test(impossible_parameters_are_refused),
        cmocka_unit_test(friction_changes_on_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
