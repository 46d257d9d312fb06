/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as a model: read, compiled and, if the mechanism is small, simulated for two steps. The
 * model's folder does not exist, so that no other files are read. */
#ifndef LUDO_FUZZ_MODEL_BYTES_H
#define LUDO_FUZZ_MODEL_BYTES_H

#include "said.h"

#include "ludo/ludo.h"

/* What is simulated of a file: many geoms that overlap take minutes to separate here. */
enum { MOST_BODIES = 16, MOST_GEOMS = 3 };

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
    if (model != NULL && ludo_model_body_count(model) <= MOST_BODIES &&
        ludo_model_geom_count(model) <= MOST_GEOMS) {
        simulate(model);
    }
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

/* A reader of a file beside a model: loops, semantic descriptions. */
typedef ludo_status side_file_parser(const char *text, size_t length, const char *file,
                                     ludo_spec *spec, ludo_diagnostic *why);

/* Bytes as a file beside a robot. */
static inline void try_side_file(const char *robot, side_file_parser *parse, const uint8_t *data,
                                 size_t size)
{
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_diagnostic why = {.line = 0};
    check(ludo_load_string(robot, strlen(robot), "r", NULL, NULL, &spec, &why) == LUDO_OK);
    const char *text = size > 0 ? (const char *)data : "";
    ludo_status status = parse(text, size, "fuzz", spec, &why);
    check_said(status, status == LUDO_OK, &why);
    if (status == LUDO_OK) {
        status = ludo_compile(spec, NULL, &model, &why);
        check_said(status, model != NULL, &why);
    }
    if (model != NULL) {
        simulate(model);
    }
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

#endif
