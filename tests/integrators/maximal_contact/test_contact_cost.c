/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of a step in contact is bounded: boxes that fall into a narrow bin and jam there. */
#include "running.h"

#include <stdio.h>
#include <string.h>

enum { BOXES = 24, STEPS = 330 };

/* A floor and four walls around 0.4 m x 0.4 m. */
static const char bin[] = "<geom type='plane' size='5 5 1' friction='1'/>"
                          "<geom type='box' size='0.05 0.25 4' pos='0.25 0 4' friction='1'/>"
                          "<geom type='box' size='0.05 0.25 4' pos='-0.25 0 4' friction='1'/>"
                          "<geom type='box' size='0.25 0.05 4' pos='0 0.25 4' friction='1'/>"
                          "<geom type='box' size='0.25 0.05 4' pos='0 -0.25 4' friction='1'/>";

/* A box of random size and orientation, above all before it and apart from them. */
static int write_box(char *text, size_t room, random_stream *r, int i)
{
    const ludo_quat q = random_quat(r);
    const double x = random_uniform(r, -0.04, 0.04), y = random_uniform(r, -0.04, 0.04);
    const double a = random_uniform(r, 0.05, 0.09), b = random_uniform(r, 0.05, 0.09);
    const double c = random_uniform(r, 0.05, 0.09);
    return snprintf(text, room,
                    "<body pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'><freejoint/>"
                    "<geom type='box' friction='1' size='%.17g %.17g %.17g'/></body>",
                    x, y, 0.2 + 0.32 * i, q.w, q.x, q.y, q.z, a, b, c);
}

static running open_heap(uint64_t seed)
{
    static char text[32768];
    ludo_spec *spec = NULL;
    random_stream r = random_from(seed);
    size_t used = (size_t)snprintf(text, sizeof text, "<mujoco><worldbody>%s", bin);
    for (int i = 0; i < BOXES; i++) {
        used += (size_t)write_box(text + used, sizeof text - used, &r, i);
    }
    (void)snprintf(text + used, sizeof text - used, "</worldbody></mujoco>");
    const ludo_status read =
        ludo_load_string(text, strlen(text), "heap.xml", NULL, NULL, &spec, NULL);
    return run_open(read, spec, NULL);
}

/* Steps in which boxes jam end with bounded friction once an island has spent 200 iterations times
 * 32 on its 60 to 100 cones and, in the parts that are left, some more. No shapes
 * are deeper than accepted: 1e-9 of the mean radius, 0.12 m; gap times force is polished to 9e-11 m
 * g l, 1e-8 N m, as far as six iterations do. */
static void heaps_take_a_bounded_number_of_iterations(void **state)
{
    (void)state;
    running r = open_heap(12);
    int bounded = 0;
    for (int k = 0; k < STEPS; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        ludo_contact_quality q = {.struct_size = sizeof q};
        ludo_wrench w;
        assert_int_equal(ludo_step(r.sim, 0.005, &report), LUDO_OK);
        assert_int_equal(ludo_sim_contact_quality(r.sim, &q), LUDO_OK);
        assert_int_equal(ludo_sim_reaction(r.sim, 0, &w), LUDO_OK);
        bounded += q.friction_excess > 1e-6;
        assert_true(report.iterations <= 2500);
        assert_true(q.penetration <= 1e-9 * 0.12 && q.signorini <= 3e-8);
    }
    assert_true(bounded > 0);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heaps_take_a_bounded_number_of_iterations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
