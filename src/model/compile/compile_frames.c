/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling frames: of bodies, sites, geoms. */
#include "geometry/shape.h"
#include "model/compile/compile.h"

/* ---- bodies ---- */

/* The intermediate link of body b without mass: the joint that carries the body with mass below b,
 * cut short after the parts above b, so that it places the origin of b. */
static joint_data make_intermediate(const ludo_model *m, const body_merging *r)
{
    const joint_data *whole = &m->joint[r->slot];
    joint_data j = *whole;
    const ludo_frame anchor = {v3_add(whole->p_a, com_of(m, r->ancestor)), whole->q_a_off};
    const ludo_frame in_body = frame_mul(frame_inverse(r->in_ancestor), anchor);
    j.kind = ludo_joint_kind_find("composite");
    j.dof = j.position_count = r->parts;
    j.p_b = in_body.position;
    j.q_b_off = in_body.orientation;
    j.q_off = r->in_ancestor.orientation;
    j.origin = v3(0.0, 0.0, 0.0);
    return j;
}

static void fill_intermediates(ludo_model *m, const compiler *w)
{
    int32_t intermediates = 0;
    for (int32_t b = 0; b < m->body_count; b++) {
        if (body_is_massless(w->merging, b)) {
            m->intermediate[intermediates] = make_intermediate(m, &w->merging[b]);
            m->body[b].on = (attached_frame){w->merging[b].slot, intermediates, frame_identity()};
            intermediates++;
        }
    }
}

/* The frame of an unmerged body with mass, or of the world. */
static attached_frame unmerged_frame(const ludo_model *m, int32_t b)
{
    attached_frame on = {.slot = -1, .intermediate = -1, .frame = frame_identity()};
    if (b != LUDO_WORLD) {
        on.slot = m->body[b].slot;
        on.frame.position = v3_scale(-1.0, m->body[b].center);
    }
    return on;
}

attached_frame ludo_compile_attached_frame(const ludo_model *m, int32_t body, ludo_frame frame)
{
    attached_frame on = body == LUDO_WORLD ? unmerged_frame(m, LUDO_WORLD) : m->body[body].on;
    on.frame = frame_mul(on.frame, frame);
    return on;
}

static void fill_bodies(ludo_model *m, const compiler *w)
{
    for (int32_t b = 0; b < m->body_count; b++) {
        if (body_has_slot(w->merging, b)) {
            m->body[b].on = unmerged_frame(m, b);
        }
    }
    for (int32_t b = 0; b < m->body_count; b++) {
        const model_body *merged = &m->body[b];
        if (!body_is_unmerged(w->merging, b)) {
            m->body[b].on =
                ludo_compile_attached_frame(m, merged->merged_into, merged->frame_in_merged);
        }
    }
}

/* ---- sites and geoms ---- */

static void fill_sites(ludo_model *m, compiler *w)
{
    for (int32_t i = 0; i < m->site_count; i++) {
        const ludo_site_def *d = &w->site[i];
        m->site[i] = (ludo_site_info){.name = ludo_compile_name(m, w, d->name, "site", "", i),
                                      .body = d->body,
                                      .frame = frame_clean(d->frame)};
        m->site_on[i] = ludo_compile_attached_frame(m, d->body, m->site[i].frame);
    }
}

static void fill_geoms(ludo_model *m, compiler *w)
{
    for (int32_t i = 0; i < m->geom_count; i++) {
        const ludo_geom_def *d = &w->geom[i];
        m->geom[i] = (ludo_geom_info){
            .name = ludo_compile_name(m, w, d->name, "geom", "", i),
            .type = ludo_compile_text(m, w, "%s", d->type),
            .body = d->body,
            .frame = frame_clean(d->frame),
            .size = {d->size[0], d->size[1], d->size[2]},
        };
        const shape_kind *kind = ludo_shape_kind_find(d->type);
        if (kind->of_mesh || kind->of_grid) {
            m->geom[i].mesh = ludo_compile_name(m, w, w->mesh[d->mesh].name, "mesh", "", d->mesh);
        }
    }
}

void ludo_compile_frames(ludo_model *m, compiler *w)
{
    fill_intermediates(m, w);
    fill_bodies(m, w);
    fill_sites(m, w);
    fill_geoms(m, w);
}
