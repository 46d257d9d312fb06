/* SPDX-License-Identifier: Apache-2.0
 *
 * Making height fields: the grid of a surface, and its flat rectangles. */
#include "geometry/height_field.h"

#include <string.h>

/* Vertices of a grid are at their places, and on the plane of a patch, up to this part of the size
 * of the field. */
static const double on_grid = 1e-9, on_plane = 1e-13;

/* ---- the grid ---- */

static ludo_vec3 vertex_at(const surface *s, int32_t i)
{
    return v3_at(s->vertex + 3 * (ptrdiff_t)i);
}

/* The number of vertices in the first row. */
static int32_t count_columns(const surface *s)
{
    int32_t count = 1;
    while (count < s->vertex_count && vertex_at(s, count).y == vertex_at(s, 0).y) {
        count++;
    }
    return count;
}

/* Whether vertex i is at its place of the grid between the first and the last vertex. */
static bool is_in_place(const surface *s, int32_t i, int32_t rows, int32_t columns)
{
    const ludo_vec3 first = vertex_at(s, 0), last = vertex_at(s, s->vertex_count - 1);
    const ludo_vec3 p = vertex_at(s, i), side = v3_sub(last, first);
    const double x = first.x + side.x * (i % columns) / (columns - 1);
    const double y = first.y + side.y * (i / columns) / (rows - 1);
    return fabs(p.x - x) <= on_grid * side.x && fabs(p.y - y) <= on_grid * side.y;
}

const char *ludo_height_field_problem(const surface *s, int32_t *rows, int32_t *columns)
{
    static const char none[] =
        "is no grid: the vertices of a height field are rows at equal distances, x first, of "
        "increasing x and y, two rows and two columns at least";
    const int32_t count = s->vertex_count;
    *columns = count > 0 ? count_columns(s) : 1;
    *rows = count / *columns;
    if (*columns < 2 || *rows < 2 || count % *columns != 0 ||
        !(vertex_at(s, 0).x < vertex_at(s, count - 1).x) ||
        !(vertex_at(s, 0).y < vertex_at(s, count - 1).y)) {
        return none;
    }
    for (int32_t i = 0; i < count; i++) {
        if (!is_in_place(s, i, *rows, *columns)) {
            return none;
        }
    }
    return NULL;
}

/* ---- memory ---- */

/* The arrays of a field, to be filled. */
typedef struct field_arrays {
    double *height;
    int32_t *flat;
    field_patch *patch;
} field_arrays;

static int32_t cell_count(const height_field *f)
{
    return (f->rows - 1) * (f->columns - 1);
}

static field_arrays take_arrays(const height_field *f, arena *a)
{
    return (field_arrays){.height = TAKE(a, f->rows * f->columns, double),
                          .flat = TAKE(a, cell_count(f), int32_t),
                          .patch = TAKE(a, cell_count(f), field_patch)};
}

static void attach(height_field *f, const field_arrays *arrays)
{
    f->height = arrays->height;
    f->flat = arrays->flat;
    f->patch = arrays->patch;
}

size_t ludo_height_field_size(const height_field *f)
{
    arena size = {0};
    (void)take_arrays(f, &size);
    return (size.used + 63) / 64 * 64;
}

height_field ludo_height_field_copy(const height_field *f, void *memory)
{
    height_field copy = *f;
    const field_arrays to = take_arrays(f, &(arena){.base = memory});
    memcpy(to.height, f->height, (size_t)(f->rows * f->columns) * sizeof *to.height);
    memcpy(to.flat, f->flat, (size_t)cell_count(f) * sizeof *to.flat);
    memcpy(to.patch, f->patch, (size_t)cell_count(f) * sizeof *to.patch);
    attach(&copy, &to);
    return copy;
}

void ludo_height_field_release(height_field *f, const ludo_allocator *a)
{
    /* the block begins with the heights */
    memory_give(a, (void *)f->height);
    *f = (height_field){0};
}

/* ---- flat rectangles ---- */

/* A plane: its height over the vertex (0, 0), and its rise per column and row. */
typedef struct grid_plane {
    double height, per_column, per_row;
} grid_plane;

