/* SPDX-License-Identifier: Apache-2.0
 *
 * Points of curves: as many of all knots as are seen. Where the plot is logarithmic they are
 * magnitudes, and 0 is a gap. */
#ifndef LUDO_APP_PLOT_POINTS_H
#define LUDO_APP_PLOT_POINTS_H

#include "plot/figure.h"

/* Give a curve its points over time: the lowest and the highest of each stretch. False without
 * memory. */
bool ludo_points_over_time(curve *c, const double *time, const double *y, size_t rows, bool log);

/* Give a curve its points against something that may go anywhere: knots equally many apart. False
 * without memory. */
bool ludo_points_against(curve *c, const double *x, const double *y, size_t rows, bool log);

#endif
