/* SPDX-License-Identifier: Apache-2.0
 *
 * The gap between two geoms of a specification at given frames of their bodies. */
#include "collision/narrow_phase.h"
#include "ludo/spec.h"
#include "model/check.h"
#include "model/model.h"
#include "spec/items.h"

static bool is_possible(const collider *c)
{
    return c->kind != NULL && (c->kind->of_mesh || shape_fits(c->kind, c->size));
}

/* The geom as a collider of the world. */
static collider place(const ludo_geom_def *g, ludo_frame body)
{
    collider c = {
        .kind = ludo_shape_kind_find(g->type),
        .frame = frame_mul(frame_clean(body), frame_clean(g->frame)),
        .size = {g->size[0], g->size[1], g->size[2]},
    };
    if (is_possible(&c) && !c.kind->of_mesh) {
        ludo_collider_bound(&c);
    }
    return c;
}

static double gap_between(const collider *a, const collider *b)
{
    const pose world = pose_world();
    const bool of_mesh = a->kind->of_mesh || b->kind->of_mesh;
    return of_mesh ? HUGE_VAL : ludo_narrow_phase_gap(a, b, &world, &world);
}

ludo_status ludo_spec_geom_gap(const ludo_spec *spec, int32_t geom_a, ludo_frame body_a,
                               int32_t geom_b, ludo_frame body_b, double *gap)
{
    const ludo_geom_def *def_a = spec != NULL ? ludo_spec_geom_at(spec, geom_a) : NULL;
    const ludo_geom_def *def_b = spec != NULL ? ludo_spec_geom_at(spec, geom_b) : NULL;
    if (def_a == NULL || def_b == NULL || gap == NULL || !frame_finite(&body_a) ||
        !frame_finite(&body_b)) {
        return LUDO_BAD_ARGUMENT;
    }
    const collider a = place(def_a, body_a), b = place(def_b, body_b);
    if (!is_possible(&a) || !is_possible(&b)) {
        return LUDO_BAD_MODEL;
    }
    *gap = gap_between(&a, &b);
    return LUDO_OK;
}
