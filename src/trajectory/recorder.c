/* SPDX-License-Identifier: Apache-2.0
 *
 * Recording a run: every step is counted, every n-th one is a knot of the file. */
#include "core/diagnostic.h"
#include "core/sized.h"
#include "trajectory/contact_rows.h"
#include "trajectory/run_file.h"
#include "trajectory/snapshot.h"
#include "trajectory/spec_file.h"
#include "trajectory/active_contacts.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct ludo_recorder {
    h5_file file; /* closed when finished or failed */
    ludo_sim *sim;
    char *path;
    ludo_run_facts facts; /* as known so far */
    knots knots;
    contact_rows contacts;
    active_contacts active_contacts; /* of the last step */
    snapshot room;
    ludo_sample knot;  /* the next one: summary of the steps since the last one */
    ludo_energy start; /* at the start */
    int64_t reserved;  /* reserved file size on disk [bytes] */
    uint32_t record;   /* LUDO_RECORD_... */
    bool dt_given;     /* by the options */
    bool failed;       /* no further writes */
    bool finished;
};

/* ---- steps ---- */

/* Energies, violations and contacts at the knot. */
static ludo_status measure(ludo_recorder *r)
{
    const ludo_status status = ludo_snapshot_add_violation(&r->knot, r->sim, &r->start);
    return status == LUDO_OK && r->knot.steps > 0
               ? ludo_active_contacts_take(&r->active_contacts, &r->file.allocator, r->sim,
                                           &r->knot)
               : status;
}

/* The time after a step: it must not decrease. Without a step in the options the first step taken
 * replaces the model's, unless both are equal up to the rounding of times. */
static ludo_status note_time(ludo_recorder *r, double time)
{
    if (!isfinite(time) || time < r->knot.time) {
        return ludo_h5_say(&r->file, LUDO_BAD_ARGUMENT,
                           "the time of a step must not decrease: %.9g s after %.9g s", time,
                           r->knot.time);
    }
    const double dt = time - r->knot.time, rounding = 4.0 * DBL_EPSILON * fabs(time);
    if (!r->dt_given && r->facts.steps == 0 && fabs(dt - r->facts.dt) > rounding) {
        r->facts.dt = dt;
    }
    r->knot.time = time;
    return LUDO_OK;
}

/* Add the cost of a step. */
static void count(ludo_recorder *r, const ludo_step_report *report)
{
    r->facts.steps++;
    if (report != NULL) {
        r->facts.solves += report->solves;
        r->facts.iterations += report->iterations;
        r->facts.factorizations += report->factorizations;
        r->facts.subdivided += report->substeps > 1;
    }
    ludo_snapshot_add_step(&r->knot, report);
}

/* ---- knots ---- */

/* Write all windows, if the disk has room. Takes a turn. */
static ludo_status append(ludo_recorder *r)
{
    const h5_turn turn = ludo_h5_enter();
    const size_t bytes = ludo_knots_bytes(&r->knots) + ludo_contact_rows_bytes();
    ludo_status status = ludo_run_file_reserve(&r->file, bytes, &r->reserved);
    status = status == LUDO_OK ? ludo_contact_rows_append(&r->file, &r->contacts) : status;
    status = status == LUDO_OK ? ludo_knots_append(&r->file, &r->knots) : status;
    ludo_h5_leave(turn);
    r->failed = r->failed || status != LUDO_OK;
    return status;
}

/* Write the full contact window, before any knot that refers to it. Takes a turn. */
static ludo_status append_contacts(ludo_recorder *r)
{
    const h5_turn turn = ludo_h5_enter();
    ludo_status status = ludo_run_file_reserve(&r->file, ludo_contact_rows_bytes(), &r->reserved);
    status = status == LUDO_OK ? ludo_contact_rows_append(&r->file, &r->contacts) : status;
    ludo_h5_leave(turn);
    r->failed = r->failed || status != LUDO_OK;
    return status;
}

/* Append the contacts of the knot. */
static ludo_status put_contacts(ludo_recorder *r)
{
    ludo_status status = LUDO_OK;
    r->knot.contact_first = ludo_contact_rows_next(&r->contacts);
    for (int32_t i = 0; i < r->active_contacts.count && status == LUDO_OK; i++) {
        if (ludo_contact_rows_full(&r->contacts)) {
            status = append_contacts(r);
        }
        if (status == LUDO_OK &&
            ludo_active_contacts_has(&r->active_contacts, &r->active_contacts.contact[i])) {
            ludo_contact_rows_put(&r->contacts, &r->active_contacts.contact[i]);
        }
    }
    r->knot.contact_count = (int32_t)(ludo_contact_rows_next(&r->contacts) - r->knot.contact_first);
    return status;
}

/* Record the knot. */
static ludo_status record_knot(ludo_recorder *r)
{
    ludo_status status = ludo_snapshot_take(&r->room, r->sim, &r->knot);
    if (status != LUDO_OK) {
        return ludo_h5_say_status(&r->file, status);
    }
    status = put_contacts(r);
    if (status != LUDO_OK) {
        return status;
    }
    const bool full = ludo_knots_put(&r->knots, &r->knot);
    r->knot = ludo_snapshot_begin_summary(r->knot.time);
    return full ? append(r) : LUDO_OK;
}

