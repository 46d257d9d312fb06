/* SPDX-License-Identifier: Apache-2.0
 *
 * Self-collision filter of SDF. Links of a model, with all models in it, do not touch unless
 * self_collide of one of them says so; links that a joint connects never do. The model ignores
 * neighbours except those of the world. */
#include "formats/sdf/read.h"

#include <string.h>

/* The model of a link that is in no other model. */
static int32_t outermost(const sdf *s, int32_t link)
{
    int32_t e = ludo_sdf_space(s, link);
    for (int32_t above = ludo_sdf_space(s, e); above > 0; above = ludo_sdf_space(s, e)) {
        e = above;
    }
    return e;
}

void ludo_sdf_add_solid(sdf *s, int32_t link)
{
    if (s->scope[link].solid || s->r.status != LUDO_OK) {
        return;
    }
    const bool of_model = ludo_sdf_flag(s, ludo_sdf_space(s, link), "self_collide", false);
    const bool collides = ludo_sdf_flag(s, link, "self_collide", of_model);
    sdf_solid *added = ludo_growing_add(&s->solids, sizeof *added, &s->r.doc->allocator);
    if (added == NULL) {
        ludo_reader_check(&s->r, link, LUDO_NO_MEMORY);
        return;
    }
    *added = (sdf_solid){link, outermost(s, link), collides};
    s->scope[link].solid = true;
}

static void keep_apart(sdf *s, int32_t a, int32_t b, int32_t reason)
{
    const ludo_exclude_def e = {.struct_size = sizeof e,
                                .body_a = s->scope[a].number,
                                .body_b = s->scope[b].number,
                                .implied = true,
                                .place = xml_place(s->r.doc, reason)};
    ludo_reader_check(&s->r, reason, ludo_spec_add_exclude(s->r.spec, &e, NULL));
}

/* Pairs of a model. */
static void filter_models(sdf *s)
{
    const sdf_solid *solid = s->solids.items;
    for (int32_t b = 0; b < s->solids.count; b++) {
        for (int32_t a = b - 1; a >= 0 && solid[a].model == solid[b].model; a--) {
            if (!solid[a].collides && !solid[b].collides && s->r.status == LUDO_OK) {
                keep_apart(s, solid[a].link, solid[b].link, solid[b].link);
            }
        }
    }
}

/* Pairs of joints that the model would let collide, as those on a base that does not move. */
static void filter_joint(sdf *s, int32_t joint)
{
    const int32_t parent = s->scope[joint].parent, child = s->scope[joint].child;
    if (!s->scope[parent].solid || !s->scope[child].solid) {
        return;
    }
    const bool own_model = outermost(s, parent) == outermost(s, child);
    const bool apart = own_model && !ludo_sdf_moves(s, parent);
    if (!own_model || apart || ludo_sdf_closes(s, joint)) {
        keep_apart(s, parent, child, joint);
    }
}

void ludo_sdf_filter_self_collision(sdf *s, int32_t root)
{
    (void)root;
    filter_models(s);
    for (int32_t e = 0; e < s->r.doc->elements.count && s->r.status == LUDO_OK; e++) {
        if (s->scope[e].rule != NULL && s->scope[e].child > 0) {
            filter_joint(s, e);
        }
    }
}
