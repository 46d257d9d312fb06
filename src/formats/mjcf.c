/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: which element means what, and the passes over a document.
 *
 * Settings are read before bodies, and bodies before what refers to them, whatever their order in
 * the file. Elements come in document order: what is around an element was read before it. */
#include "formats/mjcf.h"

#include "formats/list.h"

#include <string.h>

static void unsupported_loop(mjcf *r, int32_t element)
{
    ludo_mjcf_unsupported(r, element, "closed loops and couplings are not simulated yet");
}

static void unsupported_actuator(mjcf *r, int32_t element)
{
    r->actuators_left_out = true;
    ludo_mjcf_unsupported(r, element, "actuators of this kind are not simulated yet");
}

static void unsupported_deformable(mjcf *r, int32_t element)
{
    ludo_mjcf_unsupported(r, element, "only rigid bodies are simulated");
}

static void refuse_macro(mjcf *r, int32_t element)
{
    ludo_mjcf_fail(r, LUDO_UNSUPPORTED, element, "is not supported yet");
}

static void warn_contact(mjcf *r, int32_t element)
{
    ludo_mjcf_warn_once(r, ONCE_CONTACTS, element, "contacts are not simulated yet");
}

static void warn_sensor(mjcf *r, int32_t element)
{
    ludo_mjcf_warn_once(r, ONCE_SENSORS, element, "sensors are not computed");
}

/* All attributes that elements may have; those that nobody asks for don't change the motion. */

#define ORIENTATION "axisangle euler quat xyaxes zaxis "

static const char compiler_attributes[] =
    "alignfree angle assetdir autolimits balanceinertia boundinertia boundmass conflict "
    "convexhull coordinate discardvisual eulerseq exactmeshinertia fitaabb fusestatic "
    "inertiafromgeom inertiagrouprange meshdir passthrough savecanonical savecompiled "
    "saveinertial settotalmass strippath texturedir usethread";

static const char option_attributes[] =
    "actuatorgroupdisable apirate ccd_iterations ccd_tolerance collision cone density gravity "
    "impratio integrator iterations jacobian ls_iterations ls_tolerance magnetic mpr_iterations "
    "mpr_tolerance noslip_iterations noslip_tolerance o_friction o_margin o_solimp o_solref "
    "sdf_initpoints sdf_iterations sleep_tolerance solver timestep tolerance viscosity wind";

static const char flag_attributes[] =
    "actuation autoreset clampctrl constraint contact damper diagexact energy equality eulerdamp "
    "filterparent frictionloss fwdinv gravity invdiscrete ipc island limit midphase multiccd "
    "nativeccd override passive refsafe sensor sleep speculative spring warmstart";

static const char body_attributes[] =
    ORIENTATION "childclass fuse gravcomp mocap name pos simple sleep user";

static const char inertial_attributes[] = ORIENTATION "diaginertia fullinertia mass pos";

static const char joint_attributes[] =
    "actuatorfrclimited actuatorfrcrange actuatorgravcomp armature axis class damping "
    "frictionloss group limited margin name pos range ref solimpfriction solimplimit "
    "solreffriction solreflimit springdamper springref springyield stiffness type user";

static const char geom_attributes[] = ORIENTATION
    "adhesion castshadow class conaffinity condim contype density fitscale fluidcoef "
    "fluidshape friction fromto gap group hfield margin mass material mesh name pos priority rgba "
    "shellinertia size solimp solmix solref surfacevel type user";

static const char site_attributes[] =
    ORIENTATION "class fromto group material mesh name pos rgba size type user";

#define TENDON                                                                                     \
    "actuatorfrclimited actuatorfrcrange armature class damping frictionloss group limited "       \
    "margin name range solimpfriction solimplimit solreffriction solreflimit springlength "        \
    "springyield stiffness user "

static const char fixed_attributes[] = TENDON;

static const char spatial_attributes[] = TENDON "material rgba width";

#define ACTUATOR                                                                                   \
    "armature class cranklength cranksite ctrllimited ctrlrange damping delay forcelimited "       \
    "forcerange gear group interp joint jointinparent lengthrange name nsample refsite site "      \
    "slidersite tendon user "

static const char motor_attributes[] = ACTUATOR;

static const char velocity_attributes[] = ACTUATOR "kv";

static const char position_attributes[] = ACTUATOR "dampratio inheritrange kp kv timeconst";

static const char general_attributes[] =
    ACTUATOR "actdim actearly actlimited actrange biasprm biastype body dynprm dyntype ffrange "
             "gainprm gaintype inheritrange input velrange";

static const char other_actuators[] =
    "intvelocity orientation pid damper cylinder muscle adhesion dcmotor plugin";

static const char other_defaults[] =
    "mesh texture material camera light pair equality intvelocity orientation pid damper cylinder "
    "muscle adhesion dcmotor plugin";

