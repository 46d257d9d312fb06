/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF meshes: each file is read once per scale. An unusable mesh gives a warning and stays in the
 * spec without vertices. */
#include "formats/mesh/mesh_source.h"
#include "formats/sdf/read.h"
#include "spec/items.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Name a mesh after its file; further meshes of that name get 1, 2, ... at the end. */
static const char *name_mesh(const sdf *s, const char *file, pathname *name)
{
    pathname stem;
    (void)ludo_mesh_source_stem(&stem, file);
    *name = stem;
    for (int i = 1; ludo_name_table_find(&s->r.names, FAMILY_MESH_NAME, "", name->text) != 0; i++) {
        (void)snprintf(name->text, sizeof name->text, "%.4000s%d", stem.text, i);
    }
    return name->text;
}

static void note_submesh(sdf *s, int32_t element)
{
    const int32_t submesh = ludo_reader_child(&s->r, element, "submesh");
    const int32_t owner = xml_at(s->r.doc, xml_at(s->r.doc, element)->parent)->parent;
    const bool visual = strcmp(xml_at(s->r.doc, owner)->name, "visual") == 0;
    if (submesh >= 0) {
        ludo_reader_warn(&s->r, visual ? LUDO_NOTE_WARNING : LUDO_NOTE_CONTACT, submesh,
                         xml_at(s->r.doc, owner)->name, "submesh",
                         "ignored: the whole mesh of the file is used");
    }
}

/* Add a mesh under a unique name. */
static void add(sdf *s, int32_t element, const ludo_mesh_def *def)
{
    reader *r = &s->r;
    int32_t *number = &s->scope[element].number;
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, element, ludo_spec_add_mesh(r->spec, def, number));
    }
    if (r->status == LUDO_OK) {
        const char *kept = ludo_spec_mesh_at(r->spec, *number)->name;
        (void)ludo_name_table_add(&r->names, FAMILY_MESH_NAME, "", kept, element);
    }
}

static void add_mesh(sdf *s, int32_t element, const char *uri, ludo_vec3 scale)
{
    reader *r = &s->r;
    const file_reference reference = {r->files->model, xml_place(r->doc, element).file, "", uri};
    pathname name;
    ludo_mesh_def def = {.struct_size = sizeof def,
                         .name = name_mesh(s, uri, &name),
                         .file = uri,
                         .scale = scale,
                         .inertia = LUDO_MESH_EXACT,
                         .place = xml_place(r->doc, element)};
    mesh_surface surface = {.vertices = {.count = 0}};
    char *path;
    ludo_diagnostic why = {.line = 0};
    const ludo_status status =
        ludo_mesh_source_define(&surface, r->files, &reference, &def, &path, &why);
    if (status != LUDO_OK && status != LUDO_NO_MEMORY) {
        ludo_reader_warn(r, LUDO_NOTE_WARNING, element, "", "mesh", why.message);
    } else {
        ludo_reader_check(r, element, status);
    }
    add(s, element, &def);
    ludo_mesh_surface_release(&surface, &r->doc->allocator);
    memory_give(&r->doc->allocator, path);
}

int32_t ludo_sdf_mesh(sdf *s, int32_t element)
{
    reader *r = &s->r;
    double scale[3] = {1.0, 1.0, 1.0};
    const int32_t uri = ludo_reader_needed(r, element, "uri");
    const char *text = ludo_sdf_text(s, element, "scale");
    const char *file = uri >= 0 ? xml_at(r->doc, uri)->text : "";
    (void)ludo_sdf_vector(s, element, "scale", 3, scale);
    if (!(fabs(scale[0] * scale[1] * scale[2]) > 0.0)) {
        ludo_reader_fail(r, LUDO_BAD_MODEL, ludo_reader_child(r, element, "scale"), "is 0");
    }
    note_submesh(s, element);
    if (r->status != LUDO_OK) {
        return 0;
    }
    const int32_t first =
        ludo_name_table_add(&r->names, FAMILY_MESH, text != NULL ? text : "", file, element);
    if (first != 0) {
        return s->scope[first].number;
    }
    add_mesh(s, element, file, v3(scale[0], scale[1], scale[2]));
    return s->scope[element].number;
}
