/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading and compiling of models, and texts about them. */
#ifndef LUDO_APP_DATA_MODEL_FILE_H
#define LUDO_APP_DATA_MODEL_FILE_H

#include "text/json.h"
#include "terminal/options.h"

#include <stdio.h>

/* The options for reading a model; all zero: defaults. A command with a model has this member in
 * its settings and MODEL_OPTIONS among its options. */
typedef struct model_settings {
    const char *base; /* "fixed" or "free"; NULL: not given */
    text_list package_dirs;
    bool allow_outside;
    const char *loops; /* path of a loop file; NULL: none */
    text_list add;     /* models beside the first one (added.h) */
    text_list exclude; /* pairs of bodies without contacts, "A,B" */
    const char *srdf;  /* path of an SRDF file; NULL: none */
    bool repair;       /* replace masses and inertias that no body can have */
    bool
        only_hinges; /* don't merge hinges that meet into a spherical joint, which takes no servo */
} model_settings;

/* The options of model_settings that are the member `model` of a type of settings. */
/* clang-format off */
#define MODEL_OPTIONS(settings, model)                                                             \
    {"--base", "fixed|free", "base of a URDF root link (fixed)", ludo_options_set_choice,          \
     offsetof(settings, model.base)},                                                              \
    {"--package-dir", "DIR", "folder to search for package:// (repeatable)",                       \
     ludo_options_add_text, offsetof(settings, model.package_dirs)},                               \
    {"--allow-outside", NULL, "allow included files and meshes outside of the model's folder",     \
     ludo_options_set_flag, offsetof(settings, model.allow_outside)},                              \
    {"--loops", "FILE.yaml", "file with additional loop constraints",                              \
     ludo_options_set_file, offsetof(settings, model.loops)},                                      \
    {"--srdf", "FILE", "SRDF file with pairs of links that do not collide, and states",            \
     ludo_options_set_file, offsetof(settings, model.srdf)},                                       \
    {"--add", "FILE,..", "put a model beside: FILE,at=X,Y,Z,prefix=P (repeatable)",                \
     ludo_options_add_text, offsetof(settings, model.add)},                                        \
    {"--exclude", "A,B", "exclude contacts between two bodies (repeatable)",                       \
     ludo_options_add_text, offsetof(settings, model.exclude)},                                    \
    {"--repair", NULL, "replace missing masses and impossible inertias",                           \
     ludo_options_set_flag, offsetof(settings, model.repair)}
/* clang-format on */

/* Release the settings. */
void ludo_model_settings_release(model_settings *s);

/* Read a model's description; prints errors. *spec is NULL unless OUTCOME_DONE. */
outcome ludo_model_file_read(const model_settings *s, const char *path, ludo_spec **spec);

/* Compile a description; prints errors. */
outcome ludo_model_file_compile(const ludo_spec *spec, const char *path, ludo_model **model);

/* The name of the mechanism; the path if it has none. */
const char *ludo_model_file_title(const ludo_model *model, const char *path);

/* The body into which a body is merged: itself if not merged; the world for the world. */
int32_t ludo_model_file_merged_into(const ludo_model *model, int32_t body);

/* True if a body has mass and is not merged with another one. */
bool ludo_model_file_moves(const ludo_model *model, int32_t body);

/* Numbers of bodies and joints of a compiled model. */
typedef struct model_counts {
    int32_t bodies;   /* moving bodies, each with the bodies merged with it */
    int32_t massless; /* intermediate links of composite joints */
    int32_t merged;   /* merged with another body or the world */
    int32_t grounded; /* merged with the world */
    int32_t joints;   /* without joints that merge bodies or close loops */
} model_counts;

model_counts ludo_model_file_count(const ludo_model *model);

/* Print the degrees of freedom and, if known (`left` >= 0), how many remain with closed loops; ends
 * the line. */
void ludo_model_file_print_freedom(FILE *file, const ludo_model *model, int32_t left);

/* A note of the model as one line. */
typedef struct note_text {
    char text[1024];
} note_text;

/* "file:line: ", the label and the message; `path` if the file is unknown. */
note_text ludo_model_file_note(const ludo_note_info *note, const char *path, const char *label);

/* Write all notes of a model as the list "warnings". */
void ludo_model_file_write_notes(json *j, const ludo_model *model, const char *path);

/* Print a note as a line on stderr. */
void ludo_model_file_print_note(const ludo_note_info *note, const char *path, const char *label);

#endif
