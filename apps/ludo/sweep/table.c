/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of samples as CSV (RFC 4180; lines end with LF): a row per finished sample, numbers in
 * SI units with 17 digits.
 *
 *     sample    WHAT:NAME of each variation    status    the outputs (columns.h)    message */
#include "sweep/sweep.h"

#include <string.h>

/* Write a text, in quotes if it contains a comma, quote or line end. */
static void write_text(FILE *file, const char *text)
{
    const bool quoted = text[strcspn(text, ",\"\r\n")] != '\0';
    fputs(quoted ? "\"" : "", file);
    for (const char *c = text; *c != '\0'; c++) {
        fputs(*c == '"' ? "\"" : "", file);
        fputc(*c, file);
    }
    fputs(quoted ? "\"" : "", file);
}

static void write_names(FILE *file, const sweep *w)
{
    fputs("sample", file);
    for (int32_t i = 0; i < w->vary_count; i++) {
        fputc(',', file);
        write_text(file, w->vary[i].title);
    }
    fputs(",status", file);
    for (int32_t i = 0; i < w->columns.count; i++) {
        fputc(',', file);
        write_text(file, w->columns.list[i].name);
    }
    fputs(",message\n", file);
}

/* "nan" has no sign, whatever the C library writes. */
static void write_number(FILE *file, double value)
{
    if (isnan(value)) {
        fputs(",nan", file);
    } else {
        fprintf(file, ",%.17g", value);
    }
}

static void write_row(FILE *file, const sweep *w, int32_t sample)
{
    const char *message = w->result[sample].message;
    fprintf(file, "%d", (int)sample);
    for (int32_t i = 0; i < w->vary_count; i++) {
        write_number(file, drawn_of(w, sample, i));
    }
    fputs(message == NULL ? ",ok" : ",stopped", file);
    for (int32_t i = 0; i < w->columns.count; i++) {
        write_number(file, value_of(w, sample, i));
    }
    fputc(',', file);
    write_text(file, message != NULL ? message : "");
    fputc('\n', file);
}

void ludo_sweep_write_table(FILE *file, const sweep *w)
{
    write_names(file, w);
    for (int32_t i = 0; i < w->s->samples; i++) {
        if (w->result[i].finished) {
            write_row(file, w, i);
        }
    }
}
