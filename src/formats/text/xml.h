/* SPDX-License-Identifier: Apache-2.0
 *
 * An XML file as a read-only tree of elements, each with its place in the file. */
#ifndef LUDO_FORMATS_TEXT_XML_H
#define LUDO_FORMATS_TEXT_XML_H

#include "core/memory.h"
#include "ludo/spec.h"

/* Limits of a file. */
enum {
    XML_MAX_DEPTH = 4096,
    XML_MAX_ELEMENTS = 4000000,
    XML_MAX_ATTRIBUTES = 256, /* attributes of one element */
    XML_MAX_BYTES = 256 * 1024 * 1024
};

typedef struct xml_attribute {
    const char *name, *value;
} xml_attribute;

/* An element. Elements are referred to by their numbers in document order, -1: none. */
typedef struct xml_element {
    const char *name;
    const char *text; /* text of an element without children, trimmed, without comments and with
                         references resolved; "" otherwise */
    const char *file; /* file of the element */
    int32_t line, column;
    int32_t parent, first_child, next_sibling;
    int32_t first_attribute, attributes;
    int32_t part; /* 0; or the number of the model that it was attached from */
} xml_element;

/* A document. Texts are stored in a list of chunks. */
typedef struct xml_document {
    ludo_allocator allocator;
    growing elements;   /* xml_element, in document order: element 0 is the root */
    growing attributes; /* xml_attribute */
    growing chunks;     /* char * */
    size_t room;        /* bytes left in the last chunk */
    char *free;         /* start of these bytes */
} xml_document;

/* Parse `length` bytes into an empty document. Document type declarations, and with them entities,
 * are refused. On failure the document is incomplete; release it in any case.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_PARSE with the place in `why` */
ludo_status ludo_xml_parse(xml_document *doc, const char *text, size_t length, const char *file,
                           const ludo_allocator *allocator, ludo_diagnostic *why);

/* Set first_child and next_sibling of all elements from their parents. */
void ludo_xml_link(xml_document *doc);

/* Bring elements whose links were changed into document order; those that no link leads to are left
 * out. The root is element 0.
 * @return LUDO_OK, LUDO_NO_MEMORY (the document is unchanged) */
ludo_status ludo_xml_flatten(xml_document *doc);

/* Copy a text; the copy lives as long as the document. NULL without memory. */
const char *ludo_xml_keep(xml_document *doc, const char *text, size_t length);

/* Add an attribute after those that an element has; both texts must live as long as the document.
 * false without memory. */
bool ludo_xml_add_attribute(xml_document *doc, int32_t element, xml_attribute attribute);

/* The next element in document order within `root`; -1: none. */
int32_t ludo_xml_next(const xml_document *doc, int32_t root, int32_t element);

/* Free a document. */
void ludo_xml_release(xml_document *doc);

static inline const xml_element *xml_at(const xml_document *doc, int32_t element)
{
    return (const xml_element *)doc->elements.items + element;
}

static inline ludo_place xml_place(const xml_document *doc, int32_t element)
{
    const xml_element *e = xml_at(doc, element);
    return (ludo_place){e->file, e->line, e->column};
}

/* The i-th attribute of an element. */
static inline const xml_attribute *xml_attribute_at(const xml_document *doc, int32_t element,
                                                    int32_t i)
{
    return (const xml_attribute *)doc->attributes.items + xml_at(doc, element)->first_attribute + i;
}

/* The value of an attribute; NULL if the element does not have it. */
const char *ludo_xml_attribute(const xml_document *doc, int32_t element, const char *name);

#endif
