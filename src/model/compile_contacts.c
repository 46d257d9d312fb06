/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling contacts: colliders with the hulls of their meshes, pairs, excluded bodies. */
#include "geometry/shape.h"
#include "model/compile.h"

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

/* The law of a pair; condim 1 is frictionless, 3 has sliding friction, 4 spinning friction too, 6
 * all three. */
static contact_law make_law(int32_t condim, const double friction[3], double restitution)
{
    contact_law law = {.friction = friction[0],
                       .spin = condim >= 4 ? friction[1] : 0.0,
                       .roll = condim >= 6 ? friction[2] : 0.0,
                       .restitution = restitution};
    law.frictionless = condim == 1 || !(law.friction > 0.0 || law.spin > 0.0 || law.roll > 0.0);
    return law;
}

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

/* The index of the pair a, b among sorted items of any size that begin with two numbers, or where
 * the pair would be inserted. */
static int32_t place_among(const void *items, size_t size, int32_t count, int32_t a, int32_t b)
{
    int32_t low = 0, high = count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        const int32_t *at = (const void *)((const char *)items + (size_t)middle * size);
        if (at[0] < a || (at[0] == a && at[1] < b)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static int32_t place_pair(const model_contacts *c, int32_t a, int32_t b)
{
    return place_among(c->pair, sizeof *c->pair, c->pair_count, a, b);
}

/* The given law of two colliders, a < b, or NULL. */
static const contact_law *find_pair(const model_contacts *c, int32_t a, int32_t b)
{
    const int32_t at = place_pair(c, a, b);
    const bool found = at < c->pair_count && c->pair[at].a == a && c->pair[at].b == b;
    return found ? &c->pair[at].law : NULL;
}

bool ludo_compile_is_paired(const model_contacts *c, int32_t i, int32_t j)
{
    return c->collider[i].paired && c->collider[j].paired &&
           find_pair(c, i < j ? i : j, i < j ? j : i) != NULL;
}

/* Insert a pair at its place; of several equal ones the first remains. */
static void add_pair(model_contacts *c, collider_pair p)
{
    const int32_t at = place_pair(c, p.a, p.b);
    if (find_pair(c, p.a, p.b) != NULL) {
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
            const contact_law law = make_law(d->condim, friction, d->restitution);
            add_pair(c, (collider_pair){a < b ? a : b, a < b ? b : a, law});
        }
    }
}

/* ---- excluded bodies ---- */

static int32_t place_apart(const model_contacts *c, int32_t a, int32_t b)
{
    return place_among(c->apart, sizeof *c->apart, c->apart_count, a, b);
}

static void fill_apart(model_contacts *c, const compiler *w)
{
    c->apart_count = 0;
    for (int32_t i = 0; i < w->spec->excludes.count; i++) {
        const ludo_exclude_def *d = &w->exclude[i];
        const body_pair p = d->body_a < d->body_b ? (body_pair){d->body_a, d->body_b}
                                                  : (body_pair){d->body_b, d->body_a};
        const int32_t at = place_apart(c, p.a, p.b);
        memmove(c->apart + at + 1, c->apart + at, (size_t)(c->apart_count - at) * sizeof p);
        c->apart[at] = p;
        c->apart_count++;
    }
}

static bool is_apart(const model_contacts *c, int32_t i, int32_t j)
{
    const int32_t a = i < j ? i : j, b = i < j ? j : i;
    const int32_t at = place_apart(c, a, b);
    return at < c->apart_count && c->apart[at].a == a && c->apart[at].b == b;
}

/* ---- overlaps that joints hold ---- */

static void fill_held(model_contacts *c, const compiler *w)
{
    for (int32_t i = 0; i < w->held_count; i++) {
        c->held[i] = w->held[i];
        c->collider[c->held[i].a].held = c->collider[c->held[i].b].held = true;
    }
}

static bool is_held(const model_contacts *c, int32_t i, int32_t j)
{
    const int32_t a = i < j ? i : j, b = i < j ? j : i;
    const int32_t at = place_among(c->held, sizeof *c->held, c->held_count, a, b);
    return at < c->held_count && c->held[at].a == a && c->held[at].b == b;
}

/* ---- the law of two colliders ---- */

static bool is_carried(const collider *a, const collider *b)
{
    return b->above >= 0 && b->above == a->welded;
}

static bool bits_meet(const collider *a, const collider *b)
{
    return (a->type & b->affinity) != 0 || (b->type & a->affinity) != 0;
}

/* Friction is that of the collider with the higher priority; at equal priority each coefficient is
 * the greater one. */
static contact_law mix(const collider *a, const collider *b)
{
    const double restitution = a->restitution >= b->restitution ? a->restitution : b->restitution;
    if (a->priority != b->priority) {
        const collider *first = a->priority > b->priority ? a : b;
        return make_law(first->condim, first->friction, restitution);
    }
    double friction[3];
    for (int i = 0; i < 3; i++) {
        friction[i] = a->friction[i] >= b->friction[i] ? a->friction[i] : b->friction[i];
    }
    return make_law(a->condim >= b->condim ? a->condim : b->condim, friction, restitution);
}

/* The law that was given to two colliders; NULL: none was. */
static const contact_law *given_law(const model_contacts *c, int32_t i, int32_t j)
{
    const bool paired = c->collider[i].paired && c->collider[j].paired;
    return paired ? find_pair(c, i < j ? i : j, i < j ? j : i) : NULL;
}

contact_law ludo_model_touching_law(const model_contacts *c, int32_t i, int32_t j)
{
    const contact_law *given = given_law(c, i, j);
    return given != NULL ? *given : mix(&c->collider[i], &c->collider[j]);
}

bool ludo_model_may_touch(const model_contacts *c, int32_t i, int32_t j, contact_law *law)
{
    const collider *a = &c->collider[i], *b = &c->collider[j];
    const contact_law *given = given_law(c, i, j);
    if (given != NULL) {
        *law = *given;
        return true;
    }
    if (a->welded == b->welded || !bits_meet(a, b) || is_carried(a, b) || is_carried(b, a) ||
        is_apart(c, a->body, b->body) || (a->held && b->held && is_held(c, i, j))) {
        return false;
    }
    *law = mix(a, b);
    return true;
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