static grid_plane plane_of_cell(const height_field *f, int32_t row, int32_t column)
{
    const double z = field_vertex(f, row, column).z;
    grid_plane p = {.per_column = field_vertex(f, row, column + 1).z - z,
                    .per_row = field_vertex(f, row + 1, column).z - z};
    p.height = z - column * p.per_column - row * p.per_row;
    return p;
}

static bool is_on(const height_field *f, const grid_plane *p, int32_t row, int32_t column)
{
    const double z = p->height + column * p->per_column + row * p->per_row;
    return fabs(field_vertex(f, row, column).z - z) <= on_plane * f->radius;
}

/* Whether the cells of a row are on the plane and in no patch yet. */
static bool is_free(const height_field *f, const grid_plane *p, const field_patch *c)
{
    bool is = true;
    for (int32_t k = c->column; k < c->column + c->columns && is; k++) {
        is = field_flat(f, c->row, k) < 0 && is_on(f, p, c->row, k) && is_on(f, p, c->row, k + 1) &&
             is_on(f, p, c->row + 1, k) && is_on(f, p, c->row + 1, k + 1);
    }
    return is;
}

/* The largest flat rectangle from a cell on: as many cells along x as there are, then as many such
 * rows; empty if the cell is not flat. */
static field_patch grow_patch(const height_field *f, int32_t row, int32_t column)
{
    const grid_plane p = plane_of_cell(f, row, column);
    field_patch of = {row, column, 0, 0};
    while (column + of.columns < f->columns - 1 &&
           is_free(f, &p, &(field_patch){row, column + of.columns, 1, 1})) {
        of.columns++;
    }
    while (of.columns > 0 && row + of.rows < f->rows - 1 &&
           is_free(f, &p, &(field_patch){row + of.rows, column, 1, of.columns})) {
        of.rows++;
    }
    return of;
}

static void find_patches(const height_field *f, const field_arrays *to)
{
    int32_t count = 0;
    for (int32_t i = 0; i < cell_count(f); i++) {
        const int32_t row = i / (f->columns - 1), column = i % (f->columns - 1);
        const field_patch p = to->flat[i] < 0 ? grow_patch(f, row, column) : (field_patch){0};
        for (int32_t k = 0; k < p.rows * p.columns; k++) {
            const int32_t r = p.row + k / p.columns, c = p.column + k % p.columns;
            to->flat[(ptrdiff_t)r * (f->columns - 1) + c] = count;
        }
        if (p.rows > 0) {
            to->patch[count++] = p;
        }
    }
}

/* ---- making ---- */

static void set_heights(height_field *f, const surface *s, const field_arrays *to)
{
    f->low = HUGE_VAL;
    f->high = -HUGE_VAL;
    for (int32_t i = 0; i < s->vertex_count; i++) {
        const ludo_vec3 p = vertex_at(s, i);
        to->height[i] = p.z;
        f->low = p.z < f->low ? p.z : f->low;
        f->high = p.z > f->high ? p.z : f->high;
        f->radius = v3_norm(p) > f->radius ? v3_norm(p) : f->radius;
    }
}

ludo_status ludo_height_field_make(const surface *s, const ludo_allocator *a, height_field *out)
{
    const ludo_vec3 first = vertex_at(s, 0), last = vertex_at(s, s->vertex_count - 1);
    height_field f = {.x = first.x, .y = first.y};
    *out = f;
    (void)ludo_height_field_problem(s, &f.rows, &f.columns);
    f.dx = (last.x - first.x) / (f.columns - 1);
    f.dy = (last.y - first.y) / (f.rows - 1);
    char *block = memory_take(a, ludo_height_field_size(&f));
    if (block == NULL) {
        return LUDO_NO_MEMORY;
    }
    const field_arrays to = take_arrays(&f, &(arena){.base = block});
    attach(&f, &to);
    set_heights(&f, s, &to);
    for (int32_t i = 0; i < cell_count(&f); i++) {
        to.flat[i] = -1;
        to.patch[i] = (field_patch){0};
    }
    find_patches(&f, &to);
    *out = f;
    return LUDO_OK;
}
