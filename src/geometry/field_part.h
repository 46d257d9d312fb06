/* SPDX-License-Identifier: Apache-2.0
 *
 * The solid below a height field in convex parts: prisms below its flat rectangles and its other
 * triangles [contact.md 3.4]. */
#ifndef LUDO_GEOMETRY_FIELD_PART_H
#define LUDO_GEOMETRY_FIELD_PART_H

#include "geometry/height_field.h"
#include "geometry/solid_part.h"

/* A rectangle of cells, ends included. */
typedef struct field_range {
    int32_t row[2], column[2];
} field_range;

/* Cells of the solid whose parts are made. */
typedef struct field_cells {
    const height_field *field;
    double low; /* height of the base */
    field_range range;
    double lean; /* of the parts */
} field_cells;

/* The cells whose squares overlap a box; *row > its end if there are none. */
field_range ludo_field_range(const height_field *f, ludo_vec3 low, ludo_vec3 high);

/* The greatest height of the parts at a cell. */
double ludo_field_highest(const height_field *f, int32_t row, int32_t column);

/* The parts at a cell, of those that have a cell in the range: a patch is at the first of these
 * cells. Part `which` is 0 or 1; false: there is none. Edges are those of the solid if one of their
 * pieces in the range is convex. */
bool ludo_field_part_make(const field_cells *cells, int32_t row, int32_t column, int32_t which,
                          solid_part *out);

#endif