static const mjcf_rule rules[] = {
    {"mujoco", "compiler", compiler_attributes, PASS_SETTINGS, ludo_mjcf_read_compiler},
    {"mujoco", "option", option_attributes, PASS_SETTINGS, ludo_mjcf_read_option},
    {"option", "flag", flag_attributes, PASS_SETTINGS, ludo_mjcf_read_flag},
    {"mujoco", "default", "class", PASS_SETTINGS, ludo_mjcf_read_default},
    {"default", "default", "class", PASS_SETTINGS, ludo_mjcf_read_default},
    {"default", "joint", joint_attributes, PASS_SETTINGS, NULL},
    {"default", "geom", geom_attributes, PASS_SETTINGS, NULL},
    {"default", "site", site_attributes, PASS_SETTINGS, NULL},
    {"default", "tendon", spatial_attributes, PASS_SETTINGS, NULL},
    {"default", "motor", motor_attributes, PASS_SETTINGS, NULL},
    {"default", "position", position_attributes, PASS_SETTINGS, NULL},
    {"default", "velocity", velocity_attributes, PASS_SETTINGS, NULL},
    {"default", "general", general_attributes, PASS_SETTINGS, NULL},
    {"default", other_defaults, NULL, PASS_SETTINGS, NULL},
    {"mujoco", "asset custom extension size statistic visual", NULL, PASS_SETTINGS, NULL},
    {"mujoco", "worldbody", "", PASS_BODIES, NULL},
    {"body", "body", body_attributes, PASS_BODIES, ludo_mjcf_read_body},
    {"body", "frame", ORIENTATION "childclass class name pos", PASS_BODIES, ludo_mjcf_read_frame},
    {"body", "inertial", inertial_attributes, PASS_BODIES, ludo_mjcf_read_inertial},
    {"body", "joint", joint_attributes, PASS_BODIES, ludo_mjcf_read_joint},
    {"body", "freejoint", "align group name", PASS_BODIES, ludo_mjcf_read_joint},
    {"body", "geom", geom_attributes, PASS_BODIES, ludo_mjcf_read_geom},
    {"body", "site", site_attributes, PASS_SITES, ludo_mjcf_read_site},
    {"body", "camera light plugin", NULL, PASS_BODIES, NULL},
    {"body", "attach replicate", NULL, PASS_BODIES, refuse_macro},
    {"body", "composite flexcomp", NULL, PASS_BODIES, unsupported_deformable},
    {"mujoco", "deformable", NULL, PASS_REST, unsupported_deformable},
    {"mujoco", "contact", NULL, PASS_REST, NULL},
    {"contact", "pair", NULL, PASS_REST, warn_contact},
    {"contact", "exclude", NULL, PASS_REST, NULL},
    {"mujoco", "equality", NULL, PASS_REST, NULL},
    {"equality", NULL, NULL, PASS_REST, unsupported_loop},
    {"mujoco", "tendon", NULL, PASS_TENDONS, NULL},
    {"tendon", "fixed", fixed_attributes, PASS_TENDONS, ludo_mjcf_read_tendon},
    {"tendon", "spatial", spatial_attributes, PASS_TENDONS, ludo_mjcf_read_tendon},
    {"fixed", "joint", "coef joint", PASS_TENDONS, NULL},
    {"spatial", "site", "site", PASS_TENDONS, NULL},
    {"spatial", "geom", "geom sidesite", PASS_TENDONS, NULL},
    {"spatial", "pulley", "divisor", PASS_TENDONS, NULL},
    {"mujoco", "actuator", NULL, PASS_ACTUATORS, NULL},
    {"actuator", "motor", motor_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", "position", position_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", "velocity", velocity_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", "general", general_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", other_actuators, NULL, PASS_ACTUATORS, unsupported_actuator},
    {"mujoco", "sensor", NULL, PASS_REST, warn_sensor},
    {"mujoco", "keyframe", NULL, PASS_REST, NULL},
    {"keyframe", "key", "act ctrl mpos mquat name plastic qpos qvel time", PASS_REST,
     ludo_mjcf_read_key},
};

/* The name under which rules know what is around an element. */
static const char *group_of(const char *name)
{
    return strcmp(name, "worldbody") == 0 || strcmp(name, "frame") == 0 ? "body" : name;
}

/* The rule of an element in what is around it. NULL: nothing is known of what is in there, so it
 * is left alone; *unknown: something is, but not this. */
static const mjcf_rule *find_rule(const char *parent, const char *name, bool *unknown)
{
    *unknown = false;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (strcmp(rules[i].parent, parent) == 0) {
            *unknown = rules[i].names != NULL && ludo_word_find(rules[i].names, name) < 0;
            if (!*unknown) {
                return &rules[i];
            }
        }
    }
    return NULL;
}

static void check_attributes(mjcf *r, int32_t element)
{
    const mjcf_rule *rule = r->scope[element].rule;
    for (int32_t i = 0; i < xml_at(r->doc, element)->attributes; i++) {
        const char *name = xml_attribute_at(r->doc, element, i)->name;
        if (rule->attributes != NULL && ludo_word_find(rule->attributes, name) < 0) {
            ludo_mjcf_fail(r, LUDO_PARSE, element, "the attribute '%.64s' is not known here", name);
        }
    }
}

