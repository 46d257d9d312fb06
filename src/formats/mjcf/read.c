/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: the passes over a document.
 *
 * Settings are read before bodies, and bodies before elements that refer to them, in any order of
 * the file. Within a pass elements come in document order: parents before children. */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"

#include "formats/files/include.h"
#include "formats/list.h"
#include "spec/items.h"

#include <string.h>

static void check_attributes(mjcf *r, int32_t element)
{
    const mjcf_rule *rule = r->scope[element].rule;
    for (int32_t i = 0; i < xml_at(r->base.doc, element)->attributes; i++) {
        const char *name = xml_attribute_at(r->base.doc, element, i)->name;
        const bool known = name[0] == '#' || rule->attributes == NULL ||
                           ludo_reader_find_word(rule->attributes, name) >= 0;
        if (!known) {
            ludo_reader_fail(&r->base, LUDO_PARSE, element,
                             "unknown attribute '%.64s': check its spelling or remove it", name);
        }
    }
}

/* Whether the content of an element is ignored: it has no rule, a rule for any name, or it is a
 * template in a default class. */
static bool is_closed(const mjcf *r, int32_t element)
{
    const mjcf_rule *rule = r->scope[element].rule;
    return rule == NULL || rule->names == NULL ||
           (strcmp(rule->parent, "default") == 0 && rule->read == NULL);
}

/* Find an element's rule by its name and that of its parent. An element whose attributes are
 * checked has no content but that of the rules. */
static void assign_rule(mjcf *r, int32_t element)
{
    const xml_element *e = xml_at(r->base.doc, element);
    const char *around = xml_at(r->base.doc, e->parent)->name;
    mjcf_scope *s = &r->scope[element];
    bool unknown;
    if (is_closed(r, e->parent)) {
        return;
    }
    s->rule = ludo_mjcf_rule(around, e->name, &unknown);
    if (unknown || (s->rule == NULL && r->scope[e->parent].rule->attributes != NULL)) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element, "unknown element in '%.64s'", around);
    } else if (s->rule != NULL) {
        check_attributes(r, element);
    }
}

static void start(mjcf *r)
{
    static const mjcf_rule root = {"", "mujoco", "model", PASS_SETTINGS, NULL};
    const mjcf_scope empty = {.class = -1,
                              .number = LUDO_WORLD,
                              .inertial = -1,
                              .joint = -1,
                              .last_joint = -1,
                              .next_joint = -1,
                              .heavy_geom = -1,
                              .unweighable = -1,
                              .in_world = frame_identity(),
                              .in_world_at_rest = frame_identity(),
                              .frame = frame_identity()};
    for (int32_t e = 0; e < r->base.doc->elements.count; e++) {
        r->scope[e] = empty;
    }
    r->scope[0].rule = &root;
    check_attributes(r, 0);
    for (int32_t e = 1; e < r->base.doc->elements.count && r->base.status == LUDO_OK; e++) {
        assign_rule(r, e);
    }
    const double merge = 1.0;
    ludo_reader_check(&r->base, 0, ludo_spec_set_option(r->base.spec, "merge", &merge, 1));
    const char *model = ludo_xml_attribute(r->base.doc, 0, "model");
    ludo_reader_check(&r->base, 0, ludo_spec_set_name(r->base.spec, model != NULL ? model : ""));
}

/* Inherit the scope of the parent, and apply the element's own class. Classes are those of the
 * element's own file. */
static void enter(mjcf *r, int32_t element)
{
    mjcf_scope *s = &r->scope[element];
    const mjcf_scope *around = &r->scope[xml_at(r->base.doc, element)->parent];
    s->body = around->body;
    const mjcf_part *part = mjcf_part_of(r, element);
    const int32_t parent = xml_at(r->base.doc, element)->parent;
    s->class = parent == 0 || part != mjcf_part_of(r, parent) ? part->class : around->class;
    s->frame = around->frame;
    if (ludo_xml_attribute(r->base.doc, element, "#plain") != NULL) {
        s->class = -1;
    }
    const char *class = ludo_xml_attribute(r->base.doc, element, "class");
    class = class != NULL ? class : ludo_xml_attribute(r->base.doc, element, "childclass");
    if (class != NULL) {
        s->class = ludo_mjcf_class(r, element, class);
        if (s->class < 0 && strcmp(class, "main") != 0) {
            ludo_reader_fail(&r->base, LUDO_PARSE, element, "unknown default class '%.64s'", class);
        }
    }
}

/* Settings ignore their scope. */
static void read_pass(mjcf *r, mjcf_pass pass)
{
    for (int32_t e = 1; e < r->base.doc->elements.count && r->base.status == LUDO_OK; e++) {
        const mjcf_rule *rule = r->scope[e].rule;
        if (rule == NULL || rule->pass != pass) {
            continue;
        }
        if (pass != PASS_SETTINGS) {
            enter(r, e);
        }
        if (rule->read != NULL && r->base.status == LUDO_OK) {
            rule->read(r, e);
        }
    }
}

static void for_bodies(mjcf *r, void (*act)(mjcf *r, int32_t body))
{
    for (int32_t e = 1; e < r->base.doc->elements.count && r->base.status == LUDO_OK; e++) {
        if (r->scope[e].body == e) {
            act(r, e);
        }
    }
}

