/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF paths of spatial tendons: sites, wrapping geoms, pulleys; and their length with joint
 * springs at rest. */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"
#include "math/wrap.h"
#include "spec/items.h"

#include <string.h>

/* ---- points ---- */

/* The number of a site or geom in the spec; -1 on failure. */
static int32_t number_of(mjcf *r, mjcf_family family, int32_t element, const char *attribute)
{
    const int32_t found = ludo_mjcf_named(r, family, element, attribute);
    return found >= 0 ? r->scope[found].number : -1;
}

static ludo_path_point read_site(mjcf *r, int32_t element)
{
    return (ludo_path_point){
        .site = number_of(r, FAMILY_SITE, element, "site"), .geom = -1, .side = -1};
}

static ludo_path_point read_geom(mjcf *r, int32_t element)
{
    const bool sided = ludo_xml_attribute(r->base.doc, element, "sidesite") != NULL;
    const int32_t side = sided ? number_of(r, FAMILY_SITE, element, "sidesite") : -1;
    const int32_t geom = number_of(r, FAMILY_GEOM, element, "geom");
    if (geom < 0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "geom '%.64s' has no shape to wrap",
                         ludo_mjcf_text(r, element, "geom"));
    }
    return (ludo_path_point){.site = -1, .geom = geom, .side = side};
}

static ludo_path_point read_pulley(mjcf *r, int32_t element)
{
    double divisor = 0.0;
    if (!ludo_reader_numbers(&r->base, element, "divisor", 1, &divisor)) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element, "the attribute 'divisor' is missing");
    } else if (!(divisor > 0.0)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "the divisor must be positive");
    }
    return (ludo_path_point){.site = -1, .geom = -1, .side = -1, .divisor = divisor};
}

static void read_point(mjcf *r, int32_t element, growing *list)
{
    const char *name = xml_at(r->base.doc, element)->name;
    const ludo_path_point point = strcmp(name, "geom") == 0     ? read_geom(r, element)
                                  : strcmp(name, "pulley") == 0 ? read_pulley(r, element)
                                                                : read_site(r, element);
    if (r->base.status != LUDO_OK) {
        return;
    }
    ludo_path_point *to = ludo_growing_add(list, sizeof *to, &r->base.doc->allocator);
    if (to == NULL) {
        ludo_reader_check(&r->base, element, LUDO_NO_MEMORY);
        return;
    }
    *to = point;
}

/* ---- the length with joint springs at rest ---- */

/* The frame of the element in the world, where `frame` is its frame in the body. */
static ludo_frame at_rest(const mjcf *r, int32_t body, ludo_frame frame)
{
    return frame_mul(r->scope[body].in_world_at_rest, frame);
}

static ludo_vec3 site_at_rest(mjcf *r, int32_t element, const char *attribute)
{
    const int32_t site = ludo_mjcf_named(r, FAMILY_SITE, element, attribute);
    return site >= 0 ? at_rest(r, r->scope[site].body,
                               ludo_spec_site_at(r->base.spec, r->scope[site].number)->frame)
                           .position
                     : v3(0.0, 0.0, 0.0);
}

/* A point of the world in the axes of a frame. */
static ludo_vec3 seen_from(ludo_frame frame, ludo_vec3 point)
{
    const ludo_quat q = q_normalized(frame.orientation);
    return q_rotate(q_conj(q), v3_sub(point, frame.position));
}

/* The length of a segment around the geom of a `geom` element. */
static double wrapped_length(mjcf *r, int32_t element, ludo_vec3 from, ludo_vec3 to)
{
    const int32_t named = ludo_mjcf_named(r, FAMILY_GEOM, element, "geom");
    const ludo_geom_def *g = ludo_spec_geom_at(r->base.spec, r->scope[named].number);
    const ludo_frame frame = at_rest(r, r->scope[named].body, g->frame);
    wrap_surface s = {.radius = g->size[0],
                      .cylinder = strcmp(g->type, "cylinder") == 0,
                      .sided = ludo_xml_attribute(r->base.doc, element, "sidesite") != NULL};
    const ludo_vec3 p[2] = {seen_from(frame, from), seen_from(frame, to)};
    s.side = s.sided ? seen_from(frame, site_at_rest(r, element, "sidesite")) : s.side;
    wrapped_path path;
    if (!ludo_wrap_segment(&s, p, &path)) {
        return v3_norm(v3_sub(to, from));
    }
    return v3_norm(v3_sub(path.at[0], p[0])) + path.curve + v3_norm(v3_sub(p[1], path.at[1]));
}

/* The length of a path whose points were read. */
static double length_at_rest(mjcf *r, int32_t element)
{
    double length = 0.0, divisor = 1.0;
    int32_t geom = -1;
    bool begun = false;
    ludo_vec3 last = {0.0, 0.0, 0.0};
    for (int32_t e = xml_at(r->base.doc, element)->first_child; e >= 0;
         e = xml_at(r->base.doc, e)->next_sibling) {
        const char *name = xml_at(r->base.doc, e)->name;
        if (strcmp(name, "geom") == 0) {
            geom = e;
        } else if (strcmp(name, "pulley") == 0) {
            (void)ludo_reader_numbers(&r->base, e, "divisor", 1, &divisor);
            begun = false;
        } else {
            const ludo_vec3 site = site_at_rest(r, e, "site");
            if (begun) {
                length += (geom >= 0 ? wrapped_length(r, geom, last, site)
                                     : v3_norm(v3_sub(site, last))) /
                          divisor;
            }
            last = site;
            begun = true;
            geom = -1;
        }
    }
    return length;
}

/* ---- paths ---- */

void ludo_mjcf_read_path(mjcf *r, int32_t element, growing *list, ludo_spring_def *spring,
                         double *length)
{
    for (int32_t e = xml_at(r->base.doc, element)->first_child; e >= 0 && r->base.status == LUDO_OK;
         e = xml_at(r->base.doc, e)->next_sibling) {
        read_point(r, e, list);
    }
    const ludo_path_point *point = list->items;
    const bool distance = list->count == 2 && point[0].site >= 0 && point[1].site >= 0;
    spring->type = distance ? "distance" : "path";
    if (distance) {
        spring->site_a = point[0].site;
        spring->site_b = point[1].site;
    } else {
        spring->path = point;
        spring->path_count = list->count;
    }
    *length = r->base.status == LUDO_OK ? length_at_rest(r, element) : 0.0;
}
