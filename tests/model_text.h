/* SPDX-License-Identifier: Apache-2.0
 *
 * Models in tests from texts of any format, and the errors of texts that are refused. */
#ifndef LUDO_TESTS_MODEL_TEXT_H
#define LUDO_TESTS_MODEL_TEXT_H

#include "support.h"

#include <string.h>

/* The description of a valid text; the caller destroys it. */
static inline ludo_spec *spec_loaded(const char *text, const ludo_load_options *options)
{
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = 0};
    if (ludo_load_string(text, strlen(text), "file.xml", options, NULL, &spec, &why) != LUDO_OK) {
        fail_msg("'%.200s': %d:%d: %s", text, (int)why.line, (int)why.column, why.message);
    }
    return spec;
}

static inline ludo_spec *spec_of(const char *text)
{
    return spec_loaded(text, NULL);
}

/* An invalid text: its error is at this place, and its message contains this word. */
typedef struct fault {
    const char *text;
    ludo_status status;
    int32_t line, column;
    const char *word;
} fault;

/* Load and compile; the first error goes to `why`. */
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

/* The model of a valid text; the caller destroys it. */
static inline ludo_model *model_of(const char *text)
{
    ludo_model *model;
    ludo_diagnostic why = {.line = 0};
    if (make_model(text, strlen(text), NULL, &model, &why) != LUDO_OK) {
        fail_msg("'%.200s': %d:%d: %s", text, (int)why.line, (int)why.column, why.message);
    }
    return model;
}

/* Each text is refused at its place, with a message that contains its word. */
static inline void check_faults(const fault *faults, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const fault *f = &faults[i];
        ludo_model *model;
        ludo_diagnostic why = {.line = -1};
        const ludo_status status = make_model(f->text, strlen(f->text), NULL, &model, &why);
        ludo_model_destroy(model);
        if (status != f->status || why.line != f->line || why.column != f->column ||
            strstr(why.message, f->word) == NULL || strcmp(why.file, "file.xml") != 0) {
            fail_msg("'%s': %d: %s:%d:%d: %s", f->text, (int)status, why.file, (int)why.line,
                     (int)why.column, why.message);
        }
    }
}

#define CHECK_FAULTS(...)                                                                          \
    do {                                                                                           \
        static const fault faults[] = {__VA_ARGS__};                                               \
        check_faults(faults, sizeof faults / sizeof *faults);                                      \
    } while (0)

#endif
