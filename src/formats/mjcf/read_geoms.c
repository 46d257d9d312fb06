/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF geoms: shapes on bodies. */
#include "core/diagnostic.h"
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"
#include "math/principal.h"
#include "spec/items.h"

#include <string.h>

/* The types in the order of `words`, with the number of their sizes and the index of the size that
 * `fromto` gives, after the first; 0: the type has no fromto. */
static const char words[] = "sphere capsule cylinder box ellipsoid plane mesh hfield sdf";
enum { SPHERE, CAPSULE, CYLINDER, BOX, ELLIPSOID, PLANE, MESH, HEIGHTS, DISTANCES };
static const struct {
    const char *name;
    int32_t sizes, along;
} shapes[] = {{"sphere", 1, 0},    {"capsule", 2, 1}, {"cylinder", 2, 1}, {"box", 3, 2},
              {"ellipsoid", 3, 2}, {"plane", 2, 0},   {"mesh", 0, 0},     {"hfield", 0, 0}};

static void check_sizes(mjcf *r, int32_t element, int32_t type, const double size[3])
{
    for (int32_t i = 0; i < shapes[type].sizes; i++) {
        if (!(size[i] > 0.0 || (type == PLANE && size[i] == 0.0))) {
            ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "a %s needs %d positive sizes",
                             shapes[type].name, (int)shapes[type].sizes);
        }
    }
}

/* With `fromto` one size is half the distance of the points. */
static void read_sizes(mjcf *r, int32_t element, int32_t type, double size[3])
{
    double ends[6];
    const int32_t along = shapes[type].along;
    (void)ludo_mjcf_inherited_numbers(r, element, "size", 1, 3, size);
    if (ludo_mjcf_numbers(r, element, "fromto", 6, ends)) {
        if (along == 0) {
            ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "a %s cannot have 'fromto'",
                             shapes[type].name);
        }
        size[1] = size[0];
        size[along] =
            0.5 * v3_norm(v3_sub(v3(ends[0], ends[1], ends[2]), v3(ends[3], ends[4], ends[5])));
    }
    for (int32_t i = shapes[type].sizes; i < 3; i++) {
        size[i] = 0.0;
    }
    check_sizes(r, element, type, size);
}

/* A site without a shape is a sphere of 5 mm; sizes that are missing are 5 mm, too. */
void ludo_mjcf_read_site_shape(mjcf *r, int32_t element, ludo_site_def *site)
{
    const int32_t type =
        ludo_mjcf_choice(r, element, "type", "sphere capsule cylinder box ellipsoid", SPHERE);
    double size[3] = {0.005, 0.005, 0.005};
    if (ludo_mjcf_find_template(r, element, "type size fromto") < 0) {
        return;
    }
    read_sizes(r, element, type, size);
    site->type = shapes[type].name;
    memcpy(site->size, size, sizeof site->size);
}

/* ---- shapes fitted to meshes ---- */

/* Of a mesh of mass 1: its centre of mass and its moments about it. */
static ludo_status weigh_mesh(mjcf *r, const ludo_mesh_def *mesh, ludo_vec3 *com, sym3 *moments,
                              ludo_diagnostic *why)
{
    double mass, inertia[6];
    ludo_spec *apart = NULL;
    ludo_geom_def geom = ludo_geom_default();
    geom.type = "mesh";
    geom.body = LUDO_WORLD;
    geom.mass = 1.0;
    ludo_status status = ludo_spec_create(&r->base.doc->allocator, &apart);
    status = status == LUDO_OK ? ludo_spec_add_mesh(apart, mesh, NULL) : status;
    status = status == LUDO_OK ? ludo_spec_add_geom(apart, &geom, NULL) : status;
    status = status == LUDO_OK ? ludo_spec_weigh_geom(apart, 0, &mass, com, inertia, why) : status;
    ludo_spec_destroy(apart);
    if (status == LUDO_OK) {
        *moments = s3_from(inertia);
    }
    return status;
}

/* Mass properties of a mesh, for fitting. */
typedef struct mesh_moments {
    bool known;
    ludo_vec3 com;
    sym3 J;
} mesh_moments;

/* Cached, as several shapes may be fitted to one mesh. */
static ludo_status find_moments(mjcf *r, int32_t mesh, mesh_moments *out, ludo_diagnostic *why)
{
    while (r->moments.count < ludo_spec_mesh_count(r->base.spec)) {
        if (ludo_growing_add(&r->moments, sizeof *out, &r->base.doc->allocator) == NULL) {
            return LUDO_NO_MEMORY;
        }
    }
    mesh_moments *m = (mesh_moments *)r->moments.items + mesh;
    ludo_status status = LUDO_OK;
    if (!m->known) {
        status = weigh_mesh(r, ludo_spec_mesh_at(r->base.spec, mesh), &m->com, &m->J, why);
        m->known = status == LUDO_OK;
    }
    *out = *m;
    return status;
}

