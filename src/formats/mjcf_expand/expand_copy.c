/* SPDX-License-Identifier: Apache-2.0
 *
 * Copies of MJCF elements under other names. */
#include "formats/mjcf_expand/expand.h"

#include <stdio.h>
#include <string.h>

/* ---- limits ---- */

void ludo_mjcf_expand_visit(expansion *x, int32_t count)
{
    x->totals->visits += count;
    if (x->totals->visits > EXPAND_MAX_VISITS) {
        ludo_reader_fail(
            &x->base, LUDO_PARSE, x->where,
            "there are too many replicate and attach elements in a model of this size");
    }
}

static void check_memory(expansion *x, const void *memory)
{
    if (memory == NULL) {
        ludo_reader_check(&x->base, x->where, LUDO_NO_MEMORY);
    }
}

/* ---- elements ---- */

static int32_t add_like(expansion *x, const xml_element *like)
{
    if (++x->totals->elements > EXPAND_MAX_ELEMENTS) {
        ludo_reader_fail(&x->base, LUDO_PARSE, x->where,
                         "the model has more than %d copied elements", EXPAND_MAX_ELEMENTS);
    }
    if (x->base.status != LUDO_OK) {
        return -1;
    }
    const xml_element copy = *like; /* which may move */
    xml_element *e = ludo_growing_add(&x->doc->elements, sizeof *e, &x->doc->allocator);
    check_memory(x, e);
    if (e == NULL) {
        return -1;
    }
    *e = copy;
    e->parent = e->first_child = e->next_sibling = -1;
    e->first_attribute = x->doc->attributes.count;
    e->attributes = 0;
    return x->doc->elements.count - 1;
}

int32_t ludo_mjcf_expand_add(expansion *x, const char *name)
{
    xml_element like = *expand_at(x, x->where);
    like.name = name;
    like.text = "";
    return add_like(x, &like);
}

void ludo_mjcf_expand_link(expansion *x, int32_t parent, int32_t *last, int32_t child)
{
    if (x->base.status != LUDO_OK) {
        return;
    }
    expand_at(x, child)->parent = parent;
    if (*last < 0) {
        expand_at(x, parent)->first_child = child;
    } else {
        expand_at(x, *last)->next_sibling = child;
    }
    *last = child;
}

int32_t ludo_mjcf_expand_add_part(expansion *x, const char *model)
{
    char text[16];
    growing *parts = &x->totals->parts;
    (void)snprintf(text, sizeof text, "%d", (int)parts->count);
    const char *key = ludo_xml_keep(x->doc, text, strlen(text));
    const char *kept = ludo_xml_keep(x->doc, model, strlen(model));
    if (parts->count == EXPAND_MAX_PARTS) {
        ludo_reader_fail(&x->base, LUDO_PARSE, x->where, "more than %d models are attached",
                         EXPAND_MAX_PARTS);
        return -1;
    }
    expand_part *part = key != NULL && kept != NULL
                            ? ludo_growing_add(parts, sizeof *part, &x->doc->allocator)
                            : NULL;
    check_memory(x, part);
    if (part == NULL) {
        return -1;
    }
    *part = (expand_part){kept, key};
    return parts->count - 1;
}

/* ---- texts ---- */

/* A text of up to three parts. */
static const char *join(expansion *x, const char *a, const char *b, const char *c)
{
    const size_t na = strlen(a), nb = strlen(b), nc = strlen(c);
    x->totals->bytes += na + nb + nc + 1;
    if (x->totals->bytes > EXPAND_MAX_BYTES) {
        ludo_reader_fail(&x->base, LUDO_PARSE, x->where, "the names of the copies exceed %d bytes",
                         EXPAND_MAX_BYTES);
    }
    if (x->base.status != LUDO_OK) {
        return "";
    }
    char *text = memory_take(&x->doc->allocator, na + nb + nc + 1);
    check_memory(x, text);
    if (text == NULL) {
        return "";
    }
    memcpy(text, a, na);
    memcpy(text + na, b, nb);
    memcpy(text + na + nb, c, nc + 1);
    const char *kept = ludo_xml_keep(x->doc, text, na + nb + nc);
    check_memory(x, kept);
    memory_give(&x->doc->allocator, text);
    return kept != NULL ? kept : "";
}

