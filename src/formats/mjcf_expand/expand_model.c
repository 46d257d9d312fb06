/* SPDX-License-Identifier: Apache-2.0
 *
 * Models to be attached: found by the name of their <model> asset, read once, expanded. */
#include "formats/mjcf_expand/expand.h"

#include "core/diagnostic.h"
#include "formats/files/include.h"
#include "formats/files/paths.h"

#include <string.h>

static bool is_called(const xml_document *doc, int32_t element, const char *name)
{
    return strcmp(xml_at(doc, element)->name, name) == 0;
}

/* ---- reading the other model ---- */

static void fail_to_read(expansion *x, int32_t asset, ludo_status status,
                         const ludo_diagnostic *problem)
{
    ludo_reader_fail(&x->base,
                     status == LUDO_IO || status == LUDO_REFUSED ? LUDO_BAD_MODEL : status, asset,
                     "%.400s", problem->message);
}

/* Whether a file is being expanded already, by this document or one that attaches it. */
static bool attaches_itself(const expansion *x, const char *path)
{
    file_identity file, outer;
    if (!ludo_path_identify(path, &file)) {
        return false;
    }
    for (const expansion *o = x; o != NULL; o = o->outer) {
        if (ludo_path_identify(o->model, &outer) && outer.device == file.device &&
            outer.file == file.file) {
            return true;
        }
    }
    return false;
}

static int32_t depth_of(const expansion *x)
{
    int32_t depth = 0;
    for (; x->outer != NULL; x = x->outer) {
        depth++;
    }
    return depth;
}

/* Parse the file of a model into m->doc; *path is its path. */
static void parse(expansion *x, attached_model *m, const char *reference, char **path)
{
    const ludo_place place = xml_place(x->doc, m->asset);
    const file_reference where = {x->model, place.file, "", reference};
    ludo_diagnostic problem = {.line = 0};
    whole_file c = {.bytes = NULL};
    ludo_status status = ludo_resolver_find_from(x->base.files, &where, path, &problem);
    if (status == LUDO_OK && (attaches_itself(x, *path) || depth_of(x) == EXPAND_MAX_DEPTH)) {
        ludo_reader_fail(&x->base, LUDO_BAD_MODEL, m->asset,
                         "models attach each other in a circle or too deeply");
    } else if (status == LUDO_OK) {
        status = ludo_resolver_read(x->base.files, *path, &c, &problem);
    }
    if (status != LUDO_OK) {
        fail_to_read(x, m->asset, status, &problem);
    }
    if (x->base.status == LUDO_OK) {
        x->base.status =
            ludo_xml_parse(&m->doc, c.bytes, c.length, *path, &x->doc->allocator, x->base.why);
    }
    memory_give(&x->doc->allocator, c.bytes);
}

/* Make the model's file a part of the document. */
static void add_part(expansion *x, attached_model *m, const char *path)
{
    m->part = ludo_mjcf_expand_add_part(x, path);
    for (int32_t e = 0; e < m->doc.elements.count && m->part >= 0; e++) {
        ((xml_element *)m->doc.elements.items + e)->part = m->part;
    }
}

/* Expand the other model. */
static void expand_model(expansion *x, attached_model *m)
{
    const char *model = ((const expand_part *)x->totals->parts.items)[m->part].model;
    expansion inner = {.base = x->base,
                       .doc = &m->doc,
                       .model = model,
                       .part = m->part,
                       .totals = x->totals,
                       .outer = x};
    inner.base.doc = &m->doc;
    if (!is_called(&m->doc, 0, "mujoco")) {
        ludo_reader_fail(
            &x->base, LUDO_UNSUPPORTED, m->asset,
            "%.200s is no MJCF file: only MJCF models can be attached; convert it to one "
            "first, as `ludo convert` does",
            model);
        return;
    }
    ludo_mjcf_expand_document(&inner);
    ludo_mjcf_expand_mark_keys(&inner);
    x->base.status = inner.base.status;
    m->parts = x->totals->parts.count - m->part;
}

