/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of the solid below a height field. A triangle is below another one's plane if its corner
 * beyond their common edge is: then the edge is convex. */
#include "geometry/field_part.h"

/* A point is on a side up to this part of a cell. */
static const double on_border = 1e-6;

/* ---- triangles ---- */

/* Triangle 0 of a cell is that of its first vertex and the next along x. */
typedef struct grid_triangle {
    ludo_vec3 corner[3]; /* counter-clockwise seen from above */
} grid_triangle;

static grid_triangle triangle_of(const height_field *f, int32_t row, int32_t column, int32_t which)
{
    const ludo_vec3 first = field_vertex(f, row, column);
    const ludo_vec3 last = field_vertex(f, row + 1, column + 1);
    return which == 0 ? (grid_triangle){{first, field_vertex(f, row, column + 1), last}}
                      : (grid_triangle){{first, last, field_vertex(f, row + 1, column)}};
}

static bool has_cell(const height_field *f, int32_t row, int32_t column)
{
    return row >= 0 && row < f->rows - 1 && column >= 0 && column < f->columns - 1;
}

static ludo_vec3 normal_of(const grid_triangle *t)
{
    return v3_unit(
        v3_cross(v3_sub(t->corner[1], t->corner[0]), v3_sub(t->corner[2], t->corner[0])));
}

/* ---- ranges ---- */

/* The cell at a distance from the first vertex, of `count` cells. */
static int32_t cell_at(double distance, double cell, int32_t count)
{
    const double at = distance / cell;
    return !(at > 0.0) ? 0 : at >= count ? count - 1 : (int32_t)at;
}

field_range ludo_field_range(const height_field *f, ludo_vec3 low, ludo_vec3 high)
{
    const int32_t rows = f->rows - 1, columns = f->columns - 1;
    const bool misses = high.x < f->x || high.y < f->y || low.x > f->x + columns * f->dx ||
                        low.y > f->y + rows * f->dy;
    return misses ? (field_range){{1, 0}, {1, 0}}
                  : (field_range){
                        {cell_at(low.y - f->y, f->dy, rows), cell_at(high.y - f->y, f->dy, rows)},
                        {cell_at(low.x - f->x, f->dx, columns),
                         cell_at(high.x - f->x, f->dx, columns)}};
}

/* ---- sides ---- */

/* A side of a part, or a piece of one: the triangle of the field beyond it, its edge from a corner
 * of the part on; or, at the end of the field, the outer normal there. */
typedef struct beyond {
    bool is_end;
    grid_triangle triangle;
    ludo_vec3 outward;
} beyond;

/* Beyond a side of cell (row, column): down, right, up, left for 0 to 3. */
static beyond beyond_cell(const height_field *f, int32_t row, int32_t column, int32_t side)
{
    static const int32_t step[4][3] = {{-1, 0, 1}, {0, 1, 1}, {1, 0, 0}, {0, -1, 0}};
    const int32_t r = row + step[side][0], c = column + step[side][1];
    /* triangle 1 has the upper and the left side of its cell, 0 the others */
    const int32_t which[] = {1, 1, 0, 0};
    beyond b = {.is_end = !has_cell(f, r, c)};
    b.outward = v3(step[side][1], step[side][0], 0.0);
    if (!b.is_end) {
        b.triangle = triangle_of(f, r, c, which[side]);
    }
    return b;
}

/* Look at the surface beyond side i, or a piece of it. */
static void look_at(solid_part *p, int32_t i, const beyond *b)
{
    const ludo_vec3 *upper = p->prism.vertex + p->sides;
    const solid_beyond seen = {
        .is_end = b->is_end,
        .away = b->is_end
                    ? v3(0.0, 0.0, -1.0)
                    : ludo_solid_part_away(upper[i], upper[(i + 1) % p->sides], b->triangle.corner),
        .exit = b->is_end ? b->outward : normal_of(&b->triangle),
    };
    ludo_solid_part_look(p, i, &seen);
}

