/* SPDX-License-Identifier: Apache-2.0
 *
 * The prisms below facets. Where the surface bends away a prism becomes narrower, by the plane that
 * halves the angle of both faces, so that it stays inside of the solid; it ends at half of the
 * depth at which a side would vanish, and of the depth of the surface below it. */
#include "geometry/facets_build.h"

/* A prism is at most this part of the radius of the surface deep, and narrows per depth by this at
 * most. It is at least the third part of its first depth deep, though surfaces cross. Points are on
 * a side up to the last part of the shortest side. */
static const double most_depth = 0.1, most_slope = 100.0, least_depth = 1e-3, on_border = 1e-6;

/* ---- prisms by their sides ---- */

/* Unit, in the face, normal to side i, inward. */
static ludo_vec3 inward(const ludo_vec3 *upper, int32_t sides, int32_t i, ludo_vec3 n)
{
    return v3_unit(v3_cross(n, v3_sub(upper[(i + 1) % sides], upper[i])));
}

/* How far the wall below a side is moved inward per depth. */
static double slope_of(const solid_beyond *b, ludo_vec3 n, ludo_vec3 in)
{
    const double falls = -v3_dot(b->away, n), back = 1.0 + v3_dot(b->away, in);
    if (b->is_end || !(falls > solid_convex)) {
        return 0.0;
    }
    return back < most_slope * falls ? back / falls : most_slope;
}

/* The motion of each corner per depth: along both of its walls. With inward normals f, g of its
 * sides, which move by s and t, it is n down and x f + y g along the face, where x + y f.g = s and
 * x f.g + y = t. */
static void find_motions(const facet_polygon *p, const ludo_vec3 *upper, ludo_vec3 *w)
{
    const ludo_vec3 n = p->plane.normal;
    for (int32_t i = 0; i < p->sides; i++) {
        const int32_t before = (i + p->sides - 1) % p->sides;
        const ludo_vec3 f = inward(upper, p->sides, before, n), g = inward(upper, p->sides, i, n);
        const double s = slope_of(&p->beyond[before], n, f), t = slope_of(&p->beyond[i], n, g);
        const double fg = v3_dot(f, g), det = 1.0 - fg * fg;
        const double x = det > 0.0 ? (s - t * fg) / det : 0.0;
        const double y = det > 0.0 ? (t - s * fg) / det : 0.0;
        w[i] = v3_sub(v3_add(v3_scale(x, f), v3_scale(y, g)), n);
    }
}

/* The depth at which a side has lost half of its length. */
static double depth_of_sides(const ludo_vec3 *upper, const ludo_vec3 *w, int32_t sides)
{
    double depth = HUGE_VAL;
    for (int32_t i = 0; i < sides; i++) {
        const int32_t next = (i + 1) % sides;
        const ludo_vec3 e = v3_sub(upper[next], upper[i]);
        const double length = v3_norm(e);
        const double loss = -v3_dot(v3_sub(w[next], w[i]), e) / length;
        depth = loss * depth > 0.5 * length ? 0.5 * length / loss : depth;
    }
    return depth;
}

static double shortest_side(const ludo_vec3 *upper, int32_t sides)
{
    double least = HUGE_VAL;
    for (int32_t i = 0; i < sides; i++) {
        const double length = v3_norm(v3_sub(upper[(i + 1) % sides], upper[i]));
        least = length < least ? length : least;
    }
    return least;
}

static facet make_facet(const facets_build *b, const facet_polygon *p)
{
    ludo_vec3 upper[SOLID_SIDES], lower[SOLID_SIDES], w[SOLID_SIDES];
    facet f = {.sides = p->sides, .plane = p->flat};
    for (int32_t i = 0; i < p->sides; i++) {
        upper[i] = v3_at(b->surface->vertex + 3 * (ptrdiff_t)p->corner[i]);
        f.beyond[i] = p->beyond[i];
    }
    find_motions(p, upper, w);
    const double own = depth_of_sides(upper, w, p->sides), most = most_depth * b->radius;
    for (int32_t i = 0; i < p->sides; i++) {
        lower[i] = v3_axpy(upper[i], own < most ? own : most, w[i]);
    }
    f.rim = on_border * shortest_side(upper, p->sides);
    ludo_polytope_frustum(upper, lower, p->sides, &f.prism);
    return f;
}

