/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo plot: plots quantities over time, or against each other, as a figure for papers. */
#include "commands.h"
#include "data/columns.h"
#include "data/file_name.h"
#include "data/writable.h"
#include "plot/points.h"
#include "terminal/printable.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct plot_settings {
    text_list y;
    const char *x, *out, *title;
    bool log, list;
    double width, height; /* [cm]; 0: default */
} plot_settings;

/* A plot being made. */
typedef struct plot {
    const plot_settings *s;
    columns *files;
    int32_t count;
    const figure_format *format;
    figure figure;
    char *x_axis, *y_axis, *out; /* owned */
} plot;

/* ---- texts ---- */

/* A text formatted as by fprintf(), which the caller frees; NULL without memory. */
static char *compose(const char *format, ...) PRINTF_LIKE(1, 2);

static char *compose(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int width = vsnprintf(NULL, 0, format, arguments);
    char *text = width >= 0 ? malloc((size_t)width + 1) : NULL;
    if (text != NULL) {
        (void)vsnprintf(text, (size_t)width + 1, format, again);
    }
    va_end(again);
    va_end(arguments);
    return text;
}

/* The label of a column, with its unit if known. */
static char *describe(const columns *c, int32_t number, bool size)
{
    const quantity *q = ludo_columns_quantity(c, number);
    const char *label = q != NULL ? q->label : ludo_columns_name(c, number), *bar = size ? "|" : "";
    return q != NULL && *q->unit != '\0' ? compose("%s%s%s [%s]", bar, label, bar, q->unit)
                                         : compose("%s%s%s", bar, label, bar);
}

/* The common name of quantities with a unit. */
static const char *word_of_unit(const char *unit)
{
    static const struct {
        const char *unit, *word;
    } words[] = {{"rad", "angle "},  {"m", "length "},     {"J", "energy "},
                 {"rad/s", "rate "}, {"m/s", "velocity "}, {"kg m/s", "momentum "}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].unit, unit) == 0) {
            return words[i].word;
        }
    }
    return "";
}

/* The unit of all curves; NULL if they differ or are unknown. */
static const char *find_unit(const plot *p)
{
    const char *unit = NULL;
    for (int32_t k = 0; k < p->count; k++) {
        for (int32_t i = 0; i < p->s->y.count; i++) {
            const columns *c = &p->files[k];
            const quantity *q = ludo_columns_quantity(c, ludo_columns_find(c, p->s->y.texts[i]));
            if (q == NULL || (unit != NULL && strcmp(unit, q->unit) != 0)) {
                return NULL;
            }
            unit = q->unit;
        }
    }
    return unit;
}

/* The label of the y axis: the quantity of all curves, else their common unit. */
static char *describe_y(const plot *p, bool sizes)
{
    if (p->s->y.count == 1) {
        return describe(&p->files[0], ludo_columns_find(&p->files[0], p->s->y.texts[0]), sizes);
    }
    const char *unit = find_unit(p);
    return unit != NULL && *unit != '\0' ? compose("%s[%s]", word_of_unit(unit), unit)
                                         : compose("%s", "");
}

/* The label of a curve: the quantity, the file, or both, whichever differs between curves. */
static char *label_curve(const plot *p, int32_t file, const char *name)
{
    const char *of = ludo_file_name_base(p->files[file].path);
    const int length = (int)(ludo_file_name_suffix(of) - of);
    return p->count == 1        ? compose("%s", name)
           : p->s->y.count == 1 ? compose("%.*s", length, of)
                                : compose("%s, %.*s", name, length, of);
}

/* ---- names ---- */

static outcome list_names(const columns *c)
{
    int width = 4;
    for (int32_t i = 0; i < c->count; i++) {
        const int length = (int)strlen(ludo_columns_name(c, i));
        width = length > width && length <= 32 ? length : width;
    }
    for (int32_t i = 0; i < c->count; i++) {
        const quantity *q = ludo_columns_quantity(c, i);
        const char *name = ludo_columns_name(c, i);
        if (q == NULL) {
            ludo_printable_print(stdout, "%s\n", name);
        } else if (*q->unit == '\0') {
            ludo_printable_print(stdout, "%-*s  %s\n", width, name, q->label);
        } else {
            ludo_printable_print(stdout, "%-*s  %s [%s]\n", width, name, q->label, q->unit);
        }
    }
    return OUTCOME_DONE;
}

