/* SPDX-License-Identifier: Apache-2.0
 *
 * OBJ: vertices and faces of a Wavefront object file; all its objects and groups form one surface.
 * Lines of other kinds (normals, textures, materials, curves, ...) are skipped. A face names its
 * corners by `vertex`, `vertex/texture`, `vertex//normal` or `vertex/texture/normal`, counted from
 * 1 or, if negative, backwards from the last vertex before the face. A face may use vertices that
 * follow later, so the file is read twice. */
#include "formats/mesh/mesh_list.h"
#include "formats/text/tokens.h"

#include <string.h>

enum { MAX_CORNERS = 4096 };

typedef struct obj {
    mesh_reading *r;
    tokenizer w;
    int32_t vertices; /* seen so far in this pass */
    int32_t corners;  /* of the face */
    int32_t corner[MAX_CORNERS];
} obj;

/* The next token of the line; of length 0 at its end or at a comment. */
static token next(obj *o)
{
    token got = ludo_token_next_in_line(&o->w);
    if (got.length > 0 && got.text[0] == '#') {
        got.length = 0;
    }
    return got;
}

/* Three coordinates; further numbers (a weight, a colour) are ignored. */
static void read_vertex(obj *o)
{
    double vertex[3] = {0.0};
    for (int i = 0; i < 3; i++) {
        const token got = next(o);
        if (!ludo_token_number(got, &vertex[i])) {
            ludo_mesh_fail(o->r, o->w.line, "'%s' is not a number", ludo_token_shown(got).text);
        }
    }
    ludo_mesh_add_vertex(o->r, o->w.line, vertex);
}

/* The vertex index of a corner, from 0; indices after a slash are ignored. */
static int32_t vertex_of(obj *o, token corner)
{
    const int32_t count = o->r->surface->vertices.count;
    const char *slash = memchr(corner.text, '/', corner.length);
    const token index = {corner.text,
                         slash != NULL ? (size_t)(slash - corner.text) : corner.length};
    double number = 0.0;
    const bool whole = ludo_token_number(index, &number) && number >= -(double)count &&
                       number <= (double)count && (double)(int32_t)number == number;
    const int32_t i = whole ? (int32_t)number : 0;
    const int32_t vertex = i > 0 ? i - 1 : o->vertices + i;
    if (i == 0 || vertex < 0) {
        ludo_mesh_fail(o->r, o->w.line, "'%s' is not a vertex: the file has %d",
                       ludo_token_shown(corner).text, (int)count);
        return 0;
    }
    return vertex;
}

static double distance_squared(const mesh_surface *s, int32_t a, int32_t b)
{
    const double *p = (const double *)s->vertices.items + 3 * (size_t)a;
    const double *q = (const double *)s->vertices.items + 3 * (size_t)b;
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        sum += (p[i] - q[i]) * (p[i] - q[i]);
    }
    return sum;
}

/* A polygon is a triangle fan from its first corner; a quadrilateral is split along its shorter
 * diagonal, of equal ones along the one that misses the first corner. */
static void add_polygon(obj *o)
{
    const int32_t *c = o->corner, count = o->corners;
    const mesh_surface *s = o->r->surface;
    const bool turned =
        count == 4 && distance_squared(s, c[1], c[3]) <= distance_squared(s, c[0], c[2]);
    const int32_t first = turned ? 1 : 0;
    for (int32_t i = 1; i + 1 < count; i++) {
        ludo_mesh_add_face(o->r, o->w.line, c[first], c[first + i], c[(first + i + 1) % count]);
    }
}

/* A face of fewer than three corners has no area. */
static void read_face(obj *o)
{
    o->corners = 0;
    for (token got = next(o); got.length > 0 && o->r->status == LUDO_OK; got = next(o)) {
        if (o->corners == MAX_CORNERS) {
            ludo_mesh_fail(o->r, o->w.line, "a face has more than %d corners", MAX_CORNERS);
            return;
        }
        o->corner[o->corners++] = vertex_of(o, got);
    }
    if (o->r->status == LUDO_OK) {
        add_polygon(o);
    }
}

static void read_vertices(obj *o)
{
    for (; o->w.at < o->w.end && o->r->status == LUDO_OK; ludo_token_skip_line(&o->w)) {
        if (ludo_token_is(next(o), "v")) {
            read_vertex(o);
        }
    }
}

static void read_faces(obj *o)
{
    for (; o->w.at < o->w.end && o->r->status == LUDO_OK; ludo_token_skip_line(&o->w)) {
        const token keyword = next(o);
        if (ludo_token_is(keyword, "v")) {
            o->vertices++;
        } else if (ludo_token_is(keyword, "f")) {
            read_face(o);
        }
    }
}

void ludo_obj_read(mesh_reading *r)
{
    obj o = {.r = r, .w = tokenizer_of(r->bytes, r->length)};
    read_vertices(&o);
    o.w = tokenizer_of(r->bytes, r->length);
    read_faces(&o);
    if (r->status == LUDO_OK && r->surface->vertices.count == 0) {
        ludo_mesh_fail(r, 0, "the file has no vertices");
    }
}
