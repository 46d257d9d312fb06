/* SPDX-License-Identifier: Apache-2.0
 *
 * The mass that geometry would have as a solid, whatever mass and density its definition says. */
#ifndef LUDO_MODEL_CHECK_WEIGH_H
#define LUDO_MODEL_CHECK_WEIGH_H

#include "math/mass.h"
#include "model/check/merging.h"

/* The solids of a body: those that touch others, and those for drawing only. The latter count only
 * if there are none of the former. */
typedef struct solid_sum {
    mass_properties touching, drawn;
} solid_sum;

static inline void solid_sum_add(solid_sum *s, const ludo_geom_def *g, mass_properties solid)
{
    mass_properties *to = g->contype != 0 || g->conaffinity != 0 ? &s->touching : &s->drawn;
    *to = mass_sum(*to, solid);
}

static inline mass_properties solid_sum_of(const solid_sum *s)
{
    return s->touching.mass > 0.0 ? s->touching : s->drawn;
}

/* Mass properties of a geom as a solid of density 1, in the frame of its body; all zero if it has
 * no volume. `known`: per mesh, to weigh each mesh once; NULL: not kept.
 * @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_weigh_solid(const ludo_spec *spec, int32_t geom, mesh_weight *known,
                             mass_properties *out);

/* Mass of the geoms of all bodies that are merged into a body, as solids of density 1; centre of
 * mass and inertia are in no common frame and mean nothing. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_weigh_merged(const ludo_spec *spec, const body_merging *merging, int32_t body,
                              mass_properties *out);

#endif
