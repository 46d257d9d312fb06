/* SPDX-License-Identifier: Apache-2.0
 *
 * Self-collision filter of URDF, which has no element for it. Shapes of links are drawn generously
 * and overlap at their joints; simulators of URDF ignore contacts of neighbours and of links that
 * overlap with all joints at zero. Joints whose range excludes zero start at the nearest value of
 * the range, so links that overlap there are ignored, too. The model ignores neighbours except
 * those of the world, so neighbours on a fixed base are excluded here. */
#include "formats/urdf/read.h"

#include <stdio.h>
#include <string.h>

/* Gaps below count as overlap [m]: files have about that precision. */
static const double least_gap = 1e-6;

/* ---- groups of links that are fixed to one another ---- */

static bool is_of_type(const urdf *u, int32_t joint, const char *type)
{
    return strcmp(ludo_xml_attribute(u->r.doc, joint, "type"), type) == 0;
}

/* The group of a link: the lowest link that it is fixed to. */
static int32_t find_group(const urdf *u, int32_t link)
{
    int32_t e = link;
    for (int32_t joint = u->scope[e].carrier; joint >= 0 && is_of_type(u, joint, "fixed");
         joint = u->scope[e].carrier) {
        e = u->scope[joint].parent;
    }
    return e;
}

/* The lowest link of its robot: the root, or a floating link. */
static int32_t find_robot(const urdf *u, int32_t link)
{
    int32_t e = link;
    for (int32_t joint = u->scope[e].carrier; joint >= 0 && !is_of_type(u, joint, "floating");
         joint = u->scope[e].carrier) {
        e = u->scope[joint].parent;
    }
    return e;
}

/* The group that carries a group by a joint; -1: it is floating or the root's. */
static int32_t find_below(const urdf *u, int32_t group)
{
    const int32_t joint = u->scope[group].carrier;
    const bool carried = joint >= 0 && !is_of_type(u, joint, "floating");
    return carried ? find_group(u, u->scope[joint].parent) : -1;
}

/* ---- solids ---- */

/* Positions of all joints: zero, and the values of their ranges nearest to it. */
typedef enum configuration { AT_ZERO, IN_RANGE, CONFIGURATIONS } configuration;

/* A geom of a link. */
typedef struct solid {
    int32_t geom, link, group, below, robot;
    ludo_frame frame[CONFIGURATIONS]; /* pose of the link in the world */
    bool still;                       /* the link is fixed in the world */
    ludo_vec3 middle[CONFIGURATIONS]; /* origin of the geom's frame in the world */
    double radius;                    /* of a sphere about it that contains the geom */
} solid;

/* A sphere about the frame of a geom of the last definition: sums of sizes bound every shape. */
static void bound(urdf *u, solid *s)
{
    ludo_geom_def geom = {.struct_size = sizeof geom};
    ludo_mesh_def mesh = {.struct_size = sizeof mesh};
    (void)ludo_spec_geom(u->r.spec, s->geom, &geom);
    for (configuration p = AT_ZERO; p < CONFIGURATIONS; p++) {
        s->middle[p] = frame_mul(s->frame[p], geom.frame).position;
    }
    s->radius = geom.size[0] + geom.size[1] + geom.size[2];
    if (strcmp(geom.type, "mesh") == 0 && ludo_spec_mesh(u->r.spec, geom.mesh, &mesh) == LUDO_OK) {
        s->radius = 0.0;
        for (int32_t i = 0; i < mesh.vertex_count; i++) {
            s->radius = fmax(s->radius, v3_norm(v3_at(mesh.vertex + 3 * (ptrdiff_t)i)));
        }
    }
}

void ludo_urdf_add_solid(urdf *u, int32_t link, int32_t geom)
{
    solid *s = ludo_growing_add(&u->solids, sizeof *s, &u->r.doc->allocator);
    if (s == NULL) {
        ludo_reader_check(&u->r, link, LUDO_NO_MEMORY);
        return;
    }
    const int32_t group = find_group(u, link);
    s->geom = geom;
    s->link = link;
    s->group = group;
    s->below = find_below(u, group);
    s->robot = find_robot(u, link);
    s->still = ludo_urdf_is_fixed(u, link, &s->frame[AT_ZERO]);
    s->frame[IN_RANGE] = u->scope[link].in_range;
    bound(u, s);
}

/* A solid; those of a link are adjacent. */
static const solid *solid_at(const urdf *u, int32_t number)
{
    return (const solid *)u->solids.items + number;
}

static bool is_of_link(const urdf *u, int32_t number, int32_t link)
{
    return number < u->solids.count && solid_at(u, number)->link == link;
}

/* The first solid of the next link. */
static int32_t next_link(const urdf *u, int32_t number)
{
    int32_t next = number;
    while (is_of_link(u, next, solid_at(u, number)->link)) {
        next++;
    }
    return next;
}

