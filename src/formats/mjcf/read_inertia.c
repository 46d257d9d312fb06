/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: masses of bodies, from an inertial element or from geoms, with the compiler settings
 * applied. */
#include "core/diagnostic.h"
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"
#include "math/symmetric.h"
#include "spec/items.h"

/* ---- inertial element ---- */

/* Moments about the centre of mass, from diagonal moments or the full matrix (xx yy zz xy xz yz),
 * in the axes of the inertial frame. */
static sym3 read_moments(mjcf *r, int32_t element)
{
    double n[6] = {0.0};
    const bool diagonal = ludo_mjcf_numbers(r, element, "diaginertia", 3, n);
    const bool full = ludo_mjcf_numbers(r, element, "fullinertia", 6, n);
    if (full && (diagonal || ludo_mjcf_find_template(r, element, ludo_mjcf_orientations) >= 0)) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "'fullinertia' excludes 'diaginertia' and an orientation: remove these");
    }
    return s3_from(n);
}

void ludo_mjcf_read_mass(mjcf *r, int32_t inertial, ludo_body_def *body)
{
    const ludo_frame in_body = frame_mul(r->scope[inertial].frame, ludo_mjcf_frame(r, inertial));
    if (ludo_mjcf_find_template(r, inertial, "pos") < 0 ||
        ludo_mjcf_find_template(r, inertial, "mass") < 0) {
        ludo_reader_fail(&r->base, LUDO_PARSE, inertial, "needs 'pos' and 'mass'");
    }
    body->com = in_body.position;
    body->mass = ludo_mjcf_number(r, inertial, "mass", 0.0);
    s3_to(s3_turn(q_matrix(in_body.orientation), read_moments(r, inertial)), body->inertia);
    if (ludo_mjcf_has_medium(r) && ludo_mjcf_find_template(r, inertial, "fullinertia") < 0) {
        body->drag_axes = in_body.orientation;
    }
    body->place = xml_place(r->base.doc, inertial);
}

/* ---- geoms ---- */

/* A body's mass depends on a shape of unknown mass. */
static void refuse_unknown(mjcf *r, int32_t geom)
{
    ludo_diagnostic why = {.message = "its shape is not supported"};
    ludo_status status = LUDO_BAD_MODEL;
    if (ludo_mjcf_find_template(r, geom, "mesh") >= 0) {
        const int32_t mesh = ludo_mjcf_named(r, FAMILY_MESH, geom, "mesh");
        status = ludo_mjcf_mesh_problem(r, mesh, &why);
    }
    ludo_reader_fail(&r->base, status, geom,
                     "the mass of its body depends on this geom: give the body an inertial (%s)",
                     why.message);
}

/* The axes of the only geom with mass of a body are those of its box of drag. */
static void find_drag_axes(mjcf *r, int32_t body)
{
    const mjcf_scope *s = &r->scope[body];
    const ludo_spec *spec = r->base.spec;
    const int32_t *group = mjcf_part_of(r, body)->masses.group;
    ludo_body_def def = *ludo_spec_body_at(spec, s->number);
    int32_t heavy = 0;
    for (int32_t i = 0; i < ludo_spec_geom_count(spec) && heavy < 2; i++) {
        const ludo_geom_def *g = ludo_spec_geom_at(spec, i);
        const bool massless = g->mass == 0.0 || (g->mass < 0.0 && g->density == 0.0);
        const bool counts = g->group >= group[0] && g->group <= group[1];
        if (g->body == s->number && counts && !massless) {
            heavy++;
            def.drag_axes = g->frame.orientation;
        }
    }
    if (heavy == 1) {
        ludo_reader_check(&r->base, body, ludo_spec_set_body(r->base.spec, s->number, &def));
    }
}

/* The mass of a body that no joint carries has no effect. */
static void weigh_geoms(mjcf *r, int32_t body)
{
    const mjcf_scope *s = &r->scope[body];
    ludo_diagnostic why = {.line = 0};
    if (s->unweighable >= 0) {
        if (s->moves) {
            refuse_unknown(r, s->unweighable);
        }
        return;
    }
    const ludo_status status =
        ludo_spec_weigh(r->base.spec, s->number, mjcf_part_of(r, body)->masses.group, &why);
    if (status == LUDO_BAD_MODEL && !s->moves) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, body, "mass of a fixed body", why.message);
    } else if (status != LUDO_OK) {
        r->base.status = status;
        ludo_diagnose(r->base.why, (ludo_place){why.file, why.line, why.column}, "%s", why.message);
    }
}

void ludo_mjcf_set_mass(mjcf *r, int32_t body)
{
    const mjcf_scope *s = &r->scope[body];
    const mjcf_masses *masses = &mjcf_part_of(r, body)->masses;
    const bool asked =
        masses->from == FROM_GEOMS || (masses->from == FROM_EITHER && s->inertial < 0);
    if (asked && s->weighable > 0) {
        weigh_geoms(r, body);
        if (ludo_mjcf_has_medium(r) && r->base.status == LUDO_OK) {
            find_drag_axes(r, body);
        }
    }
    if (r->base.status == LUDO_OK) {
        ludo_body_def def = *ludo_spec_body_at(r->base.spec, s->number);
        ludo_masses_correct(&masses->settings, &def);
        ludo_reader_check(&r->base, body, ludo_spec_set_body(r->base.spec, s->number, &def));
    }
}

/* ---- inertia that springs and actuators see ---- */

/* Maximum number of body visits: more would take too long. */
enum { MOST_VISITS = 200000000 };

double ludo_mjcf_inverse_inertia(mjcf *r, int32_t element)
{
    r->visits += ludo_spec_body_count(r->base.spec);
    if (r->visits > MOST_VISITS) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "too many springdamper and dampratio attributes in a model of this size: "
                         "give stiffness and damping instead");
        return 0.0;
    }
    return ludo_dof_inertia_inverse(r->dof_inertia);
}
