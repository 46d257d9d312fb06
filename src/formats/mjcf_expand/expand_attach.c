/* SPDX-License-Identifier: Apache-2.0
 *
 * <attach>: the bodies of another model, or of this one, under a prefix. Elements of the other
 * model outside of its bodies come along if they refer to nothing else than what is attached. Its
 * compiler settings and default classes hold for its own elements alone; its options have no
 * effect. */
#include "formats/mjcf_expand/expand.h"

#include "formats/files/paths.h"
#include "formats/mesh/mesh_source.h"

#include <stdio.h>
#include <string.h>

/* An attachment in progress. */
typedef struct attachment {
    const xml_document *from; /* the document that has the source */
    attached_model *model;    /* NULL: the document itself */
    int32_t source;           /* a body or frame; 0: all content of the worldbodies */
    const char *body, *frame; /* names; NULL: not given */
    name_table names;         /* of the source */
    renaming rename;
    char mark[16];
} attachment;

static bool is_called(const xml_document *doc, int32_t element, const char *name)
{
    return strcmp(xml_at(doc, element)->name, name) == 0;
}

static const char *attribute_of(const expansion *x, const char *name)
{
    return ludo_xml_attribute(x->doc, x->where, name);
}

/* ---- the source ---- */

static void check_attributes(expansion *x)
{
    for (int32_t i = 0; i < xml_at(x->doc, x->where)->attributes; i++) {
        const char *name = xml_attribute_at(x->doc, x->where, i)->name;
        if (ludo_reader_find_word("body frame model prefix", name) < 0) {
            ludo_reader_fail(&x->base, LUDO_PARSE, x->where,
                             "unknown attribute '%.64s': check its spelling or remove it", name);
        }
    }
    (void)ludo_reader_text(&x->base, x->where, "prefix");
    if (attribute_of(x, "body") != NULL && attribute_of(x, "frame") != NULL) {
        ludo_reader_fail(&x->base, LUDO_PARSE, x->where, "has both 'body' and 'frame': keep one");
    }
    if (attribute_of(x, "model") == NULL && attribute_of(x, "body") == NULL &&
        attribute_of(x, "frame") == NULL) {
        ludo_reader_fail(&x->base, LUDO_PARSE, x->where, "needs 'model', 'body' or 'frame'");
    }
    if (xml_at(x->doc, x->where)->first_child >= 0) {
        ludo_reader_fail(&x->base, LUDO_PARSE, x->where, "must be empty");
    }
}

/* The element of a kind and name in a worldbody, before `end` (-1: anywhere); -1: none. */
static int32_t find_named(const xml_document *doc, int32_t end, const char *kind, const char *name)
{
    for (int32_t s = xml_at(doc, 0)->first_child; s >= 0; s = xml_at(doc, s)->next_sibling) {
        if (!is_called(doc, s, "worldbody")) {
            continue;
        }
        for (int32_t e = s; e >= 0 && e != end; e = ludo_xml_next(doc, s, e)) {
            const char *own = is_called(doc, e, kind) ? ludo_xml_attribute(doc, e, "name") : NULL;
            if (own != NULL && strcmp(own, name) == 0) {
                return e;
            }
        }
    }
    return -1;
}

static bool is_around(const expansion *x, int32_t element)
{
    int32_t e = x->where;
    while (e >= 0 && e != element) {
        e = xml_at(x->doc, e)->parent;
    }
    return e == element;
}

static void find_source(expansion *x, attachment *at)
{
    const char *kind = at->frame != NULL ? "frame" : "body";
    const char *name = at->frame != NULL ? at->frame : at->body;
    const bool world = at->model != NULL && (name == NULL || strcmp(name, "world") == 0);
    ludo_mjcf_expand_visit(x, at->from->elements.count);
    at->source = world ? 0 : find_named(at->from, at->model != NULL ? -1 : x->where, kind, name);
    if (at->source < 0 || (at->model == NULL && is_around(x, at->source))) {
        ludo_reader_fail(&x->base, LUDO_BAD_MODEL, x->where, "unknown %s '%.64s'%s", kind, name,
                         at->model != NULL ? " in the attached model"
                                           : " before the element itself, and not around it");
    }
}

/* ---- content of bodies ---- */

static void copy_content(expansion *x, attachment *at, int32_t parent)
{
    int32_t last = -1;
    if (at->source > 0) {
        ludo_mjcf_collect_names(at->from, at->source, &at->names);
        ludo_mjcf_expand_link(x, parent, &last,
                              ludo_mjcf_expand_copy(x, at->from, at->source, &at->rename));
        return;
    }
    for (int32_t s = xml_at(at->from, 0)->first_child; s >= 0;
         s = xml_at(at->from, s)->next_sibling) {
        for (int32_t e = xml_at(at->from, s)->first_child;
             e >= 0 && is_called(at->from, s, "worldbody") && x->base.status == LUDO_OK;
             e = xml_at(at->from, e)->next_sibling) {
            ludo_mjcf_collect_names(at->from, e, &at->names);
            ludo_mjcf_expand_link(x, parent, &last,
                                  ludo_mjcf_expand_copy(x, at->from, e, &at->rename));
        }
    }
}

