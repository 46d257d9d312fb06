/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of samples as HDF5, layout 1: a row per finished sample.
 *
 *     /sample /status       int32: its number; 0: ok, 1: stopped
 *     /message              why it stopped, "" if it did not
 *     /parameters/WHAT:NAME the value of each variation
 *     /outputs/NAME         each output (columns.h)
 *
 * The root has the facts of the sweep as attributes; each dataset of the groups has `name`, the
 * name of its column in CSV, and `unit`. */
#include "data/replacement.h"
#include "sweep/h5_image.h"
#include "sweep/sweep.h"

#include <stdlib.h>

enum { LAYOUT = 1 };

/* A table being written. */
typedef struct table {
    const sweep *w;
    h5_image *to;
    int32_t rows;
    double *number;    /* per row */
    int32_t *integer;  /* per row */
    const char **text; /* per row */
} table;

/* ---- attributes ---- */

static void write_facts(const table *t)
{
    const sweep *w = t->w;
    h5_image *f = t->to;
    ludo_sweep_h5_text(f, f->file, "format", "ludo-sweep");
    ludo_sweep_h5_integer(f, f->file, "layout", LAYOUT);
    ludo_sweep_h5_text(f, f->file, "ludo", ludo_version());
    ludo_sweep_h5_text(f, f->file, "model", ludo_model_file_title(w->of.model, w->of.path));
    ludo_sweep_h5_attribute(f, f->file, "options",
                            (h5_values){H5_TEXT, w->s->given.count, w->s->given.texts});
    ludo_sweep_h5_text(f, f->file, "integrator", w->integrator);
    ludo_sweep_h5_text(f, f->file, "scheme", w->scheme);
    ludo_sweep_h5_integer(f, f->file, "order", w->order);
    ludo_sweep_h5_number(f, f->file, "dt", w->plan.dt);
    ludo_sweep_h5_number(f, f->file, "duration", w->plan.duration);
    ludo_sweep_h5_integer(f, f->file, "seed", w->s->seed);
    ludo_sweep_h5_integer(f, f->file, "samples", w->s->samples);
    ludo_sweep_h5_integer(f, f->file, "finished", w->finished);
    ludo_sweep_h5_integer(f, f->file, "stopped", w->stopped);
}

static void write_elements(const table *t, hid_t at, const variation *v)
{
    const char **names = calloc((size_t)v->count + 1, sizeof *names);
    if (names == NULL) {
        ludo_sweep_h5_fail(t->to, ludo_status_text(LUDO_NO_MEMORY));
        return;
    }
    for (int32_t i = 0; i < v->count; i++) {
        names[i] = v->element[i].name;
    }
    ludo_sweep_h5_attribute(t->to, at, "elements", (h5_values){H5_TEXT, v->count, names});
    free(names);
}

static void write_range(const table *t, hid_t at, const variation *v)
{
    ludo_sweep_h5_text(t->to, at, "what", v->kind->word);
    ludo_sweep_h5_integer(t->to, at, "factor", !v->kind->absolute);
    ludo_sweep_h5_number(t->to, at, "low", v->range.low);
    ludo_sweep_h5_number(t->to, at, "high", v->range.high);
    ludo_sweep_h5_integer(t->to, at, "logarithmic", v->range.logarithmic);
    if (v->kind->noun != NULL) {
        write_elements(t, at, v);
    }
}

/* ---- datasets ---- */

/* Write a number per row, from `value` of each sample. */
static hid_t write_column(const table *t, hid_t group, const char *name, const char *unit,
                          double (*value)(const sweep *w, int32_t sample, int32_t number),
                          int32_t number)
{
    int32_t row = 0;
    for (int32_t i = 0; i < t->w->s->samples; i++) {
        if (t->w->result[i].finished) {
            t->number[row++] = value(t->w, i, number);
        }
    }
    const h5_values values = {H5_DOUBLE, t->rows, t->number};
    const hid_t made = ludo_sweep_h5_dataset(t->to, group, name, values);
    ludo_sweep_h5_text(t->to, made, "name", name);
    ludo_sweep_h5_text(t->to, made, "unit", unit);
    return made;
}