static outcome mark_column(columns *c, const char *name)
{
    const int32_t number = ludo_columns_find(c, name);
    if (number < 0) {
        const name_list names = ludo_columns_names(c);
        return ludo_error_unknown_at(&(ludo_place){c->path, 0, 0}, "quantity", name, &names);
    }
    c->wanted[number] = true;
    return OUTCOME_DONE;
}

static outcome mark_columns(columns *c, const plot_settings *s)
{
    outcome how = s->x != NULL ? mark_column(c, s->x) : OUTCOME_DONE;
    for (int32_t i = 0; i < s->y.count && how == OUTCOME_DONE; i++) {
        how = mark_column(c, s->y.texts[i]);
    }
    return how;
}

/* ---- curves ---- */

static outcome add_curve(plot *p, int32_t file, int32_t name)
{
    const plot_settings *s = p->s;
    const columns *c = &p->files[file];
    const bool names = s->y.count > 1;
    const double *y = c->values[ludo_columns_find(c, s->y.texts[name])];
    curve *to = &p->figure.curves[p->figure.count++];
    *to = (curve){.label = label_curve(p, file, s->y.texts[name]),
                  .colour = names ? name : file,
                  .dashes = names ? file : 0};
    const bool made = s->x == NULL ? ludo_points_over_time(to, c->time, y, c->rows, s->log)
                                   : ludo_points_against(to, c->values[ludo_columns_find(c, s->x)],
                                                         y, c->rows, s->log);
    return made && to->label != NULL ? OUTCOME_DONE : ludo_error_memory();
}

/* True if a curve has a point that the plot shows. */
static bool has_points(const curve *c, bool log)
{
    bool has = false;
    for (size_t k = 0; k < c->count && !has; k++) {
        has = isfinite(c->x[k]) && isfinite(c->y[k]) && (!log || c->y[k] > 0.0);
    }
    return has;
}

/* Refuse a plot without points; the error names the first quantity. */
static outcome check_curves(const plot *p)
{
    for (int32_t i = 0; i < p->figure.count; i++) {
        if (has_points(&p->figure.curves[i], p->s->log)) {
            return OUTCOME_DONE;
        }
    }
    return ludo_error(OUTCOME_USAGE,
                      p->s->log
                          ? "'%s' of %s is 0 at all times; leave out --log: 0 has no logarithm"
                          : "'%s' of %s is not a number at any time; choose another quantity",
                      p->s->y.texts[0], p->files[0].path);
}

/* True if some value is negative, so that a logarithmic axis shows magnitudes. */
static bool has_signs(const plot *p)
{
    bool has = false;
    for (int32_t k = 0; k < p->count; k++) {
        const columns *c = &p->files[k];
        for (int32_t i = 0; i < p->s->y.count; i++) {
            const double *y = c->values[ludo_columns_find(c, p->s->y.texts[i])];
            for (size_t row = 0; row < c->rows && !has; row++) {
                has = y[row] < 0.0;
            }
        }
    }
    return has;
}

/* ---- the figure ---- */

static outcome make_figure(plot *p)
{
    const plot_settings *s = p->s;
    const double width = s->width > 0.0 ? s->width : 8.6; /* one column of a two-column page */
    p->figure = (figure){.title = s->title,
                         .width = width,
                         .height = s->height > 0.0 ? s->height : 0.75 * width,
                         .over_time = s->x == NULL,
                         .log = s->log,
                         .curves = calloc((size_t)p->count * (size_t)s->y.count, sizeof(curve))};
    if (p->figure.curves == NULL) {
        return ludo_error_memory();
    }
    outcome how = OUTCOME_DONE;
    for (int32_t k = 0; k < p->count; k++) {
        for (int32_t i = 0; i < s->y.count && how == OUTCOME_DONE; i++) {
            how = add_curve(p, k, i);
        }
    }
    p->x_axis = s->x != NULL ? describe(&p->files[0], ludo_columns_find(&p->files[0], s->x), false)
                             : compose("time [s]");
    p->y_axis = describe_y(p, s->log && has_signs(p));
    p->figure.x_axis = p->x_axis;
    p->figure.y_axis = p->y_axis;
    how =
        how == OUTCOME_DONE && (p->x_axis == NULL || p->y_axis == NULL) ? ludo_error_memory() : how;
    return how == OUTCOME_DONE ? check_curves(p) : how;
}

