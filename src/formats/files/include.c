/* SPDX-License-Identifier: Apache-2.0
 *
 * Include directives: an include is replaced by the children of the root of its file. */
#include "formats/files/include.h"

#include "formats/files/include_stack.h"

#include <string.h>

/* Files of a model. */
typedef struct including {
    growing seen; /* file_identity of the files that were included */
    const char *model;
} including;

static bool is_include(const xml_document *doc, int32_t element)
{
    return element > 0 && strcmp(xml_at(doc, element)->name, "include") == 0;
}

/* ---- files ---- */

/* Record that a file is part of the model; false if it was before. A document without a file, such
 * as a model's text, is not recorded. */
static bool see(include_stack *in, including *of, const char *path)
{
    file_identity now, *seen = of->seen.items;
    if (!ludo_path_identify(path, &now)) {
        return true;
    }
    for (int32_t i = 0; i < of->seen.count; i++) {
        if (seen[i].device == now.device && seen[i].file == now.file) {
            return false;
        }
    }
    file_identity *added = ludo_growing_add(&of->seen, sizeof now, &in->whole.allocator);
    if (added == NULL) {
        in->status = LUDO_NO_MEMORY;
    } else {
        *added = now;
    }
    return true;
}

/* Read the found file and push its document. */
static void open_file(include_stack *in, const char *path, ludo_place include, int32_t parent)
{
    include_level *top = ludo_include_push(in);
    if (top == NULL) {
        return;
    }
    ludo_include_parse(in, path, include, &top->doc);
    ludo_include_keep_texts(in, &top->doc);
    if (in->status == LUDO_OK) {
        top->next = 1;
        top->end = top->doc.elements.count;
        ((xml_element *)top->doc.elements.items)->first_child = parent;
        if (top->end == 1) {
            ludo_include_fail(in, LUDO_PARSE, include, "the file has no elements");
        }
    }
}

/* Push the file that an include names; `parent`: the combined document's element around the
 * include. */
static void open_include(include_stack *in, including *of, int32_t element, int32_t parent)
{
    const xml_document *doc = &include_innermost(in)->doc;
    const ludo_place place = xml_place(doc, element);
    const char *reference = ludo_xml_attribute(doc, element, "file");
    ludo_diagnostic problem = {.line = 0};
    char *path = NULL;
    if (reference == NULL) {
        ludo_include_fail(in, LUDO_PARSE, place, "the attribute 'file' is missing");
    } else if (element + 1 < doc->elements.count && xml_at(doc, element + 1)->parent == element) {
        ludo_include_fail(in, LUDO_PARSE, place, "include must be empty");
    } else if (in->levels.count > INCLUDE_MAX_DEPTH) {
        ludo_include_fail(in, LUDO_PARSE, place, "files include each other too deeply");
    } else {
        const file_reference where = {of->model, place.file, "", reference};
        const ludo_status status = ludo_resolver_find_from(in->files, &where, &path, &problem);
        if (status != LUDO_OK) {
            ludo_include_fail(in, status == LUDO_NO_MEMORY ? status : LUDO_BAD_MODEL, place,
                              problem.message);
        } else if (!see(in, of, path)) {
            ludo_include_fail(in, LUDO_BAD_MODEL, place,
                              "the file is included twice: include each file once");
        } else if (in->status == LUDO_OK) {
            open_file(in, path, place, parent);
        }
    }
    memory_give(&in->whole.allocator, path);
}

/* ---- the combined document ---- */

/* Copy the next element of the innermost document. */
static void go_on(include_stack *in, void *user)
{
    include_level *top = include_innermost(in);
    const int32_t element = top->next++;
    xml_element *elements = top->doc.elements.items;
    const int32_t parent = element > 0 ? elements[elements[element].parent].first_child : -1;
    if (is_include(&top->doc, element)) {
        open_include(in, user, element, parent);
    } else {
        elements[element].first_child = ludo_include_copy(in, &top->doc, element, parent);
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
    including of = {.model = model};
    include_stack in = {.whole = {.allocator = doc->allocator}, .files = files, .why = why};
    if (!has_includes(doc)) {
        return LUDO_OK;
    }
    include_level *top = ludo_include_push(&in);
    if (top == NULL) {
        return LUDO_NO_MEMORY;
    }
    top->doc = *doc;
    top->end = doc->elements.count;
    (void)see(&in, &of, model);
    ludo_include_keep_texts(&in, &top->doc);
    const ludo_status status = ludo_include_combine(&in, doc, go_on, &of);
    memory_give(&doc->allocator, of.seen.items);
    return status;
}
