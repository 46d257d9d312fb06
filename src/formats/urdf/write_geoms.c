/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing URDF geometry: colliding geoms as collision, all others as visual. */
#include "formats/urdf/write.h"
#include "spec/items.h"

#include <string.h>

/* ---- shapes ---- */

static void write_box(writer *w, const ludo_geom_def *g)
{
    ludo_write_vector(w, "size", v3(2.0 * g->size[0], 2.0 * g->size[1], 2.0 * g->size[2]));
}

static void write_sphere(writer *w, const ludo_geom_def *g)
{
    ludo_write_number(w, "radius", g->size[0]);
}

static void write_long(writer *w, const ludo_geom_def *g)
{
    ludo_write_number(w, "radius", g->size[0]);
    ludo_write_number(w, "length", 2.0 * g->size[1]);
}

static void write_mesh(writer *w, const ludo_geom_def *g)
{
    const ludo_mesh_def *m = ludo_spec_mesh_at(w->spec, g->mesh);
    const write_reference file = ludo_write_reference(w, m->file);
    ludo_write_text(w, "filename", file.text);
    ludo_write_scale(w, m->scale);
    if (!file.below) {
        ludo_write_remark(w, "the file is not below the folder of the model: move it there",
                          m->place, "mesh '%s'", m->file);
    }
}

static const struct shape {
    const char *type;
    void (*write)(writer *w, const ludo_geom_def *g);
} shapes[] = {{"box", write_box},
              {"sphere", write_sphere},
              {"cylinder", write_long},
              {"capsule", write_long},
              {"mesh", write_mesh}};

/* Whether URDF has the shape of a geom. */
static bool is_expressible(const writer *w, const ludo_geom_def *g)
{
    bool known = false;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        known = known || strcmp(shapes[i].type, g->type) == 0;
    }
    const bool mesh = strcmp(g->type, "mesh") == 0;
    const ludo_mesh_def *m = mesh ? ludo_spec_mesh_at(w->spec, g->mesh) : NULL;
    return known && (!mesh || (m != NULL && *m->file != '\0'));
}

/* The URDF shape of a geom; NULL, with a remark, if there is none. */
static const struct shape *find_shape(writer *w, const ludo_geom_def *g, const char *name)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        if (strcmp(shapes[i].type, g->type) != 0) {
            continue;
        }
        const bool mesh = shapes[i].write == write_mesh;
        const ludo_mesh_def *m = mesh ? ludo_spec_mesh_at(w->spec, g->mesh) : NULL;
        if (mesh && m == NULL) {
            ludo_write_fail(w, LUDO_BAD_MODEL, g->place, "geom '%.200s': its mesh does not exist",
                            g->name);
            return NULL;
        }
        if (mesh && *m->file == '\0') {
            ludo_write_remark(w, "left out: URDF has meshes in files only", g->place, "geom '%s'",
                              name);
            return NULL;
        }
        return &shapes[i];
    }
    ludo_write_remark(w, "left out: URDF has no such shape", g->place, "geom '%s'", name);
    return NULL;
}

/* ---- geoms ---- */

/* A material is named after its colour. */
static void write_colour(writer *w, const ludo_geom_def *g)
{
    char text[4][NUMBER_ROOM];
    const double *c = g->rgba;
    if (c[0] == 1.0 && c[1] == 1.0 && c[2] == 1.0 && c[3] == 1.0) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        (void)ludo_number_write(text[i], c[i]);
    }
    ludo_write_open(w, "material");
    ludo_write_text(w, "name",
                    ludo_write_say(w, "rgba %s %s %s %s", text[0], text[1], text[2], text[3]));
    ludo_write_open(w, "color");
    ludo_write_numbers(w, "rgba", c, 4);
    ludo_write_close(w, "color");
    ludo_write_close(w, "material");
}

/* Whether nothing is lost: sliding friction is written per link. */
static bool is_plain(const ludo_geom_def *g, bool visual, double friction)
{
    const ludo_geom_def usual = ludo_geom_default();
    return (visual || (g->contype == usual.contype && g->conaffinity == usual.conaffinity)) &&
           g->condim == usual.condim && g->priority == usual.priority &&
           g->restitution == usual.restitution && g->concave == usual.concave &&
           (g->friction[0] == friction || (visual && g->friction[0] == usual.friction[0])) &&
           g->friction[1] == usual.friction[1] && g->friction[2] == usual.friction[2];
}

double ludo_urdf_link_friction(const urdf_out *u, int32_t first)
{
    const double usual = ludo_geom_default().friction[0];
    double friction = -1.0;
    for (int32_t i = first; i >= 0; i = u->o.next_geom[i]) {
        const ludo_geom_def *g = ludo_spec_geom_at(u->w->spec, i);
        if ((g->contype == 0 && g->conaffinity == 0) || !is_expressible(u->w, g)) {
            continue;
        }
        if (friction >= 0.0 && g->friction[0] != friction) {
            return usual;
        }
        friction = g->friction[0];
    }
    return friction >= 0.0 ? friction : usual;
}

static void write_geom(const urdf_out *u, int32_t geom, double friction)
{
    writer *w = u->w;
    const ludo_geom_def *g = ludo_spec_geom_at(w->spec, geom);
    const bool visual = g->contype == 0 && g->conaffinity == 0;
    const char *element = visual ? "visual" : "collision";
    const struct shape *shape = find_shape(w, g, w->name[THING_GEOM][geom]);
    if (shape == NULL) {
        return;
    }
    ludo_write_open(w, element);
    ludo_write_text(w, "name", *g->name != '\0' ? g->name : NULL);
    ludo_urdf_write_origin(w, ludo_urdf_in_link(u, g->body, g->frame));
    ludo_write_open(w, "geometry");
    ludo_write_open(w, g->type);
    shape->write(w, g);
    ludo_write_close(w, g->type);
    ludo_write_close(w, "geometry");
    write_colour(w, g);
    ludo_write_close(w, element);
    if (!is_plain(g, visual, friction)) {
        ludo_write_remark(
            w,
            "URDF has one friction per link: other friction, restitution, filters and hollows of "
            "meshes are lost",
            g->place, "geom '%s'", w->name[THING_GEOM][geom]);
    }
}

void ludo_urdf_write_geoms(const urdf_out *u, int32_t first)
{
    const double friction = ludo_urdf_link_friction(u, first);
    for (int32_t i = first; i >= 0 && u->w->status == LUDO_OK; i = u->o.next_geom[i]) {
        write_geom(u, i, friction);
    }
}
