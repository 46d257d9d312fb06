/* SPDX-License-Identifier: Apache-2.0
 *
 * Drawing of figures: gnuplot reads its script from an open file and writes the drawing to another
 * one. No file names are passed to gnuplot, and no shell is used. */
#define _POSIX_C_SOURCE 200809L

#include "plot/figure.h"

#include "data/file_name.h"
#include "data/replacement.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- formats ---- */

#define PER_INCH(dots) (dots) / 2.54, (dots) / 72.0

static const figure_format formats[] = {
    {".svg", "svg", "sans-serif", "", PER_INCH(96.0), "</svg>"},
    {".png", "pngcairo", "Sans", "", PER_INCH(300.0), "IEND"},
    {".pdf", "pdfcairo", "Sans", "cm", 1.0, 1.0, "%%EOF"},
};

const figure_format *ludo_figure_format(const char *path)
{
    const char *ending = ludo_file_name_suffix(path);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(ending, formats[i].ending) == 0) {
            return &formats[i];
        }
    }
    (void)ludo_error(OUTCOME_USAGE,
                     "output '%s' does not end in .svg, .png or .pdf; choose one of these suffixes",
                     path);
    return NULL;
}

/* ---- gnuplot ---- */

/* The standard streams of gnuplot. */
typedef struct streams {
    FILE *script, *drawing, *errors;
} streams;

static outcome report_missing(void)
{
    return ludo_error(OUTCOME_USAGE, "gnuplot, which draws the plots, was not found; install it, "
                                     "on Debian with apt-get install gnuplot-nox");
}

/* Wait for a process; true if it succeeded. */
static bool wait_for(pid_t process, int *status)
{
    while (waitpid(process, status, 0) < 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return WIFEXITED(*status) && WEXITSTATUS(*status) == 0;
}

/* Print the last line of gnuplot's error output, which has the reason. */
static outcome report_gnuplot_error(FILE *errors)
{
    char line[256], reason[256] = "";
    rewind(errors);
    while (fgets(line, sizeof line, errors) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[strspn(line, " \t^")] != '\0') {
            memcpy(reason, line, sizeof reason);
        }
    }
    return ludo_error(OUTCOME_USAGE, "gnuplot failed: %s", reason + strspn(reason, " \t"));
}

static outcome start(const streams *s, pid_t *process)
{
    static char name[] = "gnuplot", defaults[] = "-d";
    char *const arguments[] = {name, defaults, NULL};
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return ludo_error_memory();
    }
    int error = posix_spawn_file_actions_adddup2(&actions, fileno(s->script), STDIN_FILENO);
    error = error == 0
                ? posix_spawn_file_actions_adddup2(&actions, fileno(s->drawing), STDOUT_FILENO)
                : error;
    error = error == 0
                ? posix_spawn_file_actions_adddup2(&actions, fileno(s->errors), STDERR_FILENO)
                : error;
    error = error == 0 ? posix_spawnp(process, name, &actions, NULL, arguments, environ) : error;
    (void)posix_spawn_file_actions_destroy(&actions);
    if (error == ENOENT) {
        return report_missing();
    }
    return error == 0 ? OUTCOME_DONE
                      : ludo_error(OUTCOME_USAGE, "can't start gnuplot: %s", strerror(error));
}

static outcome draw(const streams *s)
{
    enum { NOT_FOUND = 127 };
    pid_t process;
    int status = 0;
    outcome how = start(s, &process);
    if (how == OUTCOME_DONE && !wait_for(process, &status)) {
        const bool missing = WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND;
        how = missing ? report_missing() : report_gnuplot_error(s->errors);
    }
    return how;
}

/* ---- drawing ---- */

/* True if a drawing is complete: gnuplot does not report a full disk. */
static bool is_complete(FILE *drawing, const char *last)
{
    enum { NEAR = 64 };
    char end[NEAR];
    const size_t length = strlen(last);
    rewind(drawing);
    (void)fseek(drawing, -(long)NEAR, SEEK_END); /* a shorter file stays at its start */
    const size_t count = fread(end, 1, sizeof end, drawing);
    bool found = false;
    for (size_t i = 0; i + length <= count && !found; i++) {
        found = memcmp(end + i, last, length) == 0;
    }
    return found;
}

static outcome copy(FILE *drawing, FILE *to, const char *path)
{
    char block[BUFSIZ];
    size_t count;
    rewind(drawing);
    while ((count = fread(block, 1, sizeof block, drawing)) > 0) {
        if (fwrite(block, 1, count, to) != count) {
            return ludo_error_unwritable(path);
        }
    }
    return ferror(drawing) ? ludo_error_unreadable("a temporary file") : OUTCOME_DONE;
}

/* Draw into a temporary file and copy it to the path if it is complete. */
static outcome draw_between(const streams *s, const figure *f, const figure_format *format,
                            const char *path)
{
    ludo_figure_write(s->script, f, format);
    if (fflush(s->script) != 0 || ferror(s->script)) {
        return ludo_error_unwritable("a temporary file");
    }
    rewind(s->script);
    replacement r;
    outcome how = draw(s);
    if (how == OUTCOME_DONE && !is_complete(s->drawing, format->last)) {
        how = ludo_error(
            OUTCOME_FILE,
            "the drawing in the temporary folder is incomplete; check that its disk is not full");
    }
    how = how == OUTCOME_DONE ? ludo_replacement_begin(&r, path) : how;
    return how == OUTCOME_DONE ? ludo_replacement_end(&r, copy(s->drawing, r.file, path)) : how;
}

outcome ludo_figure_draw(const figure *f, const figure_format *format, const char *path)
{
    const streams s = {tmpfile(), tmpfile(), tmpfile()};
    FILE *const files[] = {s.script, s.drawing, s.errors};
    const bool there = s.script != NULL && s.drawing != NULL && s.errors != NULL;
    const outcome how =
        there ? draw_between(&s, f, format, path) : ludo_error_unwritable("a temporary file");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (files[i] != NULL) {
            (void)fclose(files[i]);
        }
    }
    return how;
}
