/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes of mesh files, and surfaces from them. */
#ifndef LUDO_TESTS_MESH_BYTES_H
#define LUDO_TESTS_MESH_BYTES_H

#include "support.h"

#include "formats/mesh/mesh_file.h"

#include <stdlib.h>
#include <string.h>

/* Read from memory of exactly this size, so that sanitizers catch a read past its end. */
static inline ludo_status surface_read(mesh_surface *s, const void *bytes, size_t length,
                                       const char *path, const ludo_allocator *allocator,
                                       ludo_diagnostic *why)
{
    const ludo_allocator a = ludo_allocator_or_default(allocator);
    char *exact = malloc(length > 0 ? length : 1);
    assert_non_null(exact);
    memcpy(exact, bytes, length);
    *s = (mesh_surface){0};
    *why = (ludo_diagnostic){.line = -1};
    const ludo_status status = ludo_mesh_file_read(s, exact, length, path, &a, why);
    free(exact);
    return status;
}

static inline void surface_release(mesh_surface *s)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    ludo_mesh_surface_release(s, &a);
}

/* The surface of valid bytes; the caller releases it. */
static inline mesh_surface surface_of(const void *bytes, size_t length, const char *path)
{
    mesh_surface s;
    ludo_diagnostic why;
    if (surface_read(&s, bytes, length, path, NULL, &why) != LUDO_OK) {
        fail_msg("%s:%d: %s", why.file, (int)why.line, why.message);
    }
    return s;
}

/* Bytes are refused at this line, with a message that contains this word. */
static inline void surface_refused(const void *bytes, size_t length, const char *path, int32_t line,
                                   const char *word_in_message)
{
    mesh_surface s;
    ludo_diagnostic why;
    assert_int_equal(surface_read(&s, bytes, length, path, NULL, &why), LUDO_PARSE);
    surface_release(&s);
    assert_string_equal(why.file, path);
    if (why.line != line || strstr(why.message, word_in_message) == NULL) {
        fail_msg("%d: '%s', not %d: '%s'", (int)why.line, why.message, (int)line, word_in_message);
    }
}

static inline void check_vertex(const mesh_surface *s, int32_t i, double x, double y, double z)
{
    const double *v = (const double *)s->vertices.items + 3 * i;
    assert_true(i < s->vertices.count);
    assert_true(v[0] == x && v[1] == y && v[2] == z);
}

static inline void check_face(const mesh_surface *s, int32_t i, int32_t a, int32_t b, int32_t c)
{
    const int32_t *f = (const int32_t *)s->faces.items + 3 * i;
    assert_true(i < s->faces.count);
    assert_int_equal(f[0], a);
    assert_int_equal(f[1], b);
    assert_int_equal(f[2], c);
}

#endif
