/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo info: describes a model, including models that can't be simulated. */
#include "info/info.h"

#include "commands.h"
#include "data/model_file.h"
#include "reading.h"

typedef struct info_settings {
    model_settings model;
    bool as_json;
} info_settings;

/* Warnings come last: at the end of the output they stay visible on a terminal. */
static void print_notes(const ludo_model *model, const char *path)
{
    (void)fflush(stdout);
    for (int32_t i = 0; i < ludo_model_note_count(model); i++) {
        const ludo_note_info note = note_info_of(model, i);
        ludo_model_file_print_note(&note, path, "warning: ");
    }
}

static outcome describe(const info_settings *s, const ludo_spec *spec, const char *path)
{
    ludo_model *model = NULL;
    assembly_check t;
    outcome how = ludo_model_file_compile(spec, path, &model);
    if (how != OUTCOME_DONE) {
        return how;
    }
    if (ludo_assembly_check_begin(&t, model)) {
        const subject of = {path, spec, model, &t};
        how = s->as_json ? ludo_info_write(stdout, &of) : ludo_info_print(stdout, &of);
        print_notes(model, path);
    } else {
        how = ludo_error_memory();
    }
    ludo_assembly_check_end(&t);
    ludo_model_destroy(model);
    return how;
}

static outcome run(void *settings, int count, char **operands)
{
    const info_settings *s = settings;
    ludo_spec *spec = NULL;
    (void)count;
    outcome how = ludo_model_file_read(&s->model, operands[0], &spec);
    how = how == OUTCOME_DONE ? describe(s, spec, operands[0]) : how;
    ludo_spec_destroy(spec);
    return how;
}

static void release(void *settings)
{
    ludo_model_settings_release(&((info_settings *)settings)->model);
}

static const option options[] = {
    {"--json", NULL, "print JSON", ludo_options_set_flag, offsetof(info_settings, as_json)},
    MODEL_OPTIONS(info_settings, model),
    {NULL, NULL, NULL, NULL, 0},
};

const command ludo_command_info = {
    .name = "info",
    .summary = "Describe a model: bodies, joints, degrees of freedom, warnings.",
    .run = run,
    .settings_size = sizeof(info_settings),
    .release = release,
    .operands = {"MODEL"},
    .options = options,
};
