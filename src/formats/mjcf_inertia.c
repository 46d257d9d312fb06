/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: what bodies weigh. From an inertial element or from geoms; then no less than the settings
 * ask for, made possible where they ask for that; then scaled to the sum that they ask for. */
#include "core/diagnostic.h"
#include "formats/mjcf.h"
#include "math/principal.h"

#include <string.h>

/* ---- from an inertial element ---- */

/* Moments about the centre of mass, from diagonal moments or the full matrix (xx yy zz xy xz yz)
 * in the axes of the inertial frame. */
static sym3 read_moments(mjcf *r, int32_t element)
{
    double n[6] = {0.0};
    const bool diagonal = ludo_mjcf_numbers(r, element, "diaginertia", 3, n);
    const bool full = ludo_mjcf_numbers(r, element, "fullinertia", 6, n);
    if (full && (diagonal || ludo_mjcf_source(r, element, ludo_mjcf_orientations) >= 0)) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "fullinertia stands alone: without diaginertia and orientation");
    }
    return s3_from(n);
}

static void set_inertia(ludo_body_def *body, sym3 J)
{
    memcpy(body->inertia, (double[]){J.xx, J.yy, J.zz, J.xy, J.xz, J.yz}, sizeof body->inertia);
}

void ludo_mjcf_read_mass(mjcf *r, int32_t inertial, ludo_body_def *body)
{
    const ludo_frame in_body = frame_mul(r->scope[inertial].frame, ludo_mjcf_frame(r, inertial));
    if (ludo_mjcf_source(r, inertial, "pos") < 0 || ludo_mjcf_source(r, inertial, "mass") < 0) {
        ludo_reader_fail(&r->base, LUDO_PARSE, inertial, "needs 'pos' and 'mass'");
    }
    body->com = in_body.position;
    body->mass = ludo_mjcf_number(r, inertial, "mass", 0.0);
    set_inertia(body, s3_turn(q_matrix(in_body.orientation), read_moments(r, inertial)));
    body->place = xml_place(r->base.doc, inertial);
}

/* ---- what the settings make of it ---- */

static double no_less(double x, double least)
{
    return x < least ? least : x;
}

/* In principal axes each moment is no less than asked for; of three that no body can have each
 * becomes their mean. What is fine keeps all its bits. */
static void correct(const mjcf_masses *m, ludo_body_def *body)
{
    double v[3];
    body->mass = no_less(body->mass, m->least);
    if (!(m->least_moment > 0.0) && !m->balanced) {
        return;
    }
    const ludo_quat axes = ludo_principal_axes(s3_from(body->inertia), v);
    const bool small = v[2] < m->least_moment;
    for (int i = 0; i < 3; i++) {
        v[i] = no_less(v[i], m->least_moment);
    }
    if (m->balanced && v[1] + v[2] < v[0]) {
        const double mean = (v[0] + v[1] + v[2]) / 3.0;
        set_inertia(body, (sym3){.xx = mean, .yy = mean, .zz = mean});
    } else if (small) {
        const sym3 J = {.xx = v[0], .yy = v[1], .zz = v[2]};
        set_inertia(body, s3_turn(q_matrix(axes), J));
    }
}

/* ---- from geoms ---- */

/* A body's mass would come from a shape of which nothing is known. */
static void refuse_unknown(mjcf *r, int32_t geom)
{
    ludo_diagnostic why = {.message = "its shape is not supported"};
    ludo_status status = LUDO_BAD_MODEL;
    if (ludo_mjcf_source(r, geom, "mesh") >= 0) {
        const int32_t mesh = ludo_mjcf_named(r, FAMILY_MESH, geom, "mesh");
        status = ludo_mjcf_mesh_problem(r, mesh, &why);
    }
    ludo_reader_fail(&r->base, status, geom, "the mass of its body depends on it, but %s",
                     why.message);
}

/* Where no joint carries a body, its mass makes no difference. */
static void weigh_geoms(mjcf *r, int32_t body)
{
    const mjcf_scope *s = &r->scope[body];
    if (s->unweighable < 0) {
        r->base.status = ludo_spec_weigh(r->base.spec, s->number, r->masses.group, r->base.why);
    } else if (s->moves) {
        refuse_unknown(r, s->unweighable);
    }
}

void ludo_mjcf_weigh(mjcf *r, int32_t body)
{
    const mjcf_scope *s = &r->scope[body];
    const bool asked =
        r->masses.from == FROM_GEOMS || (r->masses.from == FROM_EITHER && s->inertial < 0);
    if (asked && s->weighable > 0) {
        weigh_geoms(r, body);
    }
    if (r->base.status == LUDO_OK) {
        ludo_body_def def = *ludo_spec_body(r->base.spec, s->number);
        correct(&r->masses, &def);
        ludo_reader_check(&r->base, body, ludo_spec_set_body(r->base.spec, s->number, &def));
    }
}

/* ---- their sum ---- */

void ludo_mjcf_scale_masses(mjcf *r)
{
    double sum = 0.0;
    const int32_t count = ludo_spec_body_count(r->base.spec);
    for (int32_t i = 0; i < count; i++) {
        sum += ludo_spec_body(r->base.spec, i)->mass;
    }
    const double scale = r->masses.total > 0.0 && sum > 0.0 ? r->masses.total / sum : 1.0;
    for (int32_t i = 0; i < count && scale != 1.0 && r->base.status == LUDO_OK; i++) {
        ludo_body_def def = *ludo_spec_body(r->base.spec, i);
        def.mass *= scale;
        for (int k = 0; k < 6; k++) {
            def.inertia[k] *= scale;
        }
        ludo_reader_check(&r->base, 0, ludo_spec_set_body(r->base.spec, i, &def));
    }
}
