/* SPDX-License-Identifier: Apache-2.0
 *
 * Built-in meshes and their properties. */
#ifndef LUDO_TESTS_MADE_MESH_H
#define LUDO_TESTS_MADE_MESH_H

#include "support.h"

#include "formats/mesh/built_in.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* some operations on numbers of order 1 */
#define ROUNDING (16.0 * DBL_EPSILON)

#define PARAMETERS(...)                                                                            \
    (mesh_parameters)                                                                              \
    {                                                                                              \
        (const double[]){__VA_ARGS__}, (int32_t)(sizeof(double[]){__VA_ARGS__} / sizeof(double))   \
    }

typedef struct made {
    mesh_surface s;
    bool open;
} made;

static inline ludo_status make(made *m, const char *kind, mesh_parameters p,
                               const ludo_allocator *hook, ludo_diagnostic *why)
{
    const ludo_allocator a = ludo_allocator_or_default(hook);
    *m = (made){.open = false};
    *why = (ludo_diagnostic){.line = -1};
    return ludo_built_in_make(&m->s, kind, p, &m->open, &a, why);
}

static inline void release(made *m)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    ludo_mesh_surface_release(&m->s, &a);
}

static inline made made_of(const char *kind, mesh_parameters p, bool open)
{
    made m;
    ludo_diagnostic why;
    if (make(&m, kind, p, NULL, &why) != LUDO_OK) {
        fail_msg("%s: %s", kind, why.message);
    }
    assert_int_equal(m.open, open);
    return m;
}

static inline const double *vertex(const made *m, int32_t i)
{
    assert_true(i < m->s.vertices.count);
    return (const double *)m->s.vertices.items + 3 * i;
}

static inline void check_vertex(const made *m, int32_t i, double x, double y, double z)
{
    const double *v = vertex(m, i);
    CHECK_NEAR(v[0], x, ROUNDING);
    CHECK_NEAR(v[1], y, ROUNDING);
    CHECK_NEAR(v[2], z, ROUNDING);
}

static inline void check_counts(const made *m, int32_t vertices, int32_t faces)
{
    assert_int_equal(m->s.vertices.count, vertices);
    assert_int_equal(m->s.faces.count, faces);
}

/* Number of faces with an edge from a to b. */
static inline int edges(const made *m, int32_t a, int32_t b)
{
    int count = 0;
    const int32_t *f = m->s.faces.items;
    for (int32_t i = 0; i < m->s.faces.count; i++, f += 3) {
        for (int k = 0; k < 3; k++) {
            count += f[k] == a && f[(k + 1) % 3] == b;
        }
    }
    return count;
}

static inline double volume_of(const made *m)
{
    double six = 0.0;
    const int32_t *f = m->s.faces.items;
    for (int32_t i = 0; i < m->s.faces.count; i++, f += 3) {
        const double *a = vertex(m, f[0]), *b = vertex(m, f[1]), *c = vertex(m, f[2]);
        six += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return six / 6.0;
}

#endif
