/* SPDX-License-Identifier: Apache-2.0
 *
 * From the path of a model to the model, with what there is to say about it. */
#ifndef LUDO_APP_DATA_MODEL_FILE_H
#define LUDO_APP_DATA_MODEL_FILE_H

#include "terminal/options.h"

#include <stdio.h>

/* What the command line says about reading a model; all zero: nothing. A command that takes a model
 * has it in its settings and MODEL_OPTIONS among its options. */
typedef struct model_settings {
    const char *base; /* "fixed" or "free"; NULL: not said */
    text_list package_dirs;
    bool allow_outside;
    const char *loops; /* path of a file beside the model; NULL: none */
    bool only_hinges;  /* none of them, though they meet, are one joint that takes no servos */
} model_settings;

/* The options of model_settings that are the member `model` of a type of settings. */
/* clang-format off */
#define MODEL_OPTIONS(settings, model)                                                             \
    {"--base", "fixed|free", "what a URDF's root stands on (fixed)", ludo_options_set_choice,              \
     offsetof(settings, model.base)},                                                              \
    {"--package-dir", "DIR", "where package:// is looked for (repeatable)", ludo_options_add_text,         \
     offsetof(settings, model.package_dirs)},                                                      \
    {"--allow-outside", NULL, "take included files and meshes from anywhere", ludo_options_set_flag,       \
     offsetof(settings, model.allow_outside)},                                                     \
    {"--loops", "FILE.yaml", "what closes loops beyond the model's own", ludo_options_set_file,            \
     offsetof(settings, model.loops)}
/* clang-format on */

/* Release what the settings own. */
void ludo_model_settings_release(model_settings *s);

/* Read a model's description; says what is wrong with it. *spec is NULL unless OUTCOME_DONE. */
outcome ludo_model_file_read(const model_settings *s, const char *path, ludo_spec **spec);

/* Compile a description that was read; likewise. */
outcome ludo_model_file_compile(const ludo_spec *spec, const char *path, ludo_model **model);

/* The name of the mechanism; where it has none, the path. */
const char *ludo_model_file_title(const ludo_model *model, const char *path);

/* Whether a body moves as one of its own: it isn't merged with another, and it has mass. */
bool ludo_model_file_moves(const ludo_model *model, int32_t body);

/* How many there are of what a model makes of its bodies, and of what it moves them by. */
typedef struct model_counts {
    int32_t bodies;   /* that move, each with all that is merged with it */
    int32_t massless; /* between the parts of a joint */
    int32_t merged;   /* with other bodies or with the world */
    int32_t grounded; /* with the world */
    int32_t joints;   /* but those that merge, or close loops */
} model_counts;

model_counts ludo_model_file_count(const ludo_model *model);

/* Print how many degrees of freedom there are and, where it is known (>= 0), how many of them its
 * loops leave; the line ends. */
void ludo_model_file_print_freedom(FILE *file, const ludo_model *model, int32_t left);

/* A note of the model in one line. */
typedef struct note_text {
    char text[1024];
} note_text;

/* "file:line: " and then the label and the message; the path stands in for an unknown file. */
note_text ludo_model_file_note(const ludo_note_info *note, const char *path, const char *label);

/* Print that line on stderr. */
void ludo_model_file_print_note(const ludo_note_info *note, const char *path, const char *label);

#endif
