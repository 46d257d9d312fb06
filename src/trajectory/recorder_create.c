/* SPDX-License-Identifier: Apache-2.0
 *
 * Creating a recorder: its memory, and the start of its file. */
#include "trajectory/recorder.h"

#include "core/diagnostic.h"
#include "core/sized.h"
#include "trajectory/spec_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static char *take_text(arena *a, const char *text)
{
    char *copy = TAKE(a, strlen(text) + 1, char);
    return copy != NULL ? memcpy(copy, text, strlen(text)) : NULL;
}

/* Memory of a recorder, except its windows. */
static ludo_recorder *layout(arena *a, const char *path, const ludo_run_facts *facts,
                             knot_counts counts)
{
    ludo_recorder unplaced, *placed = TAKE(a, 1, ludo_recorder);
    ludo_recorder *r = placed != NULL ? placed : &unplaced;
    r->path = take_text(a, path);
    r->facts = *facts;
    r->facts.title = take_text(a, facts->title);
    r->facts.integrator = take_text(a, facts->integrator);
    ludo_snapshot_layout(&r->room, a, counts);
    return placed;
}

static ludo_run_facts facts_at_start(const ludo_spec *spec, ludo_sim *sim,
                                     const ludo_recorder_options *o)
{
    ludo_run_facts facts = {.title = o->title != NULL ? o->title : ludo_spec_name(spec),
                            .integrator = o->integrator != NULL ? o->integrator : "maximal",
                            .scheme = ludo_sim_scheme(sim),
                            .version = ludo_version(),
                            .order = ludo_sim_order(sim),
                            .dt = o->dt != 0.0 ? o->dt : ludo_spec_timestep(spec),
                            .every = o->every > 0 ? o->every : 1,
                            .message = "",
                            .summary = ""};
    if (ludo_sim_mobility(sim, &facts.mobility) != LUDO_OK) {
        facts.mobility = (ludo_mobility){-1, -1, -1, -1};
    }
    return facts;
}

static ludo_status make(const h5_file *f, const ludo_spec *spec, ludo_sim *sim,
                        const ludo_recorder_options *options, ludo_recorder **out)
{
    const ludo_run_facts facts = facts_at_start(spec, sim, options);
    const knot_counts counts = ludo_knots_counts(ludo_sim_model(sim), options->record);
    arena a = {NULL, 0, false};
    (void)layout(&a, f->path, &facts, counts);
    a.base = a.overflow ? NULL : memory_take(&f->allocator, a.used);
    if (a.base == NULL) {
        return ludo_h5_no_memory(f);
    }
    a.used = 0;
    ludo_recorder *r = *out = layout(&a, f->path, &facts, counts);
    r->file = *f;
    r->file.path = r->path;
    r->sim = sim;
    r->dt_given = options->dt != 0.0;
    r->record = options->record;
    r->knots = ludo_knots_closed();
    r->contacts = ludo_contact_rows_closed();
    r->knot = ludo_snapshot_begin_summary(ludo_sim_time(sim));
    return LUDO_OK;
}

/* The knot at the start, before the file exists. */
static ludo_status look_at_start(ludo_recorder *r)
{
    ludo_status status = ludo_snapshot_take(&r->room, r->sim, &r->knot);
    r->start = r->knot.energy;
    status = status == LUDO_OK ? ludo_recorder_measure(r) : status;
    return status == LUDO_OK ? status : ludo_h5_say_status(&r->file, status);
}

