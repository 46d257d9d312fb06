/* SPDX-License-Identifier: Apache-2.0
 *
 * Loading a model: file to text, text to elements, elements to a spec by the format that the root
 * element tells. */
#include "ludo/load.h"

#include "core/diagnostic.h"
#include "formats/list.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static ludo_status read_document(const xml_document *doc, ludo_spec *spec, ludo_diagnostic *why)
{
    const char *root = xml_at(doc, 0)->name;
#define X(name, read)                                                                              \
    if (strcmp(root, name) == 0) {                                                                 \
        return read(doc, spec, why);                                                               \
    }
    LUDO_FORMAT_LIST(X)
#undef X
    ludo_diagnose(why, xml_place(doc, 0), "the root element '%s' is of no known format", root);
    return LUDO_PARSE;
}

ludo_status ludo_load_string(const char *text, size_t length, const char *name,
                             const ludo_allocator *allocator, ludo_spec **out, ludo_diagnostic *why)
{
    const ludo_allocator a = ludo_allocator_or_default(allocator);
    const ludo_place file = {name != NULL ? name : "", 0, 0};
    if (out != NULL) {
        *out = NULL;
    }
    if (text == NULL || out == NULL) {
        ludo_diagnose(why, file, "no text, or nowhere to put the description");
        return LUDO_BAD_ARGUMENT;
    }
    ludo_spec *spec = NULL;
    xml_document doc;
    ludo_status status = ludo_xml_parse(&doc, text, length, file.file, &a, why);
    if (status == LUDO_OK) {
        status = ludo_spec_create(&a, &spec);
    }
    if (status == LUDO_OK) {
        status = read_document(&doc, spec, why);
    }
    ludo_xml_release(&doc);
    if (status == LUDO_NO_MEMORY) {
        ludo_diagnose(why, file, "%s", ludo_status_text(status));
    }
    if (status != LUDO_OK) {
        ludo_spec_destroy(spec);
        return status;
    }
    *out = spec;
    return LUDO_OK;
}

/* A whole file, perhaps a pipe, in memory. */
typedef struct contents {
    char *text; /* the caller's to release; NULL where nothing was read */
    size_t length, capacity;
} contents;

/* Room for more; false without memory. */
static bool grow(contents *c, const ludo_allocator *a)
{
    const size_t capacity = c->capacity > 0 ? 2 * c->capacity : 64 * 1024;
    char *text = memory_take(a, capacity);
    if (text == NULL) {
        return false;
    }
    if (c->length > 0) {
        memcpy(text, c->text, c->length);
    }
    memory_give(a, c->text);
    c->text = text;
    c->capacity = capacity;
    return true;
}

/* Read up to a little more than the reader takes. */
static ludo_status read_all(FILE *f, const ludo_allocator *a, contents *c)
{
    size_t got = 1;
    while (got > 0 && c->length <= XML_MAX_BYTES) {
        if (c->length == c->capacity && !grow(c, a)) {
            return LUDO_NO_MEMORY;
        }
        got = fread(c->text + c->length, 1, c->capacity - c->length, f);
        c->length += got;
    }
    return ferror(f) ? LUDO_IO : LUDO_OK;
}

static ludo_status io_problem(const char *path, ludo_diagnostic *why)
{
    ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", strerror(errno));
    return LUDO_IO;
}

ludo_status ludo_load_file(const char *path, const ludo_allocator *allocator, ludo_spec **out,
                           ludo_diagnostic *why)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (path == NULL || out == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "no path, or nowhere to put the description");
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_allocator a = ludo_allocator_or_default(allocator);
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        return io_problem(path, why);
    }
    contents c = {NULL, 0, 0};
    ludo_status status = read_all(f, &a, &c);
    if (status == LUDO_OK) {
        status = ludo_load_string(c.text, c.length, path, &a, out, why);
    } else if (status == LUDO_IO) {
        status = io_problem(path, why);
    } else {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", ludo_status_text(status));
    }
    memory_give(&a, c.text);
    (void)fclose(f);
    return status;
}
