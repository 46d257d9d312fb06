/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing MJCF geometry: meshes as assets, and geoms. */
#include "formats/mjcf_write/write.h"
#include "spec/items.h"

#include <string.h>

/* ---- meshes ---- */

static const char *const spreads[] = {[LUDO_MESH_CONVEX] = "convex",
                                      [LUDO_MESH_EXACT] = "exact",
                                      [LUDO_MESH_LEGACY] = "legacy",
                                      [LUDO_MESH_SHELL] = "shell"};

static void write_inline(writer *w, const ludo_mesh_def *m)
{
    ludo_write_numbers(w, "vertex", m->vertex, 3 * m->vertex_count);
    if (m->face_count > 0) {
        ludo_write_integers(w, "face", m->face, 3 * m->face_count);
    }
}

/* A mesh that could not be read has no vertices. MuJoCo would refuse the whole model. */
static bool is_known(writer *w, int32_t mesh)
{
    const ludo_mesh_def *m = ludo_spec_mesh_at(w->spec, mesh);
    if (m->vertex_count == 0) {
        ludo_write_remark(w, "the mesh has no vertices: the mesh and its geoms are left out",
                          m->place, "mesh '%s'", w->name[THING_MESH][mesh]);
    }
    return m->vertex_count > 0;
}

/* Refer to its file if that is below the model's folder, else write all vertices and faces. */
static void write_mesh(writer *w, int32_t mesh)
{
    const ludo_mesh_def *m = ludo_spec_mesh_at(w->spec, mesh);
    const write_reference file = ludo_write_reference(w, m->file);
    ludo_write_open(w, "mesh");
    ludo_write_text(w, "name", w->name[THING_MESH][mesh]);
    ludo_write_text(w, "inertia", spreads[m->inertia]);
    if (file.below) {
        ludo_write_text(w, "file", file.text);
        ludo_write_scale(w, m->scale);
    } else {
        write_inline(w, m);
    }
    ludo_write_close(w, "mesh");
}

void ludo_mjcf_write_meshes(writer *w)
{
    int32_t written = 0;
    for (int32_t i = 0; i < ludo_spec_mesh_count(w->spec) && w->status == LUDO_OK; i++) {
        if (!ludo_mjcf_is_only_field(w, i) && is_known(w, i)) {
            ludo_mjcf_open_section(w, "asset", written++);
            write_mesh(w, i);
        }
    }
    written = ludo_mjcf_write_fields(w, written);
    ludo_mjcf_close_section(w, "asset", written);
}

/* ---- geoms ---- */

/* Number of sizes of a type. A plane's third one is the spacing of its grid lines in viewers. */
static const struct {
    const char *type;
    int32_t sizes;
} types[] = {{"plane", 3}, {"sphere", 1},    {"capsule", 2}, {"cylinder", 2},
             {"box", 3},   {"ellipsoid", 3}, {"mesh", 0},    {"hfield", 0}};

bool ludo_mjcf_loses_geom(const writer *w, int32_t geom)
{
    const ludo_geom_def *g = ludo_spec_geom_at(w->spec, geom);
    const ludo_mesh_def *m =
        strcmp(g->type, "mesh") == 0 ? ludo_spec_mesh_at(w->spec, g->mesh) : NULL;
    return m != NULL && m->vertex_count == 0;
}

static int32_t size_count(writer *w, const ludo_geom_def *g)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].type, g->type) == 0) {
            return types[i].sizes;
        }
    }
    ludo_write_fail(w, LUDO_BAD_MODEL, g->place, "geom '%.200s' has an unknown type", g->name);
    return 0;
}

static void write_shape(writer *w, const ludo_geom_def *g)
{
    const bool plane = strcmp(g->type, "plane") == 0;
    const int32_t sizes = size_count(w, g);
    const double size[3] = {g->size[0], g->size[1], plane && g->size[2] == 0.0 ? 1.0 : g->size[2]};
    ludo_write_text(w, "type", g->type);
    if (sizes > 0) {
        ludo_write_numbers(w, "size", size, sizes);
    } else if (g->mesh >= 0 && g->mesh < ludo_spec_mesh_count(w->spec)) {
        ludo_write_text(w, g->type, w->name[THING_MESH][g->mesh]);
    } else {
        ludo_write_fail(w, LUDO_BAD_MODEL, g->place, "geom '%.200s': its mesh does not exist",
                        g->name);
    }
}

static void write_mass(writer *w, const ludo_geom_def *g, const ludo_geom_def *usual)
{
    if (g->mass >= 0.0) {
        ludo_write_number(w, "mass", g->mass);
    }
    ludo_write_number_unless(w, "density", g->density, usual->density);
    if (g->shell && strcmp(g->type, "mesh") != 0) { /* the mesh has its own */
        ludo_write_text(w, "shellinertia", "true");
    }
}

static void write_contact(writer *w, const ludo_geom_def *g, const ludo_geom_def *usual)
{
    ludo_write_number_unless(w, "contype", g->contype, usual->contype);
    ludo_write_number_unless(w, "conaffinity", g->conaffinity, usual->conaffinity);
    ludo_write_number_unless(w, "condim", g->condim, usual->condim);
    ludo_write_number_unless(w, "priority", g->priority, usual->priority);
    if (memcmp(g->friction, usual->friction, sizeof g->friction) != 0) {
        ludo_write_numbers(w, "friction", g->friction, 3);
    }
}

static void write_drag(writer *w, const ludo_geom_def *g, const ludo_geom_def *usual)
{
    if (g->drag_ellipsoid) {
        ludo_write_text(w, "fluidshape", "ellipsoid");
    }
    if (g->drag_ellipsoid && memcmp(g->drag, usual->drag, sizeof g->drag) != 0) {
        ludo_write_numbers(w, "fluidcoef", g->drag, 5);
    }
}

void ludo_mjcf_write_geom(writer *w, int32_t geom)
{
    const ludo_geom_def usual = ludo_geom_default();
    const ludo_geom_def *g = ludo_spec_geom_at(w->spec, geom);
    if (ludo_mjcf_loses_geom(w, geom)) {
        return;
    }
    ludo_write_open(w, "geom");
    ludo_write_text(w, "name", w->name[THING_GEOM][geom]);
    write_shape(w, g);
    ludo_mjcf_write_frame(w, ludo_mjcf_is_field(g) ? ludo_mjcf_field_frame(w, g) : g->frame);
    write_mass(w, g, &usual);
    ludo_write_number_unless(w, "group", g->group, usual.group);
    write_contact(w, g, &usual);
    write_drag(w, g, &usual);
    ludo_write_numbers(w, "rgba", g->rgba, 4);
    ludo_write_close(w, "geom");
}