/* Write everything that is known at the start. */
static ludo_status write_start(ludo_recorder *r, const ludo_spec *spec)
{
    const h5_file *f = &r->file;
    const ludo_model *model = ludo_sim_model(r->sim);
    ludo_status status = ludo_run_file_mark(f);
    status = status == LUDO_OK ? ludo_spec_file_write(f, spec) : status;
    status = status == LUDO_OK ? ludo_run_file_write_facts(f, &r->facts) : status;
    status = status == LUDO_OK ? ludo_contact_rows_create(f, &r->contacts) : status;
    status = status == LUDO_OK
                 ? ludo_knots_create(f, ludo_knots_counts(model, r->record), &r->knots)
                 : status;
    status = status == LUDO_OK ? ludo_knots_write_names(f, model, r->record) : status;
    if (status == LUDO_OK) {
        (void)ludo_knots_put(&r->knots, &r->knot);
        status = ludo_knots_append(f, &r->knots);
    }
    return status;
}

/* Write the start in memory first, then reserve disk space for it: HDF5 does not recover from a
 * failed write. */
static ludo_status try_start(ludo_recorder *r, const ludo_spec *spec)
{
    hsize_t bytes = 0;
    ludo_status status = ludo_run_file_create(&r->file, true);
    status = status == LUDO_OK ? write_start(r, spec) : status;
    if (status == LUDO_OK && H5Fget_filesize(r->file.id, &bytes) < 0) {
        status = ludo_h5_unwritten(&r->file);
    }
    ludo_recorder_close_file(r);
    return status == LUDO_OK ? ludo_run_file_probe(&r->file, (size_t)bytes) : status;
}

/* Create the file, which is readable from then on. A failure removes it. Takes a turn. */
static ludo_status create_file(ludo_recorder *r, const ludo_spec *spec)
{
    const h5_turn turn = ludo_h5_enter();
    ludo_status status = try_start(r, spec);
    status = status == LUDO_OK ? ludo_run_file_create(&r->file, false) : status;
    if (status == LUDO_OK) {
        status = write_start(r, spec);
        if (status == LUDO_OK && H5Fstart_swmr_write(r->file.id) < 0) {
            status = ludo_h5_unwritten(&r->file);
        }
        if (status != LUDO_OK) {
            ludo_recorder_close_file(r);
            (void)remove(r->path);
        }
    }
    r->knot = ludo_snapshot_begin_summary(r->knot.time);
    ludo_h5_leave(turn);
    return status;
}

static const uint32_t all_records = LUDO_RECORD_SENSORS | LUDO_RECORD_SITES |
                                    LUDO_RECORD_ACCELERATIONS | LUDO_RECORD_REACTIONS |
                                    LUDO_RECORD_TORQUES;

ludo_status ludo_recorder_create(const char *path, const ludo_spec *spec, ludo_sim *sim,
                                 const ludo_recorder_options *options,
                                 const ludo_allocator *allocator, ludo_recorder **out,
                                 ludo_diagnostic *why)
{
    const ludo_recorder_options usual = ludo_recorder_options_default();
    const ludo_recorder_options *o = options != NULL ? options : &usual;
    if (out != NULL) {
        *out = NULL;
    }
    if (!SIZED_KNOWN(o)) {
        ludo_diagnose_size(why, (ludo_place){path, 0, 0}, o->struct_size,
                           "ludo_recorder_options_default()");
        return LUDO_BAD_ARGUMENT;
    }
    if (path == NULL || spec == NULL || sim == NULL || out == NULL || o->every < 0 ||
        !isfinite(o->dt) || o->dt < 0.0 || (o->record & ~all_records) != 0) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", ludo_status_text(LUDO_BAD_ARGUMENT));
        return LUDO_BAD_ARGUMENT;
    }
    const h5_file file = {H5I_INVALID_HID, path, ludo_allocator_or_default(allocator), why};
    ludo_recorder *r = NULL;
    ludo_status status = ludo_spec_file_match(&file, spec, ludo_sim_model(sim));
    status = status == LUDO_OK ? make(&file, spec, sim, o, &r) : status;
    status = status == LUDO_OK ? look_at_start(r) : status;
    status = status == LUDO_OK ? create_file(r, spec) : status;
    if (status == LUDO_OK) {
        *out = r;
    } else if (r != NULL) {
        memory_give(&file.allocator, r);
    }
    return status;
}
