/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF: the stages of reading, settings of a world.
 *
 * Elements refer to each other by name in any order: first all names are registered, then the
 * graph of frames is built and checked, then links, joints and their content are added to the spec
 * in the order of the file. */
#include "formats/sdf/read.h"

#include "formats/list.h"

#include <stdio.h>
#include <string.h>

/* ---- settings of a world ---- */

static void read_gravity(sdf *s, int32_t gravity)
{
    double n[3];
    if (ludo_sdf_numbers(s, gravity, 3, 3, n) > 0) {
        ludo_reader_check(&s->r, gravity, ludo_spec_set_option(s->r.spec, "gravity", n, 3));
    }
}

/* Of several the one that is marked as default or, if none is, the first one counts. */
static bool is_chosen(sdf *s, int32_t physics)
{
    int32_t chosen = SDF_NONE;
    for (int32_t e = xml_at(s->r.doc, xml_at(s->r.doc, physics)->parent)->first_child; e >= 0;
         e = xml_at(s->r.doc, e)->next_sibling) {
        if (strcmp(xml_at(s->r.doc, e)->name, "physics") == 0) {
            const char *marked = ludo_xml_attribute(s->r.doc, e, "default");
            const bool is_default =
                marked != NULL && (strcmp(marked, "true") == 0 || strcmp(marked, "1") == 0);
            chosen = chosen < 0 || is_default ? e : chosen;
        }
    }
    return chosen == physics;
}

static void read_physics(sdf *s, int32_t physics)
{
    if (!is_chosen(s, physics)) {
        ludo_sdf_warn(s, physics, "ignored: another one of the world is its default");
        return;
    }
    const int32_t e = ludo_reader_child(&s->r, physics, "max_step_size");
    double step;
    if (e < 0 || ludo_sdf_numbers(s, e, 1, 1, &step) == 0) {
        return;
    }
    if (step > 0.0) {
        ludo_reader_check(&s->r, e, ludo_spec_set_option(s->r.spec, "timestep", &step, 1));
    } else {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, e, "must be positive");
    }
}

/* Wind acts on links that enable it. */
static void refuse_wind(sdf *s, int32_t enable)
{
    const int32_t parent = xml_at(s->r.doc, enable)->parent;
    const int32_t wind = ludo_reader_child(&s->r, s->top, "wind");
    double v[3] = {0.0, 0.0, 0.0};
    if (ludo_sdf_flag(s, parent, "enable_wind", false) && wind >= 0 &&
        ludo_sdf_vector(s, wind, "linear_velocity", 3, v) && v3_dot(v3_at(v), v3_at(v)) > 0.0) {
        ludo_reader_unsupported(&s->r, enable, "wind is not simulated");
    }
}

static void note_empty_include(sdf *s, int32_t include)
{
    const int32_t file = ludo_reader_child(&s->r, include, "sdf");
    if (file >= 0 && ludo_reader_child(&s->r, file, "model") < 0) {
        ludo_sdf_warn(s, include, "ignored, because its file has no model");
    }
}

static void read_mask(sdf *s, int32_t mask)
{
    (void)mask;
    s->masks = true;
}

/* ---- stages ---- */

