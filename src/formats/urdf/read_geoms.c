/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF geometry: collision geoms and visual geoms. Neither has mass. */
#include "formats/urdf/read.h"

#include <string.h>

/* Viewers show visual geoms in this group. */
enum { VISUAL_GROUP = 2 };

/* A size of a shape: numbers of an attribute, and their meaning in the spec. */
typedef struct shape_size {
    const char *attribute;
    int32_t count;
    double factor;
} shape_size;

static const struct {
    const char *name;
    shape_size sizes[2];
} shapes[] = {
    {"box", {{"size", 3, 0.5}}},
    {"sphere", {{"radius", 1, 1.0}}},
    {"cylinder", {{"radius", 1, 1.0}, {"length", 1, 0.5}}},
    {"capsule", {{"radius", 1, 1.0}, {"length", 1, 0.5}}},
    {"mesh", {{NULL, 0, 0.0}}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* ---- materials ---- */

/* Materials with equal names: the first one with a colour counts. */
void ludo_urdf_name_material(urdf *u, int32_t material)
{
    const char *name = ludo_xml_attribute(u->r.doc, material, "name");
    if (name != NULL && ludo_reader_child(&u->r, material, "color") >= 0) {
        (void)ludo_name_table_add(&u->r.names, FAMILY_MATERIAL, "", name, material);
    }
}

static void read_colour(urdf *u, int32_t element, double rgba[4])
{
    const int32_t material = ludo_reader_child(&u->r, element, "material");
    if (material < 0) {
        return;
    }
    int32_t color = ludo_reader_child(&u->r, material, "color");
    const char *name = ludo_xml_attribute(u->r.doc, material, "name");
    const int32_t named = ludo_name_table_find(&u->r.names, FAMILY_MATERIAL, "", name);
    if (color < 0 && named > 0) {
        color = ludo_reader_child(&u->r, named, "color");
    }
    if (color >= 0) {
        (void)ludo_reader_numbers(&u->r, color, "rgba", 4, rgba);
    }
}

/* ---- shapes ---- */

static int32_t shape_of(const urdf *u, int32_t element)
{
    for (int32_t i = 0; i < SHAPES; i++) {
        if (strcmp(shapes[i].name, xml_at(u->r.doc, element)->name) == 0) {
            return i;
        }
    }
    return -1;
}

/* The element of a geometry's shape; -1 if it has no known shape. */
static int32_t find_shape(urdf *u, int32_t geometry)
{
    int32_t found = -1;
    for (int32_t e = xml_at(u->r.doc, geometry)->first_child; e >= 0;
         e = xml_at(u->r.doc, e)->next_sibling) {
        if (shape_of(u, e) >= 0 && found >= 0) {
            ludo_reader_fail(&u->r, LUDO_PARSE, e,
                             "the geometry has another shape in line %d: remove one",
                             (int)xml_at(u->r.doc, found)->line);
        }
        found = shape_of(u, e) >= 0 ? e : found;
    }
    if (xml_at(u->r.doc, geometry)->first_child < 0) {
        ludo_urdf_warn(u, geometry, "left out, because it has no known shape");
    }
    return found;
}

/* All sizes of a shape in sequence. */
static void read_sizes(urdf *u, int32_t element, const shape_size sizes[2], double out[3])
{
    for (int i = 0; i < 2 && sizes[i].attribute != NULL; i++) {
        (void)ludo_reader_text(&u->r, element, sizes[i].attribute);
        (void)ludo_reader_numbers(&u->r, element, sizes[i].attribute, sizes[i].count, out);
        for (int32_t k = 0; k < sizes[i].count; k++, out++) {
            if (*out < 0.0) {
                ludo_reader_fail(&u->r, LUDO_BAD_MODEL, element, "'%s' is negative",
                                 sizes[i].attribute);
            }
            *out *= sizes[i].factor;
        }
    }
}

/* Whether a shape has zero extent in some direction. */
static bool is_flat(const shape_size sizes[2], const double size[3])
{
    const int32_t count = sizes[0].count + sizes[1].count;
    for (int32_t i = 0; i < count; i++) {
        if (size[i] == 0.0) {
            return true;
        }
    }
    return false;
}

/* ---- geoms ---- */

/* Links may use the same geom name independently: later ones lose it. */
static const char *name_geom(urdf *u, int32_t element)
{
    const char *name = ludo_xml_attribute(u->r.doc, element, "name");
    if (name == NULL || *name == '\0' ||
        ludo_name_table_add(&u->r.names, FAMILY_GEOM, "", name, element) == 0) {
        return name;
    }
    ludo_urdf_warn(u, element, "the name is in use: the geom is kept without a name");
    return NULL;
}

static void add_shape(urdf *u, int32_t element, int32_t at, ludo_geom_def *geom)
{
    reader *r = &u->r;
    const shape_size *sizes = shapes[shape_of(u, at)].sizes;
    read_sizes(u, at, sizes, geom->size);
    if (is_flat(sizes, geom->size)) {
        ludo_urdf_warn(u, at, "left out, because a size is 0");
        return;
    }
    if (strcmp(geom->type, "mesh") == 0) {
        geom->mesh = ludo_urdf_mesh(u, at);
    }
    geom->name = name_geom(u, element);
    int32_t number = 0;
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, element, ludo_spec_add_geom(r->spec, geom, &number));
    }
    if (r->status == LUDO_OK && geom->contype != 0) {
        ludo_urdf_add_solid(u, xml_at(r->doc, element)->parent, number);
    }
}

void ludo_urdf_add_geom(urdf *u, int32_t element)
{
    reader *r = &u->r;
    const bool visual = strcmp(xml_at(r->doc, element)->name, "visual") == 0;
    const int32_t geometry = ludo_reader_needed(r, element, "geometry");
    if (geometry < 0 || (visual && u->discard_visual)) {
        return;
    }
    const int32_t at = find_shape(u, geometry);
    if (at < 0) {
        return;
    }
    ludo_geom_def geom = ludo_geom_default();
    geom.type = xml_at(r->doc, at)->name;
    geom.body = u->scope[xml_at(r->doc, element)->parent].number;
    geom.frame = ludo_urdf_origin(u, element);
    geom.density = 0.0;
    geom.place = xml_place(r->doc, element);
    const double friction = u->scope[xml_at(r->doc, element)->parent].friction;
    if (visual) {
        geom.group = VISUAL_GROUP;
        geom.contype = geom.conaffinity = 0;
    } else if (friction >= 0.0) {
        geom.friction[0] = friction;
    }
    read_colour(u, element, geom.rgba);
    add_shape(u, element, at, &geom);
}
