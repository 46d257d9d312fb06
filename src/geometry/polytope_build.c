/* SPDX-License-Identifier: Apache-2.0
 *
 * A polytope from the sides of its edges.
 *
 * Sides are sorted by their ends, so that those that leave a vertex are consecutive and each finds
 * its twin, the other side of its edge, by bisection. The next side about a face leaves the end of
 * a side; the next one about a vertex is the twin of the side before it about the face. */
#include "geometry/polytope_layout.h"

#include <stdlib.h>

/* A polytope in the making. */
typedef struct builder {
    const polytope_outline *outline;
    polytope *p;
    polytope_parts parts;
    int32_t *leaves;               /* per vertex, and the end: the first side that leaves it */
    int32_t *twin, *before, *edge; /* per side; before: about its face */
} builder;

static void lay_out_scratch(builder *b, arena *a)
{
    b->leaves = TAKE(a, b->outline->vertex_count + 1, int32_t);
    b->twin = TAKE(a, b->outline->side_count, int32_t);
    b->before = TAKE(a, b->outline->side_count, int32_t);
    b->edge = TAKE(a, b->outline->side_count, int32_t);
}

/* ---- sides ---- */

static int compare_sides(const void *a, const void *b)
{
    const polytope_side *s = a, *t = b;
    const int from = (s->from > t->from) - (s->from < t->from);
    return from != 0 ? from : (s->to > t->to) - (s->to < t->to);
}

/* The side between two vertices, -1: none. */
static int32_t find_side(const builder *b, int32_t from, int32_t to)
{
    const polytope_side wanted = {from, to, 0}, *side = b->outline->side;
    const polytope_side *found =
        bsearch(&wanted, side, (size_t)b->outline->side_count, sizeof *side, compare_sides);
    return found != NULL ? (int32_t)(found - side) : -1;
}

/* Number the sides that leave each vertex. */
static void index_sides(builder *b)
{
    const polytope_outline *o = b->outline;
    qsort(o->side, (size_t)o->side_count, sizeof *o->side, compare_sides);
    for (int32_t h = 0; h < o->side_count; h++) {
        b->leaves[o->side[h].from + 1]++;
    }
    for (int32_t v = 0; v < o->vertex_count; v++) {
        b->leaves[v + 1] += b->leaves[v];
    }
}

/* Find the twins. @return false if a side occurs twice or has no twin */
static bool find_twins(builder *b)
{
    const polytope_side *side = b->outline->side;
    bool closed = true;
    for (int32_t h = 0; h < b->outline->side_count && closed; h++) {
        b->twin[h] = find_side(b, side[h].to, side[h].from);
        closed = b->twin[h] >= 0 && side[b->twin[h]].face != side[h].face &&
                 (h == 0 || compare_sides(&side[h - 1], &side[h]) != 0);
    }
    return closed;
}

/* Find the side before each. @return false if one has none or two sides follow it */
static bool find_before(builder *b)
{
    const polytope_side *side = b->outline->side;
    for (int32_t h = 0; h < b->outline->side_count; h++) {
        b->before[h] = -1;
    }
    for (int32_t h = 0; h < b->outline->side_count; h++) {
        int32_t next = -1, count = 0;
        for (int32_t k = b->leaves[side[h].to]; k < b->leaves[side[h].to + 1]; k++) {
            next = side[k].face == side[h].face ? k : next;
            count += side[k].face == side[h].face ? 1 : 0;
        }
        if (count != 1 || b->before[next] >= 0) {
            return false;
        }
        b->before[next] = h;
    }
    return true;
}

/* ---- vertices, edges, faces ---- */

/* Number the edges by their lesser vertex. */
static void fill_edges(builder *b)
{
    int32_t count = 0;
    for (int32_t h = 0; h < b->outline->side_count; h++) {
        const polytope_side s = b->outline->side[h];
        if (s.from < s.to) {
            const int32_t twin = b->twin[h];
            b->parts.edge[count] =
                (polytope_edge){{s.from, s.to}, {s.face, b->outline->side[twin].face}};
            b->edge[h] = b->edge[twin] = count++;
        }
    }
}

/* The neighbours and faces about each vertex. @return false if they aren't one cycle of three or
 * more */
