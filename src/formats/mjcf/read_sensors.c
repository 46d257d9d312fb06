/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF sensors. Names of types are those of ludo_sensor_def. A sensor that cannot be simulated is
 * left out with a warning: it has no effect on the motion. */
#include "formats/carried_mass.h"
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_law.h"
#include "formats/mjcf/read_values.h"
#include "spec/items.h"

#include <string.h>

static void leave_out(mjcf *r, int32_t element, const char *why)
{
    ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, xml_at(r->base.doc, element)->name, why);
}

void ludo_mjcf_read_other_sensor(mjcf *r, int32_t element)
{
    leave_out(r, element, "left out: sensors of this type are not simulated");
}

/* Whether an attribute is given. */
static bool has(const mjcf *r, int32_t element, const char *attribute)
{
    return ludo_xml_attribute(r->base.doc, element, attribute) != NULL;
}

/* ---- objects ---- */

/* The element that a sensor is on. */
typedef struct sensor_target {
    ludo_object of;
    int32_t number;
    const char *problem; /* why the sensor is left out; NULL: it is not */
} sensor_target;

/* The number in the spec of the element that an attribute names. */
static int32_t number_of(mjcf *r, mjcf_family family, int32_t element, const char *attribute)
{
    const int32_t found = ludo_mjcf_named(r, family, element, attribute);
    return found >= 0 ? r->scope[found].number : -1;
}

static int32_t read_body(mjcf *r, int32_t element, const char *attribute)
{
    const char *name = ludo_xml_attribute(r->base.doc, element, attribute);
    const bool world = name != NULL && strcmp(name, "world") == 0;
    return world ? LUDO_WORLD : number_of(r, FAMILY_BODY, element, attribute);
}

static sensor_target read_site(mjcf *r, int32_t element, const char *attribute)
{
    return (sensor_target){LUDO_OBJECT_SITE, number_of(r, FAMILY_SITE, element, attribute), NULL};
}

static sensor_target read_joint(mjcf *r, int32_t element)
{
    return (sensor_target){LUDO_OBJECT_JOINT, number_of(r, FAMILY_JOINT, element, "joint"), NULL};
}

static sensor_target read_tendon(mjcf *r, int32_t element)
{
    sensor_target t = {LUDO_OBJECT_SPRING, number_of(r, FAMILY_TENDON, element, "tendon"), NULL};
    t.problem = t.number < 0 ? "left out: its tendon is not simulated" : NULL;
    return t;
}

/* An actuator that was left out has no name. */
static sensor_target read_drive(mjcf *r, int32_t element)
{
    const char *name = ludo_xml_attribute(r->base.doc, element, "actuator");
    const int32_t known =
        name != NULL ? ludo_name_table_find(&r->base.names, FAMILY_ACTUATOR, "", name) : 0;
    if (known <= 0 && name != NULL && r->actuators_left_out) {
        return (sensor_target){LUDO_OBJECT_ACTUATOR, -1, "left out: its actuator is not simulated"};
    }
    if (known > 0 && strcmp(xml_at(r->base.doc, element)->name, "actuatorfrc") == 0 &&
        ludo_mjcf_count_inputs(r, known) > 1) {
        return (sensor_target){
            LUDO_OBJECT_ACTUATOR, -1,
            "left out: the force of a pid with several inputs is that of several "
            "actuators"};
    }
    return (sensor_target){LUDO_OBJECT_ACTUATOR, number_of(r, FAMILY_ACTUATOR, element, "actuator"),
                           NULL};
}

/* ---- frames ---- */

/* A frame of MuJoCo's on a mesh lies at the centre of mass of the mesh. */
static sensor_target read_geom(mjcf *r, int32_t element, const char *attribute)
{
    sensor_target t = {LUDO_OBJECT_GEOM, number_of(r, FAMILY_GEOM, element, attribute), NULL};
    const ludo_geom_def *g = ludo_spec_geom_at(r->base.spec, t.number);
    if (g == NULL || strcmp(g->type, "mesh") == 0) {
        t.problem = "left out: frames of meshes are not simulated; name a site";
    }
    return t;
}

/* Whether the axes of the frame enter the value. */
static bool reads_axes(const char *type)
{
    return ludo_reader_find_word("framequat framexaxis frameyaxis framezaxis", type) >= 0;
}

