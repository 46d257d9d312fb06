/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing MJCF contacts: pairs, excludes; restitution and concave meshes as custom numeric
 * elements.
 */
#include "formats/mjcf_write/write.h"
#include "spec/items.h"

#include <string.h>

/* ---- restitution ---- */

/* The restitution that all geoms share; 0 if they differ. */
static double common_restitution(const ludo_spec *spec)
{
    const int32_t count = ludo_spec_geom_count(spec);
    const double first = count > 0 ? ludo_spec_geom_at(spec, 0)->restitution : 0.0;
    for (int32_t i = 1; i < count; i++) {
        if (ludo_spec_geom_at(spec, i)->restitution != first) {
            return 0.0;
        }
    }
    return first;
}

/* The reader's default restitution of a pair. */
static double usual_restitution(const ludo_spec *spec, const ludo_pair_def *p)
{
    const double a = ludo_spec_geom_at(spec, p->geom_a)->restitution;
    const double b = ludo_spec_geom_at(spec, p->geom_b)->restitution;
    return a > b ? a : b;
}

/* Returns the number of written elements so far, as the functions below do. */
static int32_t write_custom(writer *w, int32_t written, const char *name, double data)
{
    ludo_mjcf_open_section(w, "custom", written);
    ludo_write_open(w, "numeric");
    ludo_write_text(w, "name", name);
    ludo_write_number(w, "data", data);
    ludo_write_close(w, "numeric");
    return written + 1;
}

/* Restitution by name; NULL: of all geoms. */
static int32_t write_restitution(writer *w, int32_t written, const char *of, double restitution)
{
    return write_custom(
        w, written, of != NULL ? ludo_write_say(w, "ludo.restitution.%s", of) : "ludo.restitution",
        restitution);
}

/* ---- names ---- */

static bool is_geom(const writer *w, int32_t geom)
{
    return geom >= 0 && geom < ludo_spec_geom_count(w->spec);
}

/* Whether both geoms of a pair exist; a failure if not. */
static bool check_pair(writer *w, const ludo_pair_def *p)
{
    if (!is_geom(w, p->geom_a) || !is_geom(w, p->geom_b)) {
        ludo_write_fail(w, LUDO_BAD_MODEL, p->place, "pair '%.200s': its geom does not exist",
                        p->name);
    }
    return w->status == LUDO_OK;
}

void ludo_mjcf_name_contacts(writer *w)
{
    const int32_t count = ludo_spec_geom_count(w->spec);
    const double common = common_restitution(w->spec);
    bool *named = ludo_write_take(w, (size_t)count, sizeof *named);
    if (w->status == LUDO_OK) {
        ludo_mjcf_name_sensed(w, named);
    }
    for (int32_t i = 0; i < ludo_spec_pair_count(w->spec) && w->status == LUDO_OK; i++) {
        const ludo_pair_def *p = ludo_spec_pair_at(w->spec, i);
        if (check_pair(w, p)) {
            named[p->geom_a] = named[p->geom_b] = true;
        }
    }
    for (int32_t i = 0; i < count && w->status == LUDO_OK; i++) {
        const ludo_geom_def *g = ludo_spec_geom_at(w->spec, i);
        if (*g->name == '\0' && !named[i] && !g->concave && g->restitution == common) {
            w->name[THING_GEOM][i] = NULL;
        }
    }
}

/* ---- pairs and excludes ---- */

/* Returns the number of written elements of the section so far. */
static int32_t write_pair(writer *w, int32_t written, int32_t pair)
{
    const ludo_pair_def *p = ludo_spec_pair_at(w->spec, pair);
    if (ludo_mjcf_loses_geom(w, p->geom_a) || ludo_mjcf_loses_geom(w, p->geom_b)) {
        ludo_write_remark(w, "left out, because one of its geoms is", p->place, "pair '%s'",
                          w->name[THING_PAIR][pair]);
        return written;
    }
    const double usual[5] = {1.0, 1.0, 0.005, 0.0001, 0.0001};
    const double friction[5] = {p->friction, p->friction, p->spin_friction, p->roll_friction,
                                p->roll_friction};
    ludo_mjcf_open_section(w, "contact", written);
    ludo_write_open(w, "pair");
    ludo_write_text(w, "name", w->name[THING_PAIR][pair]);
    ludo_write_text(w, "geom1", w->name[THING_GEOM][p->geom_a]);
    ludo_write_text(w, "geom2", w->name[THING_GEOM][p->geom_b]);
    ludo_write_number_unless(w, "condim", p->condim, 3.0);
    if (memcmp(friction, usual, sizeof friction) != 0) {
        ludo_write_numbers(w, "friction", friction, 5);
    }
    ludo_write_close(w, "pair");
    return written + 1;
}

