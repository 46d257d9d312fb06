/* SPDX-License-Identifier: Apache-2.0
 *
 * From the path of a model to the model, with what there is to say about it. */
#ifndef LUDO_APP_MODEL_FILE_H
#define LUDO_APP_MODEL_FILE_H

#include "complain.h"

/* Read and compile a model; says what is wrong with it. *model is NULL unless OUTCOME_DONE. */
outcome ludo_model_file_open(const char *path, ludo_model **model);

/* The name of the mechanism; where it has none, the path. */
const char *ludo_model_file_title(const ludo_model *model, const char *path);

/* A note of the model in one line. */
typedef struct note_text {
    char text[1024];
} note_text;

/* "file:line: " and then the label and the message; the path stands in for an unknown file. */
note_text ludo_model_file_note(const ludo_note_info *note, const char *path, const char *label);

#endif
