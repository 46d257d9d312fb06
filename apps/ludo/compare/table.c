/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison for people: a line per run, a function per column. */
#include "compare/compare.h"

#include "data/file_name.h"
#include "terminal/method_name.h"
#include "terminal/printable.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- cells ---- */

typedef struct cell {
    char text[48]; /* "": unknown, or nothing to say */
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

/* The units stand below the headings; that of errors is the measure's. */
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

/* Whether something is known of a run at all. */
static bool is_known(const comparison *c, int column)
{
    bool known = false;
    for (int32_t i = 0; i < c->count && !known; i++) {
        known = *shown[column].show(&c->run[i]).text != '\0';
    }
    return known;
}

/* Print a text behind blanks: names stand to the left, numbers to the right. Returns how many
 * blanks have to come before the next one. */
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

/* What stands in a column: its heading in line 0, then the unit, then what is known of runs. */
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

/* ---- what is said about it ---- */

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

/* At how many instants a run was compared, and how. */
static void print_instants(FILE *file, const compared_run *run)
{
    ludo_printable_print(file, "           %s: at %zu instants%s",
                         ludo_file_name_base(run->columns.path), run->instants,
                         run->interpolated ? ", the reference interpolated there"
                                           : " that both have");
    if (run->gaps > 0) {
        fprintf(file, "; %zu left out, where there are no numbers", run->gaps);
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
