/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing MJCF sensors. */
#include "formats/mjcf_write/write.h"
#include "spec/items.h"

#include <string.h>

/* ---- names of geoms ---- */

static void mark(const writer *w, ludo_object of, int32_t geom, bool *named)
{
    if (of == LUDO_OBJECT_GEOM && geom >= 0 && geom < ludo_spec_geom_count(w->spec)) {
        named[geom] = true;
    }
}

void ludo_mjcf_name_sensed(const writer *w, bool *named)
{
    for (int32_t i = 0; i < ludo_spec_sensor_count(w->spec); i++) {
        const ludo_sensor_def *s = ludo_spec_sensor_at(w->spec, i);
        mark(w, s->of, s->object, named);
        mark(w, s->reference_of, s->reference, named);
    }
}

/* ---- objects ---- */

static bool reads_axes(const char *type)
{
    return strcmp(type, "framequat") == 0 || strcmp(type, "framexaxis") == 0 ||
           strcmp(type, "frameyaxis") == 0 || strcmp(type, "framezaxis") == 0;
}

/* The name of one of `count` things of the writer; a failure if there is none. */
static const char *name_of(writer *w, const ludo_sensor_def *s, thing kind, int32_t count,
                           int32_t number)
{
    if (number < 0 || number >= count) {
        ludo_write_fail(w, LUDO_BAD_MODEL, s->place,
                        "sensor '%.200s' is on an element that does not exist", s->name);
        return "";
    }
    return w->name[kind][number];
}

static const char *body_name(writer *w, const ludo_sensor_def *s, int32_t body)
{
    return body == LUDO_WORLD ? "world"
                              : name_of(w, s, THING_BODY, ludo_spec_body_count(w->spec), body);
}

/* MJCF joints of one dof each; a ball has the name of its part. */
static const char *joint_name(writer *w, const outline *o, const ludo_sensor_def *s)
{
    const bool ball = strcmp(s->type, "ballquat") == 0 || strcmp(s->type, "ballangvel") == 0;
    if (!ball) {
        const outline_part *p = ludo_outline_scalar(w, o, s->object, s->dof, s->place);
        return p != NULL ? p->name : "";
    }
    for (int32_t i = 0; i < o->part_count; i++) {
        if (o->part[i].joint == s->object && o->part[i].type == PART_BALL) {
            return o->part[i].name;
        }
    }
    ludo_write_fail(w, LUDO_BAD_MODEL, s->place, "sensor '%.200s' is on a joint without a ball",
                    s->name);
    return "";
}

/* A frame: its type and name. */
static void write_frame(writer *w, const ludo_sensor_def *s, ludo_object of, int32_t number,
                        const char *const attributes[2])
{
    const bool reference = of == s->reference_of && attributes[0][0] == 'r';
    const char *type = "xbody", *name = "";
    if (of == LUDO_OBJECT_SITE) {
        type = "site";
        name = name_of(w, s, THING_SITE, ludo_spec_site_count(w->spec), number);
    } else if (of == LUDO_OBJECT_GEOM) {
        type = "geom";
        name = name_of(w, s, THING_GEOM, ludo_spec_geom_count(w->spec), number);
    } else {
        type = of == LUDO_OBJECT_CENTER && !reference && !reads_axes(s->type) ? "body" : type;
        name = body_name(w, s, number);
    }
    if (of == LUDO_OBJECT_CENTER && reference) {
        ludo_write_remark(w,
                          "MJCF has no reference frame at a centre of mass with the axes of the "
                          "body: the frame of the body is written",
                          s->place, "sensor '%s'", s->name);
    }
    ludo_write_text(w, attributes[0], type);
    ludo_write_text(w, attributes[1], name);
}

static bool is_frame(const ludo_sensor_def *s)
{
    return strncmp(s->type, "frame", 5) == 0;
}

static void write_object(writer *w, const outline *o, const ludo_sensor_def *s)
{
    const ludo_spec *spec = w->spec;
    if (is_frame(s)) {
        write_frame(w, s, s->of, s->object, (const char *const[]){"objtype", "objname"});
    } else if (s->of == LUDO_OBJECT_SITE) {
        ludo_write_text(w, "site",
                        name_of(w, s, THING_SITE, ludo_spec_site_count(spec), s->object));
    } else if (s->of == LUDO_OBJECT_JOINT) {
        ludo_write_text(w, "joint", joint_name(w, o, s));
    } else if (s->of == LUDO_OBJECT_SPRING) {
        ludo_write_text(w, "tendon",
                        name_of(w, s, THING_SPRING, ludo_spec_spring_count(spec), s->object));
    } else if (s->of == LUDO_OBJECT_ACTUATOR) {
        ludo_write_text(w, "actuator",
                        name_of(w, s, THING_ACTUATOR, ludo_spec_actuator_count(spec), s->object));
    } else if (s->of == LUDO_OBJECT_BODY) {
        ludo_write_text(w, "body", body_name(w, s, s->object));
    }
    if (s->reference_of != LUDO_OBJECT_NONE) {
        write_frame(w, s, s->reference_of, s->reference,
                    (const char *const[]){"reftype", "refname"});
    }
}

/* Whether a body that a frame or subtree is on is written: an intermediate link is not. */
static bool is_written(const outline *o, ludo_object of, int32_t number)
{
    const bool body = of == LUDO_OBJECT_BODY || of == LUDO_OBJECT_CENTER;
    return !body || number == LUDO_WORLD || !o->body[number].folded;
}

void ludo_mjcf_write_sensors(writer *w, const outline *o)
{
    const int32_t count = ludo_spec_sensor_count(w->spec);
    for (int32_t i = 0; i < count && w->status == LUDO_OK; i++) {
        const ludo_sensor_def *s = ludo_spec_sensor_at(w->spec, i);
        ludo_mjcf_open_section(w, "sensor", i);
        if (!is_written(o, s->of, s->object) || !is_written(o, s->reference_of, s->reference)) {
            ludo_write_remark(w, "sensors on massless bodies between joints are left out", s->place,
                              "sensor '%s'", s->name);
            continue;
        }
        ludo_write_open(w, s->type);
        ludo_write_text(w, "name", w->name[THING_SENSOR][i]);
        write_object(w, o, s);
        ludo_write_number_unless(w, "cutoff", s->cutoff, 0.0);
        ludo_write_number_unless(w, "noise", s->noise, 0.0);
        ludo_write_close(w, s->type);
    }
    ludo_mjcf_close_section(w, "sensor", count);
}