/* The sizes of a type whose equivalent box has these half edges. */
static void fit_sizes(int32_t type, const double half[3], double scale, double size[3])
{
    const double round = 0.5 * (half[0] + half[1]);
    const double fitted[][3] = {[SPHERE] = {(half[0] + half[1] + half[2]) / 3.0},
                                [CAPSULE] = {round, half[2] - 0.5 * round},
                                [CYLINDER] = {round, half[2]},
                                [BOX] = {half[0], half[1], half[2]},
                                [ELLIPSOID] = {half[0], half[1], half[2]}};
    for (int i = 0; i < 3; i++) {
        size[i] = scale * fitted[type][i];
    }
}

/* A box of mass 1 with half edges a, b, c has the moments (b^2 + c^2) / 3, ... */
static void fit_box(mjcf *r, int32_t element, int32_t type, ludo_vec3 com, sym3 J,
                    ludo_geom_def *geom)
{
    double moment[3], half[3];
    const ludo_quat axes = ludo_principal_axes(J, moment);
    for (int i = 0; i < 3; i++) {
        const double others = moment[(i + 1) % 3] + moment[(i + 2) % 3];
        half[i] = sqrt(fmax(1.5 * (others - moment[i]), 0.0));
    }
    fit_sizes(type, half, ludo_mjcf_number(r, element, "fitscale", 1.0), geom->size);
    geom->frame = frame_mul(geom->frame, (ludo_frame){com, axes});
    check_sizes(r, element, type, geom->size);
}

/* Fit a shape to its mesh by the moments of inertia; false if that fails. */
static bool fit(mjcf *r, int32_t element, int32_t type, ludo_geom_def *geom)
{
    mesh_moments m;
    ludo_diagnostic why = {.line = 0};
    if (type == PLANE) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "a plane cannot be fitted to a mesh");
        return false;
    }
    if (mjcf_part_of(r, element)->fit_boxes) {
        ludo_diagnose(&why, (ludo_place){0}, "fitting to bounding boxes is not supported");
    } else {
        const ludo_status status = find_moments(r, geom->mesh, &m, &why);
        if (status == LUDO_OK) {
            fit_box(r, element, type, m.com, m.J, geom);
            return true;
        }
        if (status == LUDO_NO_MEMORY) {
            ludo_reader_check(&r->base, element, status);
        }
    }
    ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "shape fitted to a mesh", why.message);
    return false;
}

/* ---- colour and contact ---- */

/* An own colour precedes that of the material. */
static void read_looks(mjcf *r, int32_t element, ludo_geom_def *geom)
{
    static const double grey[4] = {0.5, 0.5, 0.5, 1.0}, white[4] = {1.0, 1.0, 1.0, 1.0};
    const bool painted = ludo_mjcf_find_template(r, element, "material") >= 0;
    const int32_t material =
        painted ? ludo_mjcf_named(r, FAMILY_MATERIAL, element, "material") : -1;
    geom->group = ludo_mjcf_integer(r, element, "group", 0);
    memcpy(geom->rgba, material >= 0 ? white : grey, sizeof geom->rgba);
    if (!ludo_mjcf_numbers(r, element, "rgba", 4, geom->rgba) && material >= 0) {
        (void)ludo_mjcf_numbers(r, material, "rgba", 4, geom->rgba);
    }
}

static void read_contact(mjcf *r, int32_t element, ludo_geom_def *geom)
{
    const int32_t contype = ludo_mjcf_integer(r, element, "contype", geom->contype);
    const int32_t conaffinity = ludo_mjcf_integer(r, element, "conaffinity", geom->conaffinity);
    geom->contype = r->no_contact ? 0 : contype;
    geom->conaffinity = r->no_contact ? 0 : conaffinity;
    geom->condim = ludo_mjcf_integer(r, element, "condim", geom->condim);
    geom->priority = ludo_mjcf_integer(r, element, "priority", geom->priority);
    (void)ludo_mjcf_inherited_numbers(r, element, "friction", 1, 3, geom->friction);
    const double common = ludo_mjcf_common_restitution(r, element, geom->restitution);
    geom->restitution = ludo_mjcf_restitution(r, geom->name, common);
    geom->concave = ludo_mjcf_concave(r, geom->name);
    ludo_mjcf_check_condim(r, element, geom->condim);
    ludo_mjcf_warn_of_softness(r, element);
    ludo_mjcf_note_surface(r, element);
}

/* ---- drag ---- */