static void start(solid_part *p, const field_cells *cells, const ludo_vec3 *upper, int32_t sides)
{
    p->sides = sides;
    p->rim = on_border * (cells->field->dx + cells->field->dy);
    p->has_base = true;
    p->lean = cells->lean;
    (void)ludo_polytope_prism(upper, sides, cells->low, &p->prism);
    ludo_solid_part_begin(p);
}

/* The greatest height of the corners of a rectangle of cells. */
static double highest_corner(const height_field *f, const field_patch *of)
{
    double most = -HUGE_VAL;
    for (int32_t i = 0; i < 4; i++) {
        const double z = field_vertex(f, of->row + (i < 2 ? 0 : of->rows),
                                      of->column + (i % 2 == 0 ? 0 : of->columns))
                             .z;
        most = z > most ? z : most;
    }
    return most;
}

double ludo_field_highest(const height_field *f, int32_t row, int32_t column)
{
    const int32_t number = field_flat(f, row, column);
    const field_patch cell = {row, column, 1, 1};
    return highest_corner(f, number < 0 ? &cell : &f->patch[number]);
}

/* ---- triangles as parts ---- */

static void make_triangle(solid_part *p, const field_cells *cells, int32_t row, int32_t column,
                          int32_t which)
{
    /* per triangle and side: the side of the cell, -1: the diagonal */
    static const int32_t sides[2][3] = {{0, 1, -1}, {-1, 2, 3}};
    const height_field *f = cells->field;
    const grid_triangle t = triangle_of(f, row, column, which);
    start(p, cells, t.corner, 3);
    p->number = p->plane = 2 * (row * (f->columns - 1) + column) + which;
    for (int32_t i = 0; i < 3; i++) {
        const int32_t side = sides[which][i];
        const beyond b = side >= 0 ? beyond_cell(f, row, column, side)
                                   : (beyond){.triangle = triangle_of(f, row, column, 1 - which)};
        look_at(p, i, &b);
    }
}

/* ---- patches as parts ---- */

static int32_t greater(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t lesser(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* Look beyond a side of a patch at the cells of the range. */
static void look_beyond(solid_part *p, const field_cells *cells, const field_patch *of,
                        int32_t side)
{
    const field_range *range = &cells->range;
    const int32_t last_row = of->row + of->rows - 1, last_column = of->column + of->columns - 1;
    const int32_t row = side == 2 ? last_row : of->row;
    const int32_t column = side == 1 ? last_column : of->column;
    if (side % 2 == 0) {
        const int32_t last = lesser(last_column, range->column[1]);
        for (int32_t c = greater(of->column, range->column[0]); c <= last; c++) {
            const beyond b = beyond_cell(cells->field, row, c, side);
            look_at(p, side, &b);
        }
    } else {
        const int32_t last = lesser(last_row, range->row[1]);
        for (int32_t r = greater(of->row, range->row[0]); r <= last; r++) {
            const beyond b = beyond_cell(cells->field, r, column, side);
            look_at(p, side, &b);
        }
    }
}

static void make_patch(solid_part *p, const field_cells *cells, const field_patch *of)
{
    const height_field *f = cells->field;
    const int32_t r = of->row, c = of->column, up = r + of->rows, right = c + of->columns;
    const ludo_vec3 upper[4] = {field_vertex(f, r, c), field_vertex(f, r, right),
                                field_vertex(f, up, right), field_vertex(f, up, c)};
    start(p, cells, upper, 4);
    p->number = p->plane = 2 * (r * (f->columns - 1) + c);
    for (int32_t side = 0; side < 4; side++) {
        look_beyond(p, cells, of, side);
    }
}

bool ludo_field_part_make(const field_cells *cells, int32_t row, int32_t column, int32_t which,
                          solid_part *out)
{
    const field_range *range = &cells->range;
    const int32_t number = field_flat(cells->field, row, column);
    if (number < 0) {
        make_triangle(out, cells, row, column, which);
        return true;
    }
    const field_patch *of = &cells->field->patch[number];
    if (which > 0 || row != greater(of->row, range->row[0]) ||
        column != greater(of->column, range->column[0])) {
        return false;
    }
    make_patch(out, cells, of);
    return true;
}
