/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: known elements, the stages of reading, frames and settings.
 *
 * Links and joints are in any order in the file and refer to each other by name: first all names
 * are registered, then the tree is built and checked, then links, joints and their content are
 * added to the spec in the order of the file. */
#include "formats/urdf/read.h"

#include "formats/list.h"
#include "formats/text/rpy.h"

#include <string.h>

static const char run_xacro[] = "run xacro on this file first, and load its output";

/* All allowed attributes. */
static const urdf_rule rules[] = {
    {"file", "robot", "name version"},
    {"robot", "mujoco", ""},
    {"mujoco", "compiler",
     "alignfree angle assetdir autolimits balanceinertia boundinertia boundmass convexhull "
     "coordinate discardvisual eulerseq exactmeshinertia fitaabb fusestatic inertiafromgeom "
     "inertiagrouprange meshdir saveinertial settotalmass strippath texturedir usethread"},
    {"mujoco", "option", "gravity timestep"},
    {"robot", "material", "name"},
    {"robot", "link", "name type"},
    {"link", "inertial", ""},
    {"inertial", "mass", "value"},
    {"inertial", "inertia", "ixx ixy ixz iyy iyz izz"},
    {"link", "visual collision", "name"},
    {"visual collision", "geometry", ""},
    {"geometry", "box", "size"},
    {"geometry", "sphere", "radius"},
    {"geometry", "cylinder capsule", "radius length"},
    {"geometry", "mesh", "filename scale"},
    {"visual collision", "material", "name"},
    {"material", "color", "rgba"},
    {"material", "texture", NULL},
    {"robot", "joint", "name type"},
    {"joint constraint", "parent child", "link"},
    {"joint loop_joint constraint", "limit", "lower upper effort velocity"},
    {"joint loop_joint constraint", "dynamics", "damping friction"},
    {"joint", "mimic", "joint multiplier offset"},
    {"joint", "safety_controller calibration", NULL},
    {"robot", "loop_joint constraint", "name type"},
    {"constraint", "parent_origin child_origin", "xyz rpy"},
    {"constraint", "parent_axis child_axis", "xyz"},
    {"loop_joint", "link1 link2", "link xyz rpy"},
    {"joint loop_joint", "axis", "xyz"},
    {"loop_joint", "axis2", "xyz"},
    {"inertial visual collision joint", "origin", "xyz rpy"},
};

/* Elements of other programs: their actions read and check their content. */
static const urdf_rule foreign[] = {
    {"robot", "gazebo", "reference"},
    {"robot", "transmission", "name type"},
    {"robot", "ros2_control", "name type rw_rate is_async thread_priority"},
};
enum { FOREIGN = sizeof foreign / sizeof *foreign };

/* Elements that are not read but would change the motion, with advice. */
static const struct unread {
    const char *parents, *names; /* words */
    const char *cure;
} unread[] = {
    {"robot", "loop", "loops by this element are not supported: write it as a loop_joint"},
    {"robot", "coupling", "couplings by this element are not supported: write them as mimic"},
};

static void read_option(urdf *u, int32_t element)
{
    ludo_reader_option(&u->r, element);
}

static void name_link(urdf *u, int32_t link)
{
    ludo_urdf_register(u, FAMILY_LINK, link);
}

static void name_joint(urdf *u, int32_t joint)
{
    ludo_urdf_register(u, FAMILY_JOINT, joint);
}

static void scale_masses(urdf *u, int32_t robot)
{
    (void)robot;
    ludo_masses_scale(&u->masses, &u->r);
}