const char *ludo_mjcf_expand_rename(expansion *x, const renaming *names, const char *text)
{
    return join(x, names->prefix, text, names->suffix);
}

void ludo_mjcf_expand_attribute(expansion *x, int32_t element, const char *name, const char *text)
{
    const xml_attribute a = {name, join(x, text, "", "")};
    if (x->base.status == LUDO_OK && !ludo_xml_add_attribute(x->doc, element, a)) {
        ludo_reader_check(&x->base, x->where, LUDO_NO_MEMORY);
    }
}

/* ---- attributes ---- */

/* Whether a reference is to a copied element. */
static bool follows(const renaming *names, const char *kind, const char *text)
{
    if (kind == NULL || (strcmp(kind, "body") == 0 && strcmp(text, "world") == 0)) {
        return false;
    }
    return names->names == NULL || ludo_name_table_find(names->names, 0, kind, text) > 0;
}

/* ludo.SETTING.SUBJECT with a renamed subject; a name of another kind is renamed whole. */
static const char *rename_setting(expansion *x, const renaming *names, const char *name,
                                  const char *subject)
{
    if (*subject == '\0') {
        return name;
    }
    const size_t length = (size_t)(subject - name);
    const char *stem = ludo_xml_keep(x->doc, name, length);
    check_memory(x, stem);
    return stem != NULL ? join(x, stem, ludo_mjcf_expand_rename(x, names, subject), "") : "";
}

static const char *rename_own(expansion *x, const xml_document *from, int32_t element,
                              const renaming *names, const char *name)
{
    const char *subject = ludo_mjcf_setting_subject(from, element);
    return subject != NULL ? rename_setting(x, names, name, subject)
                           : ludo_mjcf_expand_rename(x, names, name);
}

static const char *copied_value(expansion *x, const xml_document *from, int32_t element,
                                const xml_attribute *a, const renaming *names)
{
    if (strcmp(a->name, "#part") == 0) {
        return join(x, names->mark, a->value, "");
    }
    if (strcmp(a->name, "name") == 0) {
        return rename_own(x, from, element, names, a->value);
    }
    return follows(names, ludo_mjcf_reference_kind(from, element, a), a->value)
               ? ludo_mjcf_expand_rename(x, names, a->value)
               : a->value;
}

/* Copy one element. Its attributes follow those of the element that was copied before. */
static int32_t copy_one(expansion *x, const xml_document *from, int32_t element,
                        const renaming *names)
{
    const int32_t copy = add_like(x, xml_at(from, element));
    if (copy >= 0) {
        expand_at(x, copy)->part += names->shift;
    }
    for (int32_t i = 0; i < xml_at(from, element)->attributes && copy >= 0; i++) {
        xml_attribute a = *xml_attribute_at(from, element, i);
        if (strcmp(a.name, "#part") == 0 && names->mark == NULL) {
            continue;
        }
        a.value = copied_value(x, from, element, &a, names);
        xml_attribute *added =
            ludo_growing_add(&x->doc->attributes, sizeof *added, &x->doc->allocator);
        check_memory(x, added);
        if (added == NULL) {
            return -1;
        }
        *added = a;
        expand_at(x, copy)->attributes++;
    }
    return x->base.status == LUDO_OK ? copy : -1;
}

/* Source and copy are traversed side by side. */
int32_t ludo_mjcf_expand_copy(expansion *x, const xml_document *from, int32_t element,
                              const renaming *names)
{
    const int32_t root = copy_one(x, from, element, names);
    int32_t source = element, copy = root;
    while (copy >= 0) {
        int32_t next = xml_at(from, source)->first_child, none = -1;
        int32_t parent = copy, *last = &none;
        if (next < 0) {
            while (source != element && xml_at(from, source)->next_sibling < 0) {
                source = xml_at(from, source)->parent;
                copy = expand_at(x, copy)->parent;
            }
            if (source == element) {
                return root;
            }
            next = xml_at(from, source)->next_sibling;
            parent = expand_at(x, copy)->parent;
            last = &copy;
        }
        const int32_t added = copy_one(x, from, next, names);
        if (added < 0) {
            return -1;
        }
        ludo_mjcf_expand_link(x, parent, last, added);
        source = next;
        copy = added;
    }
    return -1;
}