void ludo_facets_place(facets_build *b)
{
    b->count = 0;
    for (int32_t i = 0; i < b->surface->face_count; i++) {
        if (b->polygon[i].sides > 0) {
            b->facet[b->count++] = make_facet(b, &b->polygon[i]);
        }
    }
}

/* ---- prisms by the surface below ---- */

/* A polygon that is clipped: a plane adds one corner at most. */
enum { CLIPPED = 2 * SOLID_SIDES + 2 };

typedef struct clipped {
    ludo_vec3 at[CLIPPED];
    int32_t count;
} clipped;

/* Keep what is behind a plane. */
static clipped clip(const clipped *p, ludo_vec3 n, double offset)
{
    clipped out = {.count = 0};
    for (int32_t i = 0; i < p->count; i++) {
        const ludo_vec3 x = p->at[i], y = p->at[(i + 1) % p->count];
        const double of_x = v3_dot(n, x) - offset, of_y = v3_dot(n, y) - offset;
        if (of_x <= 0.0 && out.count < CLIPPED) {
            out.at[out.count++] = x;
        }
        if ((of_x < 0.0) != (of_y < 0.0) && of_x != of_y && out.count < CLIPPED) {
            out.at[out.count++] = v3_axpy(x, of_x / (of_x - of_y), v3_sub(y, x));
        }
    }
    return out;
}

/* The depth of a facet's surface below another one, where it is within the walls of that; HUGE_VAL:
 * it is not. Surfaces that touch the walls or the face are not below. */
static double depth_below(const facet *f, const facet *below, double touching)
{
    const polytope_plane top = f->prism.face[1];
    clipped p = {.count = below->sides};
    memcpy(p.at, below->prism.vertex + below->sides, (size_t)below->sides * sizeof *p.at);
    p = clip(&p, top.normal, top.offset - touching);
    for (int32_t i = 0; i < f->sides; i++) {
        const polytope_plane wall = f->prism.face[2 + i];
        p = clip(&p, wall.normal, wall.offset - touching);
    }
    double least = HUGE_VAL;
    for (int32_t i = 0; i < p.count; i++) {
        const double depth = top.offset - v3_dot(top.normal, p.at[i]);
        least = depth < least ? depth : least;
    }
    return least;
}

static double depth_of(const facet *f)
{
    return f->prism.face[1].offset - v3_dot(f->prism.face[1].normal, f->prism.vertex[0]);
}

/* The same prism with this part of its depth. */
static void shorten(facet *f, double part)
{
    ludo_vec3 upper[SOLID_SIDES], lower[SOLID_SIDES];
    for (int32_t i = 0; i < f->sides; i++) {
        upper[i] = f->prism.vertex[f->sides + i];
        lower[i] = v3_axpy(upper[i], part, v3_sub(f->prism.vertex[i], upper[i]));
    }
    ludo_polytope_frustum(upper, lower, f->sides, &f->prism);
}

void ludo_facets_limit(facets_build *b)
{
    const facets f = {.count = b->count, .facet = b->facet, .node = b->node};
    const double touching = 1e3 * facet_rounding * b->radius;
    for (int32_t i = 0; i < b->count; i++) {
        facet *const of = &b->facet[i];
        const ludo_vec3 n = of->prism.face[1].normal;
        const double whole = depth_of(of);
        ludo_vec3 low, high;
        int32_t node = 0;
        double depth = whole;
        ludo_facet_box(of, &low, &high);
        for (int32_t k = ludo_facets_next(&f, low, high, &node); k >= 0;
             k = ludo_facets_next(&f, low, high, &node)) {
            if (v3_dot(b->facet[k].prism.face[1].normal, n) < -solid_convex) {
                depth = fmin(depth, 0.5 * depth_below(of, &b->facet[k], touching));
            }
        }
        if (depth < whole) {
            shorten(of, fmax(depth / whole, least_depth));
        }
    }
}
