/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF contacts: pairs of geoms with their own parameters, excluded pairs of bodies, and
 * restitution and concave meshes, which custom numeric elements give (read_custom.c). */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"
#include "spec/items.h"

#include <string.h>

/* ---- restitution ---- */

static double read_restitution(mjcf *r, int32_t numeric)
{
    const double e = ludo_reader_number(&r->base, numeric, "data", 0.0);
    if (!(e >= 0.0 && e <= 1.0)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, numeric,
                         "a restitution must be between 0 and 1");
    }
    return e;
}

double ludo_mjcf_restitution(mjcf *r, const char *name, double otherwise)
{
    const int32_t numeric = ludo_name_table_find(&r->base.names, FAMILY_RESTITUTION, "", name);
    return numeric > 0 ? read_restitution(r, numeric) : otherwise;
}

double ludo_mjcf_common_restitution(mjcf *r, int32_t element, double otherwise)
{
    const char *part = mjcf_part_of(r, element)->key;
    const int32_t numeric = ludo_name_table_find(&r->base.names, FAMILY_RESTITUTION, part, "");
    return numeric > 0 ? read_restitution(r, numeric) : otherwise;
}

static bool is_known(const mjcf *r, const char *subject)
{
    return *subject == '\0' || ludo_name_table_find(&r->base.names, FAMILY_GEOM, "", subject) > 0 ||
           ludo_name_table_find(&r->base.names, FAMILY_PAIR, "", subject) > 0;
}

void ludo_mjcf_check_restitution(mjcf *r, int32_t numeric, const char *subject)
{
    (void)read_restitution(r, numeric);
    if (!is_known(r, subject)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, numeric, "unknown geom or pair '%.64s'",
                         subject);
    }
}

/* ---- concave meshes ---- */

static bool read_concave(mjcf *r, int32_t numeric)
{
    const double is = ludo_reader_number(&r->base, numeric, "data", 0.0);
    if (is != 0.0 && is != 1.0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, numeric,
                         "ludo.concave must be 1 (the mesh as it is) or 0 (its convex hull)");
    }
    return is == 1.0;
}

bool ludo_mjcf_concave(mjcf *r, const char *name)
{
    const int32_t numeric = ludo_name_table_find(&r->base.names, FAMILY_CONCAVE, "", name);
    return numeric > 0 && read_concave(r, numeric);
}

void ludo_mjcf_check_concave(mjcf *r, int32_t numeric, const char *subject)
{
    const int32_t geom = ludo_name_table_find(&r->base.names, FAMILY_GEOM, "", subject);
    const int32_t number = geom > 0 ? r->scope[geom].number : -1;
    (void)read_concave(r, numeric);
    if (*subject == '\0') {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, numeric,
                         "ludo.concave needs the name of a geom: ludo.concave.GEOM");
    } else if (geom <= 0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, numeric, "unknown geom '%.64s'", subject);
    } else if (number >= 0 && strcmp(ludo_spec_geom_at(r->base.spec, number)->type, "mesh") != 0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, numeric,
                         "geom '%.64s' is no mesh: only meshes can be concave", subject);
    }
}

/* ---- pairs ---- */

void ludo_mjcf_check_condim(mjcf *r, int32_t element, int32_t condim)
{
    if (condim != 1 && condim != 3 && condim != 4 && condim != 6) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "attribute 'condim' must be 1, 3, 4 or 6");
    }
}

void ludo_mjcf_warn_of_softness(mjcf *r, int32_t element)
{
    if (ludo_mjcf_find_template(r, element, "solref solimp solreffriction solmix margin gap") >=
        0) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element,
                       "solref, solimp, solmix, margin and gap of contacts",
                       "ignored: contacts are rigid");
    }
}

/* Adhesion holds shapes together, a velocity of the surface moves what touches it. */
void ludo_mjcf_note_surface(mjcf *r, int32_t element)
{
    if (ludo_mjcf_nonzero(r, element, "adhesion")) {
        ludo_mjcf_unsupported(r, element, "adhesion of contacts is not simulated");
    }
    if (ludo_mjcf_nonzero(r, element, "surfacevel")) {
        ludo_mjcf_unsupported(r, element, "surfacevel is not simulated");
    }
}

