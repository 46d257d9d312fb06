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

static outcome run_command(const command *self, int argc, char **argv)
{
    bool as_json = false;
    const char *path;
    outcome how;
    if (!ludo_options_read(self, argc, argv, &as_json, &path, &how)) {
        return how;
    }
    ludo_model *model = NULL;
    how = ludo_model_file_open(path, &model);
    if (how != OUTCOME_DONE) {
        return how;
    }
    tell_notes(model, path);
    if (as_json) {
        ludo_info_write(stdout, model, path);
    } else {
        how = ludo_info_print(stdout, model, path);
    }
    ludo_model_destroy(model);
    return how;
}

static const option options[] = {
    {"--json", NULL, "as JSON", ludo_set_flag, 0},
    {"--base", "fixed|free", "whether a URDF's root floats", NULL, 0},
    {"--loops", "FILE.yaml", "loop closures beside a URDF", NULL, 0},
    {"--package-dir", "DIR", "where package:// is", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

const command ludo_command_info = {
    .name = "info",
    .summary = "Say what a model is: bodies, joints, degrees of freedom, warnings.",
    .run = run_command,
    .takes_model = true,
    .options = options,
};
