/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo info: what a model is. Works on what can't be simulated, too. */
#include "info/info.h"

#include "commands.h"
#include "data/model_file.h"

typedef struct info_settings {
    model_settings model;
    bool as_json;
} info_settings;

/* Warnings come last: on a terminal they are what stays in sight. */
static void print_notes(const ludo_model *model, const char *path)
{
    (void)fflush(stdout);
    for (int32_t i = 0; i < ludo_model_note_count(model); i++) {
        const ludo_note_info note = ludo_model_note(model, i);
        ludo_model_file_print_note(&note, path, "warning: ");
    }
}

static outcome tell(const info_settings *s, const ludo_spec *spec, const char *path)
{
    ludo_model *model = NULL;
    assembly_test t;
    outcome how = ludo_model_file_compile(spec, path, &model);
    if (how != OUTCOME_DONE) {
        return how;
    }
    if (ludo_assembly_test_begin(&t, model)) {
        const subject of = {path, spec, model, &t};
        how = s->as_json ? ludo_info_write(stdout, &of) : ludo_info_print(stdout, &of);
        print_notes(model, path);
    } else {
        how = ludo_error_memory();
    }
    ludo_assembly_test_end(&t);
    ludo_model_destroy(model);
    return how;
}

static outcome run_command(const command *self, int argc, char **argv)
{
    info_settings settings = {.as_json = false};
    ludo_spec *spec = NULL;
    outcome how;
    if (ludo_options_read(self, &argc, argv, &settings, &how)) {
        how = ludo_model_file_read(&settings.model, argv[0], &spec);
    }
    if (spec != NULL) {
        how = tell(&settings, spec, argv[0]);
    }
    ludo_spec_destroy(spec);
    ludo_model_settings_release(&settings.model);
    return how;
}

static const option options[] = {
    {"--json", NULL, "as JSON", ludo_options_set_flag, offsetof(info_settings, as_json)},
    MODEL_OPTIONS(info_settings, model),
    {NULL, NULL, NULL, NULL, 0},
};

const command ludo_command_info = {
    .name = "info",
    .summary = "Say what a model is: bodies, joints, degrees of freedom, warnings.",
    .run = run_command,
    .operands = {"MODEL"},
    .options = options,
};
