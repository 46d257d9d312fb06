/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as a model: read, compiled and, if the mechanism is small, simulated for two steps. The
 * model's folder does not exist, so that no other files are read. */
#ifndef LUDO_FUZZ_MODEL_BYTES_H
#define LUDO_FUZZ_MODEL_BYTES_H

#include "said.h"

#include "ludo/ludo.h"

enum { MOST_BODIES = 16 };

static inline void simulate(const ludo_model *model)
{
    ludo_sim *sim = NULL;
    ludo_diagnostic why = {.line = 0};
    const ludo_status status = ludo_sim_create(model, NULL, NULL, &sim, &why);
    check_said(status, sim != NULL, &why);
    if (sim != NULL) {
        (void)ludo_sim_reset(sim,
                             ludo_model_keyframe_count(model) - 1); /* -1: the reference pose */
        for (int i = 0; i < 2; i++) {
            (void)ludo_step(sim, ludo_model_timestep(model), NULL);
        }
    }
    ludo_sim_destroy(sim);
}

static inline void try_model(const uint8_t *data, size_t size, const ludo_load_options *options)
{
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_diagnostic why = {.line = 0};
    const char *text = size > 0 ? (const char *)data : "";
    ludo_status status =
        ludo_load_string(text, size, "nowhere/fuzz.xml", options, NULL, &spec, &why);
    check_said(status, spec != NULL, &why);
    if (spec != NULL) {
        status = ludo_compile(spec, NULL, &model, &why);
        check_said(status, model != NULL, &why);
    }
    if (model != NULL && ludo_model_body_count(model) <= MOST_BODIES) {
        simulate(model);
    }
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

#endif