/* The name of a body in the file; NULL: the body is not written, as it has no content. */
static const char *name_of_body(writer *w, const outline *o, const ludo_exclude_def *e,
                                int32_t body)
{
    if (body < LUDO_WORLD || body >= ludo_spec_body_count(w->spec)) {
        ludo_write_fail(w, LUDO_BAD_MODEL, e->place, "exclude '%.200s': its body does not exist",
                        e->name);
        return NULL;
    }
    return body == LUDO_WORLD ? "world" : o->body[body].folded ? NULL : w->name[THING_BODY][body];
}

/* Returns the number of written elements of the section so far. */
static int32_t write_exclude(writer *w, const outline *o, int32_t written, int32_t exclude)
{
    const ludo_exclude_def *e = ludo_spec_exclude_at(w->spec, exclude);
    const char *a = name_of_body(w, o, e, e->body_a), *b = name_of_body(w, o, e, e->body_b);
    if (a == NULL || b == NULL) {
        ludo_write_remark(w, "left out: one of its bodies does not exist in MJCF", e->place,
                          "exclude '%s'", w->name[THING_EXCLUDE][exclude]);
        return written;
    }
    ludo_mjcf_open_section(w, "contact", written);
    ludo_write_open(w, "exclude");
    ludo_write_text(w, "name", w->name[THING_EXCLUDE][exclude]);
    ludo_write_text(w, "body1", a);
    ludo_write_text(w, "body2", b);
    ludo_write_close(w, "exclude");
    return written + 1;
}

static void write_touches(writer *w, const outline *o)
{
    int32_t written = 0;
    for (int32_t i = 0; i < ludo_spec_pair_count(w->spec) && w->status == LUDO_OK; i++) {
        written = write_pair(w, written, i);
    }
    for (int32_t i = 0; i < ludo_spec_exclude_count(w->spec) && w->status == LUDO_OK; i++) {
        written = write_exclude(w, o, written, i);
    }
    ludo_mjcf_close_section(w, "contact", written);
}

/* Returns the number of written elements so far. */
static int32_t write_concave(writer *w, int32_t written)
{
    int32_t count = written;
    for (int32_t i = 0; i < ludo_spec_geom_count(w->spec) && w->status == LUDO_OK; i++) {
        const ludo_geom_def *g = ludo_spec_geom_at(w->spec, i);
        if (g->concave && strcmp(g->type, "mesh") == 0 && !ludo_mjcf_loses_geom(w, i)) {
            count = write_custom(w, count,
                                 ludo_write_say(w, "ludo.concave.%s", w->name[THING_GEOM][i]), 1.0);
        }
    }
    return count;
}

static void write_customs(writer *w)
{
    const double common = common_restitution(w->spec);
    int32_t written = common != 0.0 ? write_restitution(w, 0, NULL, common) : 0;
    for (int32_t i = 0; i < ludo_spec_geom_count(w->spec) && w->status == LUDO_OK; i++) {
        const ludo_geom_def *g = ludo_spec_geom_at(w->spec, i);
        if (g->restitution != common && !ludo_mjcf_loses_geom(w, i)) {
            written = write_restitution(w, written, w->name[THING_GEOM][i], g->restitution);
        }
    }
    for (int32_t i = 0; i < ludo_spec_pair_count(w->spec) && w->status == LUDO_OK; i++) {
        const ludo_pair_def *p = ludo_spec_pair_at(w->spec, i);
        const bool lost = ludo_mjcf_loses_geom(w, p->geom_a) || ludo_mjcf_loses_geom(w, p->geom_b);
        if (!lost && p->restitution != usual_restitution(w->spec, p)) {
            written = write_restitution(w, written, w->name[THING_PAIR][i], p->restitution);
        }
    }
    written = write_concave(w, written);
    ludo_mjcf_close_section(w, "custom", written);
}

void ludo_mjcf_write_contacts(writer *w, const outline *o)
{
    write_touches(w, o);
    write_customs(w);
}
