/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of solids: their sides and outer normals. */
#include "geometry/solid_part.h"

/* Features have normals of edges up to this sine (those of level rims, contact.md 3.2). */
static const double level = 1e-3;

/* ---- normals at a point ---- */

static double height_over(const polytope_plane *face, ludo_vec3 x)
{
    return v3_dot(face->normal, x) - face->offset;
}

/* Whether a point is on side i, or on the wall below it. */
static bool is_on_side(const solid_part *p, int32_t i, ludo_vec3 x)
{
    return fabs(height_over(&p->shape.face[2 + i], x)) <= p->rim;
}

/* Whether n is a normal of the base or of a wall of the solid, where these are. */
static bool is_of_end(const solid_part *p, ludo_vec3 x, ludo_vec3 n)
{
    const polytope_plane *base = &p->shape.face[0];
    bool is = p->has_base && v3_dot(n, base->normal) >= 1.0 - solid_convex &&
              height_over(base, x) >= -p->rim;
    for (int32_t i = 0; i < p->sides; i++) {
        is = is || (p->side[i].is_end && is_on_side(p, i, x) &&
                    v3_norm(v3_sub(n, p->shape.face[2 + i].normal)) <= level);
    }
    return is;
}

/* The greatest sine between the plane normal to n and directions from x to corners of the upper
 * face, other than x itself. */
static double highest(const solid_part *p, ludo_vec3 x, ludo_vec3 n)
{
    double most = 0.0;
    for (int32_t i = 0; i < p->sides; i++) {
        const ludo_vec3 e = v3_sub(p->shape.vertex[p->sides + i], x);
        const double length = v3_norm(e), sine = length > p->rim ? v3_dot(n, e) / length : 0.0;
        most = sine > most ? sine : most;
    }
    return most;
}

/* Over the face the normal is that of the face. On its sides it is any along which neither the face
 * nor the surface beyond rises. */
static bool admits(const polytope_part *part, ludo_vec3 x, ludo_vec3 n)
{
    const solid_part *p = (const void *)part;
    bool is_on = false, is_within = true;
    for (int32_t i = 0; i < p->sides; i++) {
        if (is_on_side(p, i, x)) {
            const solid_side *s = &p->side[i];
            is_on = true;
            is_within =
                is_within && v3_dot(n, s->beyond) <= p->lean + (s->is_open ? level : solid_convex);
        }
    }
    return v3_norm(v3_sub(n, part->exit[0])) <= solid_convex || is_of_end(p, x, n) ||
           (is_on && is_within && highest(p, x, n) <= p->lean + level);
}

/* ---- sides ---- */

ludo_vec3 ludo_solid_part_away(ludo_vec3 from, ludo_vec3 to, const ludo_vec3 triangle[3])
{
    const ludo_vec3 e = v3_unit(v3_sub(to, from));
    ludo_vec3 away = v3(0.0, 0.0, 0.0);
    double most = 0.0;
    for (int k = 0; k < 3; k++) {
        const ludo_vec3 d = v3_sub(triangle[k], from);
        const ludo_vec3 across = v3_axpy(d, -v3_dot(d, e), e);
        const double length = v3_norm(across);
        away = length > most ? v3_scale(1.0 / length, across) : away;
        most = length > most ? length : most;
    }
    return away;
}

void ludo_solid_part_look(solid_part *p, int32_t i, const solid_beyond *b)
{
    const ludo_vec3 top = p->exit[0];
    solid_side *s = &p->side[i];
    if (!(v3_dot(top, b->away) < -solid_convex) ||
        (s->is_open && v3_dot(top, b->away) >= v3_dot(top, s->beyond))) {
        return;
    }
    if (!s->is_open) {
        s->exit = p->part.exit_count++;
    }
    *s = (solid_side){true, b->is_end, s->exit, b->away};
    p->exit[s->exit] = b->exit;
    p->part.inner_edges &= ~(UINT32_C(1) << ludo_polytope_prism_edge(p->sides, i));
    p->part.inner_vertices &= ~(UINT32_C(1) << (p->sides + i));
    p->part.inner_vertices &= ~(UINT32_C(1) << (p->sides + (i + 1) % p->sides));
}

/* The edges and corners below the face are not those of the solid, unless it has a base. */
static void mark_inner(solid_part *p)
{
    const uint32_t all = ~UINT32_C(0);
    p->part.inner_edges = p->has_base ? 0 : all;
    p->part.inner_vertices = p->has_base ? 0 : all;
    for (int32_t i = 0; i < p->sides; i++) {
        p->part.inner_edges |= UINT32_C(1) << ludo_polytope_prism_edge(p->sides, i);
        p->part.inner_vertices |= UINT32_C(1) << (p->sides + i);
    }
}

void ludo_solid_part_begin(solid_part *p)
{
    const ludo_vec3 *upper = p->prism.vertex + p->sides;
    p->shape = ludo_polytope_of_prism(&p->prism, p->sides);
    p->shape.part = &p->part;
    p->exit[0] = p->shape.face[1].normal;
    p->part = (polytope_part){.exit = p->exit, .exit_count = 1, .admits = admits};
    for (int32_t i = 0; i < p->sides; i++) {
        const ludo_vec3 e = v3_sub(upper[(i + 1) % p->sides], upper[i]);
        p->side[i] = (solid_side){.beyond = v3_unit(v3_cross(e, p->exit[0]))};
    }
    mark_inner(p);
}
