/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF geometry: collision geoms and visual geoms. */
#include "formats/sdf/read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Viewers show visual geoms in this group. */
enum { VISUAL_GROUP = 2 };

/* A size of a shape: numbers of a child, and their meaning in the spec. */
typedef struct shape_size {
    const char *child;
    int32_t count;
    double factor;
    double otherwise; /* if it is missing */
} shape_size;

static const struct shape {
    const char *name;
    shape_size sizes[2];
} shapes[] = {
    {"box", {{"size", 3, 0.5, 1.0}}},
    {"sphere", {{"radius", 1, 1.0, 1.0}}},
    {"cylinder", {{"radius", 1, 1.0, 1.0}, {"length", 1, 0.5, 1.0}}},
    {"capsule", {{"radius", 1, 1.0, 0.5}, {"length", 1, 0.5, 1.0}}},
    {"ellipsoid", {{"radii", 3, 1.0, 1.0}}},
    {"plane", {{"size", 2, 0.5, 1.0}}},
    {"mesh", {{NULL, 0, 0.0, 0.0}}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static const struct shape *shape_of(const sdf *s, int32_t element)
{
    for (int32_t i = 0; i < SHAPES; i++) {
        if (strcmp(shapes[i].name, xml_at(s->r.doc, element)->name) == 0) {
            return &shapes[i];
        }
    }
    return NULL;
}

/* A shape that is not read; unknown elements of visuals have a warning. */
static void warn_of_shape(sdf *s, int32_t element, bool visual)
{
    const char *name = xml_at(s->r.doc, element)->name, *advice;
    if (strcmp(name, "empty") == 0) {
        return;
    }
    if (!visual) {
        ludo_reader_warn(&s->r, LUDO_NOTE_CONTACT, element, "collision", name,
                         "left out: shapes of this kind are not simulated");
    } else if (ludo_sdf_find_rule(s->r.doc, element, &advice) != NULL) {
        ludo_reader_warn(&s->r, LUDO_NOTE_WARNING, element, "visual", name,
                         "left out: shapes of this kind are not shown");
    }
}

/* The element of a geometry's shape; SDF_NONE if it has no known shape. */
static int32_t find_shape(sdf *s, int32_t geometry, bool visual)
{
    for (int32_t e = xml_at(s->r.doc, geometry)->first_child; e >= 0;
         e = xml_at(s->r.doc, e)->next_sibling) {
        if (shape_of(s, e) != NULL) {
            return e;
        }
        warn_of_shape(s, e, visual);
    }
    return SDF_NONE;
}

/* All sizes of a shape in sequence; false: one is 0. */
static bool read_sizes(sdf *s, int32_t element, const shape_size sizes[2], double out[3])
{
    bool solid = true;
    for (int i = 0; i < 2 && sizes[i].child != NULL; i++) {
        for (int32_t k = 0; k < sizes[i].count; k++) {
            out[k] = sizes[i].otherwise;
        }
        (void)ludo_sdf_vector(s, element, sizes[i].child, sizes[i].count, out);
        for (int32_t k = 0; k < sizes[i].count; k++, out++) {
            if (*out < 0.0) {
                ludo_reader_fail(&s->r, LUDO_BAD_MODEL,
                                 ludo_reader_child(&s->r, element, sizes[i].child), "is negative");
            }
            solid = solid && *out > 0.0;
            *out *= sizes[i].factor;
        }
    }
    return solid;
}

/* The orientation of a plane, whose normal in the spec is z. */
static ludo_quat read_normal(sdf *s, int32_t plane)
{
    double n[3] = {0.0, 0.0, 1.0};
    (void)ludo_sdf_vector(s, plane, "normal", 3, n);
    if (!v3_has_direction(v3_at(n))) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, ludo_reader_child(&s->r, plane, "normal"),
                         "is zero: it must have a direction");
        return q_identity();
    }
    const ludo_vec3 z = v3_unit(v3_at(n));
    if (z.x == 0.0 && z.y == 0.0) {
        return z.z > 0.0 ? q_identity() : (ludo_quat){0.0, 1.0, 0.0, 0.0};
    }
    /* the shortest turn from z: about z x n, by twice the half angle */
    return q_normalized((ludo_quat){1.0 + z.z, -z.y, z.x, 0.0});
}

static void read_colour(sdf *s, int32_t visual, double rgba[4])
{
    const int32_t material = ludo_reader_child(&s->r, visual, "material");
    const int32_t diffuse =
        material >= 0 ? ludo_reader_child(&s->r, material, "diffuse") : SDF_NONE;
    double n[4] = {1.0, 1.0, 1.0, 1.0};
    if (diffuse >= 0 && ludo_sdf_numbers(s, diffuse, 3, 4, n) > 0) {
        memcpy(rgba, n, sizeof n);
    }
    rgba[3] *= 1.0 - ludo_sdf_number(s, visual, "transparency", 0.0);
}

/* Links may use the same geom name; in a link a visual and a collision may, too: later ones lose
 * it. */
static const char *name_geom(sdf *s, int32_t element)
{
    const char *name = ludo_reader_text(&s->r, element, "name");
    const char *whole = ludo_sdf_join(s, s->scope[xml_at(s->r.doc, element)->parent].name, name);
    const bool is_new = s->r.status == LUDO_OK &&
                        ludo_name_table_add(&s->r.names, FAMILY_GEOM, "", whole, element) == 0;
    return is_new ? whole : NULL;
}

/* Complete a geom by its shape. false: it is left out. */
static bool read_shape(sdf *s, int32_t at, ludo_geom_def *geom)
{
    const struct shape *shape = shape_of(s, at);
    geom->type = shape->name;
    const bool solid = read_sizes(s, at, shape->sizes, geom->size);
    if (strcmp(shape->name, "mesh") == 0) {
        geom->mesh = ludo_sdf_mesh(s, at);
    } else if (strcmp(shape->name, "plane") == 0) {
        geom->frame.orientation = q_mul(geom->frame.orientation, read_normal(s, at));
    } else if (!solid) {
        ludo_sdf_warn(s, at, "left out, because a size is 0");
        return false;
    }
    return true;
}

void ludo_sdf_add_geom(sdf *s, int32_t element)
{
    reader *r = &s->r;
    const bool visual = strcmp(xml_at(r->doc, element)->name, "visual") == 0;
    const int32_t link = xml_at(r->doc, element)->parent;
    const int32_t geometry = ludo_reader_needed(r, element, "geometry");
    const int32_t at = geometry >= 0 ? find_shape(s, geometry, visual) : SDF_NONE;
    if (at < 0) {
        return;
    }
    ludo_geom_def geom = ludo_geom_default();
    geom.body = s->scope[link].number;
    geom.frame = ludo_sdf_pose_in(s, element, link);
    geom.density = visual ? 0.0 : ludo_sdf_density(s, element);
    geom.place = xml_place(r->doc, element);
    if (visual) {
        geom.group = VISUAL_GROUP;
        geom.contype = geom.conaffinity = 0;
        read_colour(s, element, geom.rgba);
    } else {
        ludo_sdf_set_surface(s, element, &geom);
    }
    if (!read_shape(s, at, &geom) || r->status != LUDO_OK) {
        return;
    }
    geom.name = name_geom(s, element);
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, element, ludo_spec_add_geom(r->spec, &geom, NULL));
    }
    if (!visual) {
        ludo_sdf_add_solid(s, link);
    }
}
