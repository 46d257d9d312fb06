/* SPDX-License-Identifier: Apache-2.0
 *
 * MSH, MuJoCo's own binary format: the numbers of vertices, normals, texture coordinates and faces
 * as 4-byte integers; then three floats per vertex and normal, two per texture coordinate, three
 * integers per face; all little-endian. Normals and texture coordinates have no effect. Without
 * faces the mesh is its vertices. */
#include "formats/mesh/mesh_list.h"

#include <string.h>

enum { COUNTS = 4, WORD = 4, HEAD = COUNTS * WORD };
enum { VERTICES, NORMALS, TEXTURES, FACES };

static uint32_t word_at(const mesh_reading *r, size_t word)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < WORD; i++) {
        bits |= (uint32_t)(unsigned char)r->bytes[WORD * word + i] << 8 * i;
    }
    return bits;
}

static double float_at(const mesh_reading *r, size_t word)
{
    const uint32_t bits = word_at(r, word);
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

/* The numbers of items; false: the file is shorter than they say. */
static bool read_counts(mesh_reading *r, uint32_t count[COUNTS])
{
    static const uint64_t words[COUNTS] = {3, 3, 2, 3};
    uint64_t length = COUNTS;
    if (r->length < HEAD) {
        ludo_mesh_fail(r, 0, "the file is shorter than the %d bytes of its head", HEAD);
        return false;
    }
    for (size_t i = 0; i < COUNTS; i++) {
        count[i] = word_at(r, i);
        length += words[i] * count[i];
    }
    if (WORD * length > r->length) {
        ludo_mesh_fail(r, 0, "the file is shorter than its numbers of vertices and faces say");
        return false;
    }
    if (count[VERTICES] == 0) {
        ludo_mesh_fail(r, 0, "the mesh has no vertices");
        return false;
    }
    return true;
}

static void read_face(mesh_reading *r, size_t word, uint32_t vertices)
{
    uint32_t corner[3];
    for (size_t i = 0; i < 3; i++) {
        corner[i] = word_at(r, word + i);
        if (corner[i] >= vertices) {
            ludo_mesh_fail(r, 0, "a face uses vertex %u of %u", (unsigned)corner[i],
                           (unsigned)vertices);
            return;
        }
    }
    ludo_mesh_add_face(r, 0, (int32_t)corner[0], (int32_t)corner[1], (int32_t)corner[2]);
}

void ludo_msh_read(mesh_reading *r)
{
    uint32_t count[COUNTS];
    if (!read_counts(r, count)) {
        return;
    }
    size_t word = COUNTS;
    for (uint32_t i = 0; i < count[VERTICES] && r->status == LUDO_OK; i++, word += 3) {
        ludo_mesh_add_vertex(
            r, 0, (double[]){float_at(r, word), float_at(r, word + 1), float_at(r, word + 2)});
    }
    word += 3 * (size_t)count[NORMALS] + 2 * (size_t)count[TEXTURES];
    for (uint32_t i = 0; i < count[FACES] && r->status == LUDO_OK; i++, word += 3) {
        read_face(r, word, count[VERTICES]);
    }
}
