/* SPDX-License-Identifier: Apache-2.0
 *
 * Points of curves, decimated to the visible number. On a logarithmic axis they are magnitudes, and
 * 0 is a gap. */
#ifndef LUDO_APP_PLOT_POINTS_H
#define LUDO_APP_PLOT_POINTS_H

#include "plot/figure.h"

/* Set the points of a curve over time: the lowest and highest of each bin. False without memory. */
bool ludo_points_over_time(curve *c, const double *time, const double *y, size_t rows, bool log);

/* Set the points of a curve over any other quantity: every n-th knot. False without memory. */
bool ludo_points_against(curve *c, const double *x, const double *y, size_t rows, bool log);

#endif
