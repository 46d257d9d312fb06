/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF links: masses, and the connection of the root to the world. */
#include "formats/urdf/read.h"
#include "math/symmetric.h"

#include <string.h>

/* A required number. */
static double needed_number(urdf *u, int32_t element, const char *name)
{
    (void)ludo_reader_text(&u->r, element, name);
    return ludo_reader_number(&u->r, element, name, 0.0);
}

/* Moments about the centre of mass, in the axes of the inertial frame. */
static sym3 read_moments(urdf *u, int32_t inertia)
{
    return (sym3){needed_number(u, inertia, "ixx"), needed_number(u, inertia, "iyy"),
                  needed_number(u, inertia, "izz"), needed_number(u, inertia, "ixy"),
                  needed_number(u, inertia, "ixz"), needed_number(u, inertia, "iyz")};
}

/* An element of an inertial; -1: it is missing, and masses are repaired, or the reader has failed.
 */
static int32_t inertial_part(urdf *u, int32_t inertial, const char *name)
{
    const int32_t part = ludo_reader_child(&u->r, inertial, name);
    if (part < 0 && !u->r.files->options->repair) {
        ludo_reader_fail(&u->r, LUDO_PARSE, inertial,
                         "the element '%s' is missing; option --repair (repair=True) replaces it",
                         name);
    }
    return part;
}

static void read_inertial(urdf *u, int32_t inertial, ludo_body_def *body)
{
    const int32_t mass = inertial_part(u, inertial, "mass");
    const int32_t inertia = inertial_part(u, inertial, "inertia");
    const ludo_frame in_link = ludo_urdf_origin(u, inertial);
    if (mass >= 0) {
        body->mass = needed_number(u, mass, "value");
    }
    if (inertia >= 0) {
        const sym3 J = s3_turn(q_matrix(in_link.orientation), read_moments(u, inertia));
        s3_to(J, body->inertia);
    }
    body->com = in_link.position;
    body->place = xml_place(u->r.doc, inertial);
}

void ludo_urdf_add_link(urdf *u, int32_t link)
{
    reader *r = &u->r;
    ludo_body_def body = {.struct_size = sizeof body,
                          .name = ludo_xml_attribute(r->doc, link, "name"),
                          .place = xml_place(r->doc, link)};
    const int32_t inertial = ludo_reader_child(r, link, "inertial");
    if (inertial >= 0) {
        read_inertial(u, inertial, &body);
    }
    if (ludo_urdf_is_world(u, link)) {
        if (inertial >= 0) {
            ludo_reader_note(r, LUDO_NOTE_WARNING, inertial, "ignored: this link is the world");
        }
        return;
    }
    if (strcmp(body.name, "world") == 0) {
        ludo_reader_fail(r, LUDO_BAD_MODEL, link, "the world can't be the child of a joint");
    }
    ludo_masses_correct(&u->masses, &body);
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, link, ludo_spec_add_body(r->spec, &body, &u->scope[link].number));
    }
}

void ludo_urdf_add_root(urdf *u, int32_t robot)
{
    reader *r = &u->r;
    (void)robot;
    if (ludo_urdf_is_world(u, u->root)) {
        return;
    }
    const bool taken = ludo_name_table_find(&r->names, FAMILY_JOINT, "", "root") > 0;
    const char *name = taken ? "root_free" : "root";
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .name = u->floats ? name : NULL,
                                  .type = u->floats ? "free" : "fixed",
                                  .parent = LUDO_WORLD,
                                  .child = u->scope[u->root].number,
                                  .place = xml_place(r->doc, u->root)};
    ludo_reader_check(r, u->root, ludo_spec_add_joint(r->spec, &joint, NULL));
}
