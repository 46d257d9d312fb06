/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF assets: meshes, from files, from inline numbers or built in, and colours of materials. A
 * mesh that cannot be read is kept without vertices: it is an error only if a mass depends on it
 * (read_inertia.c).
 */
#include "core/diagnostic.h"
#include "formats/mesh/built_in.h"
#include "formats/mesh/mesh_source.h"
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"
#include "formats/files/paths.h"
#include "spec/items.h"

#include <string.h>

/* ---- surfaces ---- */

/* Copy the inline numbers; every vertex of a face must exist. */
static ludo_status read_faces(mjcf *r, int32_t element, mesh_surface *surface)
{
    double *n;
    int32_t count;
    ludo_mjcf_all_numbers(r, element, "face", &n, &count);
    if (count % 3 != 0) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "attribute 'face' needs three numbers per face");
    }
    for (int32_t i = 0; i < count / 3 && r->base.status == LUDO_OK; i++) {
        int32_t *face =
            ludo_growing_add(&surface->faces, 3 * sizeof *face, &r->base.doc->allocator);
        if (face == NULL) {
            ludo_reader_check(&r->base, element, LUDO_NO_MEMORY);
        }
        for (int c = 0; c < 3 && r->base.status == LUDO_OK; c++) {
            const double vertex = n[3 * i + c];
            if (!(vertex >= 0.0 && vertex < surface->vertices.count) || vertex != floor(vertex)) {
                ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                                 "face %d uses a vertex that does not exist", (int)i);
            } else {
                face[c] = (int32_t)vertex;
            }
        }
    }
    memory_give(&r->base.doc->allocator, n);
    return r->base.status;
}

static ludo_status read_text(mjcf *r, int32_t element, mesh_surface *surface)
{
    int32_t count;
    double *n;
    ludo_mjcf_all_numbers(r, element, "vertex", &n, &count);
    if (count % 3 != 0) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "attribute 'vertex' needs three numbers per vertex");
    }
    surface->vertices = (growing){n, count / 3, count / 3};
    return read_faces(r, element, surface);
}

/* The name of a mesh's file; NULL: it has none. */
static const char *file_of(const mjcf *r, int32_t element)
{
    const char *file = ludo_xml_attribute(r->base.doc, element, "file");
    return file != NULL && mjcf_part_of(r, element)->strip_path ? ludo_mesh_source_file_name(file)
                                                                : file;
}

/* A mesh on its way into the model. */
typedef struct mesh_content {
    mesh_surface surface;
    char *path; /* of its file; NULL: none */
    bool open;  /* it is built in and encloses no volume */
} mesh_content;

static ludo_status make_built_in(mjcf *r, int32_t element, mesh_content *c, ludo_diagnostic *why)
{
    double *n;
    int32_t count;
    ludo_mjcf_all_numbers(r, element, "params", &n, &count);
    ludo_status status = r->base.status;
    if (status == LUDO_OK) {
        status =
            ludo_built_in_make(&c->surface, ludo_xml_attribute(r->base.doc, element, "builtin"),
                               (mesh_parameters){n, count}, &c->open, &r->base.doc->allocator, why);
    }
    if (status == LUDO_BAD_MODEL) {
        ludo_reader_fail(&r->base, status, element, "%s", why->message);
    }
    memory_give(&r->base.doc->allocator, n);
    return status;
}

/* Make, take or read a surface; `why` gets the problem of a file. */
static ludo_status read_surface(mjcf *r, int32_t element, mesh_content *c, ludo_diagnostic *why)
{
    const bool has_text = ludo_xml_attribute(r->base.doc, element, "vertex") != NULL;
    const bool is_made = ludo_xml_attribute(r->base.doc, element, "builtin") != NULL;
    if (is_made && (has_text || file_of(r, element) != NULL)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "has 'builtin' beside 'file' or 'vertex': keep one of them");
        return r->base.status;
    }
    if (is_made) {
        return make_built_in(r, element, c, why);
    }
    if (has_text) {
        return read_text(r, element, &c->surface);
    }
    if (file_of(r, element) != NULL) {
        const mjcf_part *part = mjcf_part_of(r, element);
        const file_reference reference = {part->model, xml_place(r->base.doc, element).file,
                                          part->mesh_folder, file_of(r, element)};
        return ludo_mesh_source_read(&c->surface, r->base.files, &reference, &c->path, why);
    }
    ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "has no 'file', 'vertex' or 'builtin'");
    return r->base.status;
}

/* ---- from the surface to the model ---- */

