/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading a model and telling about it. */
#include "model_file.h"

#include <stdio.h>

outcome ludo_model_file_open(const char *path, ludo_model **model)
{
    ludo_diagnostic why = {.message = ""};
    ludo_spec *spec = NULL;
    *model = NULL;
    ludo_status status = ludo_load_file(path, NULL, NULL, &spec, &why);
    if (status == LUDO_OK) {
        status = ludo_compile(spec, NULL, model, &why);
    }
    ludo_spec_destroy(spec);
    return status == LUDO_OK ? OUTCOME_DONE : ludo_complain_status(status, path, &why);
}

const char *ludo_model_file_title(const ludo_model *model, const char *path)
{
    const char *name = ludo_model_name(model);
    return *name != '\0' ? name : path;
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
