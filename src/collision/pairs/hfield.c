/* SPDX-License-Identifier: Apache-2.0
 *
 * A height field and a convex shape: parts of the solid below the field are found by the cells that
 * the box of the shape covers. */
#include "collision/pairs/solid.h"
#include "geometry/field_part.h"

/* The height above which all of the shape is, with a distance around. */
static double lowest(const solid_pair *p, double distance)
{
    return p->center.z - p->half.z - distance;
}

static field_cells cells_near(const solid_pair *p, double distance)
{
    const height_field *f = p->solid->field;
    const ludo_vec3 around = v3_add(p->half, v3(distance, distance, distance));
    return (field_cells){
        .field = f,
        .low = -p->solid->size[0],
        .lean = p->lean,
        .range = ludo_field_range(f, v3_sub(p->center, around), v3_add(p->center, around))};
}

static void parts_near(const solid_pair *p, double distance, part_visit *visit, void *with)
{
    const field_cells cells = cells_near(p, distance);
    const double low = lowest(p, distance);
    solid_part part;
    for (int32_t r = cells.range.row[0]; r <= cells.range.row[1]; r++) {
        for (int32_t c = cells.range.column[0]; c <= cells.range.column[1]; c++) {
            for (int32_t which = 0; which < 2; which++) {
                if (ludo_field_highest(cells.field, r, c) >= low &&
                    ludo_field_part_make(&cells, r, c, which, &part)) {
                    visit(with, p, &part);
                }
            }
        }
    }
}

static const solid_source source = {&ludo_shape_hfield, parts_near};

static void find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                 double margin, feature_list *out)
{
    const solid_pair p = ludo_solid_pair(&source, a, b, z_a, z_b);
    ludo_solid_pair_find(&p, margin, out);
}

static double gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const solid_pair p = ludo_solid_pair(&source, a, b, z_a, z_b);
    return ludo_solid_pair_gap(&p);
}

#define X(one, other)                                                                              \
    const narrow_phase_kind ludo_narrow_phase_##one##_##other = {                                  \
        &ludo_shape_##one, &ludo_shape_##other, find, gap, NULL, IMMATERIAL};
X(sphere, hfield)
X(capsule, hfield)
X(box, hfield)
X(ellipsoid, hfield)
X(mesh, hfield)
X(hfield, cylinder)
#undef X
