/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF settings: compiler, option, default classes. */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"

#include <string.h>

/* More classes of one file would make lookup slow. */
enum { MOST_DEFAULTS = 4096 };

static void read_eulerseq(mjcf *r, int32_t element)
{
    const char *text = ludo_xml_attribute(r->base.doc, element, "eulerseq");
    if (text == NULL) {
        return;
    }
    if (strlen(text) != 3 || strspn(text, "xyzXYZ") != 3) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "attribute 'eulerseq' must be three of x y z X Y Z: '%.40s'", text);
        return;
    }
    memcpy(mjcf_part_of(r, element)->euler, text, 4);
}

static void refuse_where(mjcf *r, int32_t element, bool asked, const char *what)
{
    if (asked) {
        ludo_reader_fail(&r->base, LUDO_UNSUPPORTED, element, "%s is not supported yet", what);
    }
}

/* Sources of masses, and settings for masses. */
static void read_masses(mjcf *r, int32_t element)
{
    mjcf_masses *m = &mjcf_part_of(r, element)->masses;
    (void)ludo_mjcf_integers(r, element, "inertiagrouprange", 2, m->group);
    m->from = ludo_mjcf_choice(r, element, "inertiafromgeom", "false true auto", m->from);
    ludo_masses_read(&m->settings, &r->base, element);
}

static void read_meshes(mjcf *r, int32_t element)
{
    mjcf_part *part = mjcf_part_of(r, element);
    const char *folder = ludo_xml_attribute(r->base.doc, element, "meshdir");
    folder = folder != NULL ? folder : ludo_xml_attribute(r->base.doc, element, "assetdir");
    part->mesh_folder = folder != NULL ? folder : part->mesh_folder;
    part->strip_path = ludo_mjcf_flag(r, element, "strippath", part->strip_path);
    part->exact_meshes = ludo_mjcf_flag(r, element, "exactmeshinertia", part->exact_meshes);
    part->fit_boxes = ludo_mjcf_flag(r, element, "fitaabb", part->fit_boxes);
}

void ludo_mjcf_read_compiler(mjcf *r, int32_t element)
{
    mjcf_part *part = mjcf_part_of(r, element);
    part->radians = ludo_mjcf_choice(r, element, "angle", "degree radian", part->radians) == 1;
    part->autolimits = ludo_mjcf_flag(r, element, "autolimits", part->autolimits);
    read_eulerseq(r, element);
    read_masses(r, element);
    read_meshes(r, element);
    part->align_free = ludo_mjcf_flag(r, element, "alignfree", part->align_free);
    refuse_where(r, element, ludo_mjcf_choice(r, element, "coordinate", "local global", 0) == 1,
                 "global coordinates");
}

/* Groups of actuators that exert no force; the last element counts. */
static void read_disabled_groups(mjcf *r, int32_t element)
{
    double *group;
    int32_t count;
    ludo_mjcf_all_numbers(r, element, "actuatorgroupdisable", &group, &count);
    r->disabled_groups = group != NULL ? 0 : r->disabled_groups;
    for (int32_t i = 0; i < count; i++) {
        if (!(group[i] >= 0.0 && group[i] <= 30.0)) {
            ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                             "'actuatorgroupdisable' has the group %g: groups are 0 to 30",
                             group[i]);
            break;
        }
        r->disabled_groups |= 1u << (uint32_t)group[i];
    }
    memory_give(&r->base.doc->allocator, group);
}

static void read_medium(mjcf *r, int32_t element)
{
    ludo_medium *m = &r->medium;
    double wind[3];
    m->density = ludo_mjcf_number(r, element, "density", m->density);
    m->viscosity = ludo_mjcf_number(r, element, "viscosity", m->viscosity);
    if (ludo_mjcf_numbers(r, element, "wind", 3, wind)) {
        m->wind = v3_at(wind);
    }
    if (m->density < 0.0 || m->viscosity < 0.0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "'density' or 'viscosity' is negative");
    }
}

void ludo_mjcf_read_option(mjcf *r, int32_t element)
{
    ludo_reader_option(&r->base, element);
    read_disabled_groups(r, element);
    read_medium(r, element);
}

