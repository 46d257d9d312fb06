/* SPDX-License-Identifier: Apache-2.0
 *
 * STL: triangles by their corners. A binary file is an 80-byte header, the number of triangles (4
 * bytes, little-endian), then 50 bytes per triangle: normal and three corners as 12 floats, two
 * unused bytes. A text file begins with `solid`, after lines that are skipped; so do many binary
 * ones, which are recognized by their size. Normals are ignored: the order of the corners defines
 * the outer side. Equal corners are merged into one vertex by a hash table. */
#include "formats/mesh/mesh_list.h"
#include "formats/text/tokens.h"

#include <string.h>

enum { HEAD = 84, COUNT_AT = 80, TRIANGLE = 50, CORNERS_AT = 12, FIRST_PLACES = 1024 };

/* A file being read, and the hash table of its vertices. */
typedef struct stl {
    mesh_reading *r;
    int32_t *table;  /* vertex number + 1; 0: a free entry */
    uint32_t places; /* a power of two, more than twice the number of vertices */
} stl;

/* ---- equal corners ---- */

static uint32_t hash_of(const double vertex[3])
{
    uint64_t bits[3], hash = 0;
    memcpy(bits, vertex, sizeof bits);
    for (int i = 0; i < 3; i++) {
        hash = (hash ^ bits[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

static const double *vertex_at(const stl *s, int32_t i)
{
    return (const double *)s->r->surface->vertices.items + 3 * (size_t)i;
}

/* The entry of a vertex, or the free entry where it belongs. */
static uint32_t place_of(const stl *s, const double vertex[3])
{
    uint32_t place = hash_of(vertex) & (s->places - 1);
    while (s->table[place] > 0 &&
           memcmp(vertex_at(s, s->table[place] - 1), vertex, sizeof(double[3])) != 0) {
        place = (place + 1) & (s->places - 1);
    }
    return place;
}

/* Double the table. */
static void enlarge_table(stl *s)
{
    const uint32_t places = s->places > 0 ? 2 * s->places : FIRST_PLACES;
    int32_t *table = memory_take(s->r->allocator, places * sizeof *table);
    if (table == NULL) {
        s->r->status = LUDO_NO_MEMORY;
        return;
    }
    memset(table, 0, places * sizeof *table);
    memory_give(s->r->allocator, s->table);
    s->table = table;
    s->places = places;
    for (int32_t i = 0; i < s->r->surface->vertices.count; i++) {
        table[place_of(s, vertex_at(s, i))] = i + 1;
    }
}

/* The number of a corner's vertex, which is added if it is new; -1 on failure. */
static int32_t number_of(stl *s, int32_t line, const double corner[3])
{
    const growing *vertices = &s->r->surface->vertices;
    /* merge both zeros */
    const double vertex[3] = {corner[0] + 0.0, corner[1] + 0.0, corner[2] + 0.0};
    if (2 * (uint32_t)vertices->count + 2 > s->places) {
        enlarge_table(s);
    }
    if (s->r->status != LUDO_OK) {
        return -1;
    }
    const uint32_t place = place_of(s, vertex);
    if (s->table[place] == 0) {
        ludo_mesh_add_vertex(s->r, line, vertex);
        s->table[place] = vertices->count; /* after a failure the table is not used */
    }
    return s->table[place] - 1;
}

static void add_triangle(stl *s, int32_t line, double corners[3][3])
{
    int32_t v[3];
    for (int i = 0; i < 3; i++) {
        v[i] = number_of(s, line, corners[i]);
    }
    ludo_mesh_add_face(s->r, line, v[0], v[1], v[2]);
}

/* ---- binary files ---- */

/* Four bytes, little-endian. */
static uint32_t bits_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double float_at(const char *bytes)
{
    const uint32_t bits = bits_at(bytes);
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

/* Whether a file has the size of a binary one. */
static bool is_binary(const mesh_reading *r)
{
    return r->length >= HEAD &&
           (uint64_t)r->length == HEAD + TRIANGLE * (uint64_t)bits_at(r->bytes + COUNT_AT);
}

static void read_binary(stl *s)
{
    mesh_reading *r = s->r;
    for (size_t at = HEAD; at < r->length && r->status == LUDO_OK; at += TRIANGLE) {
        double corners[3][3];
        for (size_t i = 0; i < 9; i++) {
            corners[i / 3][i % 3] = float_at(r->bytes + at + CORNERS_AT + 4 * i);
        }
        add_triangle(s, 0, corners);
    }
}

/* ---- text files ---- */

static void expect(stl *s, tokenizer *w, const char *keyword)
{
    const token got = ludo_token_next(w);
    if (!ludo_token_is(got, keyword)) {
        ludo_mesh_fail(s->r, w->line, "expected '%s', found '%s'", keyword,
                       ludo_token_shown(got).text);
    }
}

static void read_corner(stl *s, tokenizer *w, double corner[3])
{
    expect(s, w, "vertex");
    for (int i = 0; i < 3; i++) {
        const token got = ludo_token_next(w);
        if (!ludo_token_number(got, &corner[i])) {
            ludo_mesh_fail(s->r, w->line, "'%s' is not a number", ludo_token_shown(got).text);
        }
    }
}

/* The part after the word `facet`. The normal is ignored. */
static void read_facet(stl *s, tokenizer *w)
{
    double corners[3][3] = {{0.0}};
    ludo_token_skip_line(w);
    expect(s, w, "outer");
    expect(s, w, "loop");
    const int32_t line = w->line;
    for (int i = 0; i < 3; i++) {
        read_corner(s, w, corners[i]);
    }
    expect(s, w, "endloop");
    expect(s, w, "endfacet");
    if (s->r->status == LUDO_OK) {
        add_triangle(s, line, corners);
    }
}

/* The part after the first word `solid`. Several solids may follow each other; the rest of their
 * first and last lines is their name. */
static void read_text(stl *s, tokenizer w)
{
    mesh_reading *r = s->r;
    bool inside = true;
    ludo_token_skip_line(&w);
    for (token got = ludo_token_next(&w); got.length > 0 && r->status == LUDO_OK;
         got = ludo_token_next(&w)) {
        if (inside && ludo_token_is(got, "facet")) {
            read_facet(s, &w);
        } else if (ludo_token_is(got, inside ? "endsolid" : "solid")) {
            ludo_token_skip_line(&w);
            inside = !inside;
        } else {
            ludo_mesh_fail(r, w.line, "expected %s", inside ? "'facet' or 'endsolid'" : "'solid'");
        }
    }
    if (inside) {
        ludo_mesh_fail(r, w.line, "the file ends within a solid");
    }
}

/* Whether lines of text, such as a comment or a byte order mark, lead to a line that begins with
 * `solid`: the tokenizer is moved behind that word. */
static bool find_solid(const mesh_reading *r, tokenizer *w)
{
    const char *zero = r->length > 0 ? memchr(r->bytes, '\0', r->length) : NULL;
    tokenizer t = tokenizer_of(r->bytes, zero != NULL ? (size_t)(zero - r->bytes) : r->length);
    if (t.end - t.at >= 3 && memcmp(t.at, "\xef\xbb\xbf", 3) == 0) {
        t.at += 3;
    }
    for (; t.at < t.end; ludo_token_skip_line(&t)) {
        if (ludo_token_is(ludo_token_next_in_line(&t), "solid")) {
            w->at = t.at;
            w->line = t.line;
            return true;
        }
    }
    return false;
}

/* ---- both ---- */

void ludo_stl_read(mesh_reading *r)
{
    stl s = {r, NULL, 0};
    tokenizer w = tokenizer_of(r->bytes, r->length);
    if (is_binary(r)) {
        read_binary(&s);
    } else if (find_solid(r, &w)) {
        read_text(&s, w);
    } else if (r->length < HEAD) {
        ludo_mesh_fail(r, 0, "the file is too short for STL: it has %zu bytes", r->length);
    } else {
        ludo_mesh_fail(r, 0, "the file has %zu bytes, which does not match its %lu triangles",
                       r->length, (unsigned long)bits_at(r->bytes + COUNT_AT));
    }
    if (r->status == LUDO_OK && r->surface->faces.count == 0) {
        ludo_mesh_fail(r, 0, "the file has no triangles");
    }
    memory_give(r->allocator, s.table);
}