/* The frame that two attributes name; `axes`: its axes matter. */
static sensor_target read_frame(mjcf *r, int32_t element, const char *type, const char *name,
                                bool axes)
{
    static const char types[] = "body xbody site geom camera";
    enum { INERTIAL, BODY, SITE, GEOM, CAMERA };
    switch (ludo_mjcf_choice(r, element, type, types, CAMERA)) {
    case INERTIAL:
        return (sensor_target){LUDO_OBJECT_CENTER, read_body(r, element, name),
                               axes ? "left out: axes of inertia have no unique directions; use "
                                      "type xbody or a site"
                                    : NULL};
    case BODY:
        return (sensor_target){LUDO_OBJECT_BODY, read_body(r, element, name), NULL};
    case SITE:
        return read_site(r, element, name);
    case GEOM:
        return read_geom(r, element, name);
    default:
        return (sensor_target){LUDO_OBJECT_NONE, 0, "left out: cameras are not simulated"};
    }
}

static sensor_target read_reference(mjcf *r, int32_t element)
{
    if (!has(r, element, "refname")) {
        return (sensor_target){LUDO_OBJECT_NONE, 0, NULL};
    }
    return read_frame(r, element, "reftype", "refname", true);
}

/* ---- what a type is on ---- */

static sensor_target read_target(mjcf *r, int32_t element, const char *type)
{
    if (has(r, element, "objtype") || has(r, element, "objname")) {
        return read_frame(r, element, "objtype", "objname", reads_axes(type));
    }
    if (has(r, element, "joint")) {
        return read_joint(r, element);
    }
    if (has(r, element, "tendon")) {
        return read_tendon(r, element);
    }
    if (has(r, element, "actuator")) {
        return read_drive(r, element);
    }
    if (has(r, element, "body")) {
        return (sensor_target){LUDO_OBJECT_BODY, read_body(r, element, "body"), NULL};
    }
    if (has(r, element, "camera")) {
        return (sensor_target){LUDO_OBJECT_NONE, 0, "left out: cameras are not simulated"};
    }
    if (ludo_reader_find_word("clock e_potential e_kinetic", type) >= 0) {
        return (sensor_target){LUDO_OBJECT_NONE, 0, NULL};
    }
    return read_site(r, element, "site");
}

/* Why a sensor of a wrench cannot be simulated; NULL: it can. */
static const char *wrench_problem(mjcf *r, const char *type, int32_t site)
{
    const ludo_site_def *s = ludo_spec_site_at(r->base.spec, site);
    if (s == NULL || ludo_reader_find_word("force torque", type) < 0) {
        return NULL;
    }
    if (s->body == LUDO_WORLD) {
        return "left out: nothing carries the world";
    }
    return ludo_carried_mass(r->base.spec, s->body) > 0.0
               ? NULL
               : "left out: nothing that is fixed to its body has a mass";
}

static const char *other_problem(mjcf *r, int32_t element)
{
    if (ludo_mjcf_nonzero(r, element, "delay") || ludo_mjcf_nonzero(r, element, "interval")) {
        return "left out: delays and sampling of sensors are not simulated";
    }
    const char *data = ludo_xml_attribute(r->base.doc, element, "data");
    return data != NULL && strcmp(data, "dist") != 0 ? "left out: rangefinders read distances alone"
                                                     : NULL;
}

void ludo_mjcf_read_sensor(mjcf *r, int32_t element)
{
    ludo_sensor_def def = ludo_sensor_default();
    def.name = ludo_xml_attribute(r->base.doc, element, "name");
    def.type = xml_at(r->base.doc, element)->name;
    def.place = xml_place(r->base.doc, element);
    def.cutoff = ludo_reader_number(&r->base, element, "cutoff", 0.0);
    def.noise = ludo_reader_number(&r->base, element, "noise", 0.0);
    const sensor_target on = read_target(r, element, def.type);
    const sensor_target reference = read_reference(r, element);
    ludo_mjcf_register(r, FAMILY_SENSOR, element);
    if (r->base.status != LUDO_OK) {
        return;
    }
    const char *problem = on.problem != NULL ? on.problem : reference.problem;
    problem = problem == NULL && on.of == LUDO_OBJECT_SITE ? wrench_problem(r, def.type, on.number)
                                                           : problem;
    problem = problem == NULL ? other_problem(r, element) : problem;
    if (problem != NULL) {
        leave_out(r, element, problem);
        return;
    }
    def.of = on.of;
    def.object = on.number;
    def.reference_of = reference.of;
    def.reference = reference.number;
    ludo_reader_check(&r->base, element, ludo_spec_add_sensor(r->base.spec, &def, NULL));
}
