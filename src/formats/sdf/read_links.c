/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF links: masses, fluids, and the connection of links without a joint to the world. */
#include "formats/sdf/read.h"
#include "math/symmetric.h"
#include "spec/items.h"

#include <string.h>

/* Models around it are before it. */
void ludo_sdf_find_static(sdf *s, int32_t model)
{
    const int32_t include = ludo_sdf_include_of(s, model);
    const bool own = ludo_sdf_flag(s, model, "static", false);
    const bool given = include >= 0 ? ludo_sdf_flag(s, include, "static", own) : own;
    s->scope[model].still = given || s->scope[ludo_sdf_space(s, model)].still;
}

bool ludo_sdf_moves(const sdf *s, int32_t link)
{
    int32_t e = link;
    while (e > 0 && s->scope[e].carrier >= 0 &&
           strcmp(ludo_xml_attribute(s->r.doc, s->scope[e].carrier, "type"), "fixed") == 0) {
        e = s->scope[s->scope[e].carrier].parent;
    }
    return e > 0 && s->scope[e].carrier != SDF_STATIC;
}

/* ---- mass ---- */

/* Moments about the centre of mass, in the axes of the inertial frame. */
static sym3 read_moments(sdf *s, int32_t inertial)
{
    static const char *const names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    double J[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
    const int32_t inertia = ludo_reader_child(&s->r, inertial, "inertia");
    for (int i = 0; i < 6 && inertia >= 0; i++) {
        J[i] = ludo_sdf_number(s, inertia, names[i], J[i]);
    }
    return s3_from(J);
}

static void read_inertial(sdf *s, int32_t link, int32_t inertial, ludo_body_def *body)
{
    const ludo_frame in_link = ludo_sdf_pose_in(s, inertial, link);
    const sym3 J = read_moments(s, inertial);
    body->mass = ludo_sdf_number(s, inertial, "mass", 1.0);
    body->com = in_link.position;
    s3_to(q_is_identity(in_link.orientation) ? J : s3_turn(q_matrix(in_link.orientation), J),
          body->inertia);
    body->place = xml_place(s->r.doc, inertial);
}

/* Whether a link has the mass of its geometry; its inertial. */
static bool is_automatic(sdf *s, int32_t link, int32_t *inertial)
{
    *inertial = ludo_reader_child(&s->r, link, "inertial");
    return *inertial >= 0 && ludo_reader_flag(&s->r, *inertial, "auto", false);
}

double ludo_sdf_density(sdf *s, int32_t collision)
{
    int32_t inertial;
    if (!is_automatic(s, xml_at(s->r.doc, collision)->parent, &inertial)) {
        return 0.0;
    }
    return ludo_sdf_positive(s, collision, "density",
                             ludo_sdf_positive(s, inertial, "density", 1000.0));
}

void ludo_sdf_add_link(sdf *s, int32_t link)
{
    ludo_body_def body = {.struct_size = sizeof body,
                          .name = s->scope[link].name,
                          .mass = 1.0,
                          .inertia = {1.0, 1.0, 1.0},
                          .place = xml_place(s->r.doc, link)};
    int32_t inertial;
    body.gravity_compensation = ludo_sdf_flag(s, link, "gravity", true) ? 0.0 : 1.0;
    if (is_automatic(s, link, &inertial)) {
        body.mass = 0.0;
        memset(body.inertia, 0, sizeof body.inertia);
    } else if (inertial >= 0) {
        read_inertial(s, link, inertial, &body);
    }
    if (s->r.status == LUDO_OK) {
        ludo_reader_check(&s->r, link,
                          ludo_spec_add_body(s->r.spec, &body, &s->scope[link].number));
    }
}

/* Weigh a link by its collision geometry. A mass in the file scales the result. */
void ludo_sdf_set_mass(sdf *s, int32_t link)
{
    static const int32_t collisions[2] = {0, 0};
    reader *r = &s->r;
    int32_t inertial;
    if (!is_automatic(s, link, &inertial)) {
        return;
    }
    ludo_diagnostic why = {.line = 0};
    const ludo_status status = ludo_spec_weigh(r->spec, s->scope[link].number, collisions, &why);
    if (status != LUDO_OK) {
        ludo_reader_fail(r, status, inertial, "the mass of the geometry is not known: %s",
                         why.message);
        return;
    }
    ludo_body_def body = *ludo_spec_body_at(r->spec, s->scope[link].number);
    const double mass = ludo_sdf_positive(s, inertial, "mass", body.mass);
    if (!(body.mass > 0.0)) {
        ludo_reader_fail(r, LUDO_BAD_MODEL, inertial,
                         "is automatic, but no collision of the link has a mass");
        return;
    }
    const double factor = mass / body.mass;
    for (int i = 0; i < 6 && factor != 1.0; i++) {
        body.inertia[i] *= factor;
    }
    body.mass = mass;
    ludo_reader_check(r, inertial, ludo_spec_set_body(r->spec, s->scope[link].number, &body));
}

/* ---- forces of the surroundings ---- */

/* The name of an entry of the added mass, row before column. */
static void name_entry_of(int row, int column, char name[3])
{
    static const char letters[] = "xyzpqr";
    name[0] = letters[row < column ? row : column];
    name[1] = letters[row < column ? column : row];
    name[2] = '\0';
}

/* The added mass of SDF has linear velocities first. */
static void read_added_mass(sdf *s, int32_t element, ludo_fluid_def *fluid)
{
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            char name[3];
            name_entry_of((i + 3) % 6, (j + 3) % 6, name);
            fluid->added_mass[i][j] = ludo_sdf_number(s, element, name, 0.0);
        }
    }
}

