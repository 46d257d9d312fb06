/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF: included models. An <include> keeps its content and gets the root of the included file with
 * its first model as its first child. A file may be included several times, but not from itself. */
#include "formats/files/include.h"
#include "formats/files/include_stack.h"
#include "formats/sdf/read.h"

#include <string.h>

static bool is_include(const xml_document *doc, int32_t element)
{
    return element > 0 && ludo_sdf_is_in(doc, element, "world model", "include");
}

static int32_t find_child(const xml_document *doc, int32_t element, const char *name)
{
    for (int32_t e = element + 1; e < doc->elements.count; e++) {
        if (xml_at(doc, e)->parent < element) {
            return SDF_NONE;
        }
        if (xml_at(doc, e)->parent == element && strcmp(xml_at(doc, e)->name, name) == 0) {
            return e;
        }
    }
    return SDF_NONE;
}

/* ---- the file of an include ---- */

/* The name of a model's file for the newest version in its model.config. */
static void read_config(include_stack *in, const xml_document *config, pathname *name)
{
    int32_t newest = -1;
    for (int32_t e = 1; e < config->elements.count; e++) {
        const char *version = ludo_xml_attribute(config, e, "version");
        if (xml_at(config, e)->parent != 0 || strcmp(xml_at(config, e)->name, "sdf") != 0) {
            continue;
        }
        int32_t minor = 0;
        const char *dot = version != NULL ? strchr(version, '.') : NULL;
        for (const char *p = dot != NULL ? dot + 1 : ""; *p >= '0' && *p <= '9' && minor < 1000;
             p++) {
            minor = 10 * minor + (*p - '0');
        }
        const char *text = xml_at(config, e)->text;
        if (minor > newest && ludo_path_set(name, text, strlen(text))) {
            newest = minor;
        }
    }
    if (newest < 0) {
        ludo_include_fail(in, LUDO_BAD_MODEL, xml_place(config, 0), "the file names no <sdf> file");
    }
}

/* Find a reference; NULL, without a failure, if there is no such file. The caller frees it. */
static char *find(include_stack *in, ludo_place include, const char *reference,
                  ludo_diagnostic *problem)
{
    char *path = NULL;
    const file_reference from = {in->files->model, include.file, "", reference};
    const ludo_status status = ludo_resolver_find_from(in->files, &from, &path, problem);
    if (status == LUDO_NO_MEMORY && in->status == LUDO_OK) {
        in->status = status;
    }
    return path;
}

/* The file of a model's folder, by its model.config; without one, model.sdf. */
static char *find_in_folder(include_stack *in, ludo_place include, const char *reference)
{
    ludo_diagnostic problem = {.line = 0};
    pathname place, name = {"model.sdf"};
    xml_document config = {.allocator = in->whole.allocator};
    char *path = ludo_path_join(&place, reference, "model.config")
                     ? find(in, include, place.text, &problem)
                     : NULL;
    if (path != NULL) {
        ludo_include_parse(in, path, include, &config);
        if (in->status == LUDO_OK) {
            read_config(in, &config, &name);
        }
        ludo_xml_release(&config);
        memory_give(&in->whole.allocator, path);
    }
    path = in->status == LUDO_OK && ludo_path_join(&place, reference, name.text)
               ? find(in, include, place.text, &problem)
               : NULL;
    if (path == NULL) {
        ludo_include_fail(in, LUDO_BAD_MODEL, include, problem.message);
    }
    return path;
}

/* The path of the file that an include names; NULL, and a failure, if there is none. */
static char *find_file(include_stack *in, ludo_place include, const char *reference)
{
    ludo_diagnostic problem = {.line = 0};
    if (strncmp(reference, "http://", 7) == 0 || strncmp(reference, "https://", 8) == 0) {
        ludo_include_fail(
            in, LUDO_BAD_MODEL, include,
            "its file is on a server: download the model, and name its folder as model://NAME");
        return NULL;
    }
    char *path = find(in, include, reference, &problem);
    if (path == NULL) {
        ludo_include_fail(in, LUDO_BAD_MODEL, include, problem.message);
    } else if (ludo_path_is_folder(path)) {
        memory_give(&in->whole.allocator, path);
        path = find_in_folder(in, include, reference);
    }
    return path;
}

