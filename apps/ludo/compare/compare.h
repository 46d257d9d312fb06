/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs held against one of them. */
#ifndef LUDO_APP_COMPARE_COMPARE_H
#define LUDO_APP_COMPARE_COMPARE_H

#include "compare/measure.h"

/* A run, and how it compares. What isn't known is not a number, or -1. */
typedef struct compared_run {
    columns columns;
    ludo_run_facts facts; /* of a trajectory; else all zero */

    /* its error at instants that it and the reference have in common; NULL of the reference */
    double *time, *error;
    size_t instants;
    size_t gaps;       /* instants left out, because something is not a number there */
    bool interpolated; /* whether the reference was interpolated at those instants */
    double largest, largest_at, final;

    double energy_error; /* of largest magnitude, of a table the change of its energy [J] */
    double closure;      /* largest violation of positions [m, rad] */
    double order;        /* observed, from this run to the next finer one */
} compared_run;

typedef struct comparison {
    compared_run *run;
    int32_t count;
    int32_t reference;
    bool chosen; /* whether the reference was named by who asks */
    measure measure;
    double miss; /* by how much every other knot of the reference is missed where it is interpolated
                    from the rest; more than it is missed between its knots */
} comparison;

/* Compute errors, energy errors, closures and orders of runs whose columns are read. Says what
 * can't be compared. */
outcome ludo_compare_errors(comparison *c);
void ludo_compare_orders(comparison *c);

/* Whether errors of a run may be those of interpolating the reference. */
bool ludo_compare_is_doubtful(const comparison *c, const compared_run *run);

/* Make a page of a comparison; says what goes wrong. */
outcome ludo_compare_make_page(const comparison *c, const char *path);

/* Tell of it: as a table, as JSON. */
void ludo_compare_print(FILE *file, const comparison *c);
void ludo_compare_write(FILE *file, const comparison *c);

#endif
