/* SPDX-License-Identifier: Apache-2.0
 *
 * A concave mesh and a convex shape: parts below facets are found by a tree of boxes. */
#include "geometry/facets.h"

#include "collision/pairs/solid.h"

static void parts_near(const solid_pair *p, double distance, part_visit *visit, void *with)
{
    const facets *f = p->solid->facets;
    const ludo_vec3 around = v3_add(p->half, v3(distance, distance, distance));
    const ludo_vec3 low = v3_sub(p->center, around), high = v3_add(p->center, around);
    solid_part part;
    int32_t node = 0;
    for (int32_t i = ludo_facets_next(f, low, high, &node); i >= 0;
         i = ludo_facets_next(f, low, high, &node)) {
        ludo_facet_part_make(f, i, p->lean, &part);
        visit(with, p, &part);
    }
}

static const solid_source source = {&ludo_shape_facets, parts_near};

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
X(sphere, facets)
X(capsule, facets)
X(box, facets)
X(ellipsoid, facets)
X(mesh, facets)
X(facets, cylinder)
#undef X
