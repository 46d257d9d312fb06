/* SPDX-License-Identifier: Apache-2.0
 *
 * A trajectory with its model and quantities. */
#include "data/recorded_run.h"

#include "data/model_file.h"

outcome ludo_recorded_run_open(recorded_run *r, const char *path)
{
    ludo_diagnostic why = {.message = ""};
    *r = (recorded_run){.path = path};
    const ludo_status status = ludo_trajectory_open(path, NULL, &r->trajectory, &why);
    if (status != LUDO_OK) {
        return ludo_error_reading(status, path, &why);
    }
    ludo_sample start = {.struct_size = sizeof start};
    outcome how = ludo_model_file_compile(ludo_trajectory_spec(r->trajectory), path, &r->model);
    how = how == OUTCOME_DONE ? ludo_recorded_run_knot(r, 0, &start) : how;
    return how == OUTCOME_DONE ? ludo_quantities_list(&r->quantities, r->model, &start) : how;
}

outcome ludo_recorded_run_knot(recorded_run *r, int64_t number, ludo_sample *out)
{
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_trajectory_sample(r->trajectory, number, out, &why);
    return status == LUDO_OK ? OUTCOME_DONE : ludo_error_reading(status, r->path, &why);
}

outcome ludo_recorded_run_contacts(recorded_run *r, const ludo_sample *knot, ludo_contact *out)
{
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_trajectory_contacts(r->trajectory, knot, out, &why);
    return status == LUDO_OK ? OUTCOME_DONE : ludo_error_reading(status, r->path, &why);
}

void ludo_recorded_run_close(recorded_run *r)
{
    ludo_quantities_release(&r->quantities);
    ludo_model_destroy(r->model);
    ludo_trajectory_close(r->trajectory);
    *r = (recorded_run){.path = NULL};
}