/* In a medium only: without one it has no effect. */
static void read_drag(mjcf *r, int32_t element, int32_t type, ludo_geom_def *geom)
{
    const bool ellipsoid = ludo_mjcf_choice(r, element, "fluidshape", "none ellipsoid", 0) == 1;
    (void)ludo_mjcf_inherited_numbers(r, element, "fluidcoef", 1, 5, geom->drag);
    geom->drag_ellipsoid = ellipsoid;
    if (ellipsoid && type == MESH && ludo_mjcf_has_medium(r)) {
        ludo_mjcf_unsupported(r, element, "fluidshape of a mesh is not simulated");
        geom->drag_ellipsoid = false;
    }
}

/* ---- mass ---- */

static void read_mass(mjcf *r, int32_t element, ludo_geom_def *geom)
{
    const bool given = ludo_mjcf_numbers(r, element, "mass", 1, &geom->mass);
    geom->density = ludo_mjcf_number(r, element, "density", geom->density);
    geom->shell = ludo_mjcf_flag(r, element, "shellinertia", false);
    if ((given && geom->mass < 0.0) || geom->density < 0.0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "'mass' or 'density' is negative");
    }
}

/* Count the geom for the mass of its body; `known`: its mass can be computed. */
static void count_mass(mjcf *r, int32_t element, const ludo_geom_def *geom, bool known)
{
    mjcf_scope *body = &r->scope[r->scope[element].body];
    const int32_t *group = mjcf_part_of(r, element)->masses.group;
    const bool counts = geom->group >= group[0] && geom->group <= group[1];
    const bool weightless = geom->mass == 0.0 || (geom->mass < 0.0 && geom->density == 0.0);
    body->weighable += counts;
    if (counts && !weightless) {
        body->heavy++;
        body->heavy_geom = element;
    }
    if (counts && !known && !weightless && body->unweighable < 0) {
        body->unweighable = element;
    }
}

/* ---- geom ---- */

/* A mesh geom, or a shape fitted to a mesh; false: the mesh is unusable. */
static bool read_mesh(mjcf *r, int32_t element, int32_t type, ludo_geom_def *geom)
{
    const int32_t mesh = ludo_mjcf_named(r, FAMILY_MESH, element, "mesh");
    if (mesh < 0) {
        return false;
    }
    geom->mesh = r->scope[mesh].number;
    if (geom->shell && type == MESH) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "'shellinertia' does not apply to meshes: set 'inertia' of the mesh");
    }
    if (ludo_spec_mesh_at(r->base.spec, geom->mesh)->vertex_count == 0) {
        return false;
    }
    return type == MESH || fit(r, element, type, geom);
}

static void add_geom(mjcf *r, int32_t element, const ludo_geom_def *geom)
{
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, element,
                          ludo_spec_add_geom(r->base.spec, geom, &r->scope[element].number));
    }
}

/* The mass of distance functions is unknown. */
static void leave_out(mjcf *r, int32_t element, const ludo_geom_def *geom)
{
    ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "geom",
                   "left out: shapes of type sdf are not supported");
    count_mass(r, element, geom, false);
}

/* A height field, which has no mass. */
static void add_field(mjcf *r, int32_t element, ludo_geom_def *geom)
{
    const int32_t field = ludo_mjcf_named(r, FAMILY_FIELD, element, "hfield");
    if (field >= 0) {
        geom->type = shapes[HEIGHTS].name;
        geom->mesh = r->scope[field].number;
        geom->size[0] = ludo_mjcf_field_base(r, field);
        add_geom(r, element, geom);
    }
}

void ludo_mjcf_read_geom(mjcf *r, int32_t element)
{
    const mjcf_scope *s = &r->scope[element];
    ludo_geom_def geom = ludo_geom_default();
    const int32_t type = ludo_mjcf_choice(r, element, "type", words, SPHERE);
    geom.name = ludo_xml_attribute(r->base.doc, element, "name");
    geom.body = r->scope[s->body].number;
    geom.frame = frame_mul(s->frame, ludo_mjcf_frame(r, element));
    geom.place = xml_place(r->base.doc, element);
    ludo_mjcf_register(r, FAMILY_GEOM, element);
    read_looks(r, element, &geom);
    read_contact(r, element, &geom);
    read_mass(r, element, &geom);
    read_drag(r, element, type, &geom);
    if (r->base.status != LUDO_OK) {
        return;
    }
    if (type == HEIGHTS) {
        add_field(r, element, &geom);
        return;
    }
    if (type == DISTANCES) {
        leave_out(r, element, &geom);
        return;
    }
    geom.type = shapes[type].name;
    const bool of_mesh = type == MESH || ludo_mjcf_find_template(r, element, "mesh") >= 0;
    if (!of_mesh) {
        read_sizes(r, element, type, geom.size);
    }
    const bool known = !of_mesh || read_mesh(r, element, type, &geom);
    if (!known) {
        geom.type = shapes[MESH].name; /* a type that cannot be fitted keeps its name */
    }
    count_mass(r, element, &geom, known);
    add_geom(r, element, &geom);
}
