/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF: names. Each is registered with the names of all models around it, so that a name of a
 * nested model's element, model::link, is found as any other one. The names in the only model of a
 * file have no prefix. */
#include "formats/sdf/read.h"

#include <string.h>

void ludo_sdf_warn(sdf *s, int32_t element, const char *detail)
{
    const xml_element *e = xml_at(s->r.doc, element);
    const char *around = e->parent >= 0 ? xml_at(s->r.doc, e->parent)->name : "";
    ludo_reader_warn(&s->r, LUDO_NOTE_WARNING, element, around, e->name, detail);
}

int32_t ludo_sdf_space(const sdf *s, int32_t element)
{
    int32_t e = xml_at(s->r.doc, element)->parent;
    while (e > 0 && strcmp(xml_at(s->r.doc, e)->name, "model") != 0) {
        e = xml_at(s->r.doc, e)->parent;
    }
    return e > 0 ? e : 0;
}

int32_t ludo_sdf_include_of(const sdf *s, int32_t model)
{
    const int32_t file = xml_at(s->r.doc, model)->parent;
    return file > 0 && strcmp(xml_at(s->r.doc, file)->name, "sdf") == 0
               ? xml_at(s->r.doc, file)->parent
               : SDF_NONE;
}

/* The first `length` characters of a text with room for `more`; NULL, and a failure, without
 * memory. */
static char *keep(sdf *s, const char *text, size_t length, size_t more)
{
    const ludo_allocator *a = &s->r.doc->allocator;
    char **slot = ludo_growing_add(&s->texts, sizeof *slot, a);
    char *kept = slot != NULL ? memory_take(a, length + more + 1) : NULL;
    if (kept == NULL) {
        ludo_reader_check(&s->r, 0, LUDO_NO_MEMORY);
        return NULL;
    }
    memcpy(kept, text, length);
    kept[length] = '\0';
    *slot = kept;
    return kept;
}

const char *ludo_sdf_join(sdf *s, const char *prefix, const char *name)
{
    const size_t before = strlen(prefix), length = strlen(name);
    if (before == 0 || s->r.status != LUDO_OK) {
        return name;
    }
    char *text = keep(s, prefix, before, length + 2);
    if (text == NULL) {
        return "";
    }
    memcpy(text + before, "::", 2);
    memcpy(text + before + 2, name, length + 1);
    return text;
}

/* ---- registering ---- */

static sdf_family family_of(const sdf *s, int32_t element)
{
    return (sdf_family)ludo_reader_find_word("link model frame joint",
                                             xml_at(s->r.doc, element)->name);
}

/* The name that an element, or the include around a model, gives. */
static const char *given_name(sdf *s, int32_t element)
{
    const int32_t include = ludo_sdf_include_of(s, element);
    const char *other = include >= 0 ? ludo_sdf_text(s, include, "name") : NULL;
    return other != NULL && *other != '\0' ? other : ludo_reader_text(&s->r, element, "name");
}

/* Whether the names in an included model count as names of the model around it. */
static bool is_merged(sdf *s, int32_t model)
{
    const int32_t include = ludo_sdf_include_of(s, model);
    return include >= 0 && ludo_reader_flag(&s->r, include, "merge", false);
}

void ludo_sdf_register(sdf *s, int32_t element)
{
    reader *r = &s->r;
    const char *name = given_name(s, element), *prefix = s->scope[ludo_sdf_space(s, element)].name;
    if (element == s->top) {
        s->scope[element].name = "";
        return;
    }
    if (family_of(s, element) == FAMILY_MODEL && is_merged(s, element)) {
        s->scope[element].name = prefix;
        return;
    }
    if (*name == '\0') {
        ludo_reader_fail(r, LUDO_PARSE, element, "the attribute 'name' is missing");
    }
    s->scope[element].name = ludo_sdf_join(s, prefix, name);
    const int32_t other = r->status != LUDO_OK
                              ? 0
                              : ludo_name_table_add(&r->names, (int32_t)family_of(s, element), "",
                                                    s->scope[element].name, element);
    if (other != 0) {
        ludo_reader_fail(r, LUDO_BAD_MODEL, element,
                         "the name is used by another %s in line %d: rename one",
                         xml_at(r->doc, element)->name, (int)xml_at(r->doc, other)->line);
    }
}

/* ---- finding ---- */