/* ---- overlapping links ---- */

/* Whether the spheres about the origins of two solids' frames are apart: hulls take time. */
static bool is_far(const solid *a, const solid *b, configuration p)
{
    const ludo_vec3 d = v3_sub(b->middle[p], a->middle[p]);
    return v3_norm(d) > a->radius + b->radius + least_gap;
}

static bool overlap(const urdf *u, const solid *a, const solid *b, configuration p)
{
    double gap;
    return !is_far(a, b, p) &&
           ludo_spec_geom_gap(u->r.spec, a->geom, a->frame[p], b->geom, b->frame[p], &gap) ==
               LUDO_OK &&
           gap < least_gap;
}

/* Whether any solids of two links overlap, given the first of each. */
static bool links_overlap(const urdf *u, int32_t a, int32_t b, configuration p)
{
    const int32_t link_a = solid_at(u, a)->link, link_b = solid_at(u, b)->link;
    for (int32_t i = a; is_of_link(u, i, link_a); i++) {
        for (int32_t k = b; is_of_link(u, k, link_b); k++) {
            if (overlap(u, solid_at(u, i), solid_at(u, k), p)) {
                return true;
            }
        }
    }
    return false;
}

static void keep_apart(urdf *u, const solid *a, const solid *b)
{
    const ludo_exclude_def e = {.struct_size = sizeof e,
                                .body_a = u->scope[a->link].number,
                                .body_b = u->scope[b->link].number,
                                .implied = true,
                                .place = xml_place(u->r.doc, b->link)};
    ludo_reader_check(&u->r, b->link, ludo_spec_add_exclude(u->r.spec, &e, NULL));
}

/* Most pairs of links that a warning names. */
enum { MOST_NAMED = 3 };

/* Links that overlap although no joint connects them. */
typedef struct overlaps {
    int32_t count;                        /* number of such pairs */
    bool in_range;                        /* some overlap not at zero, but in range */
    int32_t a[MOST_NAMED], b[MOST_NAMED]; /* the first of them */
} overlaps;

static void add_overlap(overlaps *o, int32_t a, int32_t b)
{
    if (o->count < MOST_NAMED) {
        o->a[o->count] = a;
        o->b[o->count] = b;
    }
    o->count++;
}

/* Check two links, given the first solid of each. */
static void look_at(urdf *u, int32_t first_a, int32_t first_b, overlaps *o)
{
    const solid *a = solid_at(u, first_a), *b = solid_at(u, first_b);
    const bool joined = a->below == b->group || b->below == a->group;
    if (a->group == b->group || a->robot != b->robot) {
        return;
    }
    if (joined && (a->still || b->still)) {
        keep_apart(u, a, b);
    }
    for (configuration p = AT_ZERO; !joined && p <= (u->leaves_zero ? IN_RANGE : AT_ZERO); p++) {
        if (links_overlap(u, first_a, first_b, p)) {
            keep_apart(u, a, b);
            add_overlap(o, a->link, b->link);
            o->in_range = o->in_range || p == IN_RANGE;
            return;
        }
    }
}

/* One warning for all pairs, at the first of them. */
static void note_overlaps(urdf *u, const overlaps *o)
{
    char named[MOST_NAMED * 72] = "";
    size_t used = 0;
    for (int32_t i = 0; i < o->count && i < MOST_NAMED; i++) {
        const int length =
            snprintf(named + used, sizeof named - used, "%s '%.28s' and '%.28s'", i == 0 ? "" : ",",
                     ludo_xml_attribute(u->r.doc, o->a[i], "name"),
                     ludo_xml_attribute(u->r.doc, o->b[i], "name"));
        used += (size_t)length;
    }
    char more[32] = "";
    if (o->count > MOST_NAMED) {
        (void)snprintf(more, sizeof more, " and %d more", (int)(o->count - MOST_NAMED));
    }
    ludo_reader_note(
        &u->r, LUDO_NOTE_CONTACT, o->b[0],
        "%d pair%s of links overlap%s with all joints at zero%s:%s%s; they do not collide",
        (int)o->count, o->count == 1 ? "" : "s", o->count == 1 ? "s" : "",
        o->in_range ? " or at the nearest limit" : "", named, more);
}

void ludo_urdf_filter_self_collision(urdf *u, int32_t robot)
{
    overlaps o = {.count = 0};
    (void)robot;
    for (int32_t b = 0; b < u->solids.count; b = next_link(u, b)) {
        for (int32_t a = 0; a < b && u->r.status == LUDO_OK; a = next_link(u, a)) {
            look_at(u, a, b, &o);
        }
    }
    if (o.count > 0) {
        note_overlaps(u, &o);
    }
}