static bool fill_vertices(builder *b)
{
    bool cycles = true;
    memcpy(b->parts.around, b->leaves, (size_t)(b->outline->vertex_count + 1) * sizeof(int32_t));
    for (int32_t v = 0; v < b->outline->vertex_count && cycles; v++) {
        int32_t h = b->leaves[v];
        for (int32_t k = b->leaves[v]; k < b->leaves[v + 1]; k++) {
            b->parts.neighbour[k] = b->outline->side[h].to;
            b->parts.vertex_face[k] = b->outline->side[h].face;
            h = b->twin[b->before[h]];
            cycles = cycles && (h == b->leaves[v]) == (k + 1 == b->leaves[v + 1]);
        }
        cycles = cycles && b->leaves[v + 1] - b->leaves[v] >= 3;
    }
    return cycles;
}

/* The loop of a face, backwards from its last corner to side `first`. @return false if it isn't one
 * loop */
static bool fill_loop(builder *b, int32_t f, int32_t first)
{
    int32_t h = first;
    for (int32_t k = b->parts.loop[f + 1] - 1; k >= b->parts.loop[f]; k--) {
        h = b->before[h];
        b->parts.corner[k] = b->outline->side[h].from;
        b->parts.side[k] = b->edge[h];
        if ((h == first) != (k == b->parts.loop[f])) {
            return false;
        }
    }
    return true;
}

/* The corners of each face, from that of the least number on. */
static bool fill_loops(builder *b)
{
    const polytope_outline *o = b->outline;
    bool loops = true;
    for (int32_t h = 0; h < o->side_count; h++) {
        b->parts.loop[o->side[h].face + 1]++;
    }
    for (int32_t f = 0; f < o->face_count; f++) {
        loops = loops && b->parts.loop[f + 1] >= 3;
        b->parts.loop[f + 1] += b->parts.loop[f];
    }
    for (int32_t h = o->side_count - 1; h >= 0 && loops; h--) {
        b->parts.corner[b->parts.loop[o->side[h].face]] = h;
    }
    for (int32_t f = 0; f < o->face_count && loops; f++) {
        loops = fill_loop(b, f, b->parts.corner[b->parts.loop[f]]);
    }
    return loops;
}

/* ---- numbers ---- */

/* The box, and per direction the farthest vertex. */
static void fill_starts(builder *b)
{
    const ludo_vec3 *vertex = b->parts.vertex;
    ludo_vec3 low = vertex[0], high = vertex[0];
    for (int32_t v = 1; v < b->p->vertex_count; v++) {
        low = v3(fmin(low.x, vertex[v].x), fmin(low.y, vertex[v].y), fmin(low.z, vertex[v].z));
        high = v3(fmax(high.x, vertex[v].x), fmax(high.y, vertex[v].y), fmax(high.z, vertex[v].z));
    }
    const ludo_vec3 half = v3_sub(v3_scale(0.5, high), v3_scale(0.5, low));
    b->p->half = half;
    for (int32_t i = 0; i < POLYTOPE_STARTS; i++) {
        const ludo_vec3 along =
            v3((i / 9 - 1) / half.x, (i / 3 % 3 - 1) / half.y, (i % 3 - 1) / half.z);
        double most = -HUGE_VAL;
        for (int32_t v = 0; v < b->p->vertex_count; v++) {
            const double reach = v3_dot(along, vertex[v]);
            b->parts.start[i] = reach > most ? v : b->parts.start[i];
            most = fmax(most, reach);
        }
    }
}

/* The sum of the areas of the triangles from the first corner of a face, in units of the polytope.
 * The longest chord from there is taken out of it: products of long edges round by more than the
 * area of a sliver, by which its plane would miss the far corners. */
static ludo_vec3 sum_area(const builder *b, const int32_t *corner, int32_t count)
{
    const double scale = 1.0 / v3_max(b->p->half);
    ludo_vec3 area = v3(0.0, 0.0, 0.0), longest = area;
    for (int32_t k = 1; k < count; k++) {
        const ludo_vec3 p = b->parts.vertex[corner[k]];
        const ludo_vec3 before = v3_sub(p, b->parts.vertex[corner[k - 1]]);
        const ludo_vec3 chord = v3_scale(scale, v3_sub(p, b->parts.vertex[corner[0]]));
        area = v3_add(area, v3_cross(chord, v3_scale(scale, before)));
        longest = v3_dot(chord, chord) > v3_dot(longest, longest) ? chord : longest;
    }
    return v3_axpy(area, -v3_dot(area, longest) / v3_dot(longest, longest), longest);
}

