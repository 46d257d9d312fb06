/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo convert: writes a model as MJCF or URDF with defaults, includes and units resolved. */
#include "commands.h"
#include "data/file_name.h"
#include "data/model_file.h"
#include "data/writable.h"
#include "reading.h"

#include <stdio.h>
#include <string.h>

typedef struct convert_settings {
    model_settings model;
    const char *format;
    bool quiet;
} convert_settings;

/* ---- the output format ---- */

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
        return ludo_error(OUTCOME_USAGE, "OUT is empty; give the name of the file to write");
    }
    if (strcmp(out, "-") == 0) {
        return ludo_error(OUTCOME_USAGE, "convert can't write to standard output; give OUT a file "
                                         "name ('./-' for a file named '-')");
    }
    if (s->format == NULL) {
        s->format = format_by_suffix(out);
    }
    if (s->format == NULL) {
        return ludo_error(OUTCOME_USAGE,
                          "OUT '%s' does not end in .urdf, .xml or .mjcf; choose the format with "
                          "--to mjcf or --to urdf",
                          out);
    }
    return ludo_writable_check_input(out, path, "the model");
}

/* ---- converting ---- */

/* Warn of a property that the output format can't express; user points at the model's path. */
static void warn_inexpressible(void *user, ludo_place place, const char *message)
{
    const char *const *path = user;
    const ludo_note_info note = {.kind = LUDO_NOTE_WARNING, .place = place, .message = message};
    ludo_model_file_print_note(&note, *path, "warning: ");
}

/* Warn of the elements of the model that are not supported and therefore not written. */
static void print_notes(const ludo_spec *spec, const char *path)
{
    for (int32_t i = 0; i < ludo_spec_note_count(spec); i++) {
        const ludo_note_info note = spec_note_of(spec, i);
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
        ludo_save_file(spec, out, s->format, s->quiet ? NULL : warn_inexpressible, &path, &why);
    if (status != LUDO_OK) {
        how = ludo_error_status(status, path, &why);
    }
    ludo_spec_destroy(spec);
    return how;
}

static outcome run(void *settings, int count, char **operands)
{
    convert_settings *s = settings;
    (void)count;
    const outcome how = check_settings(s, operands[0], operands[1]);
    return how == OUTCOME_DONE ? convert(s, operands[0], operands[1]) : how;
}

static void release(void *settings)
{
    ludo_model_settings_release(&((convert_settings *)settings)->model);
}

static const option options[] = {
    {"--to", "mjcf|urdf", "output format (from the suffix of OUT: .urdf, .xml, .mjcf)",
     ludo_options_set_choice, offsetof(convert_settings, format)},
    {"--quiet", NULL, "print no warnings", ludo_options_set_flag,
     offsetof(convert_settings, quiet)},
    MODEL_OPTIONS(convert_settings, model),
    {NULL, NULL, NULL, NULL, 0},
};

const command ludo_command_convert = {
    .name = "convert",
    .summary = "Write a model as MJCF or URDF.",
    .run = run,
    .settings_size = sizeof(convert_settings),
    .release = release,
    .operands = {"MODEL", "OUT"},
    .options = options,
};
