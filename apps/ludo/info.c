/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo info: what a model is. Works on what can't be simulated, too. */
#include "info.h"

#include "commands.h"
#include "model_file.h"

static void tell_notes(const ludo_model *model, const char *path)
{
    for (int32_t i = 0; i < ludo_model_note_count(model); i++) {
        const ludo_note_info note = ludo_model_note(model, i);
        fprintf(stderr, "%s\n", ludo_model_file_note(&note, path, "warning: ").text);
    }
}

typedef struct info_settings {
    model_settings model;
    bool as_json;
} info_settings;

static outcome tell(const info_settings *s, const char *path)
{
    ludo_model *model = NULL;
    outcome how = ludo_model_file_open(&s->model, path, &model);
    if (how != OUTCOME_DONE) {
        return how;
    }
    tell_notes(model, path);
    if (s->as_json) {
        ludo_info_write(stdout, model, path);
    } else {
        how = ludo_info_print(stdout, model, path);
    }
    ludo_model_destroy(model);
    return how;
}

static outcome run_command(const command *self, int argc, char **argv)
{
    info_settings settings = {.as_json = false};
    const char *path;
    outcome how;
    if (ludo_options_read(self, argc, argv, &settings, &path, &how)) {
        how = tell(&settings, path);
    }
    ludo_model_settings_release(&settings.model);
    return how;
}

static const option options[] = {
    {"--json", NULL, "as JSON", ludo_set_flag, offsetof(info_settings, as_json)},
    MODEL_OPTIONS(info_settings, model),
    {NULL, NULL, NULL, NULL, 0},
};

const command ludo_command_info = {
    .name = "info",
    .summary = "Say what a model is: bodies, joints, degrees of freedom, warnings.",
    .run = run_command,
    .takes_model = true,
    .options = options,
};
