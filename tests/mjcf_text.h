/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts of MJCF for tests, and models from them. */
#ifndef LUDO_TESTS_MJCF_TEXT_H
#define LUDO_TESTS_MJCF_TEXT_H

#include "support.h"

#include <string.h>

#define INERTIAL "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
#define MUJOCO(inner) "<mujoco>" inner "</mujoco>"
#define WORLD(inner) "<worldbody>" inner "</worldbody>"
#define BODY(attributes, inner) "<body " attributes ">" INERTIAL inner "</body>"

/* Load and compile; the first problem goes to `why`. */
static inline ludo_status make_model(const char *text, size_t length, const ludo_allocator *a,
                                     ludo_model **model, ludo_diagnostic *why)
{
    ludo_spec *spec = NULL;
    *model = NULL;
    ludo_status status = ludo_load_string(text, length, "file.xml", NULL, a, &spec, why);
    if (status == LUDO_OK) {
        status = ludo_compile(spec, a, model, why);
    }
    ludo_spec_destroy(spec);
    return status;
}

/* The model of a text that has no faults; the caller's to destroy. */
static inline ludo_model *model_of(const char *text)
{
    ludo_model *model;
    ludo_diagnostic why = {.line = 0};
    if (make_model(text, strlen(text), NULL, &model, &why) != LUDO_OK) {
        fail_msg("'%.200s': %d:%d: %s", text, (int)why.line, (int)why.column, why.message);
    }
    return model;
}

#endif