/* The element around the content: the frame itself, or a body for body="world". */
static int32_t enclose(expansion *x, const attachment *at)
{
    expand_at(x, x->where)->name = "frame";
    expand_at(x, x->where)->attributes = 0;
    if (at->source > 0 || at->body == NULL) {
        return x->where;
    }
    int32_t last = -1;
    const int32_t body = ludo_mjcf_expand_add(x, "body");
    ludo_mjcf_expand_attribute(x, body, "name", ludo_mjcf_expand_rename(x, &at->rename, at->body));
    ludo_mjcf_expand_link(x, x->where, &last, body);
    return body;
}

/* ---- elements of the other model outside of its bodies ---- */

/* An asset without a name gets that of its file, under the prefix. */
static void name_asset(expansion *x, const attachment *at, int32_t item)
{
    pathname stem;
    const char *file = ludo_xml_attribute(x->doc, item, "file");
    if (ludo_xml_attribute(x->doc, item, "name") == NULL && file != NULL &&
        ludo_reader_find_word("mesh hfield texture", xml_at(x->doc, item)->name) >= 0 &&
        ludo_mesh_source_stem(&stem, file)) {
        ludo_mjcf_expand_attribute(x, item, "name",
                                   ludo_mjcf_expand_rename(x, &at->rename, stem.text));
    }
}

/* Whether an element comes along. A setting of all geoms belongs to the settings of the model. */
static bool is_taken(expansion *x, const attachment *at, int32_t item)
{
    const char *subject = ludo_mjcf_setting_subject(at->from, item);
    if (is_called(at->from, item, "model") || (subject != NULL && *subject == '\0')) {
        return false;
    }
    ludo_mjcf_expand_visit(x, ludo_mjcf_count_inside(at->from, item));
    return at->source == 0 || ludo_mjcf_count_references(at->from, item, &at->names).outside == 0;
}

/* An empty section at the end of the document, with the place of another one. */
static int32_t add_section(expansion *x, const xml_element *like)
{
    const int32_t copy = ludo_mjcf_expand_add(x, like->name);
    if (copy >= 0) {
        expand_at(x, copy)->file = like->file;
        expand_at(x, copy)->line = like->line;
        expand_at(x, copy)->column = like->column;
        ludo_mjcf_expand_link(x, 0, &x->last, copy);
    }
    return copy;
}

static void copy_section(expansion *x, const attachment *at, int32_t section)
{
    const int32_t copy = add_section(x, xml_at(at->from, section));
    int32_t last = -1;
    for (int32_t e = xml_at(at->from, section)->first_child; e >= 0 && x->base.status == LUDO_OK;
         e = xml_at(at->from, e)->next_sibling) {
        if (is_taken(x, at, e)) {
            const int32_t item = ludo_mjcf_expand_copy(x, at->from, e, &at->rename);
            ludo_mjcf_expand_link(x, copy, &last, item);
            if (is_called(at->from, section, "asset") && item >= 0) {
                name_asset(x, at, item);
            }
        }
    }
}

/* Names of tendons and actuators that come along, for elements that refer to them. */
static void collect_section(expansion *x, attachment *at, const char *family)
{
    for (int32_t s = xml_at(at->from, 0)->first_child; s >= 0;
         s = xml_at(at->from, s)->next_sibling) {
        for (int32_t e = xml_at(at->from, s)->first_child; e >= 0 && is_called(at->from, s, family);
             e = xml_at(at->from, e)->next_sibling) {
            if (is_taken(x, at, e)) {
                ludo_mjcf_collect_names(at->from, e, &at->names);
            }
        }
    }
}

/* ---- settings of the other model ---- */

static bool merges_options(const expansion *x)
{
    for (int32_t s = xml_at(x->doc, 0)->first_child; s >= 0; s = xml_at(x->doc, s)->next_sibling) {
        const char *policy =
            is_called(x->doc, s, "compiler") ? ludo_xml_attribute(x->doc, s, "conflict") : NULL;
        if (policy != NULL && strcmp(policy, "warning") != 0) {
            return true;
        }
    }
    return false;
}

static void leave_option(expansion *x)
{
    if (merges_options(x)) {
        ludo_reader_fail(&x->base, LUDO_UNSUPPORTED, x->where,
                         "the attached model has an <option>, and 'conflict' of the compiler is "
                         "not 'warning': move the option into this file");
    }
    ludo_reader_note(&x->base, LUDO_NOTE_WARNING, x->where,
                     "the <option> of the attached model is ignored: that of this model counts");
}

