/* SPDX-License-Identifier: Apache-2.0
 *
 * Loading a model: file to text, text to elements, elements to a spec by the format that the root
 * element names; then the loops of a loop file, and the repair of masses. */
#include "ludo/edit.h"
#include "ludo/load.h"

#include "core/diagnostic.h"
#include "core/sized.h"
#include "formats/files/whole_file.h"
#include "formats/list.h"
#include "formats/urdf/loop_file.h"
#include "formats/urdf/srdf_file.h"

#include <string.h>

static ludo_status read_document(xml_document *doc, resolver *files, ludo_spec *spec,
                                 ludo_diagnostic *why)
{
    const char *root = xml_at(doc, 0)->name;
#define X(name, read)                                                                              \
    if (strcmp(root, name) == 0) {                                                                 \
        return read(doc, files, spec, why);                                                        \
    }
    LUDO_FORMAT_LIST(X)
#undef X
#define X(name, read) " <" name ">"
    ludo_diagnose(why, xml_place(doc, 0),
                  "unknown format: the root element is '%s'; it must be one of" LUDO_FORMAT_LIST(X),
                  root);
#undef X
    return LUDO_PARSE;
}

/* Whether the list of package folders is as long as the options say. */
static bool folders_given(const ludo_load_options *o)
{
    const int32_t count = o->package_dir_count;
    bool given = count == 0 || (count > 0 && o->package_dirs != NULL);
    for (int32_t i = 0; i < count && given; i++) {
        given = o->package_dirs[i] != NULL;
    }
    return given;
}

static bool options_usable(const ludo_load_options *o, ludo_place file, ludo_diagnostic *why)
{
    if (!SIZED_KNOWN(o)) {
        ludo_diagnose_size(why, file, o->struct_size, "ludo_load_options_default()");
        return false;
    }
    if (o->base != LUDO_BASE_FIXED && o->base != LUDO_BASE_FREE) {
        ludo_diagnose(why, file,
                      "the option base is %d: it must be LUDO_BASE_FIXED or "
                      "LUDO_BASE_FREE",
                      (int)o->base);
        return false;
    }
    if (!folders_given(o)) {
        ludo_diagnose(why, file,
                      "the option package_dirs does not have package_dir_count = %d "
                      "folders, or one of them is NULL",
                      (int)o->package_dir_count);
        return false;
    }
    return true;
}

ludo_status ludo_load_string(const char *text, size_t length, const char *name,
                             const ludo_load_options *options, const ludo_allocator *allocator,
                             ludo_spec **out, ludo_diagnostic *why)
{
    static const ludo_load_options usual = {.struct_size = sizeof usual, .base = LUDO_BASE_FIXED};
    const ludo_allocator a = ludo_allocator_or_default(allocator);
    const ludo_place file = {name != NULL ? name : "", 0, 0};
    if (out != NULL) {
        *out = NULL;
    }
    if (text == NULL || out == NULL) {
        ludo_diagnose(why, file, "the text or the output argument is NULL");
        return LUDO_BAD_ARGUMENT;
    }
    if (options != NULL && !options_usable(options, file, why)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_spec *spec = NULL;
    xml_document doc;
    resolver files = {
        .allocator = a, .options = options != NULL ? options : &usual, .model = file.file};
    ludo_status status = ludo_xml_parse(&doc, text, length, file.file, &a, why);
    if (status == LUDO_OK) {
        status = ludo_spec_create(&a, &spec);
    }
    if (status == LUDO_OK) {
        status = read_document(&doc, &files, spec, why);
    }
    if (status == LUDO_OK && files.options->loops != NULL) {
        status = ludo_loop_file_read(files.options->loops, spec, why);
    }
    if (status == LUDO_OK && files.options->srdf != NULL) {
        status = ludo_srdf_file_read(files.options->srdf, spec, why);
    }
    if (status == LUDO_OK && files.options->repair) {
        status = ludo_spec_repair(spec, NULL, NULL, why);
    }
    ludo_resolver_release(&files);
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

ludo_status ludo_load_file(const char *path, const ludo_load_options *options,
                           const ludo_allocator *allocator, ludo_spec **out, ludo_diagnostic *why)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (path == NULL || out == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "the path or the output argument is NULL");
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_allocator a = ludo_allocator_or_default(allocator);
    whole_file c;
    ludo_status status = ludo_whole_file_read(&c, path, XML_MAX_BYTES, &a, why);
    if (status == LUDO_OK) {
        status = ludo_load_string(c.bytes, c.length, path, options, &a, out, why);
    }
    memory_give(&a, c.bytes);
    return status;
}
