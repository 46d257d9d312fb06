/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling drag: one element for each geom that is an ellipsoid of drag, and one box for each body
 * that has none, with the mass of the body alone.
 *
 * Added mass of an ellipsoid of half axes a, b, c at density 1 [lamb1932, sections 114-115]; see
 * docs/conventions.md. */
#include "core/diagnostic.h"
#include "math/principal.h"
#include "model/check/check.h"
#include "model/compile/compile.h"

#include <string.h>

/* ---- which bodies and geoms ---- */

static bool has_medium(const ludo_spec *s)
{
    return s->medium.density > 0.0 || s->medium.viscosity > 0.0;
}

/* Whether body b moves, itself or in another. */
static bool moves(const compiler *w, int32_t b)
{
    const int32_t into = b == LUDO_WORLD ? LUDO_WORLD : w->merging[b].merged_into;
    return into != LUDO_WORLD && !body_is_massless(w->merging, into);
}

static bool is_ellipsoid(const compiler *w, int32_t geom)
{
    return w->geom[geom].drag_ellipsoid && moves(w, w->geom[geom].body);
}

static bool has_ellipsoid(const compiler *w, int32_t body)
{
    bool has = false;
    for (int32_t i = 0; i < w->spec->geoms.count; i++) {
        has = has || (w->geom[i].body == body && w->geom[i].drag_ellipsoid);
    }
    return has;
}

static bool has_box(const compiler *w, int32_t body)
{
    return moves(w, body) && w->body[body].mass > 0.0 && !has_ellipsoid(w, body);
}

int32_t ludo_compile_drag_count(const compiler *w)
{
    int32_t count = 0;
    for (int32_t b = 0; b < w->spec->bodies.count && has_medium(w->spec); b++) {
        count += has_box(w, b);
    }
    for (int32_t i = 0; i < w->spec->geoms.count && has_medium(w->spec); i++) {
        count += is_ellipsoid(w, i);
    }
    return count;
}

/* ---- boxes ---- */

/* The frame of the box: at the centre of mass, along the principal axes of the inertia, or along
 * given ones. */
static ludo_frame box_frame(const ludo_body_def *d, double moment[3])
{
    const sym3 J = s3_from(d->inertia);
    const ludo_quat given = d->drag_axes;
    if (!(q_dot(given, given) > 0.0)) {
        return (ludo_frame){d->com, ludo_principal_axes(J, moment)};
    }
    const ludo_quat axes = q_normalized(given);
    const sym3 turned = s3_turn(q_matrix(q_conj(axes)), J);
    moment[0] = turned.xx, moment[1] = turned.yy, moment[2] = turned.zz;
    return (ludo_frame){d->com, axes};
}

static void place(drag_data *to, const ludo_model *m, int32_t body, ludo_frame in_body)
{
    const ludo_frame on = frame_mul(m->body[body].on.frame, in_body);
    to->slot = m->body[body].on.slot;
    to->body = body;
    to->center = on.position;
    to->axes = q_matrix(q_normalized(on.orientation));
}

/* A homogeneous box of sides s has the moments mass (s_j^2 + s_k^2) / 12. */
static drag_data make_box(const ludo_model *m, const ludo_body_def *d, int32_t body)
{
    double moment[3];
    drag_data box = {.kind = &ludo_drag_box};
    const ludo_frame frame = box_frame(d, moment);
    place(&box, m, body, frame);
    for (int i = 0; i < 3; i++) {
        const double square =
            6.0 * (moment[(i + 1) % 3] + moment[(i + 2) % 3] - moment[i]) / d->mass;
        box.size[i] = square > 0.0 ? sqrt(square) : 0.0;
    }
    return box;
}

/* ---- ellipsoids ---- */

