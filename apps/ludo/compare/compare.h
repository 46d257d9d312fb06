/* SPDX-License-Identifier: Apache-2.0
 *
 * Comparison of runs with a reference run. */
#ifndef LUDO_APP_COMPARE_COMPARE_H
#define LUDO_APP_COMPARE_COMPARE_H

#include "compare/measure.h"

/* A run and its errors. Unknown values are NaN or -1. */
typedef struct compared_run {
    columns columns;
    ludo_run_facts facts; /* of a trajectory; all zero for a table */

    /* error at the compared instants; NULL for the reference */
    double *time, *error;
    size_t instants;
    size_t gaps;       /* instants left out because a value is NaN */
    bool interpolated; /* the reference was interpolated at these instants */
    double largest, largest_at, final;

    double energy_error; /* largest magnitude; for a table the change of its energy [J] */
    double closure;      /* largest position violation [m, rad] */
    double order;        /* observed, from this run to the next finer one */
} compared_run;

typedef struct comparison {
    compared_run *run;
    int32_t count;
    int32_t reference;
    bool chosen; /* the reference was given by --reference */
    measure measure;
    double
        interpolation_error; /* largest error when every other knot of the reference is interpolated
                 from the rest: an upper estimate of the interpolation error between its knots */
} comparison;

/* Compute errors, energy errors and closures, then observed orders, of runs whose columns are read.
 * Prints errors. */
outcome ludo_compare_errors(comparison *c);
void ludo_compare_orders(comparison *c);

/* True if the errors of a run may be caused by interpolation of the reference. */
bool ludo_compare_is_doubtful(const comparison *c, const compared_run *run);

/* Make a page of a comparison; prints errors. */
outcome ludo_compare_make_page(const comparison *c, const char *path);

/* Print the comparison as a table; write it as JSON. */
void ludo_compare_print(FILE *file, const comparison *c);
void ludo_compare_write(FILE *file, const comparison *c);

#endif
