/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a model file: read, compiled, released. Whatever is in them, there is a model or
 * there is a diagnostic. */
#include "ludo/ludo.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A failure without words is a bug. */
static void demand_words(ludo_status status, const ludo_diagnostic *why)
{
    if (status != LUDO_OK && why->message[0] == '\0') {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_diagnostic why = {.message = ""};
    ludo_status status = ludo_load_string((const char *)data, size, "fuzz", NULL, &spec, &why);
    if (status == LUDO_OK) {
        status = ludo_compile(spec, NULL, &model, &why);
    }
    demand_words(status, &why);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
    return 0;
}
