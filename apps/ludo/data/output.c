/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of outputs, and the list of outputs of a run. */
#include "data/output.h"

#include "data/file_name.h"
#include "data/writable.h"

#include <string.h>

static const output_kind *const kinds[] = {&ludo_output_h5, &ludo_output_csv};

const output_kind *ludo_output_kind(const char *path)
{
    const char *suffix = ludo_file_name_suffix(path);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i]->suffix, suffix) == 0) {
            return kinds[i];
        }
    }
    return ludo_output_is_stdout(path) || ludo_writable_is_stream(path) ? &ludo_output_csv : NULL;
}

bool ludo_output_is_stdout(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

void ludo_outputs_add(output_list *outputs, const char *path, const output_kind *kind,
                      int32_t every)
{
    outputs->list[outputs->count++] = (output){.kind = kind, .path = path, .every = every};
}

outcome ludo_outputs_begin(output_list *outputs, const output_knot *start)
{
    outcome how = OUTCOME_DONE;
    for (int32_t i = 0; i < outputs->count && how == OUTCOME_DONE; i++) {
        output *o = &outputs->list[i];
        how = o->kind->begin(o, &outputs->setup, start);
    }
    outputs->started = how == OUTCOME_DONE;
    return how;
}

outcome ludo_outputs_step(output_list *outputs, const output_knot *knot)
{
    outcome how = OUTCOME_DONE;
    for (int32_t i = 0; i < outputs->count && how == OUTCOME_DONE; i++) {
        output *o = &outputs->list[i];
        how = o->kind->step(o, knot);
    }
    return how;
}

/* If one output fails, the others are still finished. */
outcome ludo_outputs_finish(output_list *outputs, const ludo_run_end *end)
{
    outcome how = OUTCOME_DONE;
    for (int32_t i = 0; i < outputs->count && outputs->started; i++) {
        output *o = &outputs->list[i];
        const outcome ended = o->kind->finish(o, end);
        how = ended != OUTCOME_DONE ? ended : how;
    }
    return how;
}

void ludo_outputs_release(output_list *outputs)
{
    for (int32_t i = 0; i < outputs->count; i++) {
        output *o = &outputs->list[i];
        o->kind->release(o);
    }
    outputs->count = 0;
}
