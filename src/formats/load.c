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

/* The size of an open file, which is left at its start; -1 where it can't be told (a folder opens,
 * but nothing can be read from it). */
static long file_size(FILE *f)
{
    if ((getc(f) == EOF && ferror(f)) || fseek(f, 0, SEEK_END) != 0) {
        return -1;
    }
    const long size = ftell(f);
    return fseek(f, 0, SEEK_SET) == 0 ? size : -1;
}

static ludo_status io_problem(const char *path, const char *problem, ludo_diagnostic *why)
{
    ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", problem);
    return LUDO_IO;
}

static ludo_status load_open(FILE *f, const char *path, const ludo_allocator *a, ludo_spec **out,
                             ludo_diagnostic *why)
{
    const long size = file_size(f);
    if (size < 0) {
        return io_problem(path, "not a file that can be read as a whole", why);
    }
    if (size > XML_MAX_BYTES) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "the file is too large");
        return LUDO_PARSE;
    }
    char *text = memory_take(a, (size_t)size + 1);
    if (text == NULL) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", ludo_status_text(LUDO_NO_MEMORY));
        return LUDO_NO_MEMORY;
    }
    const size_t length = fread(text, 1, (size_t)size, f);
    const ludo_status status = ferror(f) ? io_problem(path, "reading failed", why)
                                         : ludo_load_string(text, length, path, a, out, why);
    memory_give(a, text);
    return status;
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
        return io_problem(path, strerror(errno), why);
    }
    const ludo_status status = load_open(f, path, &a, out, why);
    (void)fclose(f);
    return status;
}
