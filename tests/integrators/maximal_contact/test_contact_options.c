/* SPDX-License-Identifier: Apache-2.0
 *
 * Options of contacts and limits: valid values, integrators that refuse them, states of other
 * options. */
#include "limited_joint.h"

#include <string.h>

/* A ball above a plane, on a slide with or without a limit and dry friction. */
typedef struct trouble {
    bool touches, limited, rubs;
} trouble;

static void add_shape(ludo_spec *spec, const char *type, int32_t body)
{
    ludo_geom_def geom = ludo_geom_default();
    geom.name = type;
    geom.type = type;
    geom.body = body;
    geom.size[0] = 0.1;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
}

static ludo_model *make_model(trouble t)
{
    const limited_joint s = {.type = "slide",
                             .along[0] = {.limited = t.limited,
                                          .range = {-1.0, 1.0},
                                          .friction_loss = t.rubs ? 1.0 : 0.0},
                             .axis = {0.0, 0.0, 1.0},
                             .mass = 1.0,
                             .inertia = 0.1};
    ludo_spec *spec = spec_limited_joint(&s);
    if (t.touches) {
        add_shape(spec, "plane", LUDO_WORLD);
        add_shape(spec, "sphere", 0);
    }
    return compiled(spec);
}

static ludo_status try_options(const ludo_model *m, const ludo_sim_options *o, ludo_diagnostic *why)
{
    ludo_sim *sim = NULL;
    why->message[0] = '\0';
    const ludo_status status = ludo_sim_create(m, o, NULL, &sim, why);
    assert_true((sim != NULL) == (status == LUDO_OK));
    ludo_sim_destroy(sim);
    return status;
}

static void check_says(const ludo_diagnostic *why, const char *part)
{
    if (strstr(why->message, part) == NULL) {
        print_error("'%s' doesn't say '%s'\n", why->message, part);
        fail();
    }
}

static void cones_have_names(void **state)
{
    (void)state;
    const char *names[] = {NULL, "exact", "linear4", "linear8"};
    ludo_diagnostic why;
    ludo_model *m = make_model((trouble){.touches = true});
    ludo_sim_options o = ludo_sim_options_default();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        o.cone = names[i];
        assert_int_equal(try_options(m, &o, &why), LUDO_OK);
    }
    o.cone = "round";
    assert_int_equal(try_options(m, &o, &why), LUDO_REFUSED);
    check_says(&why, "no cone 'round'");
    ludo_model_destroy(m);
}

/* Integrators without cones take models without any, or with all switched off. */
static void others_refuse_by_name(void **state)
{
    (void)state;
    const struct {
        trouble trouble;
        const char *says;
    } cases[] = {{{.touches = true}, "geom 'sphere'"},
                 {{.limited = true}, "joint 'joint' is limited"},
                 {{.rubs = true}, "joint 'joint' has friction loss"},
                 {{false, false, false}, NULL}};
    const struct {
        const char *integrator;
        int32_t order;
    } by[] = {{"galerkin", 0}, {"runge-kutta", 0}, {"maximal", 4}, {"maximal", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_model *m = make_model(cases[i].trouble);
        for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
            ludo_diagnostic why;
            ludo_sim_options o = ludo_sim_options_default();
            o.integrator = by[k].integrator;
            o.order = by[k].order;
            const bool refused = cases[i].says != NULL;
            assert_int_equal(try_options(m, &o, &why), refused ? LUDO_REFUSED : LUDO_OK);
            if (refused) {
                check_says(&why, cases[i].says);
            }
            o.contacts = o.limits = false;
            assert_int_equal(try_options(m, &o, &why),
                             cases[i].trouble.rubs ? LUDO_REFUSED : LUDO_OK);
        }
        ludo_model_destroy(m);
    }
}

