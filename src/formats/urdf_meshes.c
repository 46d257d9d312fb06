/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF meshes: each file is read once per scale. One that can't be used is told, and stays in the
 * spec as a mesh that nothing is known of. */
#include "formats/mesh_file.h"
#include "formats/urdf.h"

#include "core/diagnostic.h"

#include <string.h>

/* What is after the last slash, of either kind. */
static const char *base_of(const char *path)
{
    const char *base = path;
    for (const char *p = path; *p != '\0'; p++) {
        base = *p == '/' || *p == '\\' ? p + 1 : base;
    }
    return base;
}

/* Where a mesh is looked for. With a mesh folder set, as MuJoCo does: there, by the name alone. */
static const char *reference_of(urdf *u, int32_t element)
{
    const char *name = ludo_reader_text(&u->r, element, "filename");
    return u->strip_path ? base_of(name) : name;
}

/* Read the surface that an element names; *path is the caller's to give back. */
static ludo_status read_surface(urdf *u, int32_t element, mesh_surface *surface, char **path,
                                ludo_diagnostic *why)
{
    reader *r = &u->r;
    const ludo_allocator *a = &r->doc->allocator;
    contents c = {.bytes = NULL};
    ludo_status status =
        ludo_source_find(r->files, u->mesh_folder, reference_of(u, element), path, why);
    if (status == LUDO_OK) {
        status = ludo_source_read(r->files, *path, &c, why);
    }
    if (status == LUDO_OK) {
        status = ludo_mesh_file_read(surface, c.bytes, c.length, *path, a, why);
    }
    memory_give(a, c.bytes);
    return status;
}

/* Multiply by the scale; a mirrored surface is turned inside out again. */
static void scale_surface(mesh_surface *surface, const double scale[3])
{
    double *vertex = surface->vertices.items;
    int32_t *face = surface->faces.items;
    for (int32_t i = 0; i < 3 * surface->vertices.count; i++) {
        vertex[i] *= scale[i % 3];
    }
    for (int32_t i = 0; i < surface->faces.count && scale[0] * scale[1] * scale[2] < 0.0; i++) {
        const int32_t second = face[3 * i + 1];
        face[3 * i + 1] = face[3 * i + 2];
        face[3 * i + 2] = second;
    }
}

static void add_mesh(urdf *u, int32_t element, const double scale[3])
{
    reader *r = &u->r;
    mesh_surface surface = {.vertices = {.count = 0}};
    char *path = NULL;
    ludo_diagnostic why = {.line = 0};
    const ludo_status status = read_surface(u, element, &surface, &path, &why);
    if (status == LUDO_NO_MEMORY) {
        ludo_reader_check(r, element, status);
    } else if (status != LUDO_OK) {
        ludo_reader_warn(r, LUDO_NOTE_WARNING, element, "", "mesh", why.message);
    } else {
        scale_surface(&surface, scale);
    }
    const bool whole = status == LUDO_OK;
    const ludo_mesh_def def = {
        .file = path != NULL ? path : ludo_xml_attribute(r->doc, element, "filename"),
        .vertex = surface.vertices.items,
        .vertex_count = whole ? surface.vertices.count : 0,
        .face = surface.faces.items,
        .face_count = whole ? surface.faces.count : 0,
        .scale = v3(scale[0], scale[1], scale[2]),
        .place = xml_place(r->doc, element)};
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, element, ludo_spec_add_mesh(r->spec, &def, &u->scope[element].number));
    }
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
        ludo_index_add(&u->r.names, FAMILY_MESH, text != NULL ? text : "", name, element);
    if (first != 0) {
        return u->scope[first].number;
    }
    if (r->status == LUDO_OK) {
        add_mesh(u, element, scale);
    }
    return u->scope[element].number;
}