/* ---- the stack ---- */

static void identify(include_stack *in, const char *path, ludo_place include)
{
    include_level *top = include_innermost(in);
    top->known = ludo_path_identify(path, &top->identity);
    for (const include_level *l = in->levels.items; l < top && top->known; l++) {
        if (l->known && l->identity.device == top->identity.device &&
            l->identity.file == top->identity.file) {
            ludo_include_fail(in, LUDO_BAD_MODEL, include, "the file includes itself");
        }
    }
}

/* Push the root of the file that an include names, which is `include` in the combined document. */
static void open_include(include_stack *in, const char *reference, int32_t include)
{
    const ludo_place place = xml_place(&in->whole, include);
    if (in->levels.count > INCLUDE_MAX_DEPTH) {
        ludo_include_fail(in, LUDO_PARSE, place, "files include each other too deeply");
        return;
    }
    char *path = find_file(in, place, reference);
    include_level *top = path != NULL && in->status == LUDO_OK ? ludo_include_push(in) : NULL;
    if (top != NULL) {
        identify(in, path, place);
        if (in->status == LUDO_OK) {
            ludo_include_parse(in, path, place, &top->doc);
        }
        ludo_include_keep_texts(in, &top->doc);
    }
    memory_give(&in->whole.allocator, path);
    if (top == NULL || in->status != LUDO_OK) {
        return;
    }
    if (strcmp(xml_at(&top->doc, 0)->name, "sdf") != 0) {
        ludo_include_fail(in, LUDO_BAD_MODEL, place,
                          "the file is no SDF: its root element must be <sdf>");
    }
    top->end = 1;
    ((xml_element *)top->doc.elements.items)->parent = include;
}

/* ---- the combined document ---- */

/* The end of an element with all its content. */
static int32_t end_of(const xml_document *doc, int32_t element)
{
    int32_t e = element + 1;
    while (e < doc->elements.count && xml_at(doc, e)->parent >= element) {
        e++;
    }
    return e;
}

/* Of an included file the root and its first model are copied. */
static void go_to_model(include_level *l)
{
    const int32_t model = find_child(&l->doc, 0, "model");
    l->next = model >= 0 ? model : l->end;
    l->end = model >= 0 ? end_of(&l->doc, model) : l->end;
}

/* Copy the next element of the innermost document. */
static void go_on(include_stack *in, void *user)
{
    (void)user;
    include_level *top = include_innermost(in);
    const int32_t element = top->next++;
    xml_element *elements = top->doc.elements.items;
    const int32_t around = elements[element].parent;
    const int32_t parent = element > 0 ? elements[around].first_child : around;
    const bool included = in->levels.count > 1;
    const int32_t uri = is_include(&top->doc, element) ? find_child(&top->doc, element, "uri") : 0;
    const int32_t copy = ludo_include_copy(in, &top->doc, element, parent);
    elements[element].first_child = copy;
    if (element == 0 && included) {
        go_to_model(top);
    }
    if (uri < 0) {
        ludo_include_fail(in, LUDO_PARSE, xml_place(&top->doc, element),
                          "the element 'uri' is missing");
    } else if (uri > 0 && in->status == LUDO_OK) {
        open_include(in, xml_at(&top->doc, uri)->text, copy);
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

ludo_status ludo_sdf_expand(xml_document *doc, resolver *files, ludo_diagnostic *why)
{
    include_stack in = {.whole = {.allocator = doc->allocator}, .files = files, .why = why};
    if (!has_includes(doc)) {
        return LUDO_OK;
    }
    include_level *model = ludo_include_push(&in);
    if (model == NULL) {
        return LUDO_NO_MEMORY;
    }
    model->doc = *doc;
    model->end = doc->elements.count;
    model->known = ludo_path_identify(files->model, &model->identity);
    ludo_include_keep_texts(&in, &model->doc);
    return ludo_include_combine(&in, doc, go_on, NULL);
}