/* Actions for the elements of a name, stage by stage. */
static const struct stage {
    const char *parents, *names; /* words */
    void (*act)(sdf *s, int32_t element);
    bool inner_first; /* in the reverse order of the document */
} stages[] = {
    {"world", "gravity", read_gravity, false},
    {"world", "physics", read_physics, false},
    {"world model", "include", note_empty_include, false},
    {"sdf world model", "model link joint frame", ludo_sdf_register, false},
    {"sdf world model", "model", ludo_sdf_find_static, false},
    {"sdf world model", "model link joint frame", ludo_sdf_connect, false},
    {"sdf world model", "model link joint frame", ludo_sdf_count_depth, false},
    {"sdf world model", "model", ludo_sdf_place_model, true},
    {"model link", "enable_wind", refuse_wind, false},
    {"world model", "joint", ludo_sdf_find_ends, false},
    {"model", "link", ludo_sdf_cut_cycle, false},
    {"model", "link", ludo_sdf_add_link, false},
    {"model", "link", ludo_sdf_add_root, false},
    {"world model", "joint", ludo_sdf_add_joint, false},
    {"contact", "collide_bitmask category_bitmask", read_mask, false},
    {"link", "collision", ludo_sdf_collect_surface, false},
    {"file", "sdf", ludo_sdf_sort_surfaces, false},
    {"link", "visual collision", ludo_sdf_add_geom, false},
    {"model", "link", ludo_sdf_set_mass, false},
    {"model", "link", ludo_sdf_add_fluid, false},
    {"world model", "frame", ludo_sdf_add_frame, false},
    {"file", "sdf", ludo_sdf_filter_self_collision, false},
    {"axis axis2", "mimic", ludo_sdf_add_mimic, false},
    {"world model", "joint", ludo_sdf_add_gearbox, false},
    {"link joint", "sensor", ludo_sdf_add_sensor, false},
};

static void check_attributes(sdf *s, int32_t element)
{
    reader *r = &s->r;
    for (int32_t i = 0; i < xml_at(r->doc, element)->attributes; i++) {
        const xml_attribute *a = xml_attribute_at(r->doc, element, i);
        const bool known = ludo_reader_find_word(s->scope[element].rule->attributes, a->name) >= 0;
        if (!known && strncmp(a->name, "xmlns", 5) != 0) {
            ludo_reader_warn(r, LUDO_NOTE_WARNING, element, xml_at(r->doc, element)->name, a->name,
                             "unknown attribute, ignored");
        }
    }
}

/* A file has one world or, without a world, one model. */
static void find_top(sdf *s)
{
    reader *r = &s->r;
    int32_t model = SDF_NONE;
    for (int32_t e = xml_at(r->doc, 0)->first_child; e >= 0; e = xml_at(r->doc, e)->next_sibling) {
        const char *name = xml_at(r->doc, e)->name;
        if (strcmp(name, "world") == 0 && s->top < 0) {
            s->top = e;
        } else if (strcmp(name, "model") == 0 && model >= 0 && s->top < 0) {
            ludo_reader_fail(r, LUDO_BAD_MODEL, e,
                             "the file has another model in line %d: put several models into a "
                             "<world>",
                             (int)xml_at(r->doc, model)->line);
        } else if (strcmp(name, "model") == 0) {
            model = e;
        }
    }
    s->top = s->top >= 0 ? s->top : model;
    if (s->top < 0) {
        ludo_reader_fail(r, LUDO_BAD_MODEL, 0, "has neither a world nor a model");
    }
}

/* Whether an element is a sensor, whose action reads and checks its content. */
static bool is_sensor(const sdf *s, int32_t element)
{
    return strcmp(xml_at(s->r.doc, element)->name, "sensor") == 0;
}

/* Find the rule of an element, unless its parent is ignored. */
static void assign_rule(sdf *s, int32_t element)
{
    reader *r = &s->r;
    const int32_t parent = xml_at(r->doc, element)->parent;
    if (parent >= 0 && (s->scope[parent].rule == NULL || is_sensor(s, parent))) {
        return;
    }
    const char *advice;
    const sdf_rule *rule = ludo_sdf_find_rule(r->doc, element, &advice);
    if (parent == 0 && element != s->top && rule != NULL && rule->attributes != ludo_sdf_ignored) {
        ludo_sdf_warn(s, element, "ignored: the first world of a file is read, or its model");
    } else if (advice != NULL) {
        ludo_reader_unsupported(r, element, advice);
    } else if (rule == NULL || rule->attributes == ludo_sdf_ignored) {
        ludo_sdf_warn(s, element, rule != NULL ? "ignored" : "unknown, ignored");
    } else if (rule->attributes != ludo_sdf_skipped) {
        s->scope[element].rule = rule;
        check_attributes(s, element);
    }
}

