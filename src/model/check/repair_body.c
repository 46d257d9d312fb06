/* SPDX-License-Identifier: Apache-2.0
 *
 * Repair of the mass and inertia of one body: rules in docs/decisions/0021-repair.md. */
#include "math/moments.h"
#include "model/check/check.h"
#include "model/check/repair.h"
#include "spec/items.h"

const double ludo_repair_light = 1e-2;
const double ludo_repair_margin = 1e-3;

/* ---- mass properties ---- */

static void set_moments(repairing *r, int32_t b, sym3 J, moment_source from)
{
    s3_to(J, r->body[b].inertia);
    r->how[b].moments = from;
}

/* True if the moments count as given: their sum is positive. */
static bool has_moments(sym3 J)
{
    return J.xx + J.yy + J.zz > 0.0;
}

static sym3 equal_moments(double moment)
{
    return (sym3){.xx = moment, .yy = moment, .zz = moment};
}

ludo_status ludo_repair_weigh(repairing *r, int32_t b, mass_properties *out)
{
    solid_sum sum = {.touching = {.mass = 0.0}};
    ludo_status status = LUDO_OK;
    for (int32_t i = r->first_geom[b]; i >= 0 && status == LUDO_OK; i = r->next_geom[i]) {
        mass_properties solid;
        status = ludo_weigh_solid(&r->view, i, r->weight, &solid);
        solid_sum_add(&sum, ludo_spec_geom_at(&r->view, i), solid);
    }
    *out = mass_scaled(r->density, solid_sum_of(&sum));
    if (!mass_finite(*out) || !(out->mass > 0.0)) {
        *out = (mass_properties){0};
    } else if (ludo_check_inertia(out) != NULL && has_moments(out->J)) {
        out->J = ludo_moments_nearest(out->J, ludo_repair_margin);
    }
    return status;
}

/* ---- lengths ---- */

/* Half of the distance that the joints of an unmerged body span. */
static double gyration(repairing *r, int32_t b, int32_t into)
{
    r->how[b].gyration = 0.5 * r->reach[into];
    return r->how[b].gyration;
}

/* The radius of a sphere of volume 3/4 pi x, by Newton's method: from above it decreases until it
 * is as near as numbers are. */
static double cube_root(double x)
{
    double root = x > 1.0 ? x : 1.0, next = root;
    do {
        root = next;
        next = (2.0 * root + x / (root * root)) / 3.0;
    } while (next < root && next > 0.0);
    return root;
}

/* The moment of a solid sphere. */
static double sphere_moment(double mass, double density)
{
    const double pi = 3.14159265358979323846;
    const double radius = cube_root(mass / density * 3.0 / (4.0 * pi));
    return 0.4 * mass * radius * radius;
}

/* ---- rules ---- */

/* Take mass, centre of mass and inertia of a solid. */
static void take_solid(repairing *r, int32_t b, mass_properties solid)
{
    r->body[b].mass = solid.mass;
    r->body[b].com = solid.com;
    r->how[b].mass = MASS_OF_GEOMETRY;
    set_moments(r, b, solid.J, MOMENTS_OF_GEOMETRY);
}

ludo_status ludo_repair_negative_mass(repairing *r, int32_t b)
{
    mass_properties solid;
    ludo_body_def *d = &r->body[b];
    const bool finite = mass_finite(body_own_mass(&r->body[b]));
    if (!finite || !(d->mass < 0.0)) {
        return LUDO_OK;
    }
    const ludo_status status = ludo_repair_weigh(r, b, &solid);
    if (solid.mass > 0.0 && !has_moments(s3_from(d->inertia))) {
        take_solid(r, b, solid);
        return status;
    }
    d->mass = solid.mass;
    r->how[b].mass = solid.mass > 0.0 ? MASS_OF_GEOMETRY : MASS_NONE;
    return status;
}

ludo_status ludo_repair_massless(repairing *r, int32_t b, bool *done)
{
    mass_properties solid;
    const ludo_status status = ludo_repair_weigh(r, b, &solid);
    *done = status == LUDO_OK && solid.mass > 0.0;
    if (*done) {
        take_solid(r, b, solid);
    }
    return status;
}

/* The mass of a body with moments but without mass. */
static void set_mass_of_moments(repairing *r, int32_t b, int32_t into, mass_properties solid)
{
    const double *J = r->body[b].inertia, radius = gyration(r, b, into);
    const double mass = (J[0] + J[1] + J[2]) / (3.0 * radius * radius);
    r->body[b].mass = solid.mass > 0.0 ? solid.mass : mass;
    r->how[b].mass = solid.mass > 0.0 ? MASS_OF_GEOMETRY : MASS_OF_MOMENTS;
}

/* The inertia of a body with mass but without moments. */
static void set_moments_of_mass(repairing *r, int32_t b, mass_properties solid)
{
    const double mass = r->body[b].mass;
    if (solid.mass > 0.0) {
        set_moments(r, b, s3_scale(mass / solid.mass, solid.J), MOMENTS_OF_GEOMETRY);
    } else {
        set_moments(r, b, equal_moments(sphere_moment(mass, r->density)), MOMENTS_OF_SPHERE);
    }
}

ludo_status ludo_repair_impossible(repairing *r, int32_t b, int32_t into)
{
    mass_properties solid, m = body_own_mass(&r->body[b]);
    const ludo_status status = ludo_repair_weigh(r, b, &solid);
    const bool moments = has_moments(m.J);
    if (!moments && !(m.mass > 0.0)) {
        if (solid.mass > 0.0) {
            take_solid(r, b, solid);
        } else {
            set_moments(r, b, equal_moments(0.0), MOMENTS_KEPT);
            r->how[b].bare = true;
        }
        return status;
    }
    if (!moments) {
        set_moments_of_mass(r, b, solid);
        return status;
    }
    const bool massless = !(m.mass > 0.0);
    m.mass = 1.0;
    if (ludo_check_inertia(&m) != NULL) {
        m.J = ludo_moments_nearest(m.J, ludo_repair_margin);
        set_moments(r, b, m.J, MOMENTS_NEAREST);
    }
    if (massless) {
        set_mass_of_moments(r, b, into, solid);
    }
    if (ludo_check_inertia(&m) != NULL) { /* products of its numbers overflow or underflow */
        set_moments_of_mass(r, b, solid);
    }
    return status;
}

void ludo_repair_bare(repairing *r, int32_t b, double lightest)
{
    const double radius = gyration(r, b, b), near = r->neighbour[b];
    const double from = near > 0.0 ? near : lightest;
    r->how[b].mass =
        near > 0.0 ? MASS_OF_NEIGHBOUR : (lightest > 0.0 ? MASS_OF_THE_OTHERS : MASS_OF_NOTHING);
    r->body[b].mass = from > 0.0 ? ludo_repair_light * from : 1.0;
    set_moments(r, b, equal_moments(r->body[b].mass * radius * radius), MOMENTS_OF_GYRATION);
}
