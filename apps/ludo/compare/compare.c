/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo compare: compares runs with a reference run. */
#include "compare/compare.h"

#include "commands.h"
#include "data/writable.h"
#include "page/page.h"
#include "reading.h"
#include "terminal/paragraph.h"
#include "terminal/printable.h"

#include <stdlib.h>
#include <string.h>

typedef struct compare_settings {
    const char *out, *reference;
    bool as_json;
} compare_settings;

/* ---- files ---- */

/* Open a run; the output must not be the same file. */
static outcome open_run(comparison *c, const char *path, const char *out)
{
    compared_run *run = &c->run[c->count++];
    outcome how = ludo_columns_open(&run->columns, path);
    if (how == OUTCOME_DONE && out != NULL) {
        how = ludo_writable_check_input(out, path, "a run");
    }
    if (how == OUTCOME_DONE && run->columns.recorded.trajectory != NULL) {
        run->facts = run_facts_of(run->columns.recorded.trajectory);
    }
    return how;
}

/* Open all files; a reference that is not among them is appended. */
static outcome open_runs(comparison *c, char **paths, int count, const compare_settings *s)
{
    const char *reference = s->reference;
    outcome how = OUTCOME_DONE;
    c->run = calloc((size_t)count + 1, sizeof *c->run);
    if (c->run == NULL) {
        return ludo_error_memory();
    }
    c->reference = -1;
    for (int i = 0; i < count && how == OUTCOME_DONE; i++) {
        how = open_run(c, paths[i], s->out);
        if (reference != NULL && c->reference < 0 && strcmp(paths[i], reference) == 0) {
            c->reference = i;
        }
    }
    if (how == OUTCOME_DONE && reference != NULL && c->reference < 0) {
        c->reference = c->count;
        how = open_run(c, reference, s->out);
    }
    c->chosen = reference != NULL;
    return how == OUTCOME_DONE && c->count < 2
               ? ludo_error(OUTCOME_USAGE,
                            "compare needs two runs, or one run and --reference FILE")
               : how;
}

/* True if run a is likely closer to the exact motion than run b: higher order, then smaller step;
 * trajectories before tables. */
static bool is_finer(const compared_run *a, const compared_run *b)
{
    if (a->columns.recorded.trajectory == NULL || b->columns.recorded.trajectory == NULL) {
        return a->columns.recorded.trajectory != NULL && b->columns.recorded.trajectory == NULL;
    }
    return a->facts.order != b->facts.order ? a->facts.order > b->facts.order
                                            : a->facts.dt < b->facts.dt;
}

static int32_t choose_reference(const comparison *c)
{
    int32_t best = 0;
    for (int32_t i = 1; i < c->count; i++) {
        best = is_finer(&c->run[i], &c->run[best]) ? i : best;
    }
    return best;
}

static outcome choose_measure(comparison *c)
{
    const columns **files = calloc((size_t)c->count, sizeof *files);
    if (files == NULL) {
        return ludo_error_memory();
    }
    for (int32_t i = 0; i < c->count; i++) {
        files[i] = &c->run[i].columns;
    }
    const outcome how = ludo_measure_choose(&c->measure, files, c->count);
    free(files);
    return how;
}

/* ---- reading ---- */

static void mark_column(columns *c, const char *name)
{
    const int32_t number = ludo_columns_find(c, name);
    if (number >= 0) {
        c->wanted[number] = true;
    }
}

/* True if another file has a column of this name. */
static bool is_known(const comparison *c, const columns *but, const char *name)
{
    bool known = false;
    for (int32_t i = 0; i < c->count && !known; i++) {
        const columns *other = &c->run[i].columns;
        known = other != but && ludo_columns_find(other, name) >= 0;
    }
    return known;
}