/* MuJoCo computes no forces of a medium, nor gravity compensation, without springs and dampers. */
void ludo_mjcf_set_medium(mjcf *r)
{
    const ludo_medium *m = &r->medium;
    const double wind[] = {m->wind.x, m->wind.y, m->wind.z};
    if (!ludo_mjcf_is_passive(r)) {
        ludo_reader_check(&r->base, 0,
                          ludo_spec_set_option(r->base.spec, "density", &m->density, 1));
        ludo_reader_check(&r->base, 0,
                          ludo_spec_set_option(r->base.spec, "viscosity", &m->viscosity, 1));
        ludo_reader_check(&r->base, 0, ludo_spec_set_option(r->base.spec, "wind", wind, 3));
    }
}

static bool is_off(mjcf *r, int32_t element, const char *flag)
{
    return ludo_mjcf_choice(r, element, flag, "disable enable", 1) == 0;
}

/* Flags that let more shapes touch, or touch with other friction. */
static void warn_of_contact_flags(mjcf *r, int32_t element)
{
    if (is_off(r, element, "filterparent")) {
        ludo_mjcf_warn(
            r, LUDO_NOTE_WARNING, element, "filterparent",
            "ignored: a body and its parent do not touch; a <pair> lets two geoms touch");
    }
    if (ludo_mjcf_choice(r, element, "override", "disable enable", 0) == 1) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "override",
                       "ignored: contacts have the friction of their geoms, not o_friction");
    }
}

/* Flags that affect the mechanism. */
void ludo_mjcf_read_flag(mjcf *r, int32_t element)
{
    static const double none[3] = {0.0, 0.0, 0.0};
    const bool passive = is_off(r, element, "passive");
    const bool constraints = is_off(r, element, "constraint");
    r->no_springs = r->no_springs || passive || is_off(r, element, "spring");
    r->no_dampers = r->no_dampers || passive || is_off(r, element, "damper");
    r->no_actuation = r->no_actuation || is_off(r, element, "actuation");
    r->no_control_limits = r->no_control_limits || is_off(r, element, "clampctrl");
    r->no_equality = r->no_equality || constraints || is_off(r, element, "equality");
    r->no_limits = r->no_limits || constraints || is_off(r, element, "limit");
    r->no_friction = r->no_friction || constraints || is_off(r, element, "frictionloss");
    r->no_contact = r->no_contact || constraints || is_off(r, element, "contact");
    warn_of_contact_flags(r, element);
    if (is_off(r, element, "gravity")) {
        ludo_reader_check(&r->base, element,
                          ludo_spec_set_option(r->base.spec, "gravity", none, 3));
    }
}

/* Why the name of a default class is invalid; NULL: it is valid. */
static const char *bad_class(const mjcf *r, int32_t element, const char *name, bool outermost)
{
    const bool named = name != NULL && *name != '\0';
    if (outermost) {
        return named && strcmp(name, "main") != 0
                   ? "the outermost default class must be named 'main' or have no name"
                   : NULL;
    }
    if (!named) {
        return "a default class inside another needs a name";
    }
    return ludo_mjcf_class(r, element, name) >= 0
               ? "a default class of that name exists already: rename one"
               : NULL;
}

/* A class inherits from the class around it. All outermost default elements are one class: later
 * ones inherit from earlier ones. */
void ludo_mjcf_read_default(mjcf *r, int32_t element)
{
    const int32_t parent = xml_at(r->base.doc, element)->parent;
    const bool outermost = parent == 0;
    const char *name = ludo_xml_attribute(r->base.doc, element, "class");
    const char *problem = ++mjcf_part_of(r, element)->defaults > MOST_DEFAULTS
                              ? "there are too many default classes"
                              : bad_class(r, element, name, outermost);
    if (problem != NULL) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element, "%s", problem);
        return;
    }
    mjcf_scope *s = &r->scope[element];
    mjcf_part *part = mjcf_part_of(r, element);
    s->class = outermost ? part->class : parent;
    if (outermost) {
        part->class = element;
    } else {
        (void)ludo_name_table_add(&r->base.names, FAMILY_CLASS, part->key, name, element);
    }
}