/* With contacts, limits or dry friction steps have no derivatives. */
static void linearizers_refuse_by_name(void **state)
{
    (void)state;
    const trouble cases[] = {
        {.touches = true}, {.limited = true}, {.rubs = true}, {.touches = false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        running r = {make_model(cases[i]), NULL};
        assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
        ludo_linearizer *l = NULL;
        ludo_diagnostic why = {.message = ""};
        const bool refused = i < 3;
        const ludo_status status = ludo_linearizer_create(r.sim, NULL, &l, &why);
        assert_int_equal(status, refused ? LUDO_REFUSED : LUDO_OK);
        assert_true(!refused || strstr(why.message, "derivative") != NULL);
        ludo_linearizer_destroy(l);
        run_close(&r);
    }
}

static void joint_coordinates_have_no_cones(void **state)
{
    (void)state;
    ludo_diagnostic why;
    ludo_model *m = make_model((trouble){.touches = false});
    ludo_sim_options o = ludo_sim_options_default();
    o.integrator = "galerkin";
    o.cone = "exact";
    assert_int_equal(try_options(m, &o, &why), LUDO_REFUSED);
    check_says(&why, "no cone 'exact'");
    ludo_model_destroy(m);
}

/* A state fits simulations with the same options alone. */
static void states_of_other_options_are_refused(void **state)
{
    (void)state;
    ludo_model *m = make_model((trouble){true, true, true});
    ludo_sim_options o[4];
    ludo_sim *sim[4];
    for (int i = 0; i < 4; i++) {
        o[i] = ludo_sim_options_default();
        o[i].cone = i == 1 ? "linear8" : NULL;
        o[i].contacts = i != 2;
        o[i].limits = i != 3;
        assert_int_equal(ludo_sim_create(m, &o[i], NULL, &sim[i], NULL), LUDO_OK);
    }
    const size_t size = ludo_sim_state_size(sim[0]);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(ludo_sim_get_state(sim[0], bytes), LUDO_OK);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(ludo_sim_set_state(sim[i], bytes, size), i == 0 ? LUDO_OK : LUDO_REFUSED);
        assert_int_equal(ludo_sim_copy(sim[i], sim[0]), i == 0 ? LUDO_OK : LUDO_BAD_ARGUMENT);
    }
    free(bytes);
    for (int i = 0; i < 4; i++) {
        ludo_sim_destroy(sim[i]);
    }
    ludo_model_destroy(m);
}

/* Readers of contacts without any contact, and with bad arguments. */
static void bad_arguments_are_refused(void **state)
{
    (void)state;
    running r = {make_model((trouble){.limited = true}), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    ludo_contact contact;
    ludo_contact_quality quality = {.struct_size = sizeof quality};
    double force = 1.0;
    assert_int_equal(contacts_of(NULL, NULL, 0), 0);
    assert_int_equal(contacts_of(r.sim, NULL, 1), 0);
    assert_int_equal(contacts_of(r.sim, &contact, 1), 0);
    assert_int_equal(ludo_sim_contact_quality(NULL, &quality), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_contact_quality(r.sim, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_contact_quality(r.sim, &quality), LUDO_OK);
    assert_int_equal(quality.points, 0);
    assert_int_equal(ludo_sim_stop_force(NULL, 0, &force), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_stop_force(r.sim, -1, &force), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_stop_force(r.sim, 1, &force), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_stop_force(r.sim, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_stop_force(r.sim, 0, &force), LUDO_OK);
    assert_true(force == 0.0);
    run_close(&r);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    const limited_joint s = {
        .type = "ball",
        .along[0] = {.limited = true, .range = {0.0, 1.0}, .friction_loss = 1.0},
        .mass = 1.0,
        .inertia = 0.1};
    check_failing_allocations(spec_limited_joint(&s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cones_have_names),
        cmocka_unit_test(others_refuse_by_name),
        cmocka_unit_test(linearizers_refuse_by_name),
        cmocka_unit_test(joint_coordinates_have_no_cones),
        cmocka_unit_test(states_of_other_options_are_refused),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
