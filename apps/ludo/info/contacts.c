/* SPDX-License-Identifier: Apache-2.0
 *
 * The contact parameters of a model: as JSON and as text. */
#include "info/info.h"
#include "reading.h"

#include "terminal/printable.h"

#include <math.h>

/* True if a geom is in an explicit pair. */
static bool is_paired(const ludo_spec *spec, int32_t geom)
{
    bool paired = false;
    for (int32_t i = 0; i < ludo_spec_pair_count(spec); i++) {
        const ludo_pair_def pair = pair_def_of(spec, i);
        paired = paired || pair.geom_a == geom || pair.geom_b == geom;
    }
    return paired;
}

/* True if a geom can collide with any other. */
static bool can_collide(const ludo_spec *spec, int32_t geom)
{
    const ludo_geom_def g = geom_def_of(spec, geom);
    return g.contype != 0 || g.conaffinity != 0 || is_paired(spec, geom);
}

/* ---- as JSON ---- */

void ludo_info_write_contact_law(json *j, const ludo_geom_def *geom)
{
    ludo_json_integer(j, "contype", geom->contype);
    ludo_json_integer(j, "conaffinity", geom->conaffinity);
    ludo_json_integer(j, "condim", geom->condim);
    ludo_json_integer(j, "priority", geom->priority);
    ludo_json_number(j, "friction", geom->friction[0]);
    ludo_json_number(j, "spin_friction", geom->friction[1]);
    ludo_json_number(j, "roll_friction", geom->friction[2]);
    ludo_json_number(j, "restitution", geom->restitution);
}

static void write_two(json *j, const char *key, const char *a, const char *b)
{
    ludo_json_open_list(j, key);
    ludo_json_text(j, NULL, a);
    ludo_json_text(j, NULL, b);
    ludo_json_close_array(j);
}

void ludo_info_write_contacts(json *j, const subject *s)
{
    ludo_json_open_array(j, "pairs");
    for (int32_t i = 0; i < ludo_spec_pair_count(s->spec); i++) {
        const ludo_pair_def pair = pair_def_of(s->spec, i);
        ludo_json_open_object(j, NULL);
        write_two(j, "geoms", geom_info_of(s->model, pair.geom_a).name,
                  geom_info_of(s->model, pair.geom_b).name);
        ludo_json_integer(j, "condim", pair.condim);
        ludo_json_number(j, "friction", pair.friction);
        ludo_json_number(j, "spin_friction", pair.spin_friction);
        ludo_json_number(j, "roll_friction", pair.roll_friction);
        ludo_json_number(j, "restitution", pair.restitution);
        ludo_json_close_object(j);
    }
    ludo_json_close_array(j);
    ludo_json_open_list(j, "excludes");
    for (int32_t i = 0; i < ludo_spec_exclude_count(s->spec); i++) {
        const ludo_exclude_def e = exclude_def_of(s->spec, i);
        write_two(j, NULL, ludo_model_body_name(s->model, e.body_a),
                  ludo_model_body_name(s->model, e.body_b));
    }
    ludo_json_close_array(j);
}

/* ---- as text ---- */

/* A range of values. */
typedef struct value_range {
    double low, high;
} value_range;

static value_range widened(value_range s, double value)
{
    return (value_range){fmin(s.low, value), fmax(s.high, value)};
}

static void print_range(paragraph *p, const char *what, value_range s)
{
    if (s.low == s.high) {
        ludo_paragraph_add(p, ",", "%s %.6g", what, s.low);
    } else {
        ludo_paragraph_add(p, ",", "%s %.6g to %.6g", what, s.low, s.high);
    }
}

bool ludo_info_has_contacts(const subject *s)
{
    return ludo_spec_geom_count(s->spec) > 0;
}

void ludo_info_print_contacts(paragraph *p, const subject *s)
{
    const int32_t geoms = ludo_spec_geom_count(s->spec), pairs = ludo_spec_pair_count(s->spec),
                  excludes = ludo_spec_exclude_count(s->spec);
    int32_t colliding = 0;
    value_range friction = {HUGE_VAL, -HUGE_VAL}, restitution = friction;
    for (int32_t i = 0; i < geoms; i++) {
        const ludo_geom_def g = geom_def_of(s->spec, i);
        if (can_collide(s->spec, i)) {
            colliding++;
            friction = widened(friction, g.condim > 1 ? g.friction[0] : 0.0);
            restitution = widened(restitution, g.restitution);
        }
    }
    ludo_paragraph_add(p, "", "%d of %d geom%s can collide", (int)colliding, (int)geoms,
                       ludo_printable_plural(geoms));
    if (colliding > 0) {
        print_range(p, "friction", friction);
    }
    if (colliding > 0 && restitution.high > 0.0) {
        print_range(p, "restitution", restitution);
    }
    if (pairs > 0) {
        ludo_paragraph_add(p, ";", "%d pair%s with their own parameters", (int)pairs,
                           ludo_printable_plural(pairs));
    }
    if (excludes > 0) {
        ludo_paragraph_add(p, ";", "%d body pair%s excluded", (int)excludes,
                           ludo_printable_plural(excludes));
    }
}
