/* SPDX-License-Identifier: Apache-2.0
 *
 * Sensors of Gazebo: types, and the sensors at a site that replace each. */
#include "formats/gazebo_sensors.h"

#include "formats/carried_mass.h"
#include "formats/text/number.h"
#include "ludo/edit.h"
#include "math/quat.h"
#include "spec/items.h"

#include <math.h>
#include <string.h>

/* A sensor on its way. */
typedef struct draft {
    reader *r;
    int32_t element;
    const char *name, *type;
    gazebo_place at;
} draft;

/* ---- values ---- */

/* The first child of one of the names; -1: none. */
static int32_t child_of(const draft *d, int32_t element, const char *names)
{
    int32_t e = element >= 0 ? xml_at(d->r->doc, element)->first_child : -1;
    while (e >= 0 && ludo_reader_find_word(names, xml_at(d->r->doc, e)->name) < 0) {
        e = xml_at(d->r->doc, e)->next_sibling;
    }
    return e;
}

/* The text of the first child of a name; `otherwise` if there is none. */
static const char *text_of(const draft *d, int32_t element, const char *name, const char *otherwise)
{
    const int32_t e = child_of(d, element, name);
    return e >= 0 ? xml_at(d->r->doc, e)->text : otherwise;
}

/* The number in the first child of a name; `otherwise` if there is none, NaN if it is no number. */
static double number_of(const draft *d, int32_t element, const char *name, double otherwise)
{
    const char *text = text_of(d, element, name, NULL);
    double number = otherwise;
    const char *end = text != NULL ? ludo_number_read(text, &number) : "";
    return end != NULL && end[strspn(end, " \t\r\n")] == '\0' ? number : (double)NAN;
}

/* ---- adding ---- */

/* A name and an ending, in new memory; NULL without a name, or without memory, a failure. */
static char *joined(const draft *d, const char *ending)
{
    if (d->name == NULL || *d->name == '\0') {
        return NULL;
    }
    const size_t length = strlen(d->name), more = strlen(ending);
    char *text = memory_take(&d->r->doc->allocator, length + more + 1);
    if (text == NULL) {
        ludo_reader_check(d->r, d->element, LUDO_NO_MEMORY);
        return NULL;
    }
    memcpy(text, d->name, length);
    memcpy(text + length, ending, more + 1);
    return text;
}

/* A name, unless it is in use. */
static const char *claimed(const draft *d, const char *name, bool used)
{
    if (used && name != NULL) {
        ludo_reader_warn(d->r, LUDO_NOTE_WARNING, d->element, "", "sensor",
                         "the name is in use: kept without a name");
    }
    return used ? NULL : name;
}

/* Add a site in the body of the sensor; its number. */
static int32_t add_site(const draft *d, ludo_frame frame, double radius)
{
    ludo_site_def site = ludo_site_default();
    const bool used = d->name != NULL && ludo_spec_site_find(d->r->spec, d->name) >= 0;
    int32_t number = -1;
    site.name = claimed(d, d->name, used);
    site.body = d->at.body;
    site.frame = frame;
    site.size[0] = radius;
    site.place = xml_place(d->r->doc, d->element);
    if (d->r->status == LUDO_OK) {
        ludo_reader_check(d->r, d->element, ludo_spec_add_site(d->r->spec, &site, &number));
    }
    return number;
}

/* Add a sensor at a site, whose name has an ending. */
static void add_sensor(const draft *d, const char *type, const char *ending, int32_t site,
                       double cutoff)
{
    ludo_sensor_def def = ludo_sensor_default();
    char *name = joined(d, ending);
    const bool used = name != NULL && ludo_spec_sensor_find(d->r->spec, name) >= 0;
    def.name = claimed(d, name, used);
    def.type = type;
    def.of = LUDO_OBJECT_SITE;
    def.object = site;
    def.cutoff = cutoff;
    def.place = xml_place(d->r->doc, d->element);
    if (d->r->status == LUDO_OK) {
        ludo_reader_check(d->r, d->element, ludo_spec_add_sensor(d->r->spec, &def, NULL));
    }
    memory_give(&d->r->doc->allocator, name);
}

