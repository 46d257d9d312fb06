/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of outputs, and all outputs of a run as one. */
#include "data/output.h"

#include "data/file_name.h"

#include <string.h>

/* The last takes what no other one does. */
static const output_kind *const kinds[] = {&ludo_output_h5, &ludo_output_csv};

const output_kind *ludo_output_kind(const char *path)
{
    const char *suffix = ludo_file_name_suffix(path);
    const output_kind *const *kind = kinds;
    while ((*kind)->suffix != NULL && strcmp((*kind)->suffix, suffix) != 0) {
        kind++;
    }
    return *kind;
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
    outputs->begun = how == OUTCOME_DONE;
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

/* What goes wrong with one of them is no loss to the others. */
outcome ludo_outputs_finish(output_list *outputs, const ludo_run_end *end)
{
    outcome how = OUTCOME_DONE;
    for (int32_t i = 0; i < outputs->count && outputs->begun; i++) {
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
