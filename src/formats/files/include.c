/* SPDX-License-Identifier: Apache-2.0
 *
 * Include directives. The documents of all files are traversed in the order of the combined
 * document, on a stack with the innermost included file on top, and their elements are copied into
 * the combined document one by one. */
#include "formats/files/include.h"

#include "core/diagnostic.h"
#include "formats/files/paths.h"
#include "formats/text/xml_copy.h"

#include <string.h>

/* A document on the stack. Its links are no longer needed: first_child holds the number of the
 * copied element in the combined document. */
typedef struct level {
    xml_document doc; /* its texts belong to the combined document */
    int32_t next;     /* the next element to copy */
} level;

/* The first problem stops the reader: functions do nothing once status is set. */
typedef struct including {
    xml_document whole;
    growing levels; /* level: a stack, the innermost file last */
    growing seen;   /* file_identity of the files that were included */
    const char *model;
    resolver *files;
    ludo_diagnostic *why;
    ludo_status status;
} including;

static bool is_include(const xml_document *doc, int32_t element)
{
    return element > 0 && strcmp(xml_at(doc, element)->name, "include") == 0;
}

static level *innermost(const including *in)
{
    return (level *)in->levels.items + in->levels.count - 1;
}

static void fail(including *in, ludo_status status, ludo_place include, const char *problem)
{
    if (in->status == LUDO_OK) {
        in->status = status;
        ludo_diagnose(in->why, include, "include: %s", problem);
    }
}

/* ---- files ---- */

/* Record that a file is part of the model; false if it was before. A document without a file, such
 * as a model's text, is not recorded. */
static bool see(including *in, const char *path)
{
    file_identity now, *seen = in->seen.items;
    if (!ludo_path_identify(path, &now)) {
        return true;
    }
    for (int32_t i = 0; i < in->seen.count; i++) {
        if (seen[i].device == now.device && seen[i].file == now.file) {
            return false;
        }
    }
    file_identity *added = ludo_growing_add(&in->seen, sizeof now, &in->whole.allocator);
    if (added == NULL) {
        in->status = LUDO_NO_MEMORY;
    } else {
        *added = now;
    }
    return true;
}

/* Keep texts as long as the combined document. */
static void move_texts(including *in, xml_document *from)
{
    if (in->status == LUDO_OK && !ludo_xml_move_texts(&in->whole, from)) {
        in->status = LUDO_NO_MEMORY;
    }
}

/* Push a document, whose root is element `root` of the combined document (-1: not copied yet). */
static level *open_level(including *in, int32_t root)
{
    level *top = ludo_growing_add(&in->levels, sizeof *top, &in->whole.allocator);
    if (top == NULL) {
        in->status = LUDO_NO_MEMORY;
        return NULL;
    }
    top->next = root < 0 ? 0 : 1;
    return top;
}

/* Read the found file and push its document. */
static void open_file(including *in, const char *path, ludo_place include, int32_t parent)
{
    whole_file c;
    ludo_diagnostic problem = {.line = 0};
    const ludo_status status = ludo_resolver_read(in->files, path, &c, &problem);
    if (status != LUDO_OK) {
        fail(in, status == LUDO_IO ? LUDO_BAD_MODEL : status, include, problem.message);
    }
    level *top = in->status == LUDO_OK ? open_level(in, parent) : NULL;
    if (top != NULL) {
        in->status =
            ludo_xml_parse(&top->doc, c.bytes, c.length, path, &in->whole.allocator, in->why);
        move_texts(in, &top->doc);
    }
    if (in->status == LUDO_OK) {
        ((xml_element *)top->doc.elements.items)->first_child = parent;
        if (top->doc.elements.count == 1) {
            fail(in, LUDO_PARSE, include, "the file has no elements");
        }
    }
    memory_give(&in->whole.allocator, c.bytes);
}

/* Push the file that an include names; `parent`: the combined document's element around the
 * include. */
static void open_include(including *in, int32_t element, int32_t parent)
{
    const xml_document *doc = &innermost(in)->doc;
    const ludo_place place = xml_place(doc, element);
    const char *reference = ludo_xml_attribute(doc, element, "file");
    ludo_diagnostic problem = {.line = 0};
    char *path = NULL;
    if (reference == NULL) {
        fail(in, LUDO_PARSE, place, "the attribute 'file' is missing");
    } else if (element + 1 < doc->elements.count && xml_at(doc, element + 1)->parent == element) {
        fail(in, LUDO_PARSE, place, "include must be empty");
    } else if (in->levels.count > INCLUDE_MAX_DEPTH) {
        fail(in, LUDO_PARSE, place, "files include each other too deeply");
    } else {
        const file_reference where = {in->model, place.file, "", reference};
        const ludo_status status = ludo_resolver_find_from(in->files, &where, &path, &problem);
        if (status != LUDO_OK) {
            fail(in, status == LUDO_NO_MEMORY ? status : LUDO_BAD_MODEL, place, problem.message);
        } else if (!see(in, path)) {
            fail(in, LUDO_BAD_MODEL, place, "the file is included twice: include each file once");
        } else if (in->status == LUDO_OK) {
            open_file(in, path, place, parent);
        }
    }
    memory_give(&in->whole.allocator, path);
}

/* ---- the combined document ---- */

/* Copy an element with its attributes; returns its number in the combined document. */
static int32_t take_over(including *in, const xml_document *from, int32_t element, int32_t parent)
{
    xml_document *whole = &in->whole;
    if (whole->elements.count == XML_MAX_ELEMENTS) {
        fail(in, LUDO_PARSE, xml_place(from, element), "the model has too many elements");
        return -1;
    }
    const int32_t copy = ludo_xml_copy(whole, from, element, parent);
    if (copy < 0) {
        in->status = LUDO_NO_MEMORY;
    }
    return copy;
}

/* Copy the next element of the innermost document, or pop the document at its end. */
static void go_on(including *in)
{
    level *top = innermost(in);
    const int32_t element = top->next++;
    if (element == top->doc.elements.count) {
        ludo_xml_release(&top->doc);
        in->levels.count--;
        return;
    }
    xml_element *elements = top->doc.elements.items;
    const int32_t parent = element > 0 ? elements[elements[element].parent].first_child : -1;
    if (is_include(&top->doc, element)) {
        open_include(in, element, parent);
    } else {
        elements[element].first_child = take_over(in, &top->doc, element, parent);
    }
}

static bool has_includes(const xml_document *doc)
{
    for (int32_t e = 0; e < doc->elements.count; e++) {
        if (is_include(doc, e)) {
            return true;
        }
    }
    return false;
}

ludo_status ludo_include_expand(xml_document *doc, const char *model, resolver *files,
                                ludo_diagnostic *why)
{
    including in = {
        .whole = {.allocator = doc->allocator}, .model = model, .files = files, .why = why};
    if (!has_includes(doc)) {
        return LUDO_OK;
    }
    level *top = open_level(&in, -1);
    if (top == NULL) {
        return LUDO_NO_MEMORY;
    }
    top->doc = *doc;
    (void)see(&in, model);
    move_texts(&in, &top->doc);
    while (in.levels.count > 0 && in.status == LUDO_OK) {
        go_on(&in);
    }
    while (in.levels.count > 0) {
        ludo_xml_release(&innermost(&in)->doc);
        in.levels.count--;
    }
    if (in.status == LUDO_OK) {
        ludo_xml_link(&in.whole);
    }
    memory_give(&doc->allocator, in.levels.items);
    memory_give(&doc->allocator, in.seen.items);
    *doc = in.whole;
    return in.status;
}
