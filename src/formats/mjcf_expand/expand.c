/* SPDX-License-Identifier: Apache-2.0
 *
 * The expansion of a document: its bodies are traversed from the innermost elements outwards;
 * <replicate> becomes frames with copies of its content. */
#include "formats/mjcf_expand/expand.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_named(const expansion *x, int32_t element, const char *name)
{
    return strcmp(xml_at(x->doc, element)->name, name) == 0;
}

/* ---- replicate ---- */

/* The texts of a replicate. */
typedef struct replicate {
    const char *separator, *offset, *euler, *class;
    int32_t count, digits;
    char suffix[256];
} replicate;

static void check_numbers(expansion *x, const char *name)
{
    double unused[3];
    (void)ludo_reader_numbers(&x->base, x->where, name, 3, unused);
}

static void read_count(expansion *x, replicate *p)
{
    (void)ludo_reader_text(&x->base, x->where, "count");
    const double count = ludo_reader_number(&x->base, x->where, "count", 0.0);
    if (!(count >= 0.0 && count <= EXPAND_MAX_ELEMENTS) || count != floor(count)) {
        ludo_reader_fail(&x->base, LUDO_PARSE, x->where,
                         "attribute 'count' must be a whole number from 0 to %d",
                         EXPAND_MAX_ELEMENTS);
        return;
    }
    p->count = (int32_t)count;
    p->digits = snprintf(NULL, 0, "%d", (int)p->count);
}

static replicate read_replicate(expansion *x)
{
    static const char words[] = "childclass count euler offset prefix sep";
    replicate p = {.separator = ludo_xml_attribute(x->doc, x->where, "sep"),
                   .offset = ludo_xml_attribute(x->doc, x->where, "offset"),
                   .euler = ludo_xml_attribute(x->doc, x->where, "euler"),
                   .class = ludo_xml_attribute(x->doc, x->where, "childclass")};
    p.separator = p.separator != NULL ? p.separator : "";
    for (int32_t i = 0; i < xml_at(x->doc, x->where)->attributes; i++) {
        const char *name = xml_attribute_at(x->doc, x->where, i)->name;
        if (ludo_reader_find_word(words, name) < 0) {
            ludo_reader_fail(&x->base, LUDO_PARSE, x->where,
                             "unknown attribute '%.64s': check its spelling or remove it", name);
        }
    }
    if (strlen(p.separator) > 128) {
        ludo_reader_fail(&x->base, LUDO_PARSE, x->where, "attribute 'sep' is too long");
    }
    check_numbers(x, "offset");
    check_numbers(x, "euler");
    read_count(x, &p);
    return p;
}

/* Suffixes have as many digits as the count. */
static renaming rename_replica(expansion *x, int32_t copy, void *user)
{
    replicate *p = user;
    (void)x;
    (void)snprintf(p->suffix, sizeof p->suffix, "%.128s%0*d", p->separator, (int)p->digits,
                   (int)copy);
    return (renaming){.prefix = "", .suffix = p->suffix, .mark = copy == 0 ? "" : NULL};
}

/* A frame whose pose is the offset, applied `copy` times. */
static int32_t add_frame(expansion *x, const replicate *p, int32_t copy)
{
    char power[16];
    const int32_t frame = ludo_mjcf_expand_add(x, "frame");
    (void)snprintf(power, sizeof power, "%d", (int)copy);
    ludo_mjcf_expand_attribute(x, frame, "#power", power);
    if (p->offset != NULL) {
        ludo_mjcf_expand_attribute(x, frame, "pos", p->offset);
    }
    if (p->euler != NULL) {
        ludo_mjcf_expand_attribute(x, frame, "euler", p->euler);
    }
    if (p->class != NULL) {
        ludo_mjcf_expand_attribute(x, frame, "childclass", p->class);
    }
    return frame;
}

static void copy_content(expansion *x, replicate *p, int32_t first, const name_table *names)
{
    int32_t last_frame = -1;
    for (int32_t i = 0; i < p->count && x->base.status == LUDO_OK; i++) {
        renaming rename = rename_replica(x, i, p);
        rename.names = names;
        const int32_t frame = add_frame(x, p, i);
        int32_t last = -1;
        ludo_mjcf_expand_link(x, x->where, &last_frame, frame);
        for (int32_t e = first; e >= 0 && x->base.status == LUDO_OK;
             e = xml_at(x->doc, e)->next_sibling) {
            ludo_mjcf_expand_link(x, frame, &last, ludo_mjcf_expand_copy(x, x->doc, e, &rename));
        }
    }
}

/* The copies of elements outside follow the same table of names. */
typedef struct outside_replicas {
    replicate *p;
    const name_table *names;
} outside_replicas;

static renaming rename_outside(expansion *x, int32_t copy, void *user)
{
    const outside_replicas *o = user;
    renaming rename = rename_replica(x, copy, o->p);
    rename.names = o->names;
    return rename;
}