/* Whether nothing in an element is looked at: it has no rule, one for anything, or it is what a
 * default class says of elements of its name. */
static bool is_closed(const mjcf *r, int32_t element)
{
    const mjcf_rule *rule = r->scope[element].rule;
    return rule == NULL || rule->names == NULL ||
           (strcmp(rule->parent, "default") == 0 && rule->read == NULL);
}

/* Give an element its rule by that of the element around it. */
static void assign_rule(mjcf *r, int32_t element)
{
    const xml_element *e = xml_at(r->doc, element);
    const char *around = xml_at(r->doc, e->parent)->name;
    mjcf_scope *s = &r->scope[element];
    bool unknown;
    if (is_closed(r, e->parent)) {
        return;
    }
    s->rule = find_rule(group_of(around), e->name, &unknown);
    if (strcmp(e->name, "include") == 0) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "other files are not included yet");
    } else if (unknown) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "is not known in '%.64s'", around);
    } else if (s->rule != NULL) {
        check_attributes(r, element);
    }
}

static void start(mjcf *r)
{
    static const mjcf_rule root = {"", "mujoco", "model", PASS_SETTINGS, NULL};
    const mjcf_scope empty = {.class = -1,
                              .earlier_default = -1,
                              .number = LUDO_WORLD,
                              .inertial = -1,
                              .joint = -1,
                              .last_joint = -1,
                              .next_joint = -1,
                              .geom = -1,
                              .at_rest = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                              .frame = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}};
    for (int32_t e = 0; e < r->doc->elements.count; e++) {
        r->scope[e] = empty;
    }
    r->scope[0].rule = &root;
    check_attributes(r, 0);
    for (int32_t e = 1; e < r->doc->elements.count && r->status == LUDO_OK; e++) {
        assign_rule(r, e);
    }
    const char *model = ludo_xml_attribute(r->doc, 0, "model");
    ludo_mjcf_check(r, 0, ludo_spec_set_name(r->spec, model != NULL ? model : ""));
}

/* What holds in an element: what holds around it, and the class that it names itself. */
static void enter(mjcf *r, int32_t element)
{
    mjcf_scope *s = &r->scope[element];
    const mjcf_scope *around = &r->scope[xml_at(r->doc, element)->parent];
    s->body = around->body;
    s->class = around->class;
    s->frame = around->frame;
    const char *class = ludo_xml_attribute(r->doc, element, "class");
    class = class != NULL ? class : ludo_xml_attribute(r->doc, element, "childclass");
    if (class != NULL) {
        s->class = ludo_mjcf_class(r, class);
        if (s->class < 0) {
            ludo_mjcf_fail(r, LUDO_PARSE, element, "there is no default class '%.64s'", class);
        }
    }
}

/* Settings say what they say, whatever is around them. */
static void read_pass(mjcf *r, mjcf_pass pass)
{
    for (int32_t e = 1; e < r->doc->elements.count && r->status == LUDO_OK; e++) {
        const mjcf_rule *rule = r->scope[e].rule;
        if (rule == NULL || rule->pass != pass) {
            continue;
        }
        if (pass != PASS_SETTINGS) {
            enter(r, e);
        }
        if (rule->read != NULL && r->status == LUDO_OK) {
            rule->read(r, e);
        }
    }
}

static void add_bodies(mjcf *r)
{
    for (int32_t e = 1; e < r->doc->elements.count && r->status == LUDO_OK; e++) {
        if (r->scope[e].body == e) {
            ludo_mjcf_add_body(r, e);
        }
    }
}

/* A hash table that is half empty at least. */
static bool take_memory(mjcf *r)
{
    const int32_t count = r->doc->elements.count;
    r->name_places = 2;
    while (r->name_places < 2 * (uint32_t)count) {
        r->name_places *= 2;
    }
    r->names = memory_take(&r->doc->allocator, r->name_places * sizeof *r->names);
    r->scope = memory_take(&r->doc->allocator, (size_t)count * sizeof *r->scope);
    if (r->names == NULL || r->scope == NULL) {
        return false;
    }
    memset(r->names, 0, r->name_places * sizeof *r->names);
    return true;
}

ludo_status ludo_mjcf_read(xml_document *doc, sources *files, ludo_spec *spec, ludo_diagnostic *why)
{
    mjcf r = {.doc = doc,
              .files = files,
              .spec = spec,
              .why = why,
              .last_default = -1,
              .autolimits = true,
              .euler = "xyz"};
    if (take_memory(&r)) {
        start(&r);
        for (int pass = PASS_SETTINGS; pass < PASSES; pass++) {
            read_pass(&r, (mjcf_pass)pass);
            if (pass == PASS_BODIES) {
                add_bodies(&r);
            }
        }
    } else {
        r.status = LUDO_NO_MEMORY;
    }
    memory_give(&doc->allocator, r.scope);
    memory_give(&doc->allocator, r.names);
    return r.status;
}