/* ---- types: each returns why the sensor is left out, NULL: it is not ---- */

static const char *add_imu(const draft *d)
{
    const int32_t imu = child_of(d, d->element, "imu");
    const char *oriented = text_of(d, imu, "enable_orientation", "true");
    const int32_t site = add_site(d, d->at.pose, 0.0);
    add_sensor(d, "accelerometer", "_accelerometer", site, 0.0);
    add_sensor(d, "gyro", "_gyro", site, 0.0);
    if (ludo_reader_find_word("false False 0", oriented) < 0) {
        add_sensor(d, "framequat", "_framequat", site, 0.0);
    }
    return NULL;
}

/* The frame of the wrench: the origin of the joint, with axes of the child, parent or sensor. */
static const char *wrench_frame(const draft *d, int32_t settings, ludo_frame *out)
{
    enum { CHILD, PARENT, SENSOR };
    const int32_t word =
        ludo_reader_find_word("child parent sensor", text_of(d, settings, "frame", "child"));
    *out = (ludo_frame){d->at.joint.position, q_identity()};
    if (word == PARENT) {
        out->orientation = d->at.parent.orientation;
        return d->at.fixed ? NULL
                           : "left out: its frame is that of the parent, but the child turns or "
                             "moves; use child or sensor";
    }
    if (word == SENSOR) {
        out->orientation = d->at.pose.orientation;
    }
    return word < 0 ? "left out: its frame is none of child, parent, sensor" : NULL;
}

static const char *add_force_torque(const draft *d)
{
    const int32_t settings = child_of(d, d->element, "force_torque");
    const char *direction = text_of(d, settings, "measure_direction", "child_to_parent");
    ludo_frame frame;
    const char *problem = wrench_frame(d, settings, &frame);
    if (!d->at.carries) {
        problem = "left out: its joint carries no link";
    } else if (!(ludo_carried_mass(d->r->spec, d->at.body) > 0.0)) {
        problem = "left out: nothing that is fixed to the child of its joint has a mass";
    } else if (ludo_reader_find_word("parent_to_child child_to_parent", direction) < 0) {
        problem = "left out: its measure_direction is neither child_to_parent nor parent_to_child";
    }
    if (problem != NULL) {
        return problem;
    }
    if (strcmp(direction, "child_to_parent") == 0) {
        ludo_reader_warn(d->r, LUDO_NOTE_WARNING, d->element, "", "force_torque",
                         "reads the wrench of the parent on the child; that of child_to_parent has "
                         "the opposite sign");
    }
    const int32_t site = add_site(d, frame, 0.0);
    add_sensor(d, "force", "_force", site, 0.0);
    add_sensor(d, "torque", "_torque", site, 0.0);
    return NULL;
}

/* The radius of a sphere about the origin of the body that contains a geom; infinite: none. */
static double reach_of(const reader *r, const ludo_geom_def *g)
{
    const ludo_mesh_def *mesh =
        strcmp(g->type, "mesh") == 0 ? ludo_spec_mesh_at(r->spec, g->mesh) : NULL;
    double reach = g->size[0] + g->size[1] + g->size[2]; /* of half sizes: at least the diagonal */
    for (int32_t i = 0; mesh != NULL && i < mesh->vertex_count; i++) {
        const double *x = mesh->vertex + 3 * (ptrdiff_t)i;
        reach = fmax(reach, v3_norm(v3_at(x)));
    }
    return strcmp(g->type, "plane") == 0 ? HUGE_VAL : reach + v3_norm(g->frame.position);
}

