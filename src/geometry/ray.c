/* SPDX-License-Identifier: Apache-2.0
 *
 * Rays and the surfaces that shapes are made of. */
#include "geometry/ray.h"

double ludo_ray_sphere(const ray *r, ludo_vec3 center, double radius)
{
    const ludo_vec3 m = v3_sub(r->from, center);
    double t[2];
    if (!ray_roots(1.0, v3_dot(m, r->along), v3_dot(m, m) - radius * radius, t)) {
        return NO_HIT;
    }
    return t[0] >= 0.0 ? t[0] : t[1] >= 0.0 ? t[1] : NO_HIT;
}

double ludo_ray_tube(const ray *r, double radius, double half)
{
    const ludo_vec3 p = r->from, u = r->along;
    double t[2], hit = NO_HIT;
    if (!ray_roots(u.x * u.x + u.y * u.y, p.x * u.x + p.y * u.y,
                   p.x * p.x + p.y * p.y - radius * radius, t)) {
        return NO_HIT;
    }
    for (int i = 0; i < 2; i++) {
        const double z = p.z + t[i] * u.z;
        hit = t[i] >= 0.0 && z >= -half && z <= half ? ray_nearer(hit, t[i]) : hit;
    }
    return hit;
}

/* By barycentric coordinates of the point where the ray meets the plane, a ratio of volumes. */
double ludo_ray_triangle(const ray *r, ludo_vec3 a, ludo_vec3 b, ludo_vec3 c)
{
    const ludo_vec3 ab = v3_sub(b, a), ac = v3_sub(c, a), from = v3_sub(r->from, a);
    const ludo_vec3 n = v3_cross(r->along, ac);
    const double volume = v3_dot(ab, n);
    if (volume == 0.0) {
        return NO_HIT;
    }
    const ludo_vec3 m = v3_cross(from, ab);
    const double beta = v3_dot(from, n) / volume, gamma = v3_dot(r->along, m) / volume;
    const double t = v3_dot(ac, m) / volume;
    const bool inside = beta >= 0.0 && gamma >= 0.0 && beta + gamma <= 1.0;
    return inside && t >= 0.0 ? t : NO_HIT;
}

static ludo_vec3 vertex_of(const ray_surface *s, int32_t i)
{
    const double *x = s->vertex + 3 * (ptrdiff_t)i;
    return v3(x[0], x[1], x[2]);
}

double ludo_ray_mesh(const ray *r, const double *size, const ray_surface *s)
{
    double hit = NO_HIT;
    (void)size;
    for (int32_t f = 0; f < s->face_count; f++) {
        const int32_t *corner = s->face + 3 * (ptrdiff_t)f;
        const double t = ludo_ray_triangle(r, vertex_of(s, corner[0]), vertex_of(s, corner[1]),
                                           vertex_of(s, corner[2]));
        hit = ray_nearer(hit, t);
    }
    return hit;
}
