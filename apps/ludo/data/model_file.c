/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading of models, and texts about them. */
#include "data/model_file.h"
#include "data/added.h"
#include "data/excluded.h"
#include "reading.h"

#include "terminal/printable.h"

#include <string.h>

/* ---- settings ---- */

void ludo_model_settings_release(model_settings *s)
{
    ludo_options_release_texts(&s->package_dirs);
    ludo_options_release_texts(&s->add);
    ludo_options_release_texts(&s->exclude);
    *s = (model_settings){.base = NULL};
}

/* ---- reading ---- */

/* True if a joint of the type of --base connects a body to the world. */
static bool has_base(const ludo_spec *spec, const char *base)
{
    for (int32_t i = 0; i < ludo_spec_joint_count(spec); i++) {
        const ludo_joint_def joint = joint_def_of(spec, i);
        if (joint.parent == LUDO_WORLD && strcmp(joint.type, base) == 0) {
            return true;
        }
    }
    return false;
}

/* Add a warning that the model has its own base and --base has no effect. */
static ludo_status note_base(ludo_spec *spec, const char *base)
{
    char message[96];
    (void)snprintf(message, sizeof message,
                   "--base %s has no effect: the model defines its own base", base);
    return ludo_spec_add_note(spec, LUDO_NOTE_WARNING, (ludo_place){0}, message);
}

outcome ludo_model_file_read(const model_settings *s, const char *path, ludo_spec **spec)
{
    const bool is_free = s->base != NULL && strcmp(s->base, "free") == 0;
    const ludo_load_options options = {
        .struct_size = sizeof options,
        .base = is_free ? LUDO_BASE_FREE : LUDO_BASE_FIXED,
        .package_dirs = s->package_dirs.texts,
        .package_dir_count = s->package_dirs.count,
        .allow_outside = s->allow_outside,
        .loops = s->loops,
        .repair = s->repair,
        .srdf = s->srdf,
    };
    ludo_load_options first = options;
    first.loops = s->add.count > 0 ? NULL : s->loops;
    ludo_diagnostic why = {.message = ""};
    ludo_status status = ludo_load_file(path, &first, NULL, spec, &why);
    if (status == LUDO_OK && s->only_hinges) {
        status = ludo_spec_set_option(*spec, "spherical", &(double){0.0}, 1);
    }
    if (status == LUDO_OK && s->base != NULL && !has_base(*spec, s->base)) {
        status = note_base(*spec, s->base);
    }
    outcome how = status == LUDO_OK ? ludo_added_append(&s->add, &options, *spec)
                                    : ludo_error_status(status, path, &why);
    how = how == OUTCOME_DONE ? ludo_excluded_add(&s->exclude, *spec) : how;
    if (how != OUTCOME_DONE) {
        ludo_spec_destroy(*spec);
        *spec = NULL;
    }
    return how;
}

outcome ludo_model_file_compile(const ludo_spec *spec, const char *path, ludo_model **model)
{
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_compile(spec, NULL, model, &why);
    if (why.line ==
        0) { /* the error concerns the whole mechanism: refer to the start of the file */
        why.line = why.column = 1;
    }
    return status == LUDO_OK ? OUTCOME_DONE : ludo_error_status(status, path, &why);
}

/* ---- texts ---- */

const char *ludo_model_file_title(const ludo_model *model, const char *path)
{
    const char *name = ludo_model_name(model);
    return *name != '\0' ? name : path;
}

int32_t ludo_model_file_merged_into(const ludo_model *model, int32_t body)
{
    return body == LUDO_WORLD ? LUDO_WORLD : body_info_of(model, body).merged_into;
}

bool ludo_model_file_moves(const ludo_model *model, int32_t body)
{
    const ludo_body_info b = body_info_of(model, body);
    return b.merged_into == body && b.mass > 0.0;
}

model_counts ludo_model_file_count(const ludo_model *model)
{
    model_counts count = {.bodies = 0};
    for (int32_t i = 0; i < ludo_model_body_count(model); i++) {
        const int32_t into = body_info_of(model, i).merged_into;
        const bool moves = ludo_model_file_moves(model, i);
        count.bodies += moves;
        count.massless += into == i && !moves;
        count.merged += into != i;
        count.grounded += into == LUDO_WORLD;
    }
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info joint = joint_info_of(model, i);
        count.joints += !joint.merged && joint.loop < 0;
    }
    return count;
}

void ludo_model_file_print_freedom(FILE *file, const ludo_model *model, int32_t left)
{
    const int32_t dof = ludo_model_dof(model), loops = ludo_model_loop_count(model);
    fprintf(file, "%d degree%s of freedom", (int)dof, ludo_printable_plural(dof));
    if (loops > 0 && left >= 0) {
        fprintf(file, ", of which %d loop%s leave%s %d", (int)loops, ludo_printable_plural(loops),
                loops == 1 ? "s" : "", (int)left);
    }
    fputc('\n', file);
}

note_text ludo_model_file_note(const ludo_note_info *note, const char *path, const char *label)
{
    note_text note_line;
    char line[16] = "";
    if (note->place.line > 0) {
        (void)snprintf(line, sizeof line, "%d:", (int)note->place.line);
    }
    (void)snprintf(note_line.text, sizeof note_line.text, "%s:%s %s%s",
                   note->place.file != NULL ? note->place.file : path, line, label, note->message);
    return note_line;
}

void ludo_model_file_write_notes(json *j, const ludo_model *model, const char *path)
{
    ludo_json_open_array(j, "warnings");
    for (int32_t i = 0; i < ludo_model_note_count(model); i++) {
        const ludo_note_info note = note_info_of(model, i);
        ludo_json_text(j, NULL, ludo_model_file_note(&note, path, "").text);
    }
    ludo_json_close_array(j);
}

void ludo_model_file_print_note(const ludo_note_info *note, const char *path, const char *label)
{
    ludo_printable_print(stderr, "%s\n", ludo_model_file_note(note, path, label).text);
}