/* A sphere that contains all collisions of the body reads their contacts. */
static const char *add_contact(const draft *d)
{
    const int32_t settings = child_of(d, d->element, "contact");
    int32_t collisions = 0, named = 0;
    double reach = 0.0;
    for (int32_t i = 0; i < ludo_spec_geom_count(d->r->spec); i++) {
        const ludo_geom_def *g = ludo_spec_geom_at(d->r->spec, i);
        if (g->body == d->at.body && (g->contype != 0 || g->conaffinity != 0)) {
            collisions++;
            reach = fmax(reach, reach_of(d->r, g));
        }
    }
    for (int32_t e = child_of(d, settings, "collision"); e >= 0;
         e = xml_at(d->r->doc, e)->next_sibling) {
        named += strcmp(xml_at(d->r->doc, e)->name, "collision") == 0;
    }
    if (!(reach > 0.0) || !isfinite(reach)) {
        return reach > 0.0 ? "left out: its link has a plane"
                           : "left out: its link has no collision";
    }
    if (collisions > named) {
        ludo_reader_warn(d->r, LUDO_NOTE_WARNING, d->element, "", "contact",
                         "reads the contacts of all collisions of its link");
    }
    add_sensor(d, "touch", "", add_site(d, frame_identity(), 1.1 * reach), 0.0);
    return NULL;
}

/* The ray is along x of the sensor, z of a rangefinder. */
static const char *add_ray(const draft *d)
{
    static const double half = 0x1.6a09e667f3bcdp-1; /* cos(pi / 4) */
    const int32_t ray = child_of(d, d->element, "ray lidar");
    const int32_t scan = child_of(d, ray, "scan");
    const double columns = number_of(d, child_of(d, scan, "horizontal"), "samples", 640.0);
    const double rows = number_of(d, child_of(d, scan, "vertical"), "samples", 1.0);
    const double most = number_of(d, child_of(d, ray, "range"), "max", 0.0);
    const ludo_frame turned = {v3(0.0, 0.0, 0.0), {half, 0.0, half, 0.0}};
    if (!(columns == 1.0 && rows == 1.0)) {
        return "left out: rays of several samples are not simulated";
    }
    const double cutoff = isfinite(most) && most > 0.0 ? most : 0.0;
    add_sensor(d, "rangefinder", "", add_site(d, frame_mul(d->at.pose, turned), 0.0), cutoff);
    return NULL;
}

/* ---- the list ---- */

static const struct kind {
    const char *types; /* words */
    bool in_joint;     /* in a joint; else in a link */
    const char *(*add)(const draft *d);
} kinds[] = {
    {"imu", false, add_imu},
    {"force_torque", true, add_force_torque},
    {"contact", false, add_contact},
    {"ray gpu_ray lidar gpu_lidar", false, add_ray},
};

static const struct kind *find_kind(const char *type)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (ludo_reader_find_word(kinds[i].types, type) >= 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

static const char *add(const draft *d)
{
    const struct kind *kind = find_kind(d->type);
    if (kind == NULL) {
        return "left out: sensors of this type are not simulated";
    }
    if (kind->in_joint != d->at.in_joint) {
        return kind->in_joint ? "left out: it must be in a joint"
                              : "left out: it must be in a link";
    }
    return d->at.body == LUDO_WORLD ? "left out: its link is the world" : kind->add(d);
}

void ludo_gazebo_sensor_add(reader *r, int32_t element, const char *name, const gazebo_place *place)
{
    const char *type = ludo_xml_attribute(r->doc, element, "type");
    const draft d = {r, element, name, type, *place};
    const int32_t plugin = child_of(&d, element, "plugin");
    const char *problem = type != NULL && r->status == LUDO_OK ? add(&d) : NULL;
    if (type == NULL) {
        ludo_reader_warn(r, LUDO_NOTE_WARNING, element, "", "sensor", "left out: it has no type");
    } else if (problem != NULL) {
        ludo_reader_warn(r, LUDO_NOTE_WARNING, element, "sensor", type, problem);
    }
    if (plugin >= 0) {
        ludo_reader_warn(r, LUDO_NOTE_WARNING, plugin, "sensor", "plugin", "ignored");
    }
}
