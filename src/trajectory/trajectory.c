/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading a trajectory. */
#include "core/diagnostic.h"
#include "core/sized.h"
#include "trajectory/contact_rows.h"
#include "trajectory/knots.h"
#include "trajectory/run_file.h"
#include "trajectory/spec_file.h"

#include <string.h>

struct ludo_trajectory {
    h5_file file;
    char *path, *texts, *summary; /* memory of strings */
    ludo_spec *spec;
    ludo_run_facts facts;
    knots knots;
    int64_t count; /* number of knots */
    contact_rows contacts;
};

/* Compile the spec: the mechanism determines the sizes of knots. */
static ludo_status open_knots(ludo_trajectory *t)
{
    ludo_model *model = NULL;
    ludo_diagnostic why = {.message = ""};
    const ludo_status compiled = ludo_compile(t->spec, &t->file.allocator, &model, &why);
    if (compiled == LUDO_NO_MEMORY) {
        return ludo_h5_no_memory(&t->file);
    }
    if (compiled != LUDO_OK) {
        return ludo_h5_say(&t->file, LUDO_PARSE, "its mechanism is invalid: %s", why.message);
    }
    const knot_counts counts = ludo_knots_counts(model, UINT32_MAX);
    ludo_model_destroy(model);
    return ludo_knots_open(&t->file, counts, &t->knots, &t->count);
}

static ludo_status read_all(ludo_trajectory *t)
{
    ludo_status status = ludo_run_file_open(&t->file);
    status = status == LUDO_OK ? ludo_run_file_check(&t->file) : status;
    status = status == LUDO_OK ? ludo_spec_file_read(&t->file, &t->spec) : status;
    status = status == LUDO_OK
                 ? ludo_run_file_read_facts(&t->file, &t->facts, &t->texts, &t->summary)
                 : status;
    status = status == LUDO_OK ? open_knots(t) : status;
    return status == LUDO_OK ? ludo_contact_rows_open(&t->file, &t->contacts) : status;
}

/* Takes a turn. */
static void close_file(ludo_trajectory *t)
{
    const h5_turn turn = ludo_h5_enter();
    ludo_contact_rows_close(&t->file, &t->contacts);
    ludo_knots_close(&t->file, &t->knots);
    h5_close(t->file.id);
    ludo_h5_leave(turn);
}

ludo_status ludo_trajectory_open(const char *path, const ludo_allocator *allocator,
                                 ludo_trajectory **out, ludo_diagnostic *why)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (path == NULL || out == NULL) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", ludo_status_text(LUDO_BAD_ARGUMENT));
        return LUDO_BAD_ARGUMENT;
    }
    const h5_file file = {H5I_INVALID_HID, path, ludo_allocator_or_default(allocator), why};
    ludo_trajectory *t = memory_take(&file.allocator, sizeof *t);
    if (t == NULL) {
        return ludo_h5_no_memory(&file);
    }
    *t = (ludo_trajectory){.file = file,
                           .path = memory_text(&file.allocator, path, strlen(path)),
                           .knots = ludo_knots_closed(),
                           .contacts = ludo_contact_rows_closed()};
    ludo_status status = t->path != NULL ? LUDO_OK : ludo_h5_no_memory(&file);
    if (status == LUDO_OK) {
        t->file.path = t->path;
        const h5_turn turn = ludo_h5_enter();
        status = read_all(t);
        ludo_h5_leave(turn);
    }
    if (status == LUDO_OK) {
        *out = t;
    } else {
        ludo_trajectory_close(t);
    }
    return status;
}

void ludo_trajectory_close(ludo_trajectory *trajectory)
{
    if (trajectory == NULL) {
        return;
    }
    ludo_trajectory *t = trajectory;
    const ludo_allocator a = t->file.allocator;
    close_file(t);
    ludo_spec_destroy(t->spec);
    memory_give(&a, t->summary);
    memory_give(&a, t->texts);
    memory_give(&a, t->path);
    memory_give(&a, t);
}

const ludo_spec *ludo_trajectory_spec(const ludo_trajectory *trajectory)
{
    return trajectory != NULL ? trajectory->spec : NULL;
}

ludo_status ludo_trajectory_facts(const ludo_trajectory *trajectory, ludo_run_facts *out)
{
    if (trajectory == NULL || !SIZED_KNOWN(out)) {
        return LUDO_BAD_ARGUMENT;
    }
    SIZED_WRITE(out, &trajectory->facts);
    return LUDO_OK;
}

int64_t ludo_trajectory_sample_count(const ludo_trajectory *trajectory)
{
    return trajectory != NULL ? trajectory->count : 0;
}

static ludo_status refuse(const ludo_trajectory *t, const char *problem, ludo_diagnostic *why)
{
    ludo_diagnose(why, (ludo_place){t != NULL ? t->path : NULL, 0, 0}, "%s", problem);
    return LUDO_BAD_ARGUMENT;
}

ludo_status ludo_trajectory_sample(ludo_trajectory *trajectory, int64_t number, ludo_sample *out,
                                   ludo_diagnostic *why)
{
    if (trajectory == NULL || !SIZED_KNOWN(out) || number < 0 || number >= trajectory->count) {
        return refuse(trajectory,
                      "there is no such sample, an argument is NULL, or struct_size is "
                      "wrong",
                      why);
    }
    ludo_trajectory *t = trajectory;
    if (number < t->knots.first || number >= t->knots.first + t->knots.used) {
        t->file.why = why;
        const h5_turn turn = ludo_h5_enter();
        const ludo_status status = ludo_knots_load(&t->file, &t->knots, number, t->count);
        ludo_h5_leave(turn);
        if (status != LUDO_OK) {
            return status;
        }
    }
    const ludo_sample knot = ludo_knots_get(&t->knots, number);
    SIZED_WRITE(out, &knot);
    return LUDO_OK;
}

/* Whether a contact is valid for this mechanism. */
static bool makes_sense(const ludo_trajectory *t, const ludo_contact *c)
{
    const int32_t geoms = ludo_spec_geom_count(t->spec), bodies = ludo_spec_body_count(t->spec);
    return c->geom_a >= 0 && c->geom_a < geoms && c->geom_b >= 0 && c->geom_b < geoms &&
           c->body_a >= LUDO_WORLD && c->body_a < bodies && c->body_b >= LUDO_WORLD &&
           c->body_b < bodies;
}

ludo_status ludo_trajectory_contacts(ludo_trajectory *trajectory, const ludo_sample *sample,
                                     ludo_contact *out, ludo_diagnostic *why)
{
    if (trajectory == NULL || !SIZED_KNOWN(sample) || sample->contact_count < 0 ||
        (out == NULL && sample->contact_count > 0)) {
        return refuse(trajectory, "the sample is not one of a trajectory, or an argument is NULL",
                      why);
    }
    if (sample->contact_count == 0) {
        return LUDO_OK;
    }
    ludo_trajectory *t = trajectory;
    t->file.why = why;
    const h5_turn turn = ludo_h5_enter();
    ludo_status status = ludo_contact_rows_read(&t->file, &t->contacts, sample->contact_first,
                                                sample->contact_count, out);
    for (int32_t i = 0; i < sample->contact_count && status == LUDO_OK; i++) {
        if (!makes_sense(t, &out[i])) {
            status =
                ludo_h5_say(&t->file, LUDO_PARSE,
                            "a contact refers to a geom or body that the mechanism does not have");
        }
    }
    ludo_h5_leave(turn);
    return status;
}