/* Half axes by type of shape: numbers of sizes; `capped`: the first size is added to the third. */
static const struct {
    const char *type;
    int axis[3];
    bool capped;
} shapes[] = {{"sphere", {0, 0, 0}, false},
              {"capsule", {0, 0, 1}, true},
              {"cylinder", {0, 0, 1}, false},
              {"box", {0, 1, 2}, false},
              {"ellipsoid", {0, 1, 2}, false}};

/* Write the half axes; false if the type has none. */
static bool half_axes(const ludo_geom_def *g, double half[3])
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        if (strcmp(shapes[i].type, g->type) == 0) {
            for (int k = 0; k < 3; k++) {
                half[k] = g->size[shapes[i].axis[k]];
            }
            half[2] += shapes[i].capped ? g->size[0] : 0.0;
            return true;
        }
    }
    return false;
}

/* R_D(x, y, z), the integral from 0 to infinity of (3/2) (t+x)^-1/2 (t+y)^-1/2 (t+z)^-3/2, by
 * Carlson's duplication: each iteration quarters the differences of the arguments until they are
 * equal up to round-off. */
static double carlson_rd(double x, double y, double z)
{
    double sum = 0.0, part = 1.0;
    for (int i = 0; i < 30; i++) {
        const double a = sqrt(x), b = sqrt(y), c = sqrt(z), shift = a * b + a * c + b * c;
        sum += part / (c * (z + shift));
        part *= 0.25;
        x = 0.25 * (x + shift), y = 0.25 * (y + shift), z = 0.25 * (z + shift);
    }
    const double mean = (x + y + 3.0 * z) / 5.0;
    return 3.0 * sum + part / (mean * sqrt(mean));
}

static void add_masses(drag_data *to)
{
    const double *s = to->size, product = s[0] * s[1] * s[2];
    const double volume = 4.0 / 3.0 * 3.14159265358979323846 * product;
    double alpha[3];
    for (int i = 0; i < 3; i++) {
        const double a = s[(i + 1) % 3], b = s[(i + 2) % 3];
        alpha[i] = 2.0 / 3.0 * product * carlson_rd(a * a, b * b, s[i] * s[i]);
        to->added_mass[i] = volume * alpha[i] / (2.0 - alpha[i]);
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double less = s[j] * s[j] - s[k] * s[k], more = s[j] * s[j] + s[k] * s[k];
        const double above = less * less * (alpha[k] - alpha[j]);
        const double below = 2.0 * less + more * (alpha[j] - alpha[k]);
        to->added_inertia[i] = fabs(below) > 1e-12 * more ? volume / 5.0 * above / below : 0.0;
    }
}

static ludo_status add_ellipsoid(ludo_model *m, const compiler *w, int32_t geom, int32_t *count)
{
    const ludo_geom_def *g = &w->geom[geom];
    drag_data e = {.kind = &ludo_drag_ellipsoid};
    if (!half_axes(g, e.size)) {
        ludo_diagnose(w->why, g->place,
                      "geom '%s' of type %s cannot be an ellipsoid of drag: use a sphere, capsule, "
                      "cylinder, box or ellipsoid",
                      m->geom[geom].name, g->type);
        return LUDO_UNSUPPORTED;
    }
    memcpy(e.coefficient, g->drag, sizeof e.coefficient);
    place(&e, m, g->body, frame_clean(g->frame));
    add_masses(&e);
    m->drag[(*count)++] = e;
    return LUDO_OK;
}

ludo_status ludo_compile_drag(ludo_model *m, const compiler *w)
{
    int32_t count = 0;
    ludo_status status = LUDO_OK;
    m->medium = w->spec->medium;
    for (int32_t b = 0; b < w->spec->bodies.count && has_medium(w->spec); b++) {
        if (has_box(w, b)) {
            m->drag[count++] = make_box(m, &w->body[b], b);
        }
    }
    for (int32_t i = 0; i < w->spec->geoms.count && has_medium(w->spec); i++) {
        if (is_ellipsoid(w, i) && status == LUDO_OK) {
            status = add_ellipsoid(m, w, i, &count);
        }
    }
    return status;
}
