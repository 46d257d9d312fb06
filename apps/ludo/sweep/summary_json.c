/* SPDX-License-Identifier: Apache-2.0
 *
 * The summary of a sweep as JSON. */
#include "sweep/sweep.h"

static void write_variation(json *j, const variation *v)
{
    ludo_json_open_named(j, v->title);
    ludo_json_text(j, "what", v->kind->word);
    ludo_json_open_list(j, "elements");
    for (int32_t i = 0; i < v->count && v->kind->noun != NULL; i++) {
        ludo_json_text(j, NULL, v->element[i].name);
    }
    ludo_json_close_array(j);
    ludo_json_boolean(j, "factor", !v->kind->absolute);
    ludo_json_number(j, "low", v->range.low);
    ludo_json_number(j, "high", v->range.high);
    ludo_json_boolean(j, "logarithmic", v->range.logarithmic);
    ludo_json_close_object(j);
}

static double exact(double value)
{
    return value;
}

static void write_output(json *j, const sweep *w, int32_t column, double *room)
{
    ludo_json_open_named(j, w->columns.list[column].name);
    ludo_sweep_write_statistics(j, w, column, room, exact);
    ludo_json_close_object(j);
}

static void write_failures(json *j, const sweep *w)
{
    ludo_json_open_array(j, "failures");
    for (int32_t i = 0; i < w->s->samples; i++) {
        if (w->result[i].finished && w->result[i].message != NULL) {
            ludo_json_open_object(j, NULL);
            ludo_json_integer(j, "sample", i);
            ludo_json_number(j, "time", value_of(w, i, 0));
            ludo_json_text(j, "message", w->result[i].message);
            ludo_json_close_object(j);
        }
    }
    ludo_json_close_array(j);
}

static void write_facts(json *j, const sweep *w)
{
    ludo_json_text(j, "status", w->finished == w->s->samples ? "ok" : "interrupted");
    ludo_json_text(j, "model", ludo_model_file_title(w->of.model, w->of.path));
    ludo_json_text(j, "integrator", w->integrator);
    ludo_json_text(j, "scheme", w->scheme);
    ludo_json_integer(j, "order", w->order);
    ludo_json_number(j, "dt", w->plan.dt);
    ludo_json_number(j, "duration", w->plan.duration);
    ludo_json_integer(j, "samples", w->s->samples);
    ludo_json_integer(j, "seed", w->s->seed);
    ludo_json_integer(j, "finished", w->finished);
    ludo_json_integer(j, "stopped", w->stopped);
    ludo_json_number(j, "wall_seconds", w->wall);
}

void ludo_sweep_write_json(FILE *file, const sweep *w, double *room)
{
    json j = {.file = file};
    ludo_json_open_object(&j, NULL);
    write_facts(&j, w);
    ludo_json_open_array(&j, "vary");
    for (int32_t i = 0; i < w->vary_count; i++) {
        write_variation(&j, &w->vary[i]);
    }
    ludo_json_close_array(&j);
    ludo_json_open_array(&j, "outputs");
    for (int32_t i = 0; i < w->columns.count; i++) {
        write_output(&j, w, i, room);
    }
    ludo_json_close_array(&j);
    write_failures(&j, w);
    ludo_json_close_object(&j);
}
