/* SPDX-License-Identifier: Apache-2.0
 *
 * The columns of knots in files: one dataset per field of ludo_sample. */
#ifndef LUDO_TRAJECTORY_KNOT_COLUMNS_H
#define LUDO_TRAJECTORY_KNOT_COLUMNS_H

#include "trajectory/attributes.h"
#include "trajectory/knots.h"

/* Axis of a column: its numbers are per knot, per body, per coordinate, ... */
typedef enum column_axis {
    OF_KNOT,
    OF_BODIES,
    OF_COORDINATES,
    OF_RATES,
    OF_ACTUATORS,
    OF_ACTIVATIONS,
    OF_SENSORS,
    OF_SITES,
    OF_ACCELERATIONS,
    OF_JOINTS,
    OF_TORQUES
} column_axis;

/* A field of a knot. Those of bodies, joints and actuators are pointers. */
typedef struct column {
    const char *name; /* name of the dataset "knots/FIELD" */
    const char *unit;
    field_kind kind; /* FIELD_REAL, FIELD_INT, FIELD_LONG */
    size_t at;       /* in ludo_sample */
    column_axis axis;
    hsize_t per; /* numbers per entry of the axis */
} column;

/* The first column that files of earlier versions lack, without contacts; that of files of 0.1; the
 * first that is recorded on demand. */
enum { FIRST_OF_CONTACTS = 15, CONTACT_ENERGY = 24, FIRST_ON_DEMAND = 26 };

extern const column ludo_knot_columns[KNOT_COLUMNS];

/* Its extents for a knot, of[0] that of knots. Trailing axes of length 1 are dropped. */
extents ludo_knot_column_extents(const column *c, knot_counts counts);

/* Bytes and type of a number; bytes of a knot. */
size_t ludo_knot_column_number_size(const column *c);
hid_t ludo_knot_column_type(const column *c);
size_t ludo_knot_column_bytes(const column *c, const extents *e);

#endif
