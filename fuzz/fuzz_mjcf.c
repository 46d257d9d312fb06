/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as an MJCF file: read, compiled and, where that makes a small mechanism, simulated for
 * two steps. Whatever is said of a refusal must be terminated and have a message. */
#include "ludo/ludo.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BODIES = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* A status and what was said about it. */
static void check_said(ludo_status status, bool made, const ludo_diagnostic *why)
{
    check(made == (status == LUDO_OK));
    check(memchr(why->file, '\0', sizeof why->file) != NULL);
    check(memchr(why->message, '\0', sizeof why->message) != NULL);
    check(status == LUDO_OK || why->message[0] != '\0');
}

static void simulate(const ludo_model *model)
{
    ludo_sim *sim = NULL;
    ludo_diagnostic why = {.line = 0};
    const ludo_status status = ludo_sim_create(model, NULL, NULL, &sim, &why);
    check_said(status, sim != NULL, &why);
    if (sim != NULL) {
        (void)ludo_sim_reset(sim, ludo_model_keyframe_count(model) - 1); /* -1: as it stands */
        for (int i = 0; i < 2; i++) {
            (void)ludo_step(sim, ludo_model_timestep(model), NULL);
        }
    }
    ludo_sim_destroy(sim);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_diagnostic why = {.line = 0};
    const char *text = size > 0 ? (const char *)data : "";
    ludo_status status = ludo_load_string(text, size, "fuzz.xml", NULL, NULL, &spec, &why);
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
    return 0;
}
