/* SPDX-License-Identifier: Apache-2.0
 *
 * The stack of included documents. */
#include "formats/files/include_stack.h"

#include "core/diagnostic.h"
#include "formats/text/xml_copy.h"

void ludo_include_fail(include_stack *in, ludo_status status, ludo_place include,
                       const char *problem)
{
    if (in->status == LUDO_OK) {
        in->status = status;
        ludo_diagnose(in->why, include, "include: %s", problem);
    }
}

include_level *ludo_include_push(include_stack *in)
{
    include_level *top = ludo_growing_add(&in->levels, sizeof *top, &in->whole.allocator);
    if (top == NULL) {
        in->status = LUDO_NO_MEMORY;
        return NULL;
    }
    *top = (include_level){.doc = {.allocator = in->whole.allocator}};
    return top;
}

void ludo_include_parse(include_stack *in, const char *path, ludo_place include, xml_document *doc)
{
    whole_file c;
    ludo_diagnostic problem = {.line = 0};
    const ludo_status status = ludo_resolver_read(in->files, path, &c, &problem);
    if (status != LUDO_OK) {
        ludo_include_fail(in, status == LUDO_IO ? LUDO_BAD_MODEL : status, include,
                          problem.message);
    }
    if (in->status == LUDO_OK) {
        in->status = ludo_xml_parse(doc, c.bytes, c.length, path, &in->whole.allocator, in->why);
    }
    memory_give(&in->whole.allocator, c.bytes);
}

void ludo_include_keep_texts(include_stack *in, xml_document *from)
{
    if (in->status == LUDO_OK && !ludo_xml_move_texts(&in->whole, from)) {
        in->status = LUDO_NO_MEMORY;
    }
}

int32_t ludo_include_copy(include_stack *in, const xml_document *from, int32_t element,
                          int32_t parent)
{
    if (in->whole.elements.count == XML_MAX_ELEMENTS) {
        ludo_include_fail(in, LUDO_PARSE, xml_place(from, element),
                          "the model has too many elements");
        return -1;
    }
    const int32_t copy = ludo_xml_copy(&in->whole, from, element, parent);
    if (copy < 0) {
        in->status = LUDO_NO_MEMORY;
    }
    return copy;
}

static void pop(include_stack *in)
{
    ludo_xml_release(&include_innermost(in)->doc);
    in->levels.count--;
}

ludo_status ludo_include_combine(include_stack *in, xml_document *doc,
                                 void (*go_on)(include_stack *in, void *user), void *user)
{
    while (in->levels.count > 0 && in->status == LUDO_OK) {
        const include_level *top = include_innermost(in);
        if (top->next == top->end) {
            pop(in);
        } else {
            go_on(in, user);
        }
    }
    while (in->levels.count > 0) {
        pop(in);
    }
    if (in->status == LUDO_OK) {
        ludo_xml_link(&in->whole);
    }
    memory_give(&in->whole.allocator, in->levels.items);
    *doc = in->whole;
    return in->status;
}
