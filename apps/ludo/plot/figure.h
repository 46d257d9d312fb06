/* SPDX-License-Identifier: Apache-2.0
 *
 * Figures for papers: curves in a frame, drawn by gnuplot. */
#ifndef LUDO_APP_PLOT_FIGURE_H
#define LUDO_APP_PLOT_FIGURE_H

#include "terminal/errors.h"

#include <stdio.h>

/* A curve; NaN makes a gap. */
typedef struct curve {
    char *label; /* for the legend, which is shown for two or more curves; owned */
    double *x, *y;
    size_t count;
    int32_t colour, dashes; /* numbers of the colour and the dash pattern, from 0 */
} curve;

/* A figure; texts may contain any characters. */
typedef struct figure {
    const char *title;    /* NULL: none */
    double width, height; /* [cm] */
    const char *x_axis, *y_axis;
    bool over_time; /* the x axis is time, which ends with the curves */
    bool log;       /* logarithmic y axis; numbers of 0 or less are gaps */
    curve *curves;  /* at least one with at least one point */
    int32_t count;
} figure;

/* A file format of figures. */
typedef struct figure_format {
    const char *ending;
    const char *terminal; /* gnuplot's name of the format */
    const char *font;
    const char *unit;         /* of sizes; "": dots */
    double per_cm, per_point; /* units per cm; scale of fonts and lines given in points */
    const char *last;         /* bytes near the end of a complete file */
} figure_format;

/* The format of a file by its suffix; NULL: unknown suffix, an error is printed. */
const figure_format *ludo_figure_format(const char *path);

/* Draw a figure; the file is replaced when the drawing is complete. Prints errors. */
outcome ludo_figure_draw(const figure *f, const figure_format *format, const char *path);

/* Write the gnuplot script of a figure. */
void ludo_figure_write(FILE *script, const figure *f, const figure_format *format);

#endif