/* Notes of properties that are not simulated, and would change the motion of a link that moves. */
static void note_unsupported(sdf *s, int32_t link)
{
    reader *r = &s->r;
    const int32_t decay = ludo_reader_child(r, link, "velocity_decay");
    if (decay >= 0 && (ludo_sdf_number(s, decay, "linear", 0.0) != 0.0 ||
                       ludo_sdf_number(s, decay, "angular", 0.0) != 0.0)) {
        ludo_reader_unsupported(r, decay, "damping of a link in the world is not simulated");
    }
    if (ludo_sdf_flag(s, link, "kinematic", false)) {
        ludo_reader_unsupported(r, ludo_reader_child(r, link, "kinematic"),
                                "kinematic links are not simulated");
    }
}

void ludo_sdf_add_fluid(sdf *s, int32_t link)
{
    reader *r = &s->r;
    const int32_t inertial = ludo_reader_child(r, link, "inertial");
    const int32_t added =
        inertial >= 0 ? ludo_reader_child(r, inertial, "fluid_added_mass") : SDF_NONE;
    if (!ludo_sdf_moves(s, link)) {
        return;
    }
    note_unsupported(s, link);
    if (added < 0) {
        return;
    }
    ludo_fluid_def fluid = {.struct_size = sizeof fluid,
                            .body = s->scope[link].number,
                            .place = xml_place(r->doc, added)};
    read_added_mass(s, added, &fluid);
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, added, ludo_spec_add_fluid(r->spec, &fluid, NULL));
    }
}

/* ---- connection to the world ---- */

/* A link that no joint carries floats, unless its model is static. */
void ludo_sdf_add_root(sdf *s, int32_t link)
{
    reader *r = &s->r;
    const int32_t carrier = s->scope[link].carrier;
    if (carrier >= 0) {
        return;
    }
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = carrier == SDF_STATIC ? "fixed" : "free",
                                  .parent = LUDO_WORLD,
                                  .child = s->scope[link].number,
                                  .in_parent = ludo_sdf_between(s, 0, link),
                                  .place = xml_place(r->doc, link)};
    ludo_reader_check(r, link, ludo_spec_add_joint(r->spec, &joint, NULL));
}