static ludo_status given_up(const ludo_recorder *r)
{
    return ludo_h5_say(&r->file, LUDO_IO, "recording stopped earlier, because writing failed");
}

/* A call with a NULL, after the end, or with another struct. */
static ludo_status refuse(const ludo_recorder *r, ludo_diagnostic *why)
{
    ludo_diagnose(why, (ludo_place){r != NULL ? r->file.path : NULL, 0, 0}, "%s",
                  r == NULL     ? "the recorder is NULL"
                  : r->finished ? "the recorder is finished"
                                : "struct_size is not that of the struct of this library");
    return LUDO_BAD_ARGUMENT;
}

ludo_status ludo_recorder_step(ludo_recorder *recorder, const ludo_step_report *report,
                               ludo_diagnostic *why)
{
    if (recorder == NULL || recorder->finished || (report != NULL && !SIZED_KNOWN(report))) {
        return refuse(recorder, why);
    }
    ludo_recorder *r = recorder;
    r->file.why = why;
    if (r->failed) {
        return given_up(r);
    }
    ludo_status status = note_time(r, report != NULL ? report->time : ludo_sim_time(r->sim));
    if (status != LUDO_OK) {
        return status;
    }
    count(r, report);
    status = measure(r);
    if (status != LUDO_OK) {
        return ludo_h5_say_status(&r->file, status);
    }
    return r->facts.steps % r->facts.every == 0 ? record_knot(r) : LUDO_OK;
}

/* ---- creating ---- */

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
    status = status == LUDO_OK ? measure(r) : status;
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

static void close_file(ludo_recorder *r)
{
    ludo_contact_rows_close(&r->file, &r->contacts);
    ludo_knots_close(&r->file, &r->knots);
    h5_close(r->file.id);
    r->file.id = H5I_INVALID_HID;
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
    close_file(r);
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
            close_file(r);
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

/* ---- the end ---- */

/* Write the knot of the last step, if its state can be read, and all windows. */
static ludo_status write_rest(ludo_recorder *r)
{
    ludo_status status = LUDO_OK;
    if (r->knot.steps > 0 && ludo_snapshot_take(&r->room, r->sim, &r->knot) == LUDO_OK) {
        status = put_contacts(r);
        if (status == LUDO_OK) {
            (void)ludo_knots_put(&r->knots, &r->knot);
        }
    }
    return status == LUDO_OK ? append(r) : status;
}

/* Write the facts of the run; no knot can follow. Takes a turn. */
static ludo_status write_end(ludo_recorder *r, const ludo_run_end *end)
{
    const h5_turn turn = ludo_h5_enter();
    close_file(r);
    r->facts.complete = true;
    r->facts.wall = end->wall;
    r->facts.message = end->message != NULL ? end->message : "";
    r->facts.summary = end->summary != NULL ? end->summary : "";
    const size_t bytes = strlen(r->facts.title) + strlen(r->facts.integrator) +
                         strlen(r->facts.scheme) + 2 * strlen(r->facts.message) +
                         2 * strlen(r->facts.summary);
    ludo_status status = ludo_run_file_continue(&r->file);
    status = status == LUDO_OK ? ludo_run_file_reserve(&r->file, bytes, &r->reserved) : status;
    status = status == LUDO_OK ? ludo_run_file_write_facts(&r->file, &r->facts) : status;
    if (r->file.id >= 0 && H5Fclose(r->file.id) < 0 && status == LUDO_OK) {
        status = ludo_h5_unwritten(&r->file);
    }
    r->file.id = H5I_INVALID_HID;
    ludo_h5_leave(turn);
    return status;
}

ludo_status ludo_recorder_finish(ludo_recorder *recorder, const ludo_run_end *end,
                                 ludo_diagnostic *why)
{
    const ludo_run_end unknown = ludo_run_end_default();
    if (recorder == NULL || recorder->finished || (end != NULL && !SIZED_KNOWN(end))) {
        return refuse(recorder, why);
    }
    ludo_recorder *r = recorder;
    r->finished = true;
    r->file.why = why;
    if (r->failed) {
        return given_up(r);
    }
    const ludo_status status = write_rest(r);
    return status == LUDO_OK ? write_end(r, end != NULL ? end : &unknown) : status;
}

void ludo_recorder_destroy(ludo_recorder *recorder)
{
    if (recorder == NULL) {
        return;
    }
    ludo_recorder *r = recorder;
    r->file.why = NULL;
    if (!r->finished && !r->failed) {
        (void)append(r);
    }
    const h5_turn turn = ludo_h5_enter();
    close_file(r);
    ludo_h5_leave(turn);
    const ludo_allocator allocator = r->file.allocator;
    ludo_active_contacts_release(&r->active_contacts, &allocator);
    memory_give(&allocator, r);
}
