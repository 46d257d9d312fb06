/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo convert: a model in another format, or in the same one written out: defaults, includes and
 * units resolved. */
#include "commands.h"
#include "data/file_name.h"
#include "data/model_file.h"
#include "data/writable.h"

#include <stdio.h>
#include <string.h>

typedef struct convert_settings {
    model_settings model;
    const char *format;
    bool quiet;
} convert_settings;

/* ---- where to, and as what ---- */

static const char *format_by_suffix(const char *path)
{
    static const struct {
        const char *suffix, *format;
    } suffixes[] = {{".urdf", "urdf"}, {".xml", "mjcf"}, {".mjcf", "mjcf"}};
    const char *suffix = ludo_file_name_suffix(path);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        if (strcmp(suffix, suffixes[i].suffix) == 0) {
            return suffixes[i].format;
        }
    }
    return NULL;
}

static outcome check_settings(convert_settings *s, const char *path, const char *out)
{
    if (*out == '\0') {
        return ludo_error(OUTCOME_USAGE, "the name of OUT is empty");
    }
    if (s->format == NULL) {
        s->format = format_by_suffix(out);
    }
    if (s->format == NULL) {
        return ludo_error(OUTCOME_USAGE,
                          "%s ends in none of .urdf, .xml, .mjcf: say --to mjcf or --to urdf", out);
    }
    return ludo_writable_apart(out, path, "the model");
}

/* ---- converting ---- */

/* What the format can't express; user points at the path of the model. */
static void tell(void *user, ludo_place place, const char *message)
{
    const char *const *path = user;
    const ludo_note_info note = {LUDO_NOTE_WARNING, place, message};
    ludo_model_file_print_note(&note, *path, "warning: ");
}

/* What was not understood of the model, and so is lost. */
static void print_notes(const ludo_spec *spec, const char *path)
{
    for (int32_t i = 0; i < ludo_spec_note_count(spec); i++) {
        const ludo_note_info note = ludo_spec_note(spec, i);
        ludo_model_file_print_note(&note, path, "warning: ");
    }
}

static outcome convert(const convert_settings *s, const char *path, const char *out)
{
    ludo_diagnostic why = {.message = ""};
    ludo_spec *spec = NULL;
    outcome how = ludo_model_file_read(&s->model, path, &spec);
    if (how != OUTCOME_DONE) {
        return how;
    }
    if (!s->quiet) {
        print_notes(spec, path);
    }
    const ludo_status status =
        ludo_save_file(spec, out, s->format, s->quiet ? NULL : tell, &path, &why);
    if (status != LUDO_OK) {
        how = ludo_error_status(status, path, &why);
    }
    ludo_spec_destroy(spec);
    return how;
}

static outcome run_command(const command *self, int argc, char **argv)
{
    convert_settings settings = {.quiet = false};
    outcome how;
    if (ludo_options_read(self, &argc, argv, &settings, &how)) {
        how = check_settings(&settings, argv[0], argv[1]);
        how = how == OUTCOME_DONE ? convert(&settings, argv[0], argv[1]) : how;
    }
    ludo_model_settings_release(&settings.model);
    return how;
}

static const option options[] = {
    {"--to", "mjcf|urdf", "the format (by the suffix of OUT: .urdf, .xml, .mjcf)",
     ludo_options_set_choice, offsetof(convert_settings, format)},
    {"--quiet", NULL, "no warnings", ludo_options_set_flag, offsetof(convert_settings, quiet)},
    MODEL_OPTIONS(convert_settings, model),
    {NULL, NULL, NULL, NULL, 0},
};

const command ludo_command_convert = {
    .name = "convert",
    .summary = "Write a model as MJCF or URDF.",
    .run = run_command,
    .operands = {"MODEL", "OUT"},
    .options = options,
};