/* Actions for the elements of a name, stage by stage. */
static const struct stage {
    const char *parents, *names; /* words */
    void (*act)(urdf *u, int32_t element);
} stages[] = {
    {"mujoco", "compiler", ludo_urdf_read_compiler},
    {"mujoco", "option", read_option},
    {"robot", "link", name_link},
    {"robot", "joint", name_joint},
    {"robot visual collision", "material", ludo_urdf_name_material},
    {"robot", "joint", ludo_urdf_connect},
    {"robot", "link", ludo_urdf_find_root},
    {"robot", "link", ludo_urdf_check_path_to_root},
    {"file", "robot", ludo_urdf_check_root},
    {"robot", "joint", ludo_urdf_check_floating},
    {"file", "robot", ludo_urdf_check_world},
    {"robot", "gazebo", ludo_urdf_read_gazebo},
    {"robot", "transmission", ludo_urdf_read_transmission},
    {"robot", "ros2_control", ludo_urdf_read_commands},
    {"robot", "link", ludo_urdf_add_link},
    {"file", "robot", scale_masses},
    {"file", "robot", ludo_urdf_add_root},
    {"robot", "joint", ludo_urdf_add_joint},
    {"link", "visual collision", ludo_urdf_add_geom},
    {"file", "robot", ludo_urdf_filter_self_collision},
    {"robot", "gazebo", ludo_urdf_add_sensors},
    {"joint", "mimic", ludo_urdf_add_mimic},
    {"robot", "loop_joint", ludo_urdf_add_loop},
    {"robot", "constraint", ludo_urdf_add_constraint},
    {"robot", "joint", ludo_urdf_add_motor},
};

/* ---- known elements ---- */

/* The name of an element's parent; "file" for the root. */
static const char *around(const urdf *u, int32_t element)
{
    const int32_t parent = xml_at(u->r.doc, element)->parent;
    return parent >= 0 ? xml_at(u->r.doc, parent)->name : "file";
}

static bool is_in(const urdf *u, int32_t element, const char *parents, const char *names)
{
    return ludo_reader_find_word(parents, around(u, element)) >= 0 &&
           ludo_reader_find_word(names, xml_at(u->r.doc, element)->name) >= 0;
}

static const urdf_rule *find_rule(const urdf *u, int32_t element)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (is_in(u, element, rules[i].parents, rules[i].names)) {
            return &rules[i];
        }
    }
    for (size_t i = 0; i < FOREIGN; i++) {
        if (is_in(u, element, foreign[i].parents, foreign[i].names)) {
            return &foreign[i];
        }
    }
    return NULL;
}

static bool is_foreign(const urdf_rule *rule)
{
    bool found = false;
    for (size_t i = 0; i < FOREIGN; i++) {
        found = found || rule == &foreign[i];
    }
    return found;
}

/* Advice about an element that would change the motion; NULL: it would not. */
static const char *find_cure(const urdf *u, int32_t element)
{
    for (size_t i = 0; i < sizeof unread / sizeof *unread; i++) {
        if (is_in(u, element, unread[i].parents, unread[i].names)) {
            return unread[i].cure;
        }
    }
    return NULL;
}

static void check_attributes(urdf *u, int32_t element)
{
    reader *r = &u->r;
    for (int32_t i = 0; i < xml_at(r->doc, element)->attributes; i++) {
        const xml_attribute *a = xml_attribute_at(r->doc, element, i);
        if (strstr(a->value, "${") != NULL || strstr(a->value, "$(") != NULL) {
            ludo_reader_fail(r, LUDO_PARSE, element, "'%.64s' is xacro: %s", a->value, run_xacro);
        }
        const bool known = ludo_reader_find_word(u->scope[element].rule->attributes, a->name) >= 0;
        if (!known && strncmp(a->name, "xmlns", 5) != 0) {
            ludo_reader_warn(r, LUDO_NOTE_WARNING, element, xml_at(r->doc, element)->name, a->name,
                             "unknown attribute, ignored");
        }
    }
}

/* Find the rule of an element, unless its parent is ignored. */
static void assign_rule(urdf *u, int32_t element)
{
    reader *r = &u->r;
    const xml_element *e = xml_at(r->doc, element);
    if (strncmp(e->name, "xacro:", 6) == 0) {
        ludo_reader_fail(r, LUDO_PARSE, element, "%s", run_xacro);
    }
    const urdf_rule *above = e->parent >= 0 ? u->scope[e->parent].rule : NULL;
    if (e->parent >= 0 && (above == NULL || is_foreign(above))) {
        return;
    }
    const urdf_rule *rule = find_rule(u, element);
    const char *cure = find_cure(u, element);
    if (rule != NULL && rule->attributes != NULL) {
        u->scope[element].rule = rule;
        check_attributes(u, element);
    } else if (cure != NULL) {
        ludo_reader_unsupported(r, element, cure);
    } else {
        ludo_urdf_warn(u, element, rule != NULL ? "ignored" : "unknown, ignored");
    }
}

