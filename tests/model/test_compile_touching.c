/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs of geoms that may touch, but whose contacts are not simulated: their number, and that the
 * penetration of a step is then unknown. */
#include "model/model.h"

#include "small_spec.h"

/* Planes on floating bodies: no two planes touch. */
static ludo_spec *floating_planes(int32_t count)
{
    ludo_spec *spec = new_spec();
    ludo_geom_def plane = ludo_geom_default();
    plane.type = "plane";
    for (int32_t i = 0; i < count; i++) {
        add_body(spec, NULL);
        plane.body = i;
        assert_int_equal(ludo_spec_add_geom(spec, &plane, NULL), LUDO_OK);
    }
    return spec;
}

static void pairs_that_are_not_simulated_are_counted(void **state)
{
    (void)state;
    ludo_spec *spec = floating_planes(4);
    const ludo_exclude_def apart = {.struct_size = sizeof apart, .body_a = 1, .body_b = 2};
    assert_int_equal(ludo_spec_add_exclude(spec, &apart, NULL), LUDO_OK);
    ludo_model *m = compiled(spec);
    assert_int_equal(m->contacts.not_simulated, 5);
    ludo_model_destroy(m);
}

static void penetration_is_unknown_if_a_pair_is_not_simulated(void **state)
{
    (void)state;
    for (int32_t count = 1; count <= 2; count++) {
        ludo_model *m = compiled(floating_planes(count));
        for (int contacts = 0; contacts < 2; contacts++) {
            ludo_sim_options options = ludo_sim_options_default();
            options.contacts = contacts == 1;
            ludo_sim *sim = NULL;
            assert_int_equal(ludo_sim_create(m, &options, NULL, &sim, NULL), LUDO_OK);
            for (int step = 0; step < 2; step++) {
                ludo_contact_quality q = {.struct_size = sizeof q};
                assert_int_equal(ludo_sim_contact_quality(sim, &q), LUDO_OK);
                assert_int_equal(q.pairs_not_simulated, contacts == 1 ? count - 1 : 0);
                assert_int_equal(isnan(q.penetration), q.pairs_not_simulated > 0);
                assert_int_equal(ludo_step(sim, 0.01, NULL), LUDO_OK);
            }
            ludo_sim_destroy(sim);
        }
        ludo_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_that_are_not_simulated_are_counted),
        cmocka_unit_test(penetration_is_unknown_if_a_pair_is_not_simulated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