static void read_model(expansion *x, attached_model *m, const char *reference)
{
    char *path = NULL;
    parse(x, m, reference, &path);
    if (x->base.status == LUDO_OK) {
        x->base.status = ludo_include_expand(&m->doc, path, x->base.files, x->base.why);
    }
    if (x->base.status == LUDO_OK) {
        add_part(x, m, path);
    }
    if (x->base.status == LUDO_OK) {
        expand_model(x, m);
    }
    memory_give(&x->doc->allocator, path);
}

/* ---- finding the other model ---- */

/* The model of an asset, read once; -1: failure. */
static int32_t model_of(expansion *x, int32_t asset)
{
    for (int32_t i = 0; i < x->models.count; i++) {
        if (((const attached_model *)x->models.items)[i].asset == asset) {
            return i;
        }
    }
    attached_model m = {.asset = asset, .doc = {.allocator = x->doc->allocator}};
    attached_model *added = ludo_growing_add(&x->models, sizeof *added, &x->doc->allocator);
    if (added == NULL) {
        ludo_reader_check(&x->base, x->where, LUDO_NO_MEMORY);
        return -1;
    }
    read_model(x, &m, ludo_reader_text(&x->base, asset, "file"));
    *((attached_model *)x->models.items + x->models.count - 1) = m;
    return x->base.status == LUDO_OK ? x->models.count - 1 : -1;
}

/* The model of an asset if it has a name; an asset without a name has that of its model. */
static int32_t match(expansion *x, int32_t asset, const char *name, bool named)
{
    const char *own = ludo_xml_attribute(x->doc, asset, "name");
    if (named != (own != NULL)) {
        return -1;
    }
    if (named) {
        return strcmp(own, name) == 0 ? model_of(x, asset) : -1;
    }
    const int32_t m = model_of(x, asset);
    const xml_document *doc = m >= 0 ? &((attached_model *)x->models.items)[m].doc : NULL;
    own = doc != NULL ? ludo_xml_attribute(doc, 0, "model") : NULL;
    return own != NULL && strcmp(own, name) == 0 ? m : -1;
}

static int32_t search(expansion *x, const char *name, bool named)
{
    for (int32_t s = xml_at(x->doc, 0)->first_child; s >= 0; s = xml_at(x->doc, s)->next_sibling) {
        for (int32_t e = xml_at(x->doc, s)->first_child;
             e >= 0 && is_called(x->doc, s, "asset") && x->base.status == LUDO_OK;
             e = xml_at(x->doc, e)->next_sibling) {
            const int32_t m = is_called(x->doc, e, "model") ? match(x, e, name, named) : -1;
            if (m >= 0) {
                return m;
            }
        }
    }
    return -1;
}

attached_model *ludo_mjcf_expand_model(expansion *x, const char *name)
{
    int32_t m = search(x, name, true);
    m = m < 0 && x->base.status == LUDO_OK ? search(x, name, false) : m;
    if (m < 0) {
        ludo_reader_fail(&x->base, LUDO_BAD_MODEL, x->where,
                         "unknown model '%.64s': add <model name=\"%.64s\" file=...> to <asset>",
                         name, name);
        return NULL;
    }
    return (attached_model *)x->models.items + m;
}

void ludo_mjcf_expand_release(expansion *x)
{
    const ludo_allocator *a = &x->doc->allocator;
    for (int32_t i = 0; i < x->models.count; i++) {
        xml_document *doc = &((attached_model *)x->models.items)[i].doc;
        char **chunks = doc->chunks.items;
        while (doc->chunks.count > 0 && x->base.status == LUDO_OK) {
            char **slot = ludo_growing_add(&x->doc->chunks, sizeof *slot, a);
            if (slot == NULL) {
                ludo_reader_check(&x->base, 0, LUDO_NO_MEMORY);
            } else {
                *slot = chunks[--doc->chunks.count];
            }
        }
        ludo_xml_release(doc);
    }
    memory_give(a, x->models.items);
    x->models = (growing){NULL, 0, 0};
}
