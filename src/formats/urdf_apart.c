/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: which links don't touch each other, of which the format has no word. Its links overlap
 * where joints join them, and shapes are drawn generously; those who use it leave out neighbours,
 * and what overlaps where all joints are at zero. Neighbours are left out of any model, but where
 * one is the world; so those on a base that stands still are left out here. */
#include "contacts/touch.h"
#include "formats/urdf.h"
#include "model/model.h"

#include <string.h>

/* What is nearer overlaps [m]: the digits of files don't tell more. */
static const double least_gap = 1e-6;

/* ---- links that are fixed to one another ---- */

static bool is_of_type(const urdf *u, int32_t joint, const char *type)
{
    return strcmp(ludo_xml_attribute(u->r.doc, joint, "type"), type) == 0;
}

/* The lowest link that a link is fixed to. */
static int32_t find_group(const urdf *u, int32_t link)
{
    int32_t e = link;
    for (int32_t joint = u->scope[e].carrier; joint >= 0 && is_of_type(u, joint, "fixed");
         joint = u->scope[e].carrier) {
        e = u->scope[joint].parent;
    }
    return e;
}

/* The lowest link of its robot: the root, or what floats. */
static int32_t find_robot(const urdf *u, int32_t link)
{
    int32_t e = link;
    for (int32_t joint = u->scope[e].carrier; joint >= 0 && !is_of_type(u, joint, "floating");
         joint = u->scope[e].carrier) {
        e = u->scope[joint].parent;
    }
    return e;
}

/* The group that a joint carries a group by; -1: none, it floats or is the root's. */
static int32_t find_below(const urdf *u, int32_t group)
{
    const int32_t joint = u->scope[group].carrier;
    const bool carried = joint >= 0 && !is_of_type(u, joint, "floating");
    return carried ? find_group(u, u->scope[joint].parent) : -1;
}

/* ---- shapes that touch ---- */

/* A shape of a link, in the world where all joints are at zero. */
typedef struct solid {
    collider shape; /* of a mesh without its vertices */
    int32_t link, group, below, robot;
    bool still; /* whether its link stands still */
} solid;

void ludo_urdf_add_solid(urdf *u, int32_t link, const ludo_geom_def *geom)
{
    solid *s = ludo_growing_add(&u->solids, sizeof *s, &u->r.doc->allocator);
    if (s == NULL) {
        ludo_reader_check(&u->r, link, LUDO_NO_MEMORY);
        return;
    }
    ludo_frame in_world;
    s->link = link;
    s->group = find_group(u, link);
    s->below = find_below(u, s->group);
    s->robot = find_robot(u, link);
    s->still = ludo_urdf_stands_still(u, link, &in_world);
    s->shape.kind = ludo_shape_kind_find(geom->type);
    s->shape.frame = frame_mul(in_world, frame_clean(geom->frame));
    memcpy(s->shape.size, geom->size, sizeof s->shape.size);
    s->shape.radius = s->shape.kind->of_mesh ? HUGE_VAL : s->shape.kind->radius(geom->size);
}

static bool overlap(const solid *a, const solid *b)
{
    const ludo_vec3 way = v3_sub(a->shape.frame.position, b->shape.frame.position);
    bool swapped;
    const touch_kind *touch = ludo_touch_find(a->shape.kind, b->shape.kind, &swapped);
    if (touch == NULL || v3_norm(way) > a->shape.radius + b->shape.radius + least_gap) {
        return false;
    }
    const pose z = pose_world();
    const collider *first = swapped ? &b->shape : &a->shape;
    const collider *second = swapped ? &a->shape : &b->shape;
    return touch->gap(first, second, &z, &z) < least_gap;
}

/* ---- links that don't touch ---- */

static bool is_apart(const ludo_spec *spec, int32_t a, int32_t b)
{
    for (int32_t i = 0; i < ludo_spec_exclude_count(spec); i++) {
        const ludo_exclude_def *e = ludo_spec_exclude(spec, i);
        if ((e->body_a == a && e->body_b == b) || (e->body_a == b && e->body_b == a)) {
            return true;
        }
    }
    return false;
}

/* Whether this was news. */
static bool keep_apart(urdf *u, const solid *a, const solid *b)
{
    reader *r = &u->r;
    const ludo_exclude_def e = {.body_a = u->scope[a->link].number,
                                .body_b = u->scope[b->link].number,
                                .implied = true,
                                .place = xml_place(r->doc, b->link)};
    if (is_apart(r->spec, e.body_a, e.body_b)) {
        return false;
    }
    ludo_reader_check(r, b->link, ludo_spec_add_exclude(r->spec, &e, NULL));
    return true;
}

/* Links that overlap, though no joint joins them. */
typedef struct overlaps {
    int32_t count, a, b; /* how many pairs of them, the first */
} overlaps;

static void look_at(urdf *u, const solid *a, const solid *b, overlaps *o)
{
    const bool joined = a->below == b->group || b->below == a->group;
    if (a->group == b->group || a->robot != b->robot) {
        return;
    }
    if (joined && (a->still || b->still)) {
        (void)keep_apart(u, a, b);
    } else if (!joined && overlap(a, b) && keep_apart(u, a, b)) {
        *o = o->count > 0 ? (overlaps){o->count + 1, o->a, o->b} : (overlaps){1, a->link, b->link};
    }
}

void ludo_urdf_keep_apart(urdf *u, int32_t robot)
{
    const solid *s = u->solids.items;
    overlaps o = {.count = 0};
    (void)robot;
    for (int32_t i = 0; i < u->solids.count; i++) {
        for (int32_t k = 0; k < i && u->r.status == LUDO_OK; k++) {
            look_at(u, &s[k], &s[i], &o);
        }
    }
    if (o.count > 0) {
        ludo_reader_note(
            &u->r, LUDO_NOTE_CONTACT, o.b,
            "overlaps link '%.64s' where all joints are at zero: they don't touch each "
            "other (%d pair%s of links)",
            ludo_xml_attribute(u->r.doc, o.a, "name"), (int)o.count, o.count == 1 ? "" : "s");
    }
}
