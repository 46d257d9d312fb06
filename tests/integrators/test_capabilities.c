/* SPDX-License-Identifier: Apache-2.0
 *
 * Capabilities of integrators: a floating body with one more element is accepted by exactly the
 * integrators that have the capability for it. */
#include "small_spec.h"

static ludo_spec *floating_body(void)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "a");
    return spec;
}

/* A body on a hinge of the floating one: integrators of single bodies refuse both. */
static ludo_spec *with_hinge(ludo_dof_def along)
{
    ludo_spec *spec = floating_body();
    ludo_joint_def hinge = ludo_joint_default();
    add_body(spec, "b");
    hinge.parent = 0;
    hinge.child = 1;
    hinge.along[0] = along;
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    return spec;
}

static ludo_spec *with_loop(void)
{
    ludo_spec *spec = floating_body();
    ludo_joint_def pin = ludo_joint_default();
    pin.type = "ball";
    assert_int_equal(ludo_spec_add_closure(spec, &pin, NULL), LUDO_OK);
    return spec;
}

static ludo_spec *with_contact(void)
{
    ludo_spec *spec = floating_body();
    ludo_geom_def ball = ludo_geom_default(), floor = ludo_geom_default();
    ball.size[0] = 0.1;
    floor.type = "plane";
    floor.body = LUDO_WORLD;
    floor.frame.position.z = -1.0;
    assert_int_equal(ludo_spec_add_geom(spec, &ball, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(spec, &floor, NULL), LUDO_OK);
    return spec;
}

static ludo_spec *with_limit(void)
{
    return with_hinge((ludo_dof_def){.limited = true, .range = {-1.0, 1.0}});
}

static ludo_spec *with_dry_friction(void)
{
    return with_hinge((ludo_dof_def){.friction_loss = 1.0});
}

static ludo_spec *with_damper(void)
{
    ludo_spec *spec = floating_body();
    ludo_site_def site = ludo_site_default();
    ludo_spring_def damper = ludo_spring_default();
    damper.damping = 1.0;
    assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
    site.body = LUDO_WORLD;
    site.frame.position.z = 1.0;
    assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &damper, NULL), LUDO_OK);
    return spec;
}

static ludo_spec *with_fluid(void)
{
    ludo_spec *spec = floating_body();
    ludo_fluid_def water = ludo_fluid_default();
    for (int i = 0; i < 6; i++) {
        water.added_mass[i][i] = 0.5;
    }
    assert_int_equal(ludo_spec_add_fluid(spec, &water, NULL), LUDO_OK);
    return spec;
}

/* Whether an integrator takes a model; `certify` and `derivatives` are asked for in addition. */
static bool takes(const char *name, ludo_spec *spec, uint32_t capability)
{
    ludo_model *model = compiled(spec);
    ludo_sim_options options = ludo_sim_options_default();
    ludo_sim *sim = NULL;
    ludo_linearizer *linearizer = NULL;
    options.integrator = name;
    options.certify = capability == LUDO_CAN_CERTIFY;
    options.accuracy = capability == LUDO_CAN_ACCURACY ? 1e-6 : 0.0;
    ludo_status status = ludo_sim_create(model, &options, NULL, &sim, NULL);
    if (status == LUDO_OK && capability == LUDO_CAN_DERIVATIVES) {
        status = ludo_linearizer_create(sim, NULL, &linearizer, NULL);
    }
    assert_true(status == LUDO_OK || status == LUDO_REFUSED);
    ludo_linearizer_destroy(linearizer);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return status == LUDO_OK;
}

static void integrators_take_what_their_capabilities_say(void **state)
{
    (void)state;
    static const struct {
        uint32_t capability;
        ludo_spec *(*spec)(void);
    } cases[] = {
        {LUDO_CAN_LOOPS, with_loop},           {LUDO_CAN_CONTACTS, with_contact},
        {LUDO_CAN_LIMITS, with_limit},         {LUDO_CAN_FRICTION, with_dry_friction},
        {LUDO_CAN_DAMPERS, with_damper},       {LUDO_CAN_FLUID, with_fluid},
        {LUDO_CAN_DERIVATIVES, floating_body}, {LUDO_CAN_CERTIFY, floating_body},
        {LUDO_CAN_ACCURACY, floating_body},
    };
    for (int32_t i = 0; i < ludo_integrator_count(); i++) {
        const ludo_integrator_info info = integrator_info_of(i);
        uint32_t known = 0;
        assert_true(takes(info.name, floating_body(), 0));
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            const uint32_t bit = cases[k].capability;
            const bool can = (info.capabilities & bit) != 0;
            if (takes(info.name, cases[k].spec(), bit) != can) {
                print_error("%s, case %d\n", info.name, (int)k);
                fail();
            }
            known |= bit;
        }
        assert_int_equal(info.capabilities & ~known, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integrators_take_what_their_capabilities_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