/* ---- file ---- */

static void start(urdf *u)
{
    static const double merge = 1.0;
    reader *r = &u->r;
    const char *name = ludo_xml_attribute(r->doc, 0, "name");
    for (int32_t e = 0; e < r->doc->elements.count; e++) {
        u->scope[e] = (urdf_scope){
            .number = LUDO_WORLD, .parent = -1, .child = -1, .carrier = -1, .friction = -1.0};
    }
    ludo_reader_check(r, 0, ludo_spec_set_name(r->spec, name != NULL ? name : ""));
    ludo_reader_check(r, 0, ludo_spec_set_option(r->spec, "merge", &merge, 1));
    for (int32_t e = 0; e < r->doc->elements.count && r->status == LUDO_OK; e++) {
        assign_rule(u, e);
    }
}

static void run_stage(urdf *u, const struct stage *stage)
{
    for (int32_t e = 0; e < u->r.doc->elements.count && u->r.status == LUDO_OK; e++) {
        if (u->scope[e].rule != NULL && is_in(u, e, stage->parents, stage->names)) {
            stage->act(u, e);
        }
    }
}

static void take_memory(urdf *u)
{
    const xml_document *doc = u->r.doc;
    u->scope = memory_take(&doc->allocator, (size_t)doc->elements.count * sizeof *u->scope);
    if (u->scope == NULL) {
        ludo_reader_check(&u->r, 0, LUDO_NO_MEMORY);
    }
}

ludo_status ludo_urdf_read(xml_document *doc, resolver *files, ludo_spec *spec,
                           ludo_diagnostic *why)
{
    urdf u = {
        .r = {.doc = doc, .files = files, .spec = spec, .why = why}, .root = -1, .mesh_folder = ""};
    ludo_reader_open(&u.r);
    take_memory(&u);
    if (u.r.status == LUDO_OK) {
        start(&u);
    }
    for (size_t i = 0; i < sizeof stages / sizeof *stages && u.r.status == LUDO_OK; i++) {
        run_stage(&u, &stages[i]);
    }
    ludo_reader_close(&u.r);
    memory_give(&doc->allocator, u.solids.items);
    memory_give(&doc->allocator, u.scope);
    return u.r.status;
}

/* ---- frames ---- */

ludo_frame ludo_urdf_frame(urdf *u, int32_t element)
{
    double xyz[3] = {0.0, 0.0, 0.0}, rpy[3] = {0.0, 0.0, 0.0};
    (void)ludo_reader_numbers(&u->r, element, "xyz", 3, xyz);
    (void)ludo_reader_numbers(&u->r, element, "rpy", 3, rpy);
    return (ludo_frame){v3(xyz[0], xyz[1], xyz[2]), ludo_rpy_quat(rpy)};
}

ludo_frame ludo_urdf_origin(urdf *u, int32_t element)
{
    const int32_t origin = ludo_reader_child(&u->r, element, "origin");
    return origin >= 0 ? ludo_urdf_frame(u, origin) : frame_identity();
}

/* ---- settings ---- */

void ludo_urdf_read_compiler(urdf *u, int32_t element)
{
    const char *assets = ludo_xml_attribute(u->r.doc, element, "assetdir");
    const char *meshes = ludo_xml_attribute(u->r.doc, element, "meshdir");
    const char *folder = meshes != NULL ? meshes : assets;
    u->mesh_folder = folder != NULL ? folder : "";
    u->strip_path = ludo_reader_flag(&u->r, element, "strippath", false);
    u->discard_visual = ludo_reader_flag(&u->r, element, "discardvisual", false);
    ludo_masses_read(&u->masses, &u->r, element);
    const char *from_geoms = ludo_xml_attribute(u->r.doc, element, "inertiafromgeom");
    if (from_geoms != NULL && strcmp(from_geoms, "true") == 0) {
        ludo_reader_unsupported(
            &u->r, element,
            "inertiafromgeom is not supported: it would change the masses of links; remove it to "
            "simulate with those of their inertial");
    }
}