/* The element of a whole name: a link, a model, a frame or a joint; 0: none. */
static int32_t find_whole(const sdf *s, const char *whole)
{
    int32_t found = 0;
    for (int32_t family = FAMILY_LINK; family <= FAMILY_JOINT && found == 0; family++) {
        found = ludo_name_table_find(&s->r.names, family, "", whole);
    }
    return found;
}

/* NAME of NAME::__model__; NULL if the text has no such end. */
static const char *before_model(sdf *s, const char *name)
{
    static const char end[] = "::__model__";
    const size_t length = strlen(name);
    if (length < sizeof end || strcmp(name + length - (sizeof end - 1), end) != 0) {
        return NULL;
    }
    return keep(s, name, length - (sizeof end - 1), 0);
}

int32_t ludo_sdf_frame_named(sdf *s, int32_t element, int32_t where, const char *name)
{
    const int32_t space = ludo_sdf_space(s, element);
    if (strcmp(name, "world") == 0) {
        return 0;
    }
    if (strcmp(name, "__model__") == 0 && space > 0) {
        return space;
    }
    const char *model = before_model(s, name);
    const char *whole = ludo_sdf_join(s, s->scope[space].name, model != NULL ? model : name);
    const int32_t found = s->r.status != LUDO_OK ? 0
                          : model != NULL
                              ? ludo_name_table_find(&s->r.names, FAMILY_MODEL, "", whole)
                              : find_whole(s, whole);
    if (found == 0) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, where, "unknown frame '%.64s'", name);
    }
    return found > 0 ? found : SDF_NONE;
}

int32_t ludo_sdf_joint_named(sdf *s, int32_t element, const char *name)
{
    const char *whole = ludo_sdf_join(s, s->scope[ludo_sdf_space(s, element)].name, name);
    const int32_t found =
        s->r.status == LUDO_OK ? ludo_name_table_find(&s->r.names, FAMILY_JOINT, "", whole) : 0;
    if (found == 0) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, element, "unknown joint '%.64s'", name);
    }
    return found > 0 ? found : SDF_NONE;
}

/* ---- attached frames ---- */

/* The first link of a model or, if it has none, its first model; SDF_NONE. */
static int32_t first_part(const sdf *s, int32_t model, const char *name)
{
    const int32_t count = s->r.doc->elements.count;
    for (int32_t e = model + 1; e < count && xml_at(s->r.doc, e)->parent >= model; e++) {
        const int32_t space = ludo_sdf_space(s, e);
        if (s->scope[e].rule != NULL && space == model &&
            strcmp(xml_at(s->r.doc, e)->name, name) == 0) {
            return e;
        }
    }
    return SDF_NONE;
}

/* The frame that a frame is attached to; SDF_NONE, and a failure: none. */
static int32_t attached_to(sdf *s, int32_t frame)
{
    reader *r = &s->r;
    const sdf_family family = family_of(s, frame);
    if (family == FAMILY_JOINT) {
        const char *child = ludo_sdf_text(s, frame, "child");
        return ludo_sdf_frame_named(s, frame, frame, child != NULL ? child : "");
    }
    if (family == FAMILY_FRAME) {
        const char *name = ludo_xml_attribute(r->doc, frame, "attached_to");
        return name != NULL && *name != '\0' ? ludo_sdf_frame_named(s, frame, frame, name)
                                             : ludo_sdf_space(s, frame);
    }
    if (s->scope[frame].still) {
        return 0;
    }
    const char *name = ludo_xml_attribute(r->doc, frame, "canonical_link");
    if (name != NULL && *name != '\0') {
        const char *whole = ludo_sdf_join(s, s->scope[frame].name, name);
        const int32_t link = ludo_name_table_find(&r->names, FAMILY_LINK, "", whole);
        if (link == 0) {
            ludo_reader_fail(r, LUDO_BAD_MODEL, frame, "unknown canonical link '%.64s'", name);
        }
        return link > 0 ? link : SDF_NONE;
    }
    const int32_t link = first_part(s, frame, "link");
    return link >= 0 ? link : first_part(s, frame, "model");
}

int32_t ludo_sdf_link_of(sdf *s, int32_t frame)
{
    int32_t e = frame;
    for (int32_t steps = 0; e > 0 && family_of(s, e) != FAMILY_LINK; steps++) {
        e = attached_to(s, e);
        if (steps > s->r.doc->elements.count) {
            ludo_reader_fail(&s->r, LUDO_BAD_MODEL, frame,
                             "is attached to itself through other frames");
            return SDF_NONE;
        }
    }
    if (e < 0) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, frame, "is attached to no link");
    }
    return s->r.status == LUDO_OK ? e : SDF_NONE;
}
