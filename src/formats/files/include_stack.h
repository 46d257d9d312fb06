/* SPDX-License-Identifier: Apache-2.0
 *
 * A document combined from files that include each other: the documents are traversed in the order
 * of the combined document, on a stack with the innermost included file on top, and their elements
 * are copied into the combined document one by one. A format says what an include is. */
#ifndef LUDO_FORMATS_FILES_INCLUDE_STACK_H
#define LUDO_FORMATS_FILES_INCLUDE_STACK_H

#include "formats/files/paths.h"
#include "formats/files/resolver.h"
#include "formats/text/xml.h"

/* A document on the stack. Links to copied elements are no longer needed: first_child holds the
 * number of the copy in the combined document. */
typedef struct include_level {
    xml_document doc;       /* its texts belong to the combined document */
    int32_t next, end;      /* the elements to copy */
    file_identity identity; /* of its file, */
    bool known;             /* if it has one */
} include_level;

/* The first problem stops the traversal: functions do nothing once status is set. */
typedef struct include_stack {
    xml_document whole;
    growing levels; /* include_level: the innermost file last */
    resolver *files;
    ludo_diagnostic *why;
    ludo_status status;
} include_stack;

static inline include_level *include_innermost(const include_stack *in)
{
    return (include_level *)in->levels.items + in->levels.count - 1;
}

/* Stop with a problem of an include. */
void ludo_include_fail(include_stack *in, ludo_status status, ludo_place include,
                       const char *problem);

/* Push an empty level; NULL, and a failure, without memory. */
include_level *ludo_include_push(include_stack *in);

/* Read and parse a found file. */
void ludo_include_parse(include_stack *in, const char *path, ludo_place include, xml_document *doc);

/* Keep the texts of a document as long as the combined one. */
void ludo_include_keep_texts(include_stack *in, xml_document *from);

/* Copy an element with its attributes; returns its number in the combined document. */
int32_t ludo_include_copy(include_stack *in, const xml_document *from, int32_t element,
                          int32_t parent);

/* Replace `doc`, the document of the first level, by the combined one. `go_on` copies the next
 * element of the innermost level, which has one, and may push a level. */
ludo_status ludo_include_combine(include_stack *in, xml_document *doc,
                                 void (*go_on)(include_stack *in, void *user), void *user);

#endif
