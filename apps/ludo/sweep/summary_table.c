/* SPDX-License-Identifier: Apache-2.0
 *
 * The summary of a sweep as a table. */
#include "sweep/sweep.h"

#include "terminal/method_name.h"
#include "terminal/printable.h"

#include <string.h>

enum { NARROWEST = 10, WIDEST = 40 }; /* column of names */

/* The width of the longest name. */
static int name_width(const sweep *w)
{
    size_t width = NARROWEST;
    for (int32_t i = 0; i < w->columns.count; i++) {
        const size_t length = strlen(w->columns.list[i].name);
        width = length > width ? length : width;
    }
    for (int32_t i = 0; i < w->vary_count; i++) {
        const size_t length = strlen(w->vary[i].title);
        width = length > width ? length : width;
    }
    return width < WIDEST ? (int)width : WIDEST;
}

static void print_heading(FILE *file, const sweep *w)
{
    ludo_printable_print(file, "%s: %d of %d samples",
                         ludo_model_file_title(w->of.model, w->of.path), (int)w->finished,
                         (int)w->s->samples);
    if (w->stopped > 0) {
        fprintf(file, ", %d of them stopped early", (int)w->stopped);
    }
    ludo_printable_print(file, "\n%s, order %d, dt %.9g s, to t = %.9g s; seed %d; %.3g s\n",
                         ludo_method_name(w->integrator, w->scheme).text, (int)w->order, w->plan.dt,
                         w->plan.duration, (int)w->s->seed, w->wall);
}

static void print_variation(FILE *file, const variation *v, int width)
{
    ludo_printable_print(file, "  %-*s  %s %.6g to %.6g%s", width, v->title,
                         v->kind->absolute ? "values" : "factors", v->range.low, v->range.high,
                         v->range.logarithmic ? ", logarithmic" : "");
    if (v->count > 1) {
        ludo_printable_print(file, ", of %d elements", (int)v->count);
    }
    fputc('\n', file);
}

static void print_output(FILE *file, const sweep_column *c, const sweep_statistics *s, int width)
{
    const double shown[] = {s->mean,          s->least,         s->percentile[0],
                            s->percentile[1], s->percentile[2], s->largest};
    ludo_printable_print(file, "  %-*s", width, c->name);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        if (isnan(shown[i])) {
            fprintf(file, " %11s", "-");
        } else {
            fprintf(file, " %11.4g", shown[i]);
        }
    }
    ludo_printable_print(file, *c->unit != '\0' ? "  %s\n" : "%s\n", c->unit);
}

void ludo_sweep_print(FILE *file, const sweep *w, double *room)
{
    const int width = name_width(w);
    print_heading(file, w);
    fputs("\nvaried\n", file);
    for (int32_t i = 0; i < w->vary_count; i++) {
        print_variation(file, &w->vary[i], width);
    }
    fprintf(file, "\n  %-*s %11s %11s %11s %11s %11s %11s\n", width, "output", "mean", "min", "5 %",
            "median", "95 %", "max");
    for (int32_t i = 0; i < w->columns.count; i++) {
        const sweep_statistics s = ludo_sweep_measure(w, i, room);
        print_output(file, &w->columns.list[i], &s, width);
    }
}
