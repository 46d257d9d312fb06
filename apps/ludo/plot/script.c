/* SPDX-License-Identifier: Apache-2.0
 *
 * The gnuplot script of a figure: thin lines in colours distinguishable by the colour-blind (Okabe
 * and Ito), axes with few round numbers. Texts are written as octal bytes, so that no text is
 * executed as a command. */
#include "plot/figure.h"

#include "terminal/utf8.h"

#include <math.h>
#include <string.h>

/* ---- texts ---- */

static void write_bytes(FILE *script, const char *bytes, int count)
{
    for (int i = 0; i < count; i++) {
        fprintf(script, "\\%03o", (unsigned)(unsigned char)bytes[i]);
    }
}

/* True for a control character. */
static bool is_control(const char *c, int length)
{
    const unsigned char *u = (const unsigned char *)c;
    return length == 1 ? u[0] < 0x20 || u[0] == 0x7F : length == 2 && u[0] == 0xC2 && u[1] < 0xA0;
}

static void write_text(FILE *script, const char *text)
{
    static const char unknown[] = "\xEF\xBF\xBD"; /* U+FFFD */
    fputc('"', script);
    while (*text != '\0') {
        const int length = ludo_utf8_length(text);
        const bool none = length == 0 || (length == 3 && memcmp(text, "\xEF\xBF", 2) == 0 &&
                                          (unsigned char)text[2] >= 0xBE);
        if (none) {
            write_bytes(script, unknown, 3);
        } else if (is_control(text, length)) {
            write_bytes(script, "?", 1);
        } else {
            write_bytes(script, text, length);
        }
        text += length > 0 ? length : 1;
    }
    fputs("\" noenhanced", script);
}

/* ---- axes ---- */

/* Lowest and highest number; NaN if there are none. */
typedef struct extent {
    double low, high;
} extent;

static bool is_shown(const figure *f, double y)
{
    return isfinite(y) && (!f->log || y > 0.0);
}

static extent find_extent(const figure *f, bool of_x)
{
    extent e = {(double)NAN, (double)NAN};
    for (int32_t i = 0; i < f->count; i++) {
        const curve *c = &f->curves[i];
        for (size_t k = 0; k < c->count; k++) {
            const double value = of_x ? c->x[k] : c->y[k];
            if (isfinite(value) && (of_x || is_shown(f, value))) {
                e.low = value >= e.low ? e.low : value;
                e.high = value <= e.high ? e.high : value;
            }
        }
    }
    return e;
}

/* The next larger number of the form 1, 2 or 5 times a power of ten. */
static double round_up(double length)
{
    static const double round[] = {1.0, 2.0, 5.0};
    const double power = pow(10.0, floor(log10(length)));
    for (size_t i = 0; i < sizeof round / sizeof *round; i++) {
        if (length <= round[i] * power * (1.0 + 1e-9)) {
            return round[i] * power;
        }
    }
    return 10.0 * power;
}

/* Widen an extent until labels of six digits differ. */
static extent widen(extent e)
{
    const double size = fmax(fabs(e.low), fabs(e.high)), least = size > 0.0 ? 1e-4 * size : 1.0;
    const double lack = fmax(0.0, 0.5 * (least - (e.high - e.low)));
    return (extent){e.low - lack, e.high + lack};
}

/* A linear axis with about `numbers` labels; if `whole`, it ends at labels. */
static void write_linear(FILE *script, char axis, extent e, double numbers, bool whole)
{
    e = e.high > e.low && !whole ? e : widen(e);
    const double step = round_up((e.high - e.low) / numbers);
    const double low = whole ? step * floor(e.low / step + 1e-9) : e.low;
    const double high = whole ? step * ceil(e.high / step - 1e-9) : e.high;
    fprintf(script, "set %crange [%.17g:%.17g]\nset %ctics %.17g\nset format %c \"%%h\"\n", axis,
            low, high, axis, step, axis);
}

/* A logarithmic axis over whole decades. */
static void write_decades(FILE *script, extent e)
{
    enum { MOST = 24, NUMBERS = 6 };
    const int high = (int)ceil(log10(e.high) - 1e-9);
    int low = (int)floor(log10(e.low) + 1e-9);
    low = low < high - MOST ? high - MOST : low == high ? low - 1 : low;
    const int step = (high - low + NUMBERS - 1) / NUMBERS;
    fprintf(script,
            "set logscale y\nset yrange [1e%d:1e%d]\nset ytics 1e%d\n%sset mytics%s\n"
            "set format y \"10^{%%T}\"\n",
            low, high, step, step == 1 ? "" : "un", step == 1 ? " 10" : "");
}

