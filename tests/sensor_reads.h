/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of sensors against expected ones. */
#ifndef LUDO_TESTS_SENSOR_READS_H
#define LUDO_TESTS_SENSOR_READS_H

#include "running.h"

/* Check the numbers of a sensor. */
static inline void check_reads(running *r, const char *name, const double *expected,
                               double tolerance)
{
    ludo_sensor_info info = {.struct_size = sizeof info};
    double x[4];
    const int32_t i = ludo_model_sensor_find(r->model, name);
    assert_int_equal(ludo_model_sensor(r->model, i, &info), LUDO_OK);
    assert_int_equal(ludo_sim_sensor(r->sim, i, x), LUDO_OK);
    for (int32_t k = 0; k < info.count; k++) {
        CHECK_NEAR(x[k], expected[k], tolerance);
    }
}

#define CHECK_READS(r, name, tolerance, ...)                                                       \
    check_reads((r), (name), (const double[]){__VA_ARGS__}, (tolerance))

#endif