/* Vertices in the reference frame of the mesh. */
static void move_vertices(mjcf *r, int32_t element, mesh_surface *surface)
{
    double p[3] = {0.0, 0.0, 0.0};
    ludo_quat turn = q_identity();
    (void)ludo_reader_numbers(&r->base, element, "refpos", 3, p);
    (void)ludo_mjcf_quat(r, element, "refquat", &turn);
    double *v = surface->vertices.items;
    for (int32_t i = 0; i < surface->vertices.count; i++, v += 3) {
        const ludo_vec3 off = v3_sub(v3(v[0], v[1], v[2]), v3(p[0], p[1], p[2]));
        const ludo_vec3 seen = q_rotate(q_conj(turn), off);
        memcpy(v, (double[]){seen.x, seen.y, seen.z}, 3 * sizeof *v);
    }
}

static ludo_vec3 read_scale(mjcf *r, int32_t element)
{
    double n[3] = {1.0, 1.0, 1.0};
    (void)ludo_mjcf_numbers(r, element, "scale", 3, n);
    return v3(n[0], n[1], n[2]);
}

/* ---- mesh ---- */

/* How a mesh weighs. An open surface that is built in is a shell by default, as in MuJoCo. */
static ludo_mesh_inertia read_reading(mjcf *r, int32_t element, bool open)
{
    static const ludo_mesh_inertia readings[] = {LUDO_MESH_CONVEX, LUDO_MESH_EXACT,
                                                 LUDO_MESH_LEGACY, LUDO_MESH_SHELL};
    const ludo_mesh_inertia reading =
        readings[ludo_mjcf_choice(r, element, "inertia", "convex exact legacy shell",
                                  mjcf_part_of(r, element)->exact_meshes ? 1 : 2)];
    return open && reading == LUDO_MESH_LEGACY ? LUDO_MESH_SHELL : reading;
}

static void add_mesh(mjcf *r, int32_t element, const mesh_content *c, ludo_mesh_def *mesh)
{
    const mesh_surface *surface = &c->surface;
    pathname stem;
    mesh->name = ludo_xml_attribute(r->base.doc, element, "name");
    if (mesh->name == NULL && file_of(r, element) != NULL &&
        ludo_mesh_source_stem(&stem, file_of(r, element))) {
        mesh->name = stem.text;
    }
    mesh->vertex = surface->vertices.items;
    mesh->vertex_count = surface->vertices.count;
    mesh->face = surface->faces.items;
    mesh->face_count = surface->faces.count;
    mesh->inertia = read_reading(r, element, c->open);
    mesh->place = xml_place(r->base.doc, element);
    int32_t *number = &r->scope[element].number;
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, element, ludo_spec_add_mesh(r->base.spec, mesh, number));
    }
    if (r->base.status == LUDO_OK) {
        ludo_mjcf_register_as(r, FAMILY_MESH, element,
                              ludo_spec_mesh_at(r->base.spec, *number)->name);
    }
}

/* Whether the vertices are those of the file, apart from the scale. */
static bool has_vertices_of_file(const mjcf *r, int32_t element)
{
    return ludo_xml_attribute(r->base.doc, element, "vertex") == NULL &&
           ludo_mjcf_find_template(r, element, "refpos refquat") < 0;
}

static void release(const mjcf *r, mesh_content *c)
{
    ludo_mesh_surface_release(&c->surface, &r->base.doc->allocator);
    memory_give(&r->base.doc->allocator, c->path);
}

void ludo_mjcf_read_mesh(mjcf *r, int32_t element)
{
    mesh_content c = {.path = NULL};
    ludo_diagnostic why = {.line = 0};
    ludo_mesh_def mesh = {.struct_size = sizeof mesh, .scale = read_scale(r, element)};
    const ludo_status status = read_surface(r, element, &c, &why);
    if (status == LUDO_NO_MEMORY) {
        ludo_reader_check(&r->base, element, status);
    } else if (status != LUDO_OK) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "mesh", why.message);
        c.surface.vertices.count = c.surface.faces.count = 0;
    }
    if (r->base.status == LUDO_OK) {
        move_vertices(r, element, &c.surface);
        ludo_mesh_surface_scale(&c.surface, mesh.scale);
        if (status != LUDO_OK || has_vertices_of_file(r, element)) {
            mesh.file = c.path != NULL ? c.path : file_of(r, element);
        }
        add_mesh(r, element, &c, &mesh);
    }
    release(r, &c);
}

ludo_status ludo_mjcf_mesh_problem(mjcf *r, int32_t mesh, ludo_diagnostic *why)
{
    mesh_content c = {.path = NULL};
    ludo_diagnose(why, (ludo_place){0}, "no shape can be fitted to its mesh");
    const ludo_status status = read_surface(r, mesh, &c, why);
    release(r, &c);
    return status == LUDO_NO_MEMORY ? status : LUDO_BAD_MODEL;
}

/* ---- materials ---- */

void ludo_mjcf_read_material(mjcf *r, int32_t element)
{
    ludo_mjcf_register(r, FAMILY_MATERIAL, element);
}