static void write_parameters(const table *t)
{
    const hid_t group = ludo_sweep_h5_group(t->to, "parameters");
    for (int32_t i = 0; i < t->w->vary_count; i++) {
        const variation *v = &t->w->vary[i];
        const hid_t made =
            write_column(t, group, v->title, ludo_variation_unit(v, t->w->of.model), drawn_of, i);
        write_range(t, made, v);
        ludo_sweep_h5_close(made);
    }
    ludo_sweep_h5_close(group);
}

static void write_outputs(const table *t)
{
    const hid_t group = ludo_sweep_h5_group(t->to, "outputs");
    for (int32_t i = 0; i < t->w->columns.count; i++) {
        const sweep_column *c = &t->w->columns.list[i];
        ludo_sweep_h5_close(write_column(t, group, c->name, c->unit, value_of, i));
    }
    ludo_sweep_h5_close(group);
}

/* Write sample, status and message. */
static void write_samples(const table *t)
{
    static const char *const words[] = {"ok", "stopped"};
    h5_image *f = t->to;
    int32_t row = 0;
    for (int32_t i = 0; i < t->w->s->samples; i++) {
        if (t->w->result[i].finished) {
            t->text[row] = t->w->result[i].message;
            t->integer[row++] = i;
        }
    }
    const h5_values integers = {H5_INT32, t->rows, t->integer};
    ludo_sweep_h5_close(ludo_sweep_h5_dataset(f, f->file, "sample", integers));
    for (row = 0; row < t->rows; row++) {
        t->integer[row] = t->text[row] != NULL;
        t->text[row] = t->text[row] != NULL ? t->text[row] : "";
    }
    const hid_t status = ludo_sweep_h5_dataset(f, f->file, "status", integers);
    ludo_sweep_h5_attribute(f, status, "words", (h5_values){H5_TEXT, 2, words});
    ludo_sweep_h5_close(status);
    const h5_values texts = {H5_TEXT, t->rows, t->text};
    ludo_sweep_h5_close(ludo_sweep_h5_dataset(f, f->file, "message", texts));
}

/* ---- the file ---- */

static void write_all(table *t)
{
    const size_t rows = (size_t)t->rows + 1;
    t->integer = calloc(rows, sizeof *t->integer);
    t->text = calloc(rows, sizeof *t->text);
    if (t->integer != NULL && t->text != NULL) {
        write_facts(t);
        write_samples(t);
        write_parameters(t);
        write_outputs(t);
    } else {
        ludo_sweep_h5_fail(t->to, ludo_status_text(LUDO_NO_MEMORY));
    }
    free(t->integer);
    free(t->text);
}

/* The bytes of the file, which the caller frees; NULL after an error, which is printed. */
static void *make_image(const char *path, const sweep *w, double *room, size_t *size)
{
    const size_t columns = (size_t)w->columns.count + (size_t)w->vary_count + 4;
    h5_image f;
    ludo_sweep_h5_begin(&f, (size_t)w->finished * columns * sizeof(double));
    write_all(&(table){.w = w, .to = &f, .rows = w->finished, .number = room});
    void *image = ludo_sweep_h5_end(&f, size);
    if (image == NULL) {
        (void)ludo_error(OUTCOME_FILE, "can't write %s: %s", path, f.why);
    }
    return image;
}

outcome ludo_sweep_write_h5(const char *path, const sweep *w, double *room)
{
    size_t size = 0;
    void *image = make_image(path, w, room, &size);
    if (image == NULL) {
        return OUTCOME_FILE;
    }
    replacement r;
    outcome how = ludo_replacement_begin(&r, path);
    if (how == OUTCOME_DONE) {
        (void)fwrite(image, 1, size, r.file);
        how = ludo_replacement_end(&r, OUTCOME_DONE);
    }
    free(image);
    return how;
}
