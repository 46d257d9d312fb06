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

static void unsupported_tendon(mjcf *r, int32_t element)
{
    ludo_mjcf_unsupported(r, element, "tendons are not simulated yet");
}

static void unsupported_actuator(mjcf *r, int32_t element)
{
    ludo_mjcf_unsupported(r, element, "actuators are not simulated yet");
}

static void unsupported_deformable(mjcf *r, int32_t element)
{
    ludo_mjcf_unsupported(r, element, "only rigid bodies are simulated");
}

static void refuse_include(mjcf *r, int32_t element)
{
    ludo_mjcf_fail(r, LUDO_PARSE, element, "other files are not included yet");
}

static void warn_sensor(mjcf *r, int32_t element)
{
    ludo_mjcf_warn_once(r, ONCE_SENSORS, element, "sensors are not computed");
}

static const mjcf_rule rules[] = {
    {"mujoco", "compiler", PASS_SETTINGS, ludo_mjcf_read_compiler},
    {"mujoco", "option", PASS_SETTINGS, ludo_mjcf_read_option},
    {"option", "flag", PASS_SETTINGS, ludo_mjcf_read_flag},
    {"mujoco", "default", PASS_SETTINGS, ludo_mjcf_read_default},
    {"default", "default", PASS_SETTINGS, ludo_mjcf_read_default},
    {"default", NULL, PASS_SETTINGS, NULL},
    {"mujoco", "size", PASS_SETTINGS, NULL},
    {"mujoco", "visual", PASS_SETTINGS, NULL},
    {"mujoco", "statistic", PASS_SETTINGS, NULL},
    {"mujoco", "custom", PASS_SETTINGS, NULL},
    {"mujoco", "asset", PASS_SETTINGS, NULL},
    {"mujoco", "contact", PASS_SETTINGS, NULL},
    {"mujoco", "include", PASS_SETTINGS, refuse_include},
    {"body", "include", PASS_SETTINGS, refuse_include},
    {"mujoco", "worldbody", PASS_BODIES, NULL},
    {"body", "body", PASS_BODIES, ludo_mjcf_read_body},
    {"body", "frame", PASS_BODIES, ludo_mjcf_read_frame},
    {"body", "site", PASS_BODIES, ludo_mjcf_read_site},
    {"body", "geom", PASS_BODIES, ludo_mjcf_read_geom},
    {"body", "inertial", PASS_BODIES, NULL}, /* read with their body */
    {"body", "joint", PASS_BODIES, NULL},
    {"body", "freejoint", PASS_BODIES, NULL},
    {"body", "camera", PASS_BODIES, NULL},
    {"body", "light", PASS_BODIES, NULL},
    {"body", "flexcomp", PASS_BODIES, unsupported_deformable},
    {"body", "composite", PASS_BODIES, unsupported_deformable},
    {"mujoco", "deformable", PASS_REST, unsupported_deformable},
    {"mujoco", "equality", PASS_REST, NULL},
    {"equality", NULL, PASS_REST, unsupported_loop},
    {"mujoco", "tendon", PASS_REST, NULL},
    {"tendon", NULL, PASS_REST, unsupported_tendon},
    {"mujoco", "actuator", PASS_REST, NULL},
    {"actuator", NULL, PASS_REST, unsupported_actuator},
    {"mujoco", "sensor", PASS_REST, warn_sensor},
    {"mujoco", "keyframe", PASS_REST, NULL},
    {"keyframe", "key", PASS_REST, ludo_mjcf_read_key},
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
            if (rules[i].name == NULL || strcmp(rules[i].name, name) == 0) {
                *unknown = false;
                return &rules[i];
            }
            *unknown = true;
        }
    }
    return NULL;
}

/* Give every element its rule. */
static void assign_rules(mjcf *r)
{
    static const mjcf_rule root = {"", "mujoco", PASS_SETTINGS, NULL};
    r->scope[0].rule = &root;
    for (int32_t e = 1; e < r->doc->elements.count && r->status == LUDO_OK; e++) {
        const xml_element *element = xml_at(r->doc, e);
        const char *parent = xml_at(r->doc, element->parent)->name;
        bool unknown = false;
        r->scope[e].rule = r->scope[element->parent].rule != NULL
                               ? find_rule(group_of(parent), element->name, &unknown)
                               : NULL;
        if (unknown) {
            ludo_mjcf_fail(r, LUDO_PARSE, e, "is not known in '%s'", parent);
        }
    }
}

/* What holds in an element: what held around it, and the class that it names itself. */
static void enter(mjcf *r, int32_t element)
{
    mjcf_scope *s = &r->scope[element];
    const int32_t parent = xml_at(r->doc, element)->parent;
    const bool outermost = parent <= 0; /* in <mujoco> itself */
    s->body = outermost ? LUDO_WORLD : r->scope[parent].body;
    s->class = outermost ? r->root_class : r->scope[parent].class;
    s->frame =
        outermost ? (ludo_frame){{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}} : r->scope[parent].frame;
    const char *class = ludo_xml_attribute(r->doc, element, "class");
    if (class != NULL && strcmp(xml_at(r->doc, element)->name, "default") != 0) {
        s->class = ludo_mjcf_find_class(r, element, class);
    }
}

static void read_pass(mjcf *r, int32_t pass)
{
    for (int32_t e = 0; e < r->doc->elements.count && r->status == LUDO_OK; e++) {
        const mjcf_rule *rule = r->scope[e].rule;
        if (rule == NULL || rule->pass != pass) {
            continue;
        }
        if (rule->name != NULL || pass != PASS_SETTINGS) { /* defaults are read by who needs them */
            enter(r, e);
        }
        if (rule->read != NULL && r->status == LUDO_OK) {
            rule->read(r, e);
        }
    }
}

ludo_status ludo_mjcf_read(const xml_document *doc, ludo_spec *spec, ludo_diagnostic *why)
{
    mjcf r = {.doc = doc,
              .spec = spec,
              .why = why,
              .root_class = -1,
              .last_default = -1,
              .autolimits = true,
              .euler = "xyz"};
    r.scope = memory_take(&doc->allocator, (size_t)doc->elements.count * sizeof *r.scope);
    if (r.scope == NULL) {
        return LUDO_NO_MEMORY;
    }
    for (int32_t e = 0; e < doc->elements.count; e++) {
        r.scope[e] = (mjcf_scope){.body = LUDO_WORLD, .class = -1, .earlier_default = -1};
    }
    const char *model = ludo_xml_attribute(doc, 0, "model");
    ludo_mjcf_check(&r, 0, ludo_spec_set_name(spec, model != NULL ? model : ""));
    assign_rules(&r);
    for (int32_t pass = 0; pass < PASSES; pass++) {
        read_pass(&r, pass);
    }
    memory_give(&doc->allocator, r.scope);
    return r.status;
}
