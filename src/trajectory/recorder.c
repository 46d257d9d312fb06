/* SPDX-License-Identifier: Apache-2.0
 *
 * Recording a run: every step is counted, every n-th one is a knot of the file. */
#include "trajectory/recorder.h"

#include "core/diagnostic.h"
#include "core/sized.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- steps ---- */

ludo_status ludo_recorder_measure(ludo_recorder *r)
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
    status = ludo_recorder_measure(r);
    if (status != LUDO_OK) {
        return ludo_h5_say_status(&r->file, status);
    }
    return r->facts.steps % r->facts.every == 0 ? record_knot(r) : LUDO_OK;
}

/* ---- the end ---- */

void ludo_recorder_close_file(ludo_recorder *r)
{
    ludo_contact_rows_close(&r->file, &r->contacts);
    ludo_knots_close(&r->file, &r->knots);
    h5_close(r->file.id);
    r->file.id = H5I_INVALID_HID;
}

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
    ludo_recorder_close_file(r);
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
    ludo_recorder_close_file(r);
    ludo_h5_leave(turn);
    const ludo_allocator allocator = r->file.allocator;
    ludo_active_contacts_release(&r->active_contacts, &allocator);
    memory_give(&allocator, r);
}