/* Mark the columns of a table that other files have, too; warn of the remaining ones. */
static void mark_known_columns(const comparison *c, columns *table)
{
    enum { MOST_LISTED = 10 };
    paragraph p = {.file = NULL};
    int32_t count = 0;
    for (int32_t i = 0; i < table->count; i++) {
        const char *name = ludo_columns_name(table, i);
        table->wanted[i] = table->wanted[i] || is_known(c, table, name);
        if (table->wanted[i] || count++ >= MOST_LISTED) {
            continue;
        }
        if (count == 1) {
            p = ludo_paragraph_begin(
                stderr, 4,
                "%s:1: warning: columns that no other run has are ignored:", table->path);
        }
        ludo_paragraph_add(&p, count == 1 ? "" : ",", "%s", name);
    }
    if (count > MOST_LISTED) {
        ludo_paragraph_add(&p, "", "and %d more", (int)(count - MOST_LISTED));
    }
    if (count > 0) {
        ludo_paragraph_end(&p);
    }
}

static outcome read_runs(comparison *c)
{
    static const char *const more[] = {"energy", "energy_error", "position_violation"};
    outcome how = OUTCOME_DONE;
    for (int32_t i = 0; i < c->count && how == OUTCOME_DONE; i++) {
        columns *run = &c->run[i].columns;
        for (int32_t k = 0; k < c->measure.column_count; k++) {
            mark_column(run, c->measure.column[k]);
        }
        for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
            mark_column(run, more[k]);
        }
        if (run->recorded.trajectory == NULL) {
            mark_known_columns(c, run);
        }
        how = ludo_columns_read(run);
    }
    return how;
}

static void warn_interpolation(const comparison *c)
{
    for (int32_t i = 0; i < c->count; i++) {
        if (i != c->reference && ludo_compare_is_doubtful(c, &c->run[i])) {
            (void)ludo_error(
                OUTCOME_DONE,
                "warning: the errors of %s may come from interpolation of the reference: its own "
                "knots are reproduced to %.2g %s only; record the reference more often or with "
                "the same time step",
                c->run[i].columns.path, c->interpolation_error, ludo_measure_unit(&c->measure));
        }
    }
}

/* ---- the command ---- */

static outcome make_page(const comparison *c, const compare_settings *s)
{
    const outcome how = ludo_compare_make_page(c, s->out);
    if (how == OUTCOME_DONE && !s->as_json) {
        ludo_printable_print(stdout, "\npage: %s\n", s->out);
    }
    return how;
}

static outcome compare(comparison *c, const compare_settings *s, char **paths, int count)
{
    outcome how = s->out != NULL ? ludo_page_check() : OUTCOME_DONE;
    how = how == OUTCOME_DONE ? open_runs(c, paths, count, s) : how;
    if (how == OUTCOME_DONE) {
        c->reference = c->chosen ? c->reference : choose_reference(c);
        how = choose_measure(c);
    }
    how = how == OUTCOME_DONE ? read_runs(c) : how;
    how = how == OUTCOME_DONE ? ludo_compare_errors(c) : how;
    if (how != OUTCOME_DONE) {
        return how;
    }
    ludo_compare_orders(c);
    warn_interpolation(c);
    (s->as_json ? ludo_compare_write : ludo_compare_print)(stdout, c);
    return s->out != NULL ? make_page(c, s) : OUTCOME_DONE;
}

static void release(comparison *c)
{
    for (int32_t i = 0; i < c->count; i++) {
        ludo_columns_close(&c->run[i].columns);
        free(c->run[i].time);
        free(c->run[i].error);
    }
    ludo_measure_release(&c->measure);
    free(c->run);
}

static outcome run(void *settings, int count, char **operands)
{
    comparison c = {.count = 0};
    const outcome how = compare(&c, settings, operands, count);
    release(&c);
    return how;
}

static const option options[] = {
    {"--reference", "FILE", "reference run (highest order, then smallest step)",
     ludo_options_set_file, offsetof(compare_settings, reference)},
    {"-o, --output", "FILE.html", "make a page with all runs", ludo_options_set_output,
     offsetof(compare_settings, out)},
    {"--json", NULL, "print JSON", ludo_options_set_flag, offsetof(compare_settings, as_json)},
    {NULL, NULL, NULL, NULL, 0},
};

const command ludo_command_compare = {
    .name = "compare",
    .summary = "Compare runs: trajectories, or CSV tables of any program.",
    .run = run,
    .settings_size = sizeof(compare_settings),
    .operands = {"A"},
    .more = "[B ..]",
    .options = options,
};
