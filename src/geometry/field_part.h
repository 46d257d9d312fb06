/* SPDX-License-Identifier: Apache-2.0
 *
 * The solid below a height field in convex parts: prisms below its flat rectangles and its other
 * triangles [contact.md 3.4]. */
#ifndef LUDO_GEOMETRY_FIELD_PART_H
#define LUDO_GEOMETRY_FIELD_PART_H

#include "geometry/height_field.h"
#include "geometry/polytope.h"

/* A rectangle of cells, ends included. */
typedef struct field_range {
    int32_t row[2], column[2];
} field_range;

/* Cells of the solid whose parts are made. */
typedef struct field_cells {
    const height_field *field;
    double low; /* height of the base */
    field_range range;
} field_cells;

/* Most outer normals by which a part is left: that of its upper face, and one for each side. */
enum { FIELD_EXITS = 5 };

/* A side of the upper face of a part. */
typedef struct field_side {
    bool is_open, is_end; /* the surface falls beyond it; the field ends there */
    int32_t exit;         /* of an open one */
    ludo_vec3 beyond; /* unit, normal to the side: along the surface beyond, of an inner side along
                         the face */
} field_side;

/* A part. It is not moved once it is made: its polytope refers to it. */
typedef struct field_part {
    polytope_part part; /* first: ludo_polytope_part operations get it */
    const height_field *field;
    double low;     /* height of the lower face */
    int32_t number; /* among the parts of the field */
    int32_t sides;
    field_side side[4];
    polytope shape;
    polytope_prism prism;
    ludo_vec3 exit[FIELD_EXITS];
} field_part;

/* The cells whose squares overlap a box; *row > its end if there are none. */
field_range ludo_field_range(const height_field *f, ludo_vec3 low, ludo_vec3 high);

/* The greatest height of the parts at a cell. */
double ludo_field_highest(const height_field *f, int32_t row, int32_t column);

/* The parts at a cell, of those that have a cell in the range: a patch is at the first of these
 * cells. Part `which` is 0 or 1; false: there is none. Edges are those of the solid if one of their
 * pieces in the range is convex. */
bool ludo_field_part_make(const field_cells *cells, int32_t row, int32_t column, int32_t which,
                          field_part *out);

#endif