/* The largest height of a vertex beside a face above a plane through its corners. */
static double overhang(const builder *b, int32_t f, ludo_vec3 normal)
{
    double most = 0.0;
    for (int32_t i = b->parts.loop[f]; i < b->parts.loop[f + 1]; i++) {
        const int32_t c = b->parts.corner[i];
        for (int32_t k = b->parts.around[c]; k < b->parts.around[c + 1]; k++) {
            const ludo_vec3 edge =
                v3_sub(b->parts.vertex[b->parts.neighbour[k]], b->parts.vertex[c]);
            most = fmax(most, v3_dot(normal, edge));
        }
    }
    return most;
}

/* The normal that was given for a face of the polytope scaled to a cube. */
static ludo_vec3 given_normal(const builder *b, int32_t f)
{
    const ludo_vec3 n = b->outline->normal[f], half = b->p->half;
    const double least = fmin(half.x, fmin(half.y, half.z)); // against overflow
    const ludo_vec3 scaled =
        v3(n.x * (least / half.x), n.y * (least / half.y), n.z * (least / half.z));
    return v3_unit(v3_scale(1.0 / v3_max(scaled), scaled));
}

/* The normal of a face: that of its area or, where it is so narrow that rounding turns this one
 * into the polytope, the one given. */
static ludo_vec3 find_normal(const builder *b, int32_t f)
{
    const int32_t *corner = b->parts.corner + b->parts.loop[f];
    const ludo_vec3 area = sum_area(b, corner, b->parts.loop[f + 1] - b->parts.loop[f]);
    const ludo_vec3 given = given_normal(b, f);
    if (!v3_has_direction(area)) {
        return given;
    }
    const ludo_vec3 normal = v3_unit(area);
    const bool narrow = overhang(b, f, normal) > 1e-11 * v3_max(b->p->half);
    return narrow && overhang(b, f, given) < overhang(b, f, normal) ? given : normal;
}

static void fill_plane(const builder *b, int32_t f)
{
    polytope_plane *plane = &b->parts.face[f];
    *plane = (polytope_plane){find_normal(b, f), -HUGE_VAL};
    for (int32_t k = b->parts.loop[f]; k < b->parts.loop[f + 1]; k++) {
        const double reach = v3_dot(plane->normal, b->parts.vertex[b->parts.corner[k]]);
        plane->offset = fmax(plane->offset, reach);
    }
}

static bool fill(builder *b)
{
    memcpy(b->parts.vertex, b->outline->vertex, (size_t)b->p->vertex_count * sizeof(ludo_vec3));
    index_sides(b);
    if (!find_twins(b) || !find_before(b)) {
        return false;
    }
    fill_edges(b);
    if (!fill_vertices(b) || !fill_loops(b)) {
        return false;
    }
    fill_starts(b);
    for (int32_t f = 0; f < b->p->face_count; f++) {
        fill_plane(b, f);
    }
    return true;
}

/* ---- memory ---- */

ludo_status ludo_polytope_build(const polytope_outline *outline, const ludo_allocator *a,
                                polytope *out)
{
    *out = (polytope){.vertex_count = outline->vertex_count,
                      .edge_count = outline->side_count / 2,
                      .face_count = outline->face_count};
    builder b = {.outline = outline, .p = out};
    arena scratch = {0}, block = {0};
    lay_out_scratch(&b, &scratch);
    ludo_polytope_layout(&b.parts, out, &block);
    scratch = (arena){.base = scratch.overflow ? NULL : memory_take(a, scratch.used)};
    block = (arena){.base = block.overflow ? NULL : memory_take(a, block.used)};
    ludo_status status = LUDO_NO_MEMORY;
    if (scratch.base != NULL && block.base != NULL) {
        lay_out_scratch(&b, &scratch);
        ludo_polytope_layout(&b.parts, out, &block);
        ludo_polytope_attach(out, &b.parts);
        const int32_t euler = out->vertex_count - out->edge_count + out->face_count;
        status = outline->side_count % 2 == 0 && euler == 2 && fill(&b) ? LUDO_OK : LUDO_BAD_MODEL;
    }
    memory_give(a, scratch.base);
    if (status != LUDO_OK) {
        memory_give(a, block.base);
        *out = (polytope){0};
    }
    return status;
}