/* springdamper is relative to the inertia that a joint sees, which depends on all joints. So all
 * joints are first added to a temporary spec without these springs. */
static void find_inertia_of_springs(mjcf *r)
{
    ludo_spec *spec = r->base.spec, *temporary = NULL;
    ludo_reader_check(&r->base, 0, ludo_spec_create(&r->base.doc->allocator, &temporary));
    for (int32_t i = 0; i < ludo_spec_body_count(spec) && r->base.status == LUDO_OK; i++) {
        ludo_reader_check(&r->base, 0,
                          ludo_spec_add_body(temporary, ludo_spec_body_at(spec, i), NULL));
    }
    r->base.spec = temporary;
    for_bodies(r, ludo_mjcf_add_joints);
    r->base.spec = spec;
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(
            &r->base, 0,
            ludo_dof_inertia_create(temporary, &r->base.doc->allocator, &r->dof_inertia));
    }
    ludo_spec_destroy(temporary);
}

/* Add bodies once all of them are read; masses and joints once geoms and settings are. */
static void finish_pass(mjcf *r, mjcf_pass pass)
{
    if (pass == PASS_SETTINGS) {
        ludo_mjcf_set_medium(r);
    } else if (pass == PASS_BODIES) {
        for_bodies(r, ludo_mjcf_add_body);
    } else if (pass == PASS_ATTACHED) {
        for_bodies(r, ludo_mjcf_set_mass);
        ludo_masses_scale(&r->parts->masses.settings, &r->base);
        ludo_mjcf_align_bodies(r);
        ludo_mjcf_count_actuators(r);
        if (r->relative_springs && r->base.status == LUDO_OK) {
            find_inertia_of_springs(r);
        }
        for_bodies(r, ludo_mjcf_add_joints);
    } else if (pass == PASS_REST) {
        ludo_mjcf_add_keys(r);
    }
}

static void take_memory(mjcf *r, const expand_totals *totals)
{
    const xml_document *doc = r->base.doc;
    r->scope = memory_take(&doc->allocator, (size_t)doc->elements.count * sizeof *r->scope);
    r->parts = memory_take(&doc->allocator, (size_t)totals->parts.count * sizeof *r->parts);
    if (r->scope == NULL || r->parts == NULL) {
        ludo_reader_check(&r->base, 0, LUDO_NO_MEMORY);
        return;
    }
    for (int32_t i = 0; i < totals->parts.count; i++) {
        const expand_part *part = (const expand_part *)totals->parts.items + i;
        r->parts[i] = (mjcf_part){.model = part->model,
                                  .key = part->key,
                                  .autolimits = true,
                                  .masses = {.from = FROM_EITHER, .group = {0, 5}},
                                  .mesh_folder = "",
                                  .euler = "xyz",
                                  .class = -1};
    }
}

static void open_reader(mjcf *r, const expand_totals *totals)
{
    ludo_reader_open(&r->base);
    take_memory(r, totals);
    if (r->base.status == LUDO_OK) {
        start(r);
    }
}

static void close_reader(mjcf *r)
{
    const ludo_allocator *a = &r->base.doc->allocator;
    ludo_reader_close(&r->base);
    ludo_dof_inertia_destroy(r->dof_inertia, a);
    memory_give(a, r->moments.items);
    memory_give(a, r->parts);
    memory_give(a, r->scope);
}

/* Read an expanded document. */
static ludo_status read_whole(xml_document *doc, resolver *files, ludo_spec *spec,
                              const expand_totals *totals, ludo_diagnostic *why)
{
    mjcf r = {.base = {.doc = doc, .files = files, .spec = spec, .why = why}};
    open_reader(&r, totals);
    for (int pass = PASS_SETTINGS; pass < PASSES && r.base.status == LUDO_OK; pass++) {
        read_pass(&r, (mjcf_pass)pass);
        finish_pass(&r, (mjcf_pass)pass);
    }
    close_reader(&r);
    return r.base.status;
}

ludo_status ludo_mjcf_read(xml_document *doc, resolver *files, ludo_spec *spec,
                           ludo_diagnostic *why)
{
    expand_totals totals = {.parts = {NULL, 0, 0}};
    ludo_status status = ludo_include_expand(doc, files->model, files, why);
    status = status == LUDO_OK ? ludo_mjcf_expand(doc, files, spec, &totals, why) : status;
    status = status == LUDO_OK ? read_whole(doc, files, spec, &totals, why) : status;
    memory_give(&files->allocator, totals.parts.items);
    return status;
}

/* Joint types depend on settings alone; a description is needed for messages. */
ludo_status ludo_mjcf_find_layout(const reader *base, const expand_totals *totals,
                                  mjcf_layout *layout)
{
    ludo_spec *spec = NULL;
    mjcf r = {.base = {.doc = base->doc, .files = base->files, .why = base->why}};
    *layout = (mjcf_layout){NULL, NULL, 0, 0};
    r.base.status = ludo_spec_create(&base->doc->allocator, &spec);
    r.base.spec = spec;
    open_reader(&r, totals);
    if (r.base.status == LUDO_OK) {
        read_pass(&r, PASS_SETTINGS);
        read_pass(&r, PASS_BODIES);
        ludo_mjcf_read_layout(&r, layout);
    }
    close_reader(&r);
    ludo_spec_destroy(spec);
    return r.base.status;
}
