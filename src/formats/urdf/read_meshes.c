/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF meshes: each file is read once per scale. An unusable mesh gives a warning and stays in the
 * spec without vertices. */
#include "formats/mesh/mesh_source.h"
#include "formats/urdf/read.h"
#include "spec/items.h"

#include <stdio.h>

static file_reference reference_of(urdf *u, int32_t element)
{
    const char *file = ludo_reader_text(&u->r, element, "filename");
    return (file_reference){u->r.files->model, xml_place(u->r.doc, element).file, u->mesh_folder,
                            u->strip_path ? ludo_mesh_source_file_name(file) : file};
}

/* Name a mesh after its file; further meshes of that name get 1, 2, ... at the end, as in
 * MuJoCo. */
static const char *name_mesh(urdf *u, const char *file, pathname *name)
{
    pathname stem;
    (void)ludo_mesh_source_stem(&stem, file);
    const int32_t first = ludo_name_table_find(&u->r.names, FAMILY_MESH_NAME, "", stem.text);
    *name = stem;
    while (ludo_name_table_find(&u->r.names, FAMILY_MESH_NAME, "", name->text) != 0) {
        (void)snprintf(name->text, sizeof name->text, "%.4000s%d", stem.text,
                       (int)++u->scope[first].namesakes);
    }
    return name->text;
}

/* Add a mesh under a unique name. */
static void add(urdf *u, int32_t element, const ludo_mesh_def *def)
{
    reader *r = &u->r;
    int32_t *number = &u->scope[element].number;
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, element, ludo_spec_add_mesh(r->spec, def, number));
    }
    if (r->status == LUDO_OK) {
        const char *kept = ludo_spec_mesh_at(r->spec, *number)->name;
        (void)ludo_name_table_add(&r->names, FAMILY_MESH_NAME, "", kept, element);
    }
}

static void add_mesh(urdf *u, int32_t element, ludo_vec3 scale)
{
    reader *r = &u->r;
    const file_reference reference = reference_of(u, element);
    pathname name;
    ludo_mesh_def def = {.struct_size = sizeof def,
                         .name = name_mesh(u, reference.text, &name),
                         .file = ludo_xml_attribute(r->doc, element, "filename"),
                         .scale = scale,
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
    add(u, element, &def);
    ludo_mesh_surface_release(&surface, &r->doc->allocator);
    memory_give(&r->doc->allocator, path);
}

int32_t ludo_urdf_mesh(urdf *u, int32_t element)
{
    reader *r = &u->r;
    double scale[3] = {1.0, 1.0, 1.0};
    const char *text = ludo_xml_attribute(r->doc, element, "scale");
    const char *name = ludo_reader_text(r, element, "filename");
    (void)ludo_reader_numbers(r, element, "scale", 3, scale);
    if (!(fabs(scale[0] * scale[1] * scale[2]) > 0.0)) {
        ludo_reader_fail(r, LUDO_BAD_MODEL, element, "the scale is 0");
    }
    const int32_t first =
        ludo_name_table_add(&u->r.names, FAMILY_MESH, text != NULL ? text : "", name, element);
    if (first != 0) {
        return u->scope[first].number;
    }
    if (r->status == LUDO_OK) {
        add_mesh(u, element, v3(scale[0], scale[1], scale[2]));
    }
    return u->scope[element].number;
}