/* Choose path and format of the figure: by default the path of the first file with .svg. */
static outcome choose_output(plot *p, const char *path)
{
    const int length = (int)(ludo_file_name_suffix(path) - path);
    p->out = p->s->out != NULL ? compose("%s", p->s->out) : compose("%.*s.svg", length, path);
    if (p->out == NULL) {
        return ludo_error_memory();
    }
    p->format = ludo_figure_format(p->out);
    return p->format != NULL ? OUTCOME_DONE : OUTCOME_USAGE;
}

static outcome read_file(const plot *p, columns *c)
{
    outcome how = ludo_writable_check_input(p->out, c->path, "a run");
    how = how == OUTCOME_DONE ? mark_columns(c, p->s) : how;
    return how == OUTCOME_DONE ? ludo_columns_read(c) : how;
}

static outcome read_files(plot *p, char **paths, int count)
{
    p->files = calloc((size_t)count, sizeof *p->files);
    outcome how = p->files != NULL ? OUTCOME_DONE : ludo_error_memory();
    while (how == OUTCOME_DONE && p->count < count) {
        columns *c = &p->files[p->count];
        how = ludo_columns_open(c, paths[p->count++]);
        if (how == OUTCOME_DONE) {
            how = p->s->list ? list_names(c) : read_file(p, c);
        }
    }
    return how;
}

static outcome make_plot(plot *p, char **paths, int count)
{
    outcome how = OUTCOME_DONE;
    if (!p->s->list && p->s->y.count == 0) {
        return ludo_error(OUTCOME_USAGE,
                          "no quantity given: use --y NAME; ludo plot %s --list lists the names",
                          paths[0]);
    }
    how = p->s->list ? OUTCOME_DONE : choose_output(p, paths[0]);
    how = how == OUTCOME_DONE ? read_files(p, paths, count) : how;
    if (how != OUTCOME_DONE || p->s->list) {
        return how;
    }
    how = make_figure(p);
    how = how == OUTCOME_DONE ? ludo_figure_draw(&p->figure, p->format, p->out) : how;
    if (how == OUTCOME_DONE) {
        ludo_printable_print(stdout, "plot: %s\n", p->out);
    }
    return how;
}

/* ---- the command ---- */

static void release_plot(plot *p)
{
    for (int32_t i = 0; i < p->figure.count; i++) {
        free(p->figure.curves[i].label);
        free(p->figure.curves[i].x);
        free(p->figure.curves[i].y);
    }
    for (int32_t i = 0; i < p->count; i++) {
        ludo_columns_close(&p->files[i]);
    }
    free(p->figure.curves);
    free(p->files);
    free(p->x_axis);
    free(p->y_axis);
    free(p->out);
}

static outcome run(void *settings, int count, char **operands)
{
    plot p = {.s = settings};
    const outcome how = make_plot(&p, operands, count);
    release_plot(&p);
    return how;
}

static void release(void *settings)
{
    ludo_options_release_texts(&((plot_settings *)settings)->y);
}

static const option options[] = {
    {"--y", "NAME", "quantity on the y axis (repeatable)", ludo_options_add_text,
     offsetof(plot_settings, y)},
    {"--x", "NAME", "quantity on the x axis (time)", ludo_options_set_text,
     offsetof(plot_settings, x)},
    {"--list", NULL, "list the names of quantities with their units", ludo_options_set_flag,
     offsetof(plot_settings, list)},
    {"--log", NULL, "logarithmic y axis; magnitudes of negative values", ludo_options_set_flag,
     offsetof(plot_settings, log)},
    {"--title", "TEXT", "title (none)", ludo_options_set_text, offsetof(plot_settings, title)},
    {"--width", "CM", "width [cm] (8.6: one column of a two-column page)",
     ludo_options_set_positive, offsetof(plot_settings, width)},
    {"--height", "CM", "height [cm] (three quarters of the width)", ludo_options_set_positive,
     offsetof(plot_settings, height)},
    {"-o, --output", "FILE",
     "figure to write, .svg, .png or .pdf (the trajectory's path with .svg)",
     ludo_options_set_output, offsetof(plot_settings, out)},
    {NULL, NULL, NULL, NULL, 0},
};

const command ludo_command_plot = {
    .name = "plot",
    .summary = "Plot quantities of trajectories, or columns of CSV tables.",
    .run = run,
    .settings_size = sizeof(plot_settings),
    .release = release,
    .operands = {"TRAJECTORY"},
    .more = "[MORE ..]",
    .options = options,
};
