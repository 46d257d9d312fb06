/* SPDX-License-Identifier: Apache-2.0
 *
 * XML by expat into a tree of elements. Expat's memory functions have no user pointer. The
 * allocator of the document being parsed is therefore kept per thread while expat runs: no block
 * outlives ludo_xml_parse(), and parsing never nests. */
#include "formats/text/xml.h"

#include "core/diagnostic.h"

#include <expat.h>
#include <stdalign.h>
#include <string.h>

enum { CHUNK = 16 * 1024 };

static _Thread_local const ludo_allocator *expat_allocator;

/* Expat needs realloc, the allocator has none: each block stores its size. */
typedef union expat_block {
    size_t size;
    max_align_t align;
} expat_block;

static void *expat_take(size_t size)
{
    if (size > SIZE_MAX - sizeof(expat_block)) {
        return NULL;
    }
    expat_block *block = memory_take(expat_allocator, sizeof *block + size);
    if (block == NULL) {
        return NULL;
    }
    block->size = size;
    return block + 1;
}

static void expat_give(void *memory)
{
    if (memory != NULL) {
        memory_give(expat_allocator, (expat_block *)memory - 1);
    }
}

static void *expat_resize(void *memory, size_t size)
{
    void *moved = expat_take(size);
    if (moved != NULL && memory != NULL) {
        const size_t old = ((expat_block *)memory - 1)->size;
        memcpy(moved, memory, old < size ? old : size);
        expat_give(memory);
    }
    return moved;
}

/* A parse in progress. */
typedef struct parsing {
    xml_document *doc;
    XML_Parser parser;
    const char *text, *file; /* the document to be filled */
    size_t length;
    int32_t above, indent; /* lines before the text; blanks before it in its first line */
    int32_t open;          /* the innermost open element, -1: none */
    int32_t depth;
    growing inside; /* char: the text in the newest element so far */
    ludo_status status;
    const char *refusal; /* a problem beyond expat's own errors, */
    ludo_place place;    /* and its place */
} parsing;

/* The parser's position: the start of the current event. */
static ludo_place current_place(const parsing *p)
{
    const int32_t line = (int32_t)XML_GetCurrentLineNumber(p->parser);
    const int32_t column = (int32_t)XML_GetCurrentColumnNumber(p->parser) + 1;
    return (ludo_place){p->file, p->above + line, column + (line == 1 ? p->indent : 0)};
}

static void stop(parsing *p, ludo_status status, const char *refusal)
{
    if (p->status == LUDO_OK) {
        p->status = status;
        p->refusal = refusal;
        p->place = current_place(p);
        (void)XML_StopParser(p->parser, XML_FALSE);
    }
}

const char *ludo_xml_keep(xml_document *doc, const char *text, size_t length)
{
    const size_t size = length + 1;
    if (size > doc->room) {
        const size_t chunk = size > CHUNK ? size : CHUNK;
        char **slot = ludo_growing_add(&doc->chunks, sizeof *slot, &doc->allocator);
        if (slot == NULL) {
            return NULL;
        }
        *slot = memory_take(&doc->allocator, chunk);
        if (*slot == NULL) {
            return NULL;
        }
        doc->free = *slot;
        doc->room = chunk;
    }
    char *copy = doc->free;
    memcpy(copy, text, length);
    copy[length] = '\0';
    doc->free += size;
    doc->room -= size;
    return copy;
}

static const char *keep_text(xml_document *doc, const char *text)
{
    return ludo_xml_keep(doc, text, strlen(text));
}

static bool add_attributes(xml_document *doc, xml_element *e, const char *const *attributes)
{
    e->first_attribute = doc->attributes.count;
    for (; attributes[0] != NULL; attributes += 2) {
        xml_attribute *a = ludo_growing_add(&doc->attributes, sizeof *a, &doc->allocator);
        if (a == NULL) {
            return false;
        }
        a->name = keep_text(doc, attributes[0]);
        a->value = a->name != NULL ? keep_text(doc, attributes[1]) : NULL;
        if (a->value == NULL) {
            return false;
        }
        e->attributes++;
    }
    return true;
}

static int count_attributes(const char *const *attributes)
{
    int count = 0;
    while (attributes[2 * count] != NULL) {
        count++;
    }
    return count;
}