/* Friction of sliding and of rolling has one coefficient for all directions. A coefficient that
 * condim leaves out is not compared. */
static void read_friction(mjcf *r, int32_t element, ludo_pair_def *pair)
{
    double friction[5] = {1.0, 1.0, 0.005, 0.0001, 0.0001};
    (void)ludo_mjcf_inherited_numbers(r, element, "friction", 1, 5, friction);
    if (friction[0] != friction[1] || (pair->condim == 6 && friction[3] != friction[4])) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "friction that depends on the direction",
                       "the first coefficient is used for both directions");
    }
    pair->friction = friction[0];
    pair->spin_friction = friction[2];
    pair->roll_friction = friction[3];
}

/* The index of a geom in the spec; -1 if it was left out. */
static int32_t read_geom(mjcf *r, int32_t element, const char *name)
{
    (void)ludo_reader_text(&r->base, element, name);
    const int32_t geom = ludo_mjcf_named(r, FAMILY_GEOM, element, name);
    return geom >= 0 && r->scope[geom].number >= 0 ? r->scope[geom].number : -1;
}

/* The restitution of the pair itself, else the larger one of its geoms. */
static double pair_restitution(mjcf *r, const ludo_pair_def *pair)
{
    const double a = ludo_spec_geom_at(r->base.spec, pair->geom_a)->restitution;
    const double b = ludo_spec_geom_at(r->base.spec, pair->geom_b)->restitution;
    const double larger = a > b ? a : b;
    const bool of_geom = ludo_name_table_find(&r->base.names, FAMILY_GEOM, "", pair->name) > 0;
    return of_geom ? larger : ludo_mjcf_restitution(r, pair->name, larger);
}

void ludo_mjcf_read_pair(mjcf *r, int32_t element)
{
    ludo_pair_def pair = {.struct_size = sizeof pair,
                          .name = ludo_xml_attribute(r->base.doc, element, "name"),
                          .geom_a = read_geom(r, element, "geom1"),
                          .geom_b = read_geom(r, element, "geom2"),
                          .condim = ludo_mjcf_integer(r, element, "condim", 3),
                          .place = xml_place(r->base.doc, element)};
    read_friction(r, element, &pair);
    ludo_mjcf_register(r, FAMILY_PAIR, element);
    ludo_mjcf_check_condim(r, element, pair.condim);
    ludo_mjcf_warn_of_softness(r, element);
    ludo_mjcf_note_surface(r, element);
    if (r->base.status != LUDO_OK || r->no_contact) {
        return;
    }
    if (pair.geom_a < 0 || pair.geom_b < 0) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "pair",
                       "left out, because one of its geoms is");
        return;
    }
    pair.restitution = pair_restitution(r, &pair);
    ludo_reader_check(&r->base, element, ludo_spec_add_pair(r->base.spec, &pair, NULL));
}

/* ---- excludes ---- */

/* The index of a body in the spec. */
static int32_t read_body(mjcf *r, int32_t element, const char *name)
{
    if (strcmp(ludo_reader_text(&r->base, element, name), "world") == 0) {
        return LUDO_WORLD;
    }
    const int32_t body = ludo_mjcf_named(r, FAMILY_BODY, element, name);
    return body >= 0 ? r->scope[body].number : LUDO_WORLD;
}

void ludo_mjcf_read_exclude(mjcf *r, int32_t element)
{
    const ludo_exclude_def exclude = {.struct_size = sizeof exclude,
                                      .name = ludo_xml_attribute(r->base.doc, element, "name"),
                                      .body_a = read_body(r, element, "body1"),
                                      .body_b = read_body(r, element, "body2"),
                                      .place = xml_place(r->base.doc, element)};
    ludo_mjcf_register(r, FAMILY_EXCLUDE, element);
    /* geoms of one body never collide */
    if (r->base.status == LUDO_OK && exclude.body_a != exclude.body_b) {
        ludo_reader_check(&r->base, element, ludo_spec_add_exclude(r->base.spec, &exclude, NULL));
    }
}
