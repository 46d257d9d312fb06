/* SPDX-License-Identifier: Apache-2.0
 *
 * Height fields: surfaces over a rectangular grid, which divide a cell into two triangles along
 * the diagonal from its first vertex (least x and y) to its last. */
#ifndef LUDO_GEOMETRY_HEIGHT_FIELD_H
#define LUDO_GEOMETRY_HEIGHT_FIELD_H

#include "geometry/surface.h"

/* A rectangle of cells: the first one, and how many there are along y and x. */
typedef struct field_patch {
    int32_t row, column, rows, columns;
} field_patch;

/* A height field; vertex (r, c) is at x + c dx, y + r dy. */
typedef struct height_field {
    int32_t rows, columns; /* of vertices, 2 at least */
    double x, y, dx, dy;   /* [m] */
    double low, high;      /* least and greatest height [m] */
    double radius;         /* of the smallest sphere about the origin around the surface [m] */
    const double *height;  /* z of the vertices, row by row [m] */
    const int32_t *flat;   /* per cell, row by row: its patch, -1: its triangles are not coplanar */
    const field_patch *patch; /* the flat rectangles; each is as large as cells before it permit */
} height_field;

/* The problem of a surface as a height field: its vertices must be rows of a regular grid, x first,
 * of increasing x and y; NULL: none. *rows and *columns are those of its vertices. */
const char *ludo_height_field_problem(const surface *s, int32_t *rows, int32_t *columns);

/* The height field of a surface without such problems. Release *out afterwards.
 * @return LUDO_OK, LUDO_NO_MEMORY: *out is empty */
ludo_status ludo_height_field_make(const surface *s, const ludo_allocator *a, height_field *out);

/* Release the result of ludo_height_field_make(); an empty field is allowed. */
void ludo_height_field_release(height_field *f, const ludo_allocator *a);

/* The bytes that a copy takes, a multiple of 64. */
size_t ludo_height_field_size(const height_field *f);

/* A copy in the memory of the caller, aligned to 64. */
height_field ludo_height_field_copy(const height_field *f, void *memory);

/* A vertex. */
static inline ludo_vec3 field_vertex(const height_field *f, int32_t row, int32_t column)
{
    return v3(f->x + column * f->dx, f->y + row * f->dy,
              f->height[(ptrdiff_t)row * f->columns + column]);
}

/* The patch of a cell. */
static inline int32_t field_flat(const height_field *f, int32_t row, int32_t column)
{
    return f->flat[(ptrdiff_t)row * (f->columns - 1) + column];
}

#endif
