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

/* A link with collision geoms. */
typedef struct solid {
    int32_t link, model;
    bool collides; /* with links of its own model */
} solid;

static solid solid_at(sdf *s, int32_t number)
{
    const int32_t link = ((const int32_t *)s->solids.items)[number];
    const int32_t model = ludo_sdf_space(s, link);
    const bool of_model = ludo_sdf_flag(s, model, "self_collide", false);
    return (solid){link, outermost(s, link), ludo_sdf_flag(s, link, "self_collide", of_model)};
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

/* Pairs of a model, whose links follow each other. */
static void filter_models(sdf *s)
{
    for (int32_t b = 0; b < s->solids.count; b++) {
        const solid second = solid_at(s, b);
        for (int32_t a = b - 1; a >= 0 && s->r.status == LUDO_OK; a--) {
            const solid first = solid_at(s, a);
            if (first.model != second.model) {
                break;
            }
            if (!first.collides && !second.collides) {
                keep_apart(s, first.link, second.link, second.link);
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
