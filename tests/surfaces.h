/* SPDX-License-Identifier: Apache-2.0
 *
 * Surfaces for tests, and checks of their mass. */
#ifndef LUDO_TESTS_SURFACES_H
#define LUDO_TESTS_SURFACES_H

#include "geometry/list.h"
#include "geometry/surface.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 40000 };

/* A surface that owns its memory and can be changed. */
typedef struct draft_surface {
    double vertex[3 * MOST_POINTS];
    int32_t face[6 * MOST_POINTS];
    int32_t vertex_count, face_count;
} draft_surface;

/* All zero; the caller frees it. */
static inline draft_surface *new_draft(void)
{
    draft_surface *d = calloc(1, sizeof *d);
    assert_non_null(d);
    return d;
}

static inline surface of_draft(const draft_surface *d)
{
    return (surface){d->vertex, d->vertex_count, d->face, d->face_count};
}

static inline int32_t add_vertex(draft_surface *d, ludo_vec3 p)
{
    assert_true(d->vertex_count < MOST_POINTS);
    memcpy(d->vertex + 3 * d->vertex_count, (double[]){p.x, p.y, p.z}, 3 * sizeof(double));
    return d->vertex_count++;
}

static inline void add_face(draft_surface *d, int32_t a, int32_t b, int32_t c)
{
    assert_true(d->face_count < 2 * MOST_POINTS);
    memcpy(d->face + 3 * d->face_count++, (int32_t[]){a, b, c}, 3 * sizeof(int32_t));
}

static inline void add_faces(draft_surface *d, const int32_t face[][3], int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        add_face(d, face[i][0], face[i][1], face[i][2]);
    }
}

/* The faces of a cube with vertex 4 x + 2 y + z at the corner (x, y, z); the first two faces are at
 * x = 0. */
enum { CUBE_FACES = 12 };
static const int32_t cube_face[CUBE_FACES][3] = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5},
                                                 {0, 4, 5}, {0, 5, 1}, {2, 3, 7}, {2, 7, 6},
                                                 {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};

/* A closed box from a corner; inside out if `inward`. */
static inline void add_box(draft_surface *d, ludo_vec3 corner, ludo_vec3 size, bool inward)
{
    const int32_t first = d->vertex_count;
    for (int32_t i = 0; i < 8; i++) {
        (void)add_vertex(d, v3(corner.x + size.x * (i / 4), corner.y + size.y * (i / 2 % 2),
                               corner.z + size.z * (i % 2)));
    }
    for (int32_t i = 0; i < CUBE_FACES; i++) {
        const int32_t *f = cube_face[i];
        add_face(d, first + f[0], first + f[inward ? 2 : 1], first + f[inward ? 1 : 2]);
    }
}

/* The surface of revolution of the points (rho, z) about z in n steps; from bottom to top, the
 * first and the last point on the axis. */
static inline void revolve(draft_surface *d, double (*profile)[2], int32_t count, int32_t n)
{
    const int32_t low = add_vertex(d, v3(0.0, 0.0, profile[0][1]));
    const int32_t high = add_vertex(d, v3(0.0, 0.0, profile[count - 1][1]));
    const int32_t first = d->vertex_count, last = first + (count - 3) * n;
    for (int32_t i = 1; i + 1 < count; i++) {
        for (int32_t k = 0; k < n; k++) {
            const double a = 2.0 * PI * k / n;
            (void)add_vertex(d, v3(profile[i][0] * cos(a), profile[i][0] * sin(a), profile[i][1]));
        }
    }
    for (int32_t k = 0; k < n; k++) {
        const int32_t next = (k + 1) % n;
        add_face(d, low, first + next, first + k);
        add_face(d, high, last + k, last + next);
        for (int32_t ring = first; ring < last; ring += n) {
            add_face(d, ring + k, ring + next, ring + n + next);
            add_face(d, ring + k, ring + n + next, ring + n + k);
        }
    }
}

/* x <- A x + b for all vertices */
static inline void move_vertices(draft_surface *d, mat3 A, ludo_vec3 b)
{
    for (int32_t i = 0; i < d->vertex_count; i++) {
        double *v = d->vertex + 3 * i;
        const ludo_vec3 p = v3_add(m3_apply(&A, v3(v[0], v[1], v[2])), b);
        memcpy(v, (double[]){p.x, p.y, p.z}, 3 * sizeof *v);
    }
}

/* The C library's allocator, which is thread-safe. */
static inline const ludo_allocator *plain_memory(void)
{
    static _Thread_local ludo_allocator a;
    a = ludo_allocator_or_default(NULL);
    return &a;
}

static inline mass_properties weighed(const draft_surface *d, surface_weigh *weigh)
{
    const surface s = of_draft(d);
    mass_properties m = {0};
    const char *problem = NULL;
    const ludo_status status = weigh(&s, plain_memory(), &m, &problem);
    if (status != LUDO_OK) {
        print_error("a surface %s\n", problem != NULL ? problem : "without memory");
    }
    assert_int_equal(status, LUDO_OK);
    assert_null(problem);
    return m;
}

/* Check the mass to a relative `tolerance`, the centre of mass to `tolerance` of `length`, the
 * inertia to `tolerance` of its trace. */
static inline void check_mass(mass_properties got, mass_properties want, double length,
                              double tolerance)
{
    const double trace = want.J.xx + want.J.yy + want.J.zz;
    const ludo_vec3 off = v3_sub(got.com, want.com);
    const double J[6] = {got.J.xx - want.J.xx, got.J.yy - want.J.yy, got.J.zz - want.J.zz,
                         got.J.xy - want.J.xy, got.J.xz - want.J.xz, got.J.yz - want.J.yz};
    CHECK_NEAR(got.mass, want.mass, tolerance * want.mass);
    CHECK_NEAR(v3_norm(off), 0.0, tolerance * length);
    for (int k = 0; k < 6; k++) {
        CHECK_NEAR(J[k], 0.0, tolerance * trace);
    }
}

/* The largest of the three relative errors of check_mass(). */
static inline double mass_error(mass_properties got, mass_properties want, double length)
{
    const double trace = want.J.xx + want.J.yy + want.J.zz;
    const double errors[] = {
        fabs(got.mass / want.mass - 1.0),   v3_norm(v3_sub(got.com, want.com)) / length,
        fabs(got.J.xx - want.J.xx) / trace, fabs(got.J.yy - want.J.yy) / trace,
        fabs(got.J.zz - want.J.zz) / trace, fabs(got.J.xy - want.J.xy) / trace,
        fabs(got.J.xz - want.J.xz) / trace, fabs(got.J.yz - want.J.yz) / trace,
    };
    double most = 0.0;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        most = fmax(most, errors[i]);
    }
    return most;
}

#endif
