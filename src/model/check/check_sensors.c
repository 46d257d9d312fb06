/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of sensors, and of the shapes of sites. */
#include "core/diagnostic.h"
#include "ludo/names.h"
#include "model/check/check.h"
#include "model/sensor.h"

#include <stdio.h>
#include <string.h>

/* ---- shapes of sites ---- */

const char *ludo_check_site_shape(const ludo_site_def *s)
{
    const shape_kind *kind = ludo_shape_kind_find(*s->type != '\0' ? s->type : "sphere");
    if (kind == NULL || kind->of_mesh || kind->of_grid || kind->size_count == 0) {
        return "has a shape that is not a sphere, capsule, cylinder, box or ellipsoid";
    }
    const bool none = s->size[0] == 0.0 && s->size[1] == 0.0 && s->size[2] == 0.0;
    return none || shape_fits(kind, s->size) ? NULL
                                             : "has a shape whose sizes are not all positive";
}

/* ---- what a sensor is on ---- */

/* The words for kinds of objects. */
static const char *const words[] = {
    [LUDO_OBJECT_NONE] = "nothing",    [LUDO_OBJECT_BODY] = "a body",
    [LUDO_OBJECT_CENTER] = "a body",   [LUDO_OBJECT_SITE] = "a site",
    [LUDO_OBJECT_GEOM] = "a geom",     [LUDO_OBJECT_JOINT] = "a joint",
    [LUDO_OBJECT_SPRING] = "a spring", [LUDO_OBJECT_ACTUATOR] = "an actuator",
};
enum { OBJECTS = sizeof words / sizeof *words };

static bool is_known(ludo_object of)
{
    return (int)of >= 0 && (int)of < OBJECTS;
}

/* The least number of an object of a kind, and one more than the largest; 0 stands for none. */
static void bounds(const ludo_spec *spec, ludo_object of, int32_t *first, int32_t *end)
{
    const int32_t counts[OBJECTS] = {
        [LUDO_OBJECT_BODY] = spec->bodies.count,        [LUDO_OBJECT_CENTER] = spec->bodies.count,
        [LUDO_OBJECT_SITE] = spec->sites.count,         [LUDO_OBJECT_GEOM] = spec->geoms.count,
        [LUDO_OBJECT_JOINT] = spec->joints.count,       [LUDO_OBJECT_SPRING] = spec->springs.count,
        [LUDO_OBJECT_ACTUATOR] = spec->actuators.count,
    };
    *first = of == LUDO_OBJECT_BODY || of == LUDO_OBJECT_CENTER ? LUDO_WORLD : 0;
    *end = counts[of];
}

static bool exists(const ludo_spec *spec, ludo_object of, int32_t number)
{
    int32_t first, end;
    bounds(spec, of, &first, &end);
    return of == LUDO_OBJECT_NONE ? number == 0 : number >= first && number < end;
}

/* The problem of the joint of a sensor. */
static const char *joint_problem(const ludo_spec *spec, const ludo_sensor_def *s,
                                 const sensor_kind *kind)
{
    const joint_kind *joint =
        ludo_joint_kind_find(((const ludo_joint_def *)spec->joints.items + s->object)->type);
    const int32_t scalars = kind_first_ball_rate(joint);
    if (kind->size > 1) {
        return scalars < joint->dof && joint->dof < JOINT_MAX_DOF
                   ? NULL
                   : "is on a joint without the rotation of a ball";
    }
    return s->dof >= 0 && s->dof < scalars && joint->dof < JOINT_MAX_DOF
               ? NULL
               : "reads a scalar coordinate that its joint does not have";
}

static const char *site_problem(const ludo_spec *spec, const ludo_sensor_def *s,
                                const sensor_kind *kind)
{
    const ludo_site_def *site = (const ludo_site_def *)spec->sites.items + s->object;
    if ((kind->needs & SENSOR_NEEDS_REACTIONS) != 0 && site->body == LUDO_WORLD) {
        return "reads the wrench of the joint of a body, but its site is on the world";
    }
    return NULL;
}

static const char *sensor_problem(const ludo_spec *spec, const ludo_sensor_def *s,
                                  const sensor_kind *kind)
{
    if (!isfinite(s->cutoff) || !isfinite(s->noise) || s->cutoff < 0.0 || s->noise < 0.0) {
        return "has a cutoff or noise that is negative or not finite";
    }
    if (!exists(spec, s->of, s->object)) {
        return "is on an element that does not exist";
    }
    if (!exists(spec, s->reference_of, s->reference)) {
        return "has a reference frame that does not exist";
    }
    if (s->of == LUDO_OBJECT_JOINT) {
        return joint_problem(spec, s, kind);
    }
    if (s->dof != 0) {
        return "has a degree of freedom, but is not on a joint";
    }
    return s->of == LUDO_OBJECT_SITE ? site_problem(spec, s, kind) : NULL;
}

/* ---- types ---- */

static const char *kind_name(const void *of, int32_t number)
{
    (void)of;
    return ludo_sensor_kind_at(number)->name;
}

static ludo_status refuse_type(const ludo_sensor_def *s, label thing, ludo_diagnostic *why)
{
    const ludo_name_list names = {ludo_sensor_kind_count(), kind_name, NULL};
    char near[128];
    const bool any = ludo_names_suggest(s->type, &names, near, sizeof near);
    ludo_diagnose(why, s->place, "%s has the unknown type '%s'%s%s", thing.text, s->type,
                  any ? ": " : "", any ? near : "");
    return LUDO_BAD_MODEL;
}

/* Write the kinds of objects that a type can be on. */
static void list_objects(uint32_t on, char text[static 96])
{
    size_t used = 0;
    const char *before = NULL;
    text[0] = '\0';
    for (int i = 0; i < OBJECTS; i++) {
        const bool repeated = before != NULL && strcmp(before, words[i]) == 0;
        if ((on & (1u << i)) != 0 && !repeated) {
            used +=
                (size_t)snprintf(text + used, 96 - used, "%s%s", used > 0 ? " or " : "", words[i]);
            before = words[i];
        }
    }
}

static ludo_status check_sensor(const ludo_spec *spec, int32_t i, ludo_diagnostic *why)
{
    const ludo_sensor_def *s = (const ludo_sensor_def *)spec->sensors.items + i;
    const label thing = ludo_label("sensor", s->name, i);
    const sensor_kind *kind = ludo_sensor_kind_find(s->type);
    char objects[96];
    if (kind == NULL) {
        return refuse_type(s, thing, why);
    }
    list_objects(kind->on, objects);
    if (!is_known(s->of) || (kind->on & (1u << s->of)) == 0) {
        ludo_diagnose(why, s->place, "%s is a %s, which must be on %s", thing.text, kind->name,
                      objects);
        return LUDO_BAD_MODEL;
    }
    const uint32_t frames = kind->relative ? SENSOR_ON_FRAMES | SENSOR_ON(NONE) : SENSOR_ON(NONE);
    if (!is_known(s->reference_of) || (frames & (1u << s->reference_of)) == 0) {
        return ludo_check_report(why, s->place, thing,
                                 kind->relative
                                     ? "has a reference that is not a body, site or geom"
                                     : "has a reference frame, which its type does not have");
    }
    return ludo_check_report(why, s->place, thing, sensor_problem(spec, s, kind));
}

ludo_status ludo_check_sensors(const ludo_spec *spec, ludo_diagnostic *why)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < spec->sensors.count && status == LUDO_OK; i++) {
        status = check_sensor(spec, i, why);
    }
    return status;
}
