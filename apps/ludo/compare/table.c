/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison as a table: a line per run, a function per column. */
#include "compare/compare.h"

#include "data/file_name.h"
#include "terminal/method_name.h"
#include "terminal/printable.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- cells ---- */

typedef struct cell {
    char text[48]; /* "": unknown */
} cell;

static cell show(double value)
{
    cell c = {""};
    if (!isnan(value)) {
        (void)snprintf(c.text, sizeof c.text, "%.3g", value);
    }
    return c;
}

static cell show_count(int64_t count)
{
    cell c = {""};
    (void)snprintf(c.text, sizeof c.text, "%" PRId64, count);
    return c;
}

static cell show_file(const compared_run *run)
{
    cell c;
    const char *title = ludo_file_name_base(run->columns.path);
    const size_t length = strlen(title), room = sizeof c.text - 1;
    (void)snprintf(c.text, sizeof c.text, "%s%s", length > room ? "..." : "",
                   length > room ? title + length - room + 3 : title);
    return c;
}

static cell show_integrator(const compared_run *run)
{
    cell c = {""};
    if (run->columns.recorded.trajectory != NULL) {
        const method_name by = ludo_method_name(run->facts.integrator, run->facts.scheme);
        (void)snprintf(c.text, sizeof c.text, "%.40s %d", by.text, (int)run->facts.order);
    }
    return c;
}

static cell show_step(const compared_run *run)
{
    cell c = {""};
    if (run->columns.recorded.trajectory != NULL) {
        (void)snprintf(c.text, sizeof c.text, "%.6g", run->facts.dt);
    }
    return c;
}

static cell show_steps(const compared_run *run)
{
    return run->facts.complete ? show_count(run->facts.steps) : (cell){""};
}

static cell show_wall(const compared_run *run)
{
    return show(run->facts.wall > 0.0 ? run->facts.wall : (double)NAN);
}

static cell show_iterations(const compared_run *run)
{
    return run->facts.solves > 0 ? show_count(run->facts.iterations) : (cell){""};
}

static cell show_error(const compared_run *run)
{
    return run->error != NULL ? show(run->largest) : (cell){"reference"};
}

static cell show_final(const compared_run *run)
{
    return show(run->final);
}

static cell show_energy(const compared_run *run)
{
    return show(run->energy_error);
}

static cell show_closure(const compared_run *run)
{
    return show(run->closure);
}

static cell show_order(const compared_run *run)
{
    return show(run->order);
}

static const struct {
    const char *heading, *unit;
    cell (*show)(const compared_run *run);
} shown[] = {
    {"run", "", show_file},       {"integrator", "", show_integrator},
    {"dt", "s", show_step},       {"steps", "", show_steps},
    {"wall", "s", show_wall},     {"iterations", "", show_iterations},
    {"error", NULL, show_error},  {"at end", NULL, show_final},
    {"energy", "J", show_energy}, {"closure", "m, rad", show_closure},
    {"order", "", show_order},
};

enum { COLUMNS = sizeof shown / sizeof *shown, NAMES = 2 };

/* ---- the table ---- */

/* The unit below a heading; errors have the unit of the measure. */
static const char *unit_of(const comparison *c, int column)
{
    return shown[column].unit != NULL ? shown[column].unit : ludo_measure_unit(&c->measure);
}

static int width_of(const comparison *c, int column)
{
    size_t width = strlen(shown[column].heading);
    const size_t unit = strlen(unit_of(c, column));
    width = unit > width ? unit : width;
    for (int32_t i = 0; i < c->count; i++) {
        const size_t length = strlen(shown[column].show(&c->run[i]).text);
        width = length > width ? length : width;
    }
    return (int)width;
}

/* True if the column has a value for any run. */
static bool is_known(const comparison *c, int column)
{
    bool known = false;
    for (int32_t i = 0; i < c->count && !known; i++) {
        known = *shown[column].show(&c->run[i]).text != '\0';
    }
    return known;
}

/* Print blanks and a text: names left-aligned, numbers right-aligned. Returns the number of blanks
 * before the next text. */
static int print_cell(FILE *file, int blanks, const char *text, int column, int width)
{
    enum { APART = 3 };
    const int pad = width - (int)strlen(text);
    const bool left = column < NAMES;
    if (*text == '\0') {
        return blanks + width + APART;
    }
    ludo_printable_print(file, "%*s%s", left ? blanks : blanks + pad, "", text);
    return left ? pad + APART : APART;
}

/* The text of a cell: heading in line 0, unit in line 1, then the runs. */
static cell find_cell(const comparison *c, int32_t line, int column)
{
    cell text = {""};
    if (line >= 2) {
        text = shown[column].show(&c->run[line - 2]);
        return *text.text != '\0' ? text : (cell){"-"};
    }
    (void)snprintf(text.text, sizeof text.text, "%s",
                   line == 0 ? shown[column].heading : unit_of(c, column));
    return text;
}

static void print_table(FILE *file, const comparison *c)
{
    for (int32_t line = 0; line < c->count + 2; line++) {
        int blanks = 2;
        for (int k = 0; k < COLUMNS; k++) {
            if (is_known(c, k)) {
                blanks = print_cell(file, blanks, find_cell(c, line, k).text, k, width_of(c, k));
            }
        }
        fputc('\n', file);
    }
}

/* ---- the text above the table ---- */

static void print_reference(FILE *file, const comparison *c)
{
    const compared_run *r = &c->run[c->reference];
    ludo_printable_print(file, "reference  %s", r->columns.path);
    if (r->columns.recorded.trajectory != NULL) {
        ludo_printable_print(file, ": %s, order %d, dt %.9g s",
                             ludo_method_name(r->facts.integrator, r->facts.scheme).text,
                             (int)r->facts.order, r->facts.dt);
    }
    if (!c->chosen) {
        fputs(r->columns.recorded.trajectory != NULL ? "; the highest order, then the smallest step"
                                                     : "; the first one",
              file);
    }
    fputc('\n', file);
}

/* Print the number of compared instants. */
static void print_instants(FILE *file, const compared_run *run)
{
    ludo_printable_print(
        file, "           %s: at %zu instants%s", ludo_file_name_base(run->columns.path),
        run->instants, run->interpolated ? ", with the reference interpolated" : " that both have");
    if (run->gaps > 0) {
        fprintf(file, "; %zu left out without numbers", run->gaps);
    }
    fputc('\n', file);
}

void ludo_compare_print(FILE *file, const comparison *c)
{
    print_reference(file, c);
    fprintf(file, "error      %s [%s]\n", ludo_measure_describe(&c->measure).text,
            ludo_measure_unit(&c->measure));
    for (int32_t i = 0; i < c->count; i++) {
        if (i != c->reference) {
            print_instants(file, &c->run[i]);
        }
    }
    fputc('\n', file);
    print_table(file, c);
}
