/* SPDX-License-Identifier: Apache-2.0
 *
 * Figures for papers: curves in a frame, drawn by gnuplot. */
#ifndef LUDO_APP_PLOT_FIGURE_H
#define LUDO_APP_PLOT_FIGURE_H

#include "terminal/errors.h"

#include <stdio.h>

/* A curve; where one of its numbers isn't one it has a gap. */
typedef struct curve {
    char *label; /* for the legend, owned; of one curve alone none is shown */
    double *x, *y;
    size_t count;
    int32_t colour, dashes; /* what tells it from others: from 0 on */
} curve;

/* What is drawn; texts may hold anything. */
typedef struct figure {
    const char *title;    /* NULL: none */
    double width, height; /* [cm] */
    const char *x_axis, *y_axis;
    bool over_time; /* whether the x axis is time, which ends where curves do */
    bool log;       /* whether the y axis is logarithmic; numbers that aren't above 0 are gaps */
    curve *curves;  /* at least one, and in one of them at least one point */
    int32_t count;
} figure;

/* A kind of file that figures are drawn into. */
typedef struct figure_format {
    const char *ending;
    const char *terminal; /* what gnuplot calls it */
    const char *font;
    const char *unit;         /* of sizes, "" for dots */
    double per_cm, per_point; /* that unit in sizes, and what a point of fonts and lines is */
    const char *last;         /* what stands near the end of a complete file */
} figure_format;

/* The kind of a file by its ending; NULL: there is none, which is said. */
const figure_format *ludo_figure_format(const char *path);

/* Draw a figure into a file, which is replaced when it is complete. Says what goes wrong. */
outcome ludo_figure_draw(const figure *f, const figure_format *format, const char *path);

/* Write what gnuplot is told. */
void ludo_figure_write(FILE *script, const figure *f, const figure_format *format);

#endif
