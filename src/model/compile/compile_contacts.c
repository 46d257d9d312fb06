/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling contacts: colliders with the hulls of their meshes, pairs, excluded bodies. */
#include "geometry/shape.h"
#include "model/compile/compile.h"

/* ---- colliders among the geoms ---- */

/* A body without mass has no equation of motion that a contact force could enter. */
static bool is_on_intermediate(const compiler *w, const ludo_geom_def *g)
{
    const int32_t into = body_merged_into(w->merging, g->body);
    return into != LUDO_WORLD && body_is_massless(w->merging, into);
}

static void find_colliding(compiler *w)
{
    for (int32_t i = 0; i < w->spec->geoms.count; i++) {
        w->collides[i] = w->geom[i].contype != 0 || w->geom[i].conaffinity != 0;
    }
    for (int32_t i = 0; i < w->spec->pairs.count; i++) {
        w->collides[w->pair[i].geom_a] = w->collides[w->pair[i].geom_b] = true;
    }
    for (int32_t i = 0; i < w->spec->geoms.count; i++) {
        w->collides[i] = w->collides[i] && !is_on_intermediate(w, &w->geom[i]);
    }
}

/* ---- hulls ---- */

/* The hull of a mesh; it stays empty if the surface has none, for example a flat one. */
static ludo_status find_hull(compiler *w, int32_t mesh, const ludo_allocator *a)
{
    const ludo_mesh_def *d = &w->mesh[mesh];
    const surface s = {d->vertex, d->vertex_count, d->face, d->face_count};
    const char *problem;
    const ludo_status status = ludo_polytope_hull(&s, a, &w->hull[mesh], &problem);
    return status == LUDO_NO_MEMORY ? status : LUDO_OK;
}

ludo_status ludo_compile_hulls(compiler *w, const ludo_allocator *a)
{
    ludo_status status = LUDO_OK;
    find_colliding(w);
    for (int32_t i = 0; i < w->spec->geoms.count && status == LUDO_OK; i++) {
        const ludo_geom_def *g = &w->geom[i];
        if (!w->collides[i] || !ludo_shape_kind_find(g->type)->of_mesh ||
            ludo_compile_is_concave(w, i)) {
            continue;
        }
        if (w->hull[g->mesh].vertex_count == 0) {
            status = find_hull(w, g->mesh, a);
        }
        w->collides[i] = w->hull[g->mesh].vertex_count > 0;
    }
    return status;
}

void ludo_compile_release_hulls(compiler *w, const ludo_allocator *a)
{
    for (int32_t i = 0; i < w->spec->meshes.count; i++) {
        ludo_polytope_release(&w->hull[i], a);
    }
}

void ludo_compile_contacts_count(ludo_model *m, const compiler *w)
{
    model_contacts *c = &m->contacts;
    c->pair_count = w->spec->pairs.count;
    c->apart_count = w->spec->excludes.count;
    c->held_count = w->held_count;
    for (int32_t i = 0; i < w->spec->geoms.count; i++) {
        c->collider_count += w->collides[i];
    }
    c->hull_count = w->spec->meshes.count;
    for (int32_t i = 0; i < c->hull_count; i++) {
        c->hull_size += w->hull[i].vertex_count > 0 ? ludo_polytope_size(&w->hull[i]) : 0;
    }
}

/* Copy the hulls, mesh by mesh. */
static void fill_hulls(model_contacts *c, const compiler *w)
{
    char *memory = c->hull_memory;
    for (int32_t i = 0; i < c->hull_count; i++) {
        if (w->hull[i].vertex_count > 0) {
            c->hull[i] = ludo_polytope_copy(&w->hull[i], memory);
            memory += ludo_polytope_size(&w->hull[i]);
        }
    }
}

/* ---- colliders ---- */

/* The slot that a slot is fixed to: itself, unless a fixed joint was kept where bodies merge. */
static int32_t welded_to(const ludo_model *m, const compiler *w, int32_t slot)
{
    while (w->spec->merge && slot >= 0 && kind_is_fixed(m->joint[slot].kind)) {
        slot = m->parent[slot];
    }
    return slot;
}

static int32_t above(const ludo_model *m, const compiler *w, int32_t slot)
{
    const int32_t welded = welded_to(m, w, slot);
    return welded >= 0 ? welded_to(m, w, m->parent[welded]) : -1;
}

