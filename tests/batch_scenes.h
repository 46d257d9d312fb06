/* SPDX-License-Identifier: Apache-2.0
 *
 * Batches beside single simulations of the same model and start. */
#ifndef LUDO_TESTS_BATCH_SCENES_H
#define LUDO_TESTS_BATCH_SCENES_H

#include "running.h"
#include "small_spec.h"

#include <string.h>

static inline ludo_model *batch_file(const char *path)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_load_file(path, NULL, NULL, &spec, NULL), LUDO_OK);
    return compiled(spec);
}

static inline ludo_batch *batch_of(const ludo_model *m, const ludo_sim_options *options,
                                   int32_t count, int32_t threads)
{
    ludo_batch *b = NULL;
    ludo_diagnostic why = {.message = ""};
    const ludo_status s = ludo_batch_create(m, options, count, threads, NULL, &b, &why);
    if (s != LUDO_OK) {
        print_error("%s: %s\n", ludo_status_text(s), why.message);
    }
    assert_int_equal(s, LUDO_OK);
    return b;
}

static inline double *batch_rows(ludo_batch *b, ludo_quantity quantity)
{
    double *rows = NULL;
    assert_int_equal(ludo_batch_rows(b, quantity, &rows), LUDO_OK);
    return rows;
}

static inline ludo_sim *single_of(const ludo_model *m, const ludo_sim_options *options)
{
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_sim_create(m, options, NULL, &sim, NULL), LUDO_OK);
    return sim;
}

/* The rates that simulation k starts with. */
static inline void draw_rates(const ludo_model *m, int32_t k, double *v)
{
    random_stream r = random_from(77 + (uint64_t)k);
    for (int32_t i = 0; i < ludo_model_dof(m); i++) {
        v[i] = random_uniform(&r, -0.3, 0.3);
    }
}

/* A quantity of a single simulation is a row, bit for bit, where it can be read. */
static inline void check_row(ludo_sim *sim, ludo_quantity quantity, const double *row)
{
    const double *own = NULL;
    int32_t count = 0;
    if (ludo_sim_view(sim, quantity, &own, &count) == LUDO_OK) {
        assert_memory_equal(row, own, (size_t)count * sizeof *own);
    }
}

#endif
