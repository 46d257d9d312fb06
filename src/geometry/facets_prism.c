/* SPDX-License-Identifier: Apache-2.0
 *
 * The prisms below facets. Where the surface bends away a prism becomes narrower, by the plane that
 * halves the angle of both faces, so that it stays inside of the solid; it ends at half of the
 * depth at which a side would vanish, and of the depth of the surface below it. */
#include "geometry/facets_build.h"

/* A prism is at most this part of the radius of the surface deep, and narrows per depth by this at
 * most. It is at least the third part of its first depth deep, though surfaces cross; the fourth
 * part is good. Points are on a side up to the last part of the shortest side. */
static const double most_depth = 0.1, most_slope = 100.0, least_depth = 1e-3, good_part = 0.1,
                    on_border = 1e-6;

/* ---- prisms by their sides ---- */

/* Unit, in the face, normal to side i, inward. */
static ludo_vec3 inward(const ludo_vec3 *upper, int32_t sides, int32_t i, ludo_vec3 n)
{
    return v3_unit(v3_cross(n, v3_sub(upper[(i + 1) % sides], upper[i])));
}

/* How far the wall below a side is moved inward per depth, besides `more`. */
static double slope_of(const solid_beyond *b, ludo_vec3 n, ludo_vec3 in, double more)
{
    const double falls = -v3_dot(b->away, n), back = 1.0 + v3_dot(b->away, in);
    if (b->is_end) {
        return 0.0;
    }
    if (!(falls > solid_convex)) {
        return more;
    }
    return more + (back < most_slope * falls ? back / falls : most_slope);
}

/* The upper corners of a facet, its normal, and the motion of each corner per depth. */
typedef struct walls {
    int32_t sides;
    ludo_vec3 n, upper[SOLID_SIDES], w[SOLID_SIDES];
} walls;

/* Corners move along both of their walls. With inward normals f, g of its sides, which move by s
 * and t, a corner moves n down and x f + y g along the face, where x + y f.g = s and x f.g + y = t.
 */
static void find_motions(walls *p, const facet *of, double more)
{
    for (int32_t i = 0; i < p->sides; i++) {
        const int32_t before = (i + p->sides - 1) % p->sides;
        const ludo_vec3 f = inward(p->upper, p->sides, before, p->n);
        const ludo_vec3 g = inward(p->upper, p->sides, i, p->n);
        const double s = slope_of(&of->beyond[before], p->n, f, more);
        const double t = slope_of(&of->beyond[i], p->n, g, more);
        const double fg = v3_dot(f, g), det = 1.0 - fg * fg;
        const double x = det > 0.0 ? (s - t * fg) / det : 0.0;
        const double y = det > 0.0 ? (t - s * fg) / det : 0.0;
        p->w[i] = v3_sub(v3_add(v3_scale(x, f), v3_scale(y, g)), p->n);
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

/* The prism of a facet whose upper corners and sides are known, with walls that move inward by
 * `more` than they must. */
static void set_prism(const facets_build *b, facet *f, ludo_vec3 n, double more)
{
    walls p = {.sides = f->sides, .n = n};
    ludo_vec3 lower[SOLID_SIDES];
    memcpy(p.upper, f->prism.vertex + f->sides, (size_t)f->sides * sizeof *p.upper);
    find_motions(&p, f, more);
    const double own = depth_of_sides(p.upper, p.w, p.sides), most = most_depth * b->radius;
    for (int32_t i = 0; i < f->sides; i++) {
        lower[i] = v3_axpy(p.upper[i], own < most ? own : most, p.w[i]);
    }
    ludo_polytope_frustum(p.upper, lower, f->sides, &f->prism);
}

static facet make_facet(const facets_build *b, const facet_polygon *p)
{
    facet f = {.sides = p->sides, .plane = p->flat};
    for (int32_t i = 0; i < p->sides; i++) {
        f.prism.vertex[p->sides + i] = v3_at(b->surface->vertex + 3 * (ptrdiff_t)p->corner[i]);
        f.beyond[i] = p->beyond[i];
    }
    f.rim = on_border * shortest_side(f.prism.vertex + f.sides, f.sides);
    set_prism(b, &f, p->plane.normal, 0.0);
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

/* The depth to which a prism is inside of the solid: half of the way to the surface in it. */
static double depth_inside(const facets_build *b, int32_t number, const facet *of)
{
    const facets all = {.count = b->count, .facet = b->facet, .node = b->node};
    const double touching = 1e3 * facet_rounding * b->radius;
    ludo_vec3 low, high;
    int32_t node = 0;
    double depth = depth_of(of);
    ludo_facet_box(of, &low, &high);
    for (int32_t k = ludo_facets_next(&all, low, high, &node); k >= 0;
         k = ludo_facets_next(&all, low, high, &node)) {
        if (k != number) {
            depth = fmin(depth, 0.5 * depth_below(of, &b->facet[k], touching));
        }
    }
    return depth;
}

/* Walls normal to the face leave the solid where other facets fall steeply from a corner: walls
 * that move inward remain in it. The first that do so for a good part of their depth are taken, or
 * those that do so most. */
static void limit(const facets_build *b, int32_t number, facet *of)
{
    static const double more[] = {0.0, 0.5, 2.0, 8.0};
    const ludo_vec3 n = of->prism.face[1].normal;
    const facet first = *of;
    double most = 0.0;
    bool is_good = false;
    for (size_t i = 0; i < sizeof more / sizeof *more && !is_good; i++) {
        facet f = first;
        set_prism(b, &f, n, more[i]);
        const double whole = depth_of(&f), depth = depth_inside(b, number, &f);
        is_good = depth >= good_part * whole;
        if (i == 0 || depth > most) {
            most = depth;
            shorten(&f, fmax(depth / whole, least_depth));
            *of = f;
        }
    }
}

void ludo_facets_limit(facets_build *b)
{
    for (int32_t i = 0; i < b->count; i++) {
        facet limited = b->facet[i];
        limit(b, i, &limited);
        b->facet[i].prism = limited.prism;
    }
}