static void check_content(expansion *x, const replicate *p, int32_t size)
{
    for (int32_t e = xml_at(x->doc, x->where)->first_child; e >= 0;
         e = xml_at(x->doc, e)->next_sibling) {
        if (is_named(x, e, "joint") || is_named(x, e, "freejoint")) {
            ludo_reader_fail(&x->base, LUDO_PARSE, e,
                             "cannot be directly in a replicate: put it into a body there");
        }
    }
    if ((int64_t)p->count * size > EXPAND_MAX_ELEMENTS) {
        ludo_reader_fail(&x->base, LUDO_PARSE, x->where,
                         "%d copies of %d elements are too many: the limit is %d elements",
                         (int)p->count, (int)size, EXPAND_MAX_ELEMENTS);
    }
}

static void expand_replicate(expansion *x)
{
    replicate p = read_replicate(x);
    name_table names = {NULL, 0};
    const int32_t first = xml_at(x->doc, x->where)->first_child;
    const int32_t inside = ludo_mjcf_count_inside(x->doc, x->where);
    check_content(x, &p, inside);
    ludo_mjcf_expand_visit(x, x->doc->elements.count); /* of the table of names, at most */
    if (x->base.status != LUDO_OK) {
        return;
    }
    if (ludo_name_table_create(&names, x->doc->elements.count, &x->doc->allocator)) {
        outside_replicas outside = {&p, &names};
        ludo_mjcf_collect_names(x->doc, x->where, &names);
        expand_at(x, x->where)->name = "frame";
        expand_at(x, x->where)->attributes = 0;
        expand_at(x, x->where)->first_child = -1;
        copy_content(x, &p, first, &names);
        ludo_mjcf_copy_outside(x,
                               &(outside_copies){&names, p.count, false, rename_outside, &outside});
    } else {
        ludo_reader_check(&x->base, x->where, LUDO_NO_MEMORY);
    }
    ludo_name_table_release(&names, &x->doc->allocator);
}

/* ---- the document ---- */

static void expand_element(expansion *x, int32_t element)
{
    x->where = element;
    if (is_named(x, element, "replicate")) {
        expand_replicate(x);
    } else if (is_named(x, element, "attach")) {
        ludo_mjcf_expand_attach(x);
    } else if (ludo_mjcf_is_cable(x->doc, element)) {
        ludo_mjcf_expand_cable(x);
    }
}

/* Expand an element's content before itself. */
static void expand_within(expansion *x, int32_t root)
{
    int32_t e = root;
    bool down = true;
    while (x->base.status == LUDO_OK) {
        if (down && xml_at(x->doc, e)->first_child >= 0) {
            e = xml_at(x->doc, e)->first_child;
            continue;
        }
        if (e == root) {
            return;
        }
        expand_element(x, e);
        down = xml_at(x->doc, e)->next_sibling >= 0;
        e = down ? xml_at(x->doc, e)->next_sibling : xml_at(x->doc, e)->parent;
    }
}

static bool needs_expansion(const xml_document *doc)
{
    for (int32_t e = 1; e < doc->elements.count; e++) {
        const char *name = xml_at(doc, e)->name;
        if (strcmp(name, "replicate") == 0 || strcmp(name, "attach") == 0 ||
            ludo_mjcf_is_cable(doc, e)) {
            return true;
        }
    }
    return false;
}

void ludo_mjcf_expand_document(expansion *x)
{
    if (!needs_expansion(x->doc)) {
        return;
    }
    x->last = -1;
    for (int32_t s = xml_at(x->doc, 0)->first_child; s >= 0; s = xml_at(x->doc, s)->next_sibling) {
        x->last = s;
    }
    for (int32_t s = xml_at(x->doc, 0)->first_child; s >= 0 && x->base.status == LUDO_OK;
         s = xml_at(x->doc, s)->next_sibling) {
        if (is_named(x, s, "worldbody")) {
            expand_within(x, s);
        }
    }
    ludo_mjcf_expand_release(x);
    if (x->base.status == LUDO_OK) {
        ludo_reader_check(&x->base, 0, ludo_xml_flatten(x->doc));
    }
}

ludo_status ludo_mjcf_expand(xml_document *doc, resolver *files, ludo_spec *spec,
                             expand_totals *totals, ludo_diagnostic *why)
{
    expansion x = {.base = {.doc = doc, .files = files, .spec = spec, .why = why},
                   .doc = doc,
                   .model = files->model,
                   .totals = totals};
    expand_part *own = ludo_growing_add(&totals->parts, sizeof *own, &doc->allocator);
    if (own == NULL) {
        return LUDO_NO_MEMORY;
    }
    *own = (expand_part){files->model, ""};
    ludo_mjcf_expand_document(&x);
    return x.base.status;
}
