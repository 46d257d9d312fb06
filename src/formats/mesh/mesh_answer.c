/* SPDX-License-Identifier: Apache-2.0
 *
 * Answers of the helper program; its source, apps/ludo-mesh/main.c, describes them. */
#include "core/diagnostic.h"
#include "formats/mesh/mesh_process.h"
#include "formats/mesh/mesh_list.h"

#include <stdio.h>
#include <string.h>

enum { HEAD = 16, KEYWORD = 8, VERTEX = 24, FACE = 12 }; /* sizes in bytes */

static uint64_t bits_at(const char *bytes, int count)
{
    uint64_t bits = 0;
    for (int i = 0; i < count; i++) {
        bits |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    }
    return bits;
}

static double double_at(const char *bytes)
{
    const uint64_t bits = bits_at(bytes, 8);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* The reason of a refusal, in printable characters. */
static void refuse(mesh_reading *r)
{
    char reason[201];
    const size_t length = r->length - KEYWORD;
    (void)snprintf(reason, sizeof reason, "%.*s", length < 200 ? (int)length : 200,
                   r->bytes + KEYWORD);
    ludo_one_line(reason);
    ludo_mesh_fail(r, 0, "the mesh can't be read: %s", reason);
}

static void read_vertices(mesh_reading *r, const char *at, uint32_t count)
{
    for (uint32_t i = 0; i < count && r->status == LUDO_OK; i++, at += VERTEX) {
        const double vertex[3] = {double_at(at), double_at(at + 8), double_at(at + 16)};
        ludo_mesh_add_vertex(r, 0, vertex);
    }
}

static void read_faces(mesh_reading *r, const char *at, uint32_t count, uint32_t vertices)
{
    for (uint32_t i = 0; i < count && r->status == LUDO_OK; i++, at += FACE) {
        uint32_t corner[3];
        for (int k = 0; k < 3; k++) {
            corner[k] = (uint32_t)bits_at(at + 4 * k, 4);
            if (corner[k] >= vertices) {
                ludo_mesh_fail(r, 0, "a face has vertex %lu of %lu", (unsigned long)corner[k],
                               (unsigned long)vertices);
                return;
            }
        }
        ludo_mesh_add_face(r, 0, (int32_t)corner[0], (int32_t)corner[1], (int32_t)corner[2]);
    }
}

static void read_answer(mesh_reading *r)
{
    const uint32_t vertices = (uint32_t)bits_at(r->bytes + KEYWORD, 4);
    const uint32_t faces = (uint32_t)bits_at(r->bytes + KEYWORD + 4, 4);
    const uint64_t expected = HEAD + VERTEX * (uint64_t)vertices + FACE * (uint64_t)faces;
    if (expected != r->length || vertices == 0) {
        ludo_mesh_fail(r, 0, "the answer of ludo-mesh is incomplete: it has %zu bytes", r->length);
        return;
    }
    read_vertices(r, r->bytes + HEAD, vertices);
    read_faces(r, r->bytes + HEAD + VERTEX * (size_t)vertices, faces, vertices);
}

ludo_status ludo_mesh_answer_read(mesh_surface *surface, const char *bytes, size_t length,
                                  const char *path, const ludo_allocator *a, ludo_diagnostic *why)
{
    mesh_reading r = {surface, bytes, length, path, a, why, LUDO_OK};
    if (length >= KEYWORD && memcmp(bytes, "ludofail", KEYWORD) == 0) {
        refuse(&r);
    } else if (length >= HEAD && memcmp(bytes, "ludomesh", KEYWORD) == 0) {
        read_answer(&r);
    } else {
        ludo_mesh_fail(&r, 0, "ludo-mesh ended without an answer: it has %zu bytes", length);
    }
    return r.status;
}