static void start(sdf *s)
{
    static const double merge = 1.0, gravity[3] = {0.0, 0.0, -9.8}, step = 0.001;
    reader *r = &s->r;
    for (int32_t e = 0; e < r->doc->elements.count; e++) {
        s->scope[e] = (sdf_scope){.name = "",
                                  .number = LUDO_WORLD,
                                  .relative = SDF_NONE,
                                  .local = frame_identity(),
                                  .depth = e == 0 ? 0 : -1,
                                  .carrier = SDF_NONE,
                                  .dof = {-1, -1}};
    }
    find_top(s);
    const char *name = r->status == LUDO_OK ? ludo_xml_attribute(r->doc, s->top, "name") : NULL;
    ludo_reader_check(r, 0, ludo_spec_set_name(r->spec, name != NULL ? name : ""));
    ludo_reader_check(r, 0, ludo_spec_set_option(r->spec, "merge", &merge, 1));
    ludo_reader_check(r, 0, ludo_spec_set_option(r->spec, "gravity", gravity, 3));
    ludo_reader_check(r, 0, ludo_spec_set_option(r->spec, "timestep", &step, 1));
    for (int32_t e = 0; e < r->doc->elements.count && r->status == LUDO_OK; e++) {
        assign_rule(s, e);
    }
}

static void check_versions(sdf *s)
{
    for (int32_t e = 0; e < s->r.doc->elements.count && s->r.status == LUDO_OK; e++) {
        if (s->scope[e].rule != NULL && strcmp(xml_at(s->r.doc, e)->name, "sdf") == 0) {
            const int32_t minor = ludo_sdf_version(s, e);
            if (s->r.status == LUDO_OK && (minor < 4 || minor > 11)) {
                ludo_sdf_warn(s, e, "the version is none of 1.4 to 1.11: read as the nearest one");
            }
        }
    }
}

static void run_stage(sdf *s, const struct stage *stage)
{
    const int32_t count = s->r.doc->elements.count;
    for (int32_t i = 0; i < count && s->r.status == LUDO_OK; i++) {
        const int32_t e = stage->inner_first ? count - 1 - i : i;
        if (s->scope[e].rule != NULL && ludo_sdf_is_in(s->r.doc, e, stage->parents, stage->names)) {
            stage->act(s, e);
        }
    }
}

static void take_memory(sdf *s)
{
    const xml_document *doc = s->r.doc;
    s->scope = memory_take(&doc->allocator, (size_t)doc->elements.count * sizeof *s->scope);
    if (s->scope == NULL) {
        ludo_reader_check(&s->r, 0, LUDO_NO_MEMORY);
    }
}

static void release(sdf *s)
{
    const ludo_allocator *a = &s->r.doc->allocator;
    char **texts = s->texts.items;
    for (int32_t i = 0; i < s->texts.count; i++) {
        memory_give(a, texts[i]);
    }
    memory_give(a, s->texts.items);
    memory_give(a, s->surfaces.items);
    memory_give(a, s->solids.items);
    memory_give(a, s->scope);
}

/* Read a document whose includes are resolved. */
static ludo_status read_whole(xml_document *doc, resolver *files, ludo_spec *spec,
                              ludo_diagnostic *why)
{
    sdf s = {.r = {.doc = doc, .files = files, .spec = spec, .why = why}, .top = SDF_NONE};
    ludo_reader_open(&s.r);
    take_memory(&s);
    if (s.r.status == LUDO_OK) {
        start(&s);
        check_versions(&s);
    }
    for (size_t i = 0; i < sizeof stages / sizeof *stages && s.r.status == LUDO_OK; i++) {
        run_stage(&s, &stages[i]);
    }
    ludo_reader_close(&s.r);
    release(&s);
    return s.r.status;
}

ludo_status ludo_sdf_read(xml_document *doc, resolver *files, ludo_spec *spec, ludo_diagnostic *why)
{
    const ludo_status status = ludo_sdf_expand(doc, files, why);
    return status == LUDO_OK ? read_whole(doc, files, spec, why) : status;
}
