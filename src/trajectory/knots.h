/* SPDX-License-Identifier: Apache-2.0
 *
 * Knots in files: group "knots", one dataset per field of ludo_knot, a row per knot. Knots are
 * written and read by windows: as many as make a chunk of a dataset. */
#ifndef LUDO_TRAJECTORY_KNOTS_H
#define LUDO_TRAJECTORY_KNOTS_H

#include "ludo/trajectory.h"
#include "trajectory/dataset.h"

enum { KNOT_COLUMNS = 24 };

/* What a mechanism's knots have any number of. */
typedef struct knot_counts {
    int32_t bodies, coordinates, rates, actuators;
} knot_counts;

knot_counts ludo_knot_counts(const ludo_model *model);

/* The knots of a file, and a window of them in memory; all zero but the datasets where it is
 * closed. */
typedef struct knots {
    hid_t dataset[KNOT_COLUMNS];
    extents row[KNOT_COLUMNS]; /* of a knot's numbers: of[0] is that of all knots */
    char *window[KNOT_COLUMNS];
    int32_t room;  /* knots that fit */
    int32_t used;  /* that are in the window */
    int64_t first; /* number of the first of them */
} knots;

/* Knots of no file. */
knots ludo_knots_closed(void);

/* Create all datasets; knots will be added. */
ludo_status ludo_knots_create(const h5_file *f, knot_counts counts, knots *k);

/* The bytes of a full window. */
size_t ludo_knots_bytes(const knots *k);

/* Open all datasets; *count is the number of knots that all of them have. */
ludo_status ludo_knots_open(const h5_file *f, knot_counts counts, knots *k, int64_t *count);

/* Close the datasets, give back the window. */
void ludo_knots_close(const h5_file *f, knots *k);

/* Put a knot behind the others of the window; true: it is time to append them. */
bool ludo_knots_put(knots *k, const ludo_knot *knot);

/* Append the window to the file, where it can be read from now on, and empty it. */
ludo_status ludo_knots_append(const h5_file *f, knots *k);

/* Fill the window with the knots around a number of `count` knots in all. */
ludo_status ludo_knots_load(const h5_file *f, knots *k, int64_t number, int64_t count);

/* A knot of the window. */
ludo_knot ludo_knots_get(const knots *k, int64_t number);

/* Write what the numbers of knots belong to: names of bodies, coordinates, ... */
ludo_status ludo_knot_names_write(const h5_file *f, const ludo_model *model);

#endif
