/* SPDX-License-Identifier: Apache-2.0
 *
 * SRDF: pairs of links that do not collide become excludes, states of groups keyframes. The other
 * elements are for planners. */
#include "formats/urdf/srdf_file.h"

#include "formats/files/whole_file.h"
#include "spec/items.h"

#include <stdio.h>
#include <string.h>

/* Elements without a meaning for the mechanism. */
static const char for_planners[] =
    "group group_state end_effector virtual_joint link_sphere_approximation joint_property "
    "disable_collisions";

/* ---- names ---- */

static void learn_names(srdf_file *s)
{
    const ludo_spec *spec = s->r.spec;
    const int32_t bodies = ludo_spec_body_count(spec), joints = ludo_spec_joint_count(spec);
    const int32_t excludes = ludo_spec_exclude_count(spec);
    const int32_t keys = ludo_spec_keyframe_count(spec), elements = s->r.doc->elements.count;
    const int64_t most = (int64_t)bodies + joints + excludes + keys + 2 * (int64_t)elements;
    if (most > INT32_MAX / 2 ||
        !ludo_name_table_create(&s->names, (int32_t)most, &s->r.doc->allocator)) {
        ludo_reader_check(&s->r, 0, LUDO_NO_MEMORY);
        return;
    }
    for (int32_t i = 0; i < bodies; i++) {
        const char *name = ludo_spec_body_at(spec, i)->name;
        (void)ludo_name_table_add(&s->names, SRDF_BODY, "", name, i + 1);
    }
    for (int32_t i = 0; i < joints; i++) {
        const char *name = ludo_spec_joint_at(spec, i)->name;
        (void)ludo_name_table_add(&s->names, SRDF_JOINT, "", name, i + 1);
    }
    for (int32_t i = 0; i < keys; i++) {
        const char *name = ludo_spec_keyframe_at(spec, i)->name;
        (void)ludo_name_table_add(&s->names, SRDF_STATE, "", name, i + 1);
    }
}

/* ---- pairs ---- */

static const char world[] = "world";

static const char *name_of(const srdf_file *s, int32_t body)
{
    return body == LUDO_WORLD ? world : ludo_spec_body_at(s->r.spec, body)->name;
}

/* Register a pair of bodies in either order; false if it is known. */
static bool add_pair(srdf_file *s, int32_t a, int32_t b)
{
    const char *first = name_of(s, a < b ? a : b), *second = name_of(s, a < b ? b : a);
    return ludo_name_table_add(&s->names, SRDF_PAIR, first, second, 1) == 0;
}

static void learn_pairs(srdf_file *s)
{
    const ludo_spec *spec = s->r.spec;
    for (int32_t i = 0; i < ludo_spec_exclude_count(spec) && s->r.status == LUDO_OK; i++) {
        const ludo_exclude_def *e = ludo_spec_exclude_at(spec, i);
        (void)add_pair(s, e->body_a, e->body_b);
    }
}

void ludo_srdf_ignore(srdf_file *s, int32_t element, const char *what, const char *around,
                      const char *kind, const char *name)
{
    char why[128];
    (void)snprintf(why, sizeof why, "ignored, because the robot has no %s '%.64s'", kind, name);
    ludo_reader_warn(&s->r, LUDO_NOTE_WARNING, element, around, what, why);
}

/* The body that an attribute names; false, with a warning, if there is none. */
static bool find_body(srdf_file *s, int32_t element, const char *attribute, int32_t *body)
{
    const char *name = ludo_reader_text(&s->r, element, attribute);
    const int32_t found = ludo_name_table_find(&s->names, SRDF_BODY, "", name);
    const bool known = found > 0 || strcmp(name, world) == 0;
    *body = found > 0 ? found - 1 : LUDO_WORLD;
    if (!known) {
        ludo_srdf_ignore(s, element, "disable_collisions", "", "link", name);
    }
    return known;
}

static void add_exclude(srdf_file *s, int32_t element)
{
    ludo_exclude_def def = ludo_exclude_default();
    def.place = xml_place(s->r.doc, element);
    const bool known =
        find_body(s, element, "link1", &def.body_a) && find_body(s, element, "link2", &def.body_b);
    if (!known || s->r.status != LUDO_OK) {
        return;
    }
    if (def.body_a == def.body_b) {
        ludo_reader_warn(&s->r, LUDO_NOTE_WARNING, element, "", "disable_collisions",
                         "ignored, because both links are the same");
    } else if (add_pair(s, def.body_a, def.body_b)) {
        ludo_reader_check(&s->r, element, ludo_spec_add_exclude(s->r.spec, &def, NULL));
    }
}

/* ---- file ---- */

static void read_element(srdf_file *s, int32_t element)
{
    const char *name = xml_at(s->r.doc, element)->name;
    if (strncmp(name, "xacro:", 6) == 0) {
        ludo_reader_fail(&s->r, LUDO_PARSE, element,
                         "run xacro on this file first, and load its output");
    } else if (strcmp(name, "disable_collisions") == 0) {
        add_exclude(s, element);
    } else if (strcmp(name, "group_state") == 0) {
        ludo_srdf_add_state(s, element);
    } else if (ludo_reader_find_word(for_planners, name) < 0) {
        ludo_reader_warn(&s->r, LUDO_NOTE_WARNING, element, "", name, "ignored");
    }
}

static void read_robot(srdf_file *s)
{
    const xml_document *doc = s->r.doc;
    if (strcmp(xml_at(doc, 0)->name, "robot") != 0) {
        ludo_reader_fail(&s->r, LUDO_PARSE, 0, "the root element of SRDF is <robot>");
        return;
    }
    learn_names(s);
    learn_pairs(s);
    for (int32_t e = xml_at(doc, 0)->first_child; e >= 0 && s->r.status == LUDO_OK;
         e = xml_at(doc, e)->next_sibling) {
        read_element(s, e);
    }
}

ludo_status ludo_srdf_file_parse(const char *text, size_t length, const char *file, ludo_spec *spec,
                                 ludo_diagnostic *why)
{
    ludo_allocator a;
    (void)ludo_spec_allocator(spec, &a);
    xml_document doc;
    srdf_file s = {.r = {.doc = &doc, .spec = spec, .why = why}};
    s.r.status = ludo_xml_parse(&doc, text, length, file, &a, why);
    if (s.r.status == LUDO_OK) {
        ludo_reader_open(&s.r);
        if (s.r.status == LUDO_OK) {
            read_robot(&s);
        }
        ludo_reader_close(&s.r);
    }
    ludo_name_table_release(&s.names, &a);
    ludo_xml_release(&doc);
    return s.r.status;
}

ludo_status ludo_srdf_file_read(const char *path, ludo_spec *spec, ludo_diagnostic *why)
{
    ludo_allocator a;
    (void)ludo_spec_allocator(spec, &a);
    whole_file c;
    ludo_status status = ludo_whole_file_read(&c, path, XML_MAX_BYTES, &a, why);
    if (status == LUDO_OK) {
        status = ludo_srdf_file_parse(c.bytes, c.length, path, spec, why);
    }
    memory_give(&a, c.bytes);
    return status;
}
