/* SPDX-License-Identifier: Apache-2.0
 *
 * HDF5 output: a trajectory of ludo/trajectory.h. */
#include "data/output.h"

static outcome report_error(const output *o, ludo_status status, const ludo_diagnostic *why)
{
    return status == LUDO_IO ? ludo_error(OUTCOME_FILE, "can't write %s: %s", o->path, why->message)
                             : ludo_error_status(status, o->path, why);
}

static outcome begin(output *o, const output_setup *setup, const output_knot *start)
{
    ludo_diagnostic why = {.message = ""};
    const ludo_recorder_options options = {.struct_size = sizeof options,
                                           .every = o->every,
                                           .title = setup->title,
                                           .integrator = setup->integrator,
                                           .dt = setup->dt,
                                           .record = setup->record};
    ludo_recorder *recorder;
    const ludo_status status =
        ludo_recorder_create(o->path, setup->spec, start->sim, &options, NULL, &recorder, &why);
    o->self = recorder;
    return status == LUDO_OK ? OUTCOME_DONE : report_error(o, status, &why);
}

static outcome step(output *o, const output_knot *knot)
{
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_recorder_step(o->self, knot->report, &why);
    return status == LUDO_OK ? OUTCOME_DONE : report_error(o, status, &why);
}

static outcome finish(output *o, const ludo_run_end *end)
{
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_recorder_finish(o->self, end, &why);
    return status == LUDO_OK ? OUTCOME_DONE : report_error(o, status, &why);
}

static void release(output *o)
{
    ludo_recorder_destroy(o->self);
    o->self = NULL;
}

const output_kind ludo_output_h5 = {
    .suffix = ".h5", .begin = begin, .step = step, .finish = finish, .release = release};
