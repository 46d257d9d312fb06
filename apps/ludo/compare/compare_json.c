/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison as JSON. */
#include "compare/compare.h"

#include "text/json.h"

#include <math.h>

/* The facts of a trajectory; null for a table. */
static void write_facts(json *j, const compared_run *run)
{
    const ludo_run_facts *f = &run->facts;
    const bool known = run->columns.recorded.trajectory != NULL;
    const bool ended = known && f->complete;
    ludo_json_text(j, "title", known ? f->title : NULL);
    ludo_json_text(j, "integrator", known ? f->integrator : NULL);
    ludo_json_text(j, "scheme", known && f->scheme[0] != '\0' ? f->scheme : NULL);
    ludo_json_count(j, "order", known ? f->order : -1);
    ludo_json_number(j, "dt", known ? f->dt : (double)NAN);
    ludo_json_count(j, "steps", ended ? f->steps : -1);
    ludo_json_number(j, "wall_seconds", ended && f->wall > 0.0 ? f->wall : (double)NAN);
    ludo_json_count(j, "iterations", ended && f->solves > 0 ? f->iterations : -1);
}

static void write_error(json *j, const comparison *c, const compared_run *run)
{
    if (run->error == NULL) {
        ludo_json_null(j, "error");
        return;
    }
    ludo_json_open_object(j, "error");
    ludo_json_number(j, "largest", run->largest);
    ludo_json_number(j, "largest_at", run->largest_at);
    ludo_json_number(j, "final", run->final);
    ludo_json_integer(j, "instants", (int64_t)run->instants);
    ludo_json_integer(j, "left_out", (int64_t)run->gaps);
    ludo_json_boolean(j, "interpolated", run->interpolated);
    ludo_json_boolean(j, "doubtful", ludo_compare_is_doubtful(c, run));
    ludo_json_close_object(j);
}

static void write_run(json *j, const comparison *c, const compared_run *run)
{
    ludo_json_open_object(j, NULL);
    ludo_json_text(j, "file", run->columns.path);
    write_facts(j, run);
    ludo_json_integer(j, "knots", (int64_t)run->columns.rows);
    write_error(j, c, run);
    ludo_json_number(j, "energy_error", run->energy_error);
    ludo_json_number(j, "closure", run->closure);
    ludo_json_number(j, "observed_order", run->order);
    ludo_json_close_object(j);
}

void ludo_compare_write(FILE *file, const comparison *c)
{
    json j = {.file = file};
    ludo_json_open_object(&j, NULL);
    ludo_json_integer(&j, "reference", c->reference);
    ludo_json_text(&j, "measure", ludo_measure_describe(&c->measure).text);
    ludo_json_text(&j, "unit", ludo_measure_unit(&c->measure));
    ludo_json_number(&j, "interpolation", c->interpolation_error);
    ludo_json_open_array(&j, "runs");
    for (int32_t i = 0; i < c->count; i++) {
        write_run(&j, c, &c->run[i]);
    }
    ludo_json_close_array(&j);
    ludo_json_close_object(&j);
}