/* Settings of all geoms. */
static void copy_global_settings(expansion *x, const attachment *at, int32_t section)
{
    int32_t copy = -1, last = -1;
    for (int32_t e = xml_at(at->from, section)->first_child; e >= 0 && x->base.status == LUDO_OK;
         e = xml_at(at->from, e)->next_sibling) {
        const char *subject = ludo_mjcf_setting_subject(at->from, e);
        if (subject == NULL || *subject != '\0') {
            continue;
        }
        if (copy < 0) {
            copy = add_section(x, xml_at(at->from, section));
        }
        ludo_mjcf_expand_link(x, copy, &last, ludo_mjcf_expand_copy(x, at->from, e, &at->rename));
    }
}

/* Each attachment has its own settings: default classes refer to assets under its prefix. */
static void copy_settings(expansion *x, const attachment *at)
{
    for (int32_t s = xml_at(at->from, 0)->first_child; s >= 0 && x->base.status == LUDO_OK;
         s = xml_at(at->from, s)->next_sibling) {
        const char *name = xml_at(at->from, s)->name;
        if (ludo_reader_find_word("compiler default extension", name) >= 0) {
            ludo_mjcf_expand_link(x, 0, &x->last,
                                  ludo_mjcf_expand_copy(x, at->from, s, &at->rename));
        } else if (strcmp(name, "option") == 0) {
            leave_option(x);
        } else if (strcmp(name, "custom") == 0) {
            copy_global_settings(x, at, s);
        }
    }
}

static void copy_sections(expansion *x, attachment *at)
{
    static const char elsewhere[] =
        "worldbody compiler default extension option size statistic visual";
    collect_section(x, at, "tendon");
    collect_section(x, at, "actuator");
    for (int32_t s = xml_at(at->from, 0)->first_child; s >= 0 && x->base.status == LUDO_OK;
         s = xml_at(at->from, s)->next_sibling) {
        if (ludo_reader_find_word(elsewhere, xml_at(at->from, s)->name) < 0) {
            copy_section(x, at, s);
        }
    }
}

/* ---- attach ---- */

static renaming rename_attached(expansion *x, int32_t copy, void *user)
{
    (void)x, (void)copy;
    return ((attachment *)user)->rename;
}

/* The parts of the other model once more. */
static void add_parts(expansion *x, attachment *at)
{
    at->rename.shift = x->totals->parts.count - at->model->part;
    for (int32_t i = 0; i < at->model->parts && x->base.status == LUDO_OK; i++) {
        const expand_part *parts = x->totals->parts.items;
        (void)ludo_mjcf_expand_add_part(x, parts[at->model->part + i].model);
    }
}

/* Elements of this model keep the default class of their source. */
static void keep_class(expansion *x, int32_t source)
{
    const char *class = NULL;
    for (int32_t e = xml_at(x->doc, source)->parent; e >= 0 && class == NULL;
         e = xml_at(x->doc, e)->parent) {
        class = ludo_xml_attribute(x->doc, e, "childclass");
    }
    ludo_mjcf_expand_attribute(x, x->where, "childclass", class != NULL ? class : "main");
}

static void take(expansion *x, attachment *at)
{
    if (at->model == NULL) {
        at->rename.names = &at->names;
        ludo_mjcf_collect_names(x->doc, at->source, &at->names);
    } else {
        add_parts(x, at);
        copy_settings(x, at);
    }
    const int32_t around = enclose(x, at);
    if (at->model == NULL) {
        keep_class(x, at->source);
    }
    copy_content(x, at, around);
    if (at->model != NULL) {
        copy_sections(x, at);
    } else {
        ludo_mjcf_copy_outside(x, &(outside_copies){&at->names, 1, true, rename_attached, at});
    }
}

void ludo_mjcf_expand_attach(expansion *x)
{
    attachment at = {.body = attribute_of(x, "body"), .frame = attribute_of(x, "frame")};
    const char *model = attribute_of(x, "model");
    check_attributes(x);
    at.from = x->doc;
    if (model != NULL && x->base.status == LUDO_OK) {
        at.model = ludo_mjcf_expand_model(x, model);
        at.from = at.model != NULL ? &at.model->doc : NULL;
    }
    if (x->base.status == LUDO_OK) {
        find_source(x, &at);
    }
    if (x->base.status != LUDO_OK) {
        return;
    }
    (void)snprintf(at.mark, sizeof at.mark, "%d/", (int)++x->attachments);
    at.rename = (renaming){.prefix = attribute_of(x, "prefix"),
                           .suffix = "",
                           .mark = at.model != NULL ? at.mark : NULL};
    if (ludo_name_table_create(&at.names, at.from->elements.count, &x->doc->allocator)) {
        take(x, &at);
    } else {
        ludo_reader_check(&x->base, x->where, LUDO_NO_MEMORY);
    }
    ludo_name_table_release(&at.names, &x->doc->allocator);
}
