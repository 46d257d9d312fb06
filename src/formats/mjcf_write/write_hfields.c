/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing MJCF height fields. Their grid is centred and their least elevation is 0, so that geoms
 * are moved there. */
#include "formats/mjcf_write/write.h"
#include "spec/items.h"

#include <string.h>

/* A mesh in the form of a height field: its grid, half its extent, and the frame of the centre. */
typedef struct field_form {
    int32_t rows, columns;
    ludo_vec3 half; /* z: the whole height */
    ludo_vec3 center;
} field_form;

/* Of a mesh whose vertices are a grid; no rows: they are none. */
static field_form form_of(const ludo_mesh_def *m)
{
    field_form f = {.columns = 1};
    const double *v = m->vertex;
    while (f.columns < m->vertex_count && v[3 * f.columns + 1] == v[1]) {
        f.columns++;
    }
    const bool is_grid =
        f.columns > 1 && m->vertex_count >= 2 * f.columns && m->vertex_count % f.columns == 0;
    if (!is_grid) {
        return f;
    }
    const double *last = v + 3 * ((ptrdiff_t)m->vertex_count - 1);
    double low = v[2], high = v[2];
    for (int32_t i = 0; i < m->vertex_count; i++) {
        low = fmin(low, v[3 * i + 2]);
        high = fmax(high, v[3 * i + 2]);
    }
    f.rows = m->vertex_count / f.columns;
    f.half = v3(0.5 * (last[0] - v[0]), 0.5 * (last[1] - v[1]), high - low);
    f.center = v3(0.5 * (last[0] + v[0]), 0.5 * (last[1] + v[1]), low);
    return f;
}

bool ludo_mjcf_is_field(const ludo_geom_def *g)
{
    return strcmp(g->type, "hfield") == 0;
}

/* The mesh of a field, or NULL. */
static const ludo_mesh_def *mesh_of(const writer *w, const ludo_geom_def *g)
{
    return ludo_mjcf_is_field(g) ? ludo_spec_mesh_at(w->spec, g->mesh) : NULL;
}

/* The first field of a mesh; NULL: there is none. */
static const ludo_geom_def *first_field(const writer *w, int32_t mesh)
{
    for (int32_t i = 0; i < ludo_spec_geom_count(w->spec); i++) {
        const ludo_geom_def *g = ludo_spec_geom_at(w->spec, i);
        if (ludo_mjcf_is_field(g) && g->mesh == mesh) {
            return g;
        }
    }
    return NULL;
}

bool ludo_mjcf_is_only_field(const writer *w, int32_t mesh)
{
    bool is = first_field(w, mesh) != NULL;
    for (int32_t i = 0; i < ludo_spec_geom_count(w->spec) && is; i++) {
        const ludo_geom_def *g = ludo_spec_geom_at(w->spec, i);
        is = strcmp(g->type, "mesh") != 0 || g->mesh != mesh;
    }
    return is;
}

ludo_frame ludo_mjcf_field_frame(const writer *w, const ludo_geom_def *g)
{
    const ludo_mesh_def *m = mesh_of(w, g);
    const ludo_vec3 center = m != NULL ? form_of(m).center : v3(0.0, 0.0, 0.0);
    return frame_mul(g->frame, (ludo_frame){center, q_identity()});
}

/* Elevations, rows of the greatest y first. */
static void write_elevation(writer *w, const ludo_mesh_def *m, const field_form *f)
{
    double *z = memory_take(&w->allocator, (size_t)m->vertex_count * sizeof *z);
    if (z == NULL) {
        w->status = LUDO_NO_MEMORY;
        return;
    }
    for (int32_t i = 0; i < m->vertex_count; i++) {
        const int32_t row = f->rows - 1 - i / f->columns;
        z[i] = m->vertex[3 * ((ptrdiff_t)row * f->columns + i % f->columns) + 2] - f->center.z;
    }
    ludo_write_numbers(w, "elevation", z, m->vertex_count);
    memory_give(&w->allocator, z);
}

static void write_field(writer *w, int32_t mesh, const ludo_geom_def *g)
{
    const ludo_mesh_def *m = ludo_spec_mesh_at(w->spec, mesh);
    const field_form f = form_of(m);
    const double top = f.half.z > 0.0 ? f.half.z : 1.0;
    const double size[4] = {f.half.x, f.half.y, top, g->size[0] + f.center.z};
    if (f.rows == 0) {
        ludo_write_fail(w, LUDO_BAD_MODEL, g->place, "geom '%.200s': its mesh is no grid", g->name);
        return;
    }
    ludo_write_open(w, "hfield");
    ludo_write_text(w, "name", w->name[THING_MESH][mesh]);
    ludo_write_integers(w, "nrow", &f.rows, 1);
    ludo_write_integers(w, "ncol", &f.columns, 1);
    ludo_write_numbers(w, "size", size, 4);
    if (f.half.z > 0.0) {
        write_elevation(w, m, &f);
    }
    ludo_write_close(w, "hfield");
}

int32_t ludo_mjcf_write_fields(writer *w, int32_t written)
{
    for (int32_t i = 0; i < ludo_spec_mesh_count(w->spec) && w->status == LUDO_OK; i++) {
        const ludo_geom_def *g = first_field(w, i);
        if (g != NULL) {
            ludo_mjcf_open_section(w, "asset", written++);
            write_field(w, i, g);
        }
    }
    return written;
}
