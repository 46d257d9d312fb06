/* SPDX-License-Identifier: Apache-2.0
 *
 * Knots (samples of the motion) in files: group "knots", one dataset per field of ludo_sample, one
 * row per knot. Knots are written and read by windows of one chunk. */
#ifndef LUDO_TRAJECTORY_KNOTS_H
#define LUDO_TRAJECTORY_KNOTS_H

#include "ludo/quantities.h"
#include "ludo/trajectory.h"
#include "trajectory/dataset.h"

enum { KNOT_COLUMNS = 31 };

/* Sizes of a mechanism's knots. */
typedef struct knot_counts {
    int32_t bodies, coordinates, rates, actuators, activations;
    /* of quantities that are recorded on demand: */
    int32_t sensors, sites, accelerations, joints, torques;
} knot_counts;

/* `on_demand`: LUDO_RECORD_... */
knot_counts ludo_knots_counts(const ludo_model *model, uint32_t on_demand);

/* The knots of a file and a window of them in memory; all zero but the datasets if closed. */
typedef struct knots {
    hid_t dataset[KNOT_COLUMNS];
    extents row[KNOT_COLUMNS]; /* extents of a column; of[0]: the axis of knots */
    char *window[KNOT_COLUMNS];
    int32_t room;  /* capacity of the window */
    int32_t used;  /* knots in the window */
    int64_t first; /* index of the first of them */
} knots;

/* Knots without a file. */
knots ludo_knots_closed(void);

/* Create all datasets, which will grow. */
ludo_status ludo_knots_create(const h5_file *f, knot_counts counts, knots *k);

/* Bytes of a full window. */
size_t ludo_knots_bytes(const knots *k);

/* Open all datasets; `counts` has all quantities, the file may lack those on demand. *count is the
 * number of knots that all of them have. */
ludo_status ludo_knots_open(const h5_file *f, knot_counts counts, knots *k, int64_t *count);

/* Close the datasets, free the window. */
void ludo_knots_close(const h5_file *f, knots *k);

/* Append a knot to the window; true: the window is full and must be written. */
bool ludo_knots_put(knots *k, const ludo_sample *knot);

/* Write and empty the window; readers see its knots from now on. */
ludo_status ludo_knots_append(const h5_file *f, knots *k);

/* Read the window around knot `number` of `count`. */
ludo_status ludo_knots_load(const h5_file *f, knots *k, int64_t number, int64_t count);

/* A knot of the window. */
ludo_sample ludo_knots_get(const knots *k, int64_t number);

/* Write the labels of the data: names of bodies, coordinates, ...; of sensors if they are recorded.
 */
ludo_status ludo_knots_write_names(const h5_file *f, const ludo_model *model, uint32_t on_demand);

#endif