static void XMLCALL on_start(void *user, const char *name, const char **attributes)
{
    parsing *p = user;
    xml_document *doc = p->doc;
    if (p->status != LUDO_OK) {
        return;
    }
    if (p->depth == XML_MAX_DEPTH) {
        stop(p, LUDO_PARSE, "elements are nested too deeply");
        return;
    }
    if (doc->elements.count == XML_MAX_ELEMENTS ||
        count_attributes(attributes) > XML_MAX_ATTRIBUTES) {
        stop(p, LUDO_PARSE, "there are too many elements or attributes");
        return;
    }
    xml_element *e = ludo_growing_add(&doc->elements, sizeof *e, &doc->allocator);
    if (e == NULL) {
        stop(p, LUDO_NO_MEMORY, NULL);
        return;
    }
    const ludo_place place = current_place(p);
    e->line = place.line;
    e->column = place.column;
    e->file = p->file;
    e->text = "";
    e->parent = p->open;
    e->name = keep_text(doc, name);
    if (e->name == NULL || !add_attributes(doc, e, attributes)) {
        stop(p, LUDO_NO_MEMORY, NULL);
        return;
    }
    p->open = doc->elements.count - 1;
    p->depth++;
    p->inside.count = 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Add to the text of the innermost element, until it has a child. Expat resolves references and
 * leaves out comments. */
static void XMLCALL on_text(void *user, const char *text, int length)
{
    parsing *p = user;
    if (p->status != LUDO_OK || p->open != p->doc->elements.count - 1) {
        return;
    }
    for (int i = 0; i < length; i++) {
        if (p->inside.count == 0 && is_blank(text[i])) {
            continue;
        }
        char *c = ludo_growing_add(&p->inside, sizeof *c, &p->doc->allocator);
        if (c == NULL) {
            stop(p, LUDO_NO_MEMORY, NULL);
            return;
        }
        *c = text[i];
    }
}

/* Keep the text of the newest element, at its end. */
static void keep_inside(parsing *p)
{
    const char *text = p->inside.items;
    size_t length = (size_t)p->inside.count;
    while (length > 0 && is_blank(text[length - 1])) {
        length--;
    }
    if (length > 0) {
        xml_element *e = (xml_element *)p->doc->elements.items + p->open;
        e->text = ludo_xml_keep(p->doc, text, length);
        if (e->text == NULL) {
            e->text = "";
            stop(p, LUDO_NO_MEMORY, NULL);
        }
    }
}

static void XMLCALL on_end(void *user, const char *name)
{
    parsing *p = user;
    (void)name;
    if (p->status == LUDO_OK) {
        if (p->open == p->doc->elements.count - 1) {
            keep_inside(p);
        }
        p->open = xml_at(p->doc, p->open)->parent;
        p->depth--;
    }
}

static void XMLCALL on_doctype(void *user, const char *name, const char *system, const char *public,
                               int internal)
{
    (void)name, (void)system, (void)public, (void)internal;
    stop(user, LUDO_PARSE,
         "document type declarations and entities are not supported: remove them");
}

void ludo_xml_link(xml_document *doc)
{
    xml_element *elements = doc->elements.items;
    for (int32_t e = 0; e < doc->elements.count; e++) {
        elements[e].first_child = elements[e].next_sibling = -1;
    }
    for (int32_t e = doc->elements.count - 1; e > 0; e--) {
        xml_element *parent = &elements[elements[e].parent];
        elements[e].next_sibling = parent->first_child;
        parent->first_child = e;
    }
}

/* Skip characters that some programs add around a document and only expat rejects: blanks before
 * the declaration, a terminating zero after the end. */
static void trim(parsing *p)
{
    while (p->length > 0 && is_blank(p->text[0])) {
        const bool line = p->text[0] == '\n';
        p->above += line;
        p->indent = line ? 0 : p->indent + 1;
        p->text++;
        p->length--;
    }
    const bool bytes =
        p->length > 1 && p->text[0] == '<' && p->text[1] != '\0'; /* UTF-8, not UTF-16 */
    while (bytes && p->text[p->length - 1] == '\0') {
        p->length--;
    }
}

static ludo_status run(parsing *p, ludo_diagnostic *why)
{
    trim(p);
    XML_SetUserData(p->parser, p);
    XML_SetElementHandler(p->parser, on_start, on_end);
    XML_SetCharacterDataHandler(p->parser, on_text);
    XML_SetStartDoctypeDeclHandler(p->parser, on_doctype);
    if (XML_Parse(p->parser, p->text, (int)p->length, XML_TRUE) == XML_STATUS_OK) {
        ludo_xml_link(p->doc);
        return p->status;
    }
    const enum XML_Error error = XML_GetErrorCode(p->parser);
    if (p->status == LUDO_NO_MEMORY || error == XML_ERROR_NO_MEMORY) {
        return LUDO_NO_MEMORY;
    }
    if (p->refusal != NULL) {
        ludo_diagnose(why, p->place, "%s", p->refusal);
    } else {
        ludo_diagnose(why, current_place(p), "%s", XML_ErrorString(error));
    }
    return LUDO_PARSE;
}

ludo_status ludo_xml_parse(xml_document *doc, const char *text, size_t length, const char *file,
                           const ludo_allocator *allocator, ludo_diagnostic *why)
{
    static const XML_Memory_Handling_Suite suite = {expat_take, expat_resize, expat_give};
    *doc = (xml_document){.allocator = *allocator};
    if (length > XML_MAX_BYTES) {
        ludo_diagnose(why, (ludo_place){file, 0, 0}, "the file is too large");
        return LUDO_PARSE;
    }
    parsing p = {.doc = doc, .text = text, .length = length, .open = -1};
    p.file = keep_text(doc, file);
    if (p.file == NULL) {
        return LUDO_NO_MEMORY;
    }
    expat_allocator = &doc->allocator;
    p.parser = XML_ParserCreate_MM(NULL, &suite, NULL);
    ludo_status status = LUDO_NO_MEMORY;
    if (p.parser != NULL) {
        status = run(&p, why);
        XML_ParserFree(p.parser);
    }
    expat_allocator = NULL;
    memory_give(&doc->allocator, p.inside.items);
    return status;
}

void ludo_xml_release(xml_document *doc)
{
    const ludo_allocator *a = &doc->allocator;
    char **chunks = doc->chunks.items;
    for (int32_t i = 0; i < doc->chunks.count; i++) {
        memory_give(a, chunks[i]);
    }
    memory_give(a, doc->chunks.items);
    memory_give(a, doc->elements.items);
    memory_give(a, doc->attributes.items);
}

const char *ludo_xml_attribute(const xml_document *doc, int32_t element, const char *name)
{
    for (int32_t i = 0; i < xml_at(doc, element)->attributes; i++) {
        const xml_attribute *a = xml_attribute_at(doc, element, i);
        if (strcmp(a->name, name) == 0) {
            return a->value;
        }
    }
    return NULL;
}
