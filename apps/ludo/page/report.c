/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo report: makes a page of a trajectory. */
#include "page/report.h"

#include "commands.h"
#include "data/file_name.h"
#include "data/writable.h"
#include "page/page.h"
#include "terminal/printable.h"

#include <stdlib.h>
#include <string.h>

/* ---- the page ---- */

/* A run and its file name. */
typedef struct report_subject {
    recorded_run *run;
    const char *file;
} report_subject;

static outcome write_page(page *p, const void *of)
{
    const report_subject *subject = of;
    ludo_json_open_array(&p->j, "runs");
    const outcome how = ludo_page_write_run(p, NULL, subject->run, subject->file);
    ludo_json_close_array(&p->j);
    ludo_json_null(&p->j, "comparison");
    return how;
}

outcome ludo_report_make(const char *trajectory, const char *file, const char *path)
{
    recorded_run run = {.path = NULL};
    outcome how = ludo_page_check();
    if (how == OUTCOME_DONE) {
        how = ludo_recorded_run_open(&run, trajectory);
    }
    if (how == OUTCOME_DONE) {
        how = ludo_page_make(path, 1, write_page, &(report_subject){&run, file});
    }
    ludo_recorded_run_close(&run);
    return how;
}

/* ---- the command ---- */

typedef struct report_settings {
    const char *output;
} report_settings;

/* The trajectory's path with suffix .html instead of .h5; the caller frees it; NULL without memory.
 */
static char *html_path(const char *trajectory)
{
    static const char suffix[] = ".h5", ending[] = ".html";
    const bool has = strcmp(ludo_file_name_suffix(trajectory), suffix) == 0;
    const size_t stem = strlen(trajectory) - (has ? sizeof suffix - 1 : 0);
    char *name = malloc(stem + sizeof ending);
    if (name != NULL) {
        memcpy(name, trajectory, stem);
        memcpy(name + stem, ending, sizeof ending);
    }
    return name;
}

static outcome make(const char *trajectory, const char *path)
{
    outcome how = ludo_writable_check_input(path, trajectory, "the trajectory");
    if (how == OUTCOME_DONE) {
        how = ludo_report_make(trajectory, ludo_file_name_base(trajectory), path);
    }
    if (how == OUTCOME_DONE) {
        ludo_printable_print(stdout, "%s\n", path);
    }
    return how;
}

static outcome run(void *settings, int count, char **operands)
{
    const report_settings *s = settings;
    (void)count;
    if (s->output != NULL) {
        return make(operands[0], s->output);
    }
    char *path = html_path(operands[0]);
    const outcome how = path != NULL ? make(operands[0], path) : ludo_error_memory();
    free(path);
    return how;
}

static const option options[] = {
    {"-o, --output", "FILE.html", "page to write (the trajectory's path with .html)",
     ludo_options_set_output, offsetof(report_settings, output)},
    {NULL, NULL, NULL, NULL, 0},
};

const command ludo_command_report = {
    .name = "report",
    .summary = "Make a page for browsers of a trajectory: animation, figures, plots.",
    .run = run,
    .settings_size = sizeof(report_settings),
    .operands = {"TRAJECTORY"},
    .options = options,
};