static void write_axes(FILE *script, const figure *f)
{
    write_linear(script, 'x', find_extent(f, true), 6.0, !f->over_time);
    if (f->log) {
        write_decades(script, find_extent(f, false));
    } else {
        write_linear(script, 'y', find_extent(f, false), 5.0, true);
    }
    fputs("set xlabel ", script);
    write_text(script, f->x_axis);
    fputs(" offset 0,0.4\nset ylabel ", script);
    write_text(script, f->y_axis);
    fputc('\n', script);
}

/* ---- the frame ---- */

static void write_terminal(FILE *script, const figure *f, const figure_format *format)
{
    const double dots = *format->unit == '\0' ? 1.0 : 0.0; /* dots are integers */
    const double width = f->width * format->per_cm, height = f->height * format->per_cm;
    fprintf(script,
            "set encoding utf8\nset minussign\n"
            "set terminal %s enhanced size %.9g%s,%.9g%s font \"%s,8\" fontscale %.6g "
            "linewidth %.6g background \"#ffffff\"\n",
            format->terminal, dots > 0.0 ? round(width) : width, format->unit,
            dots > 0.0 ? round(height) : height, format->unit, format->font, format->per_point,
            format->per_point);
}

/* The number of legend columns. */
static int count_legends(const figure *f)
{
    enum { SAMPLE = 10 }; /* width of the line sample before a label, in characters */
    size_t longest = 0;
    for (int32_t i = 0; i < f->count; i++) {
        const size_t length = strlen(f->curves[i].label);
        longest = length > longest ? length : longest;
    }
    const double room =
        5.9 * (f->width - 2.3); /* characters of 8 points to the right of the y axis */
    const int most = (int)(room / (double)(SAMPLE + longest));
    return most > 1 ? most : 1;
}

static void write_frame(FILE *script, const figure *f)
{
    fputs("set border 3 lw 0.5\nset tics nomirror out scale 0.5\nunset key\n", script);
    if (f->count > 1) {
        fprintf(script, "set key above left Left reverse samplen 1.5 spacing 0.9 maxcols %d\n",
                count_legends(f));
    }
    if (f->title != NULL) {
        fputs("set title ", script);
        write_text(script, f->title);
        fputc('\n', script);
    }
}

/* ---- curves ---- */

static void write_points(FILE *script, const figure *f, int32_t number)
{
    const curve *c = &f->curves[number];
    fprintf(script, "$curve%d << END\n", (int)number);
    for (size_t k = 0; k < c->count; k++) {
        if (isfinite(c->x[k]) && is_shown(f, c->y[k])) {
            fprintf(script, "%.9g %.9g\n", c->x[k], c->y[k]);
        } else {
            fputs("NaN NaN\n", script);
        }
    }
    fputs("END\n", script);
}

static void write_curve(FILE *script, const figure *f, int32_t number)
{
    static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                          "#E69F00", "#56B4E9", "#000000"};
    static const char *const dashes[] = {"solid", "(5,3)", "(2,2)", "(7,2,2,2)"};
    enum { COLOURS = sizeof colours / sizeof *colours, DASHES = sizeof dashes / sizeof *dashes };

    const curve *c = &f->curves[number];
    fprintf(script, "%s $curve%d using 1:2 with %s lw 1.2 dt %s lc rgb \"%s\" title ",
            number > 0 ? "," : "plot", (int)number,
            c->count > 1 ? "lines" : "points pt 7 ps 0.4", /* a single point has no line */
            dashes[c->dashes % DASHES], colours[c->colour % COLOURS]);
    write_text(script, c->label);
}

void ludo_figure_write(FILE *script, const figure *f, const figure_format *format)
{
    write_terminal(script, f, format);
    write_frame(script, f);
    write_axes(script, f);
    for (int32_t i = 0; i < f->count; i++) {
        write_points(script, f, i);
    }
    for (int32_t i = 0; i < f->count; i++) {
        write_curve(script, f, i);
    }
    fputc('\n', script);
}