static collider make_collider(const ludo_model *m, const compiler *w, int32_t geom)
{
    const ludo_geom_def *g = &w->geom[geom];
    const attached_frame on = ludo_compile_attached_frame(m, g->body, frame_clean(g->frame));
    collider c = {
        .kind = ludo_shape_kind_find(g->type),
        .geom = geom,
        .body = g->body,
        .slot = on.slot,
        .welded = welded_to(m, w, on.slot),
        .above = above(m, w, on.slot),
        .frame = on.frame,
        .size = {g->size[0], g->size[1], g->size[2]},
        .type = (uint32_t)g->contype,
        .affinity = (uint32_t)g->conaffinity,
        .condim = g->condim,
        .priority = g->priority,
        .friction = {g->friction[0], g->friction[1], g->friction[2]},
        .restitution = g->restitution,
    };
    if (ludo_compile_is_concave(w, geom)) {
        c.kind = &ludo_shape_facets;
        c.facets = &m->contacts.facets[g->mesh];
    }
    c.hull = c.kind->of_mesh ? &m->contacts.hull[g->mesh] : NULL;
    c.field = c.kind->of_grid ? &m->contacts.field[g->mesh] : NULL;
    ludo_collider_bound(&c);
    return c;
}

static void fill_colliders(ludo_model *m, const compiler *w)
{
    int32_t count = 0;
    for (int32_t i = 0; i < w->spec->geoms.count; i++) {
        if (w->collides[i]) {
            m->contacts.collider[count++] = make_collider(m, w, i);
        }
    }
}

/* ---- pairs ---- */

/* The collider of a geom, -1: the geom is none. Colliders are in the order of geoms. */
static int32_t find_collider(const model_contacts *c, int32_t geom)
{
    int32_t low = 0, high = c->collider_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (c->collider[middle].geom < geom) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < c->collider_count && c->collider[low].geom == geom ? low : -1;
}

/* Insert a pair at its place; of several equal ones the first remains. */
static void add_pair(model_contacts *c, collider_pair p)
{
    const int32_t at = ludo_contact_law_pair_place(c, p.a, p.b);
    if (ludo_contact_law_find(c, p.a, p.b) != NULL) {
        return;
    }
    memmove(c->pair + at + 1, c->pair + at, (size_t)(c->pair_count - at) * sizeof p);
    c->pair[at] = p;
    c->pair_count++;
    c->collider[p.a].paired = c->collider[p.b].paired = true;
}

/* Fill the pairs; a pair of geoms on one rigid body is dropped, as it cannot touch. */
static void fill_pairs(model_contacts *c, const compiler *w)
{
    c->pair_count = 0;
    for (int32_t i = 0; i < w->spec->pairs.count; i++) {
        const ludo_pair_def *d = &w->pair[i];
        const int32_t a = find_collider(c, d->geom_a), b = find_collider(c, d->geom_b);
        if (a >= 0 && b >= 0 && c->collider[a].slot != c->collider[b].slot) {
            const double friction[3] = {d->friction, d->spin_friction, d->roll_friction};
            const contact_law law = ludo_contact_law_make(d->condim, friction, d->restitution);
            add_pair(c, (collider_pair){a < b ? a : b, a < b ? b : a, law});
        }
    }
}

/* ---- excluded bodies ---- */

static void fill_apart(model_contacts *c, const compiler *w)
{
    c->apart_count = 0;
    for (int32_t i = 0; i < w->spec->excludes.count; i++) {
        const ludo_exclude_def *d = &w->exclude[i];
        const body_pair p = d->body_a < d->body_b ? (body_pair){d->body_a, d->body_b}
                                                  : (body_pair){d->body_b, d->body_a};
        const int32_t at = ludo_contact_law_apart_place(c, p.a, p.b);
        memmove(c->apart + at + 1, c->apart + at, (size_t)(c->apart_count - at) * sizeof p);
        c->apart[at] = p;
        c->apart_count++;
    }
}

/* ---- overlaps that joints hold ---- */

static void fill_held(model_contacts *c, const compiler *w)
{
    for (int32_t i = 0; i < w->held_count; i++) {
        c->held[i] = w->held[i];
        c->collider[c->held[i].a].held = c->collider[c->held[i].b].held = true;
    }
}

/* ---- all contacts ---- */

void ludo_compile_contacts(ludo_model *m, compiler *w)
{
    fill_hulls(&m->contacts, w);
    ludo_compile_fill_fields(&m->contacts, w);
    ludo_compile_fill_facets(&m->contacts, w);
    fill_colliders(m, w);
    fill_pairs(&m->contacts, w);
    fill_apart(&m->contacts, w);
    fill_held(&m->contacts, w);
    ludo_compile_touching(m, w);
}
