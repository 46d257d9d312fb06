/* SPDX-License-Identifier: Apache-2.0
 *
 * Support functions of all types of shape. */
#include "certificate/solid.h"

#include "geometry/list.h"

/* ---- the types ---- */

static vec3x point_farthest(const solid *s, vec3x n)
{
    (void)s, (void)n;
    return x3(0.0L, 0.0L, 0.0L);
}

static extended sphere_outside(const solid *s, vec3x p)
{
    return x3_norm(p) - s->size[0];
}

static vec3x segment_farthest(const solid *s, vec3x n)
{
    return x3(0.0L, 0.0L, copysignl(s->size[1], n.z));
}

static extended capsule_outside(const solid *s, vec3x p)
{
    const extended beyond = fmaxl(fabsl(p.z) - s->size[1], 0.0L);
    return x3_norm(x3(p.x, p.y, beyond)) - s->size[0];
}

static vec3x box_farthest(const solid *s, vec3x n)
{
    return x3(copysignl(s->size[0], n.x), copysignl(s->size[1], n.y), copysignl(s->size[2], n.z));
}

static extended box_outside(const solid *s, vec3x p)
{
    const extended x = fabsl(p.x) - s->size[0], y = fabsl(p.y) - s->size[1];
    return fmaxl(fmaxl(x, y), fabsl(p.z) - s->size[2]);
}

static vec3x cylinder_farthest(const solid *s, vec3x n)
{
    const extended d = hypotl(n.x, n.y), r = d > 0.0L ? s->size[0] / d : 0.0L;
    return x3(r * n.x, r * n.y, copysignl(s->size[1], n.z));
}

static extended cylinder_outside(const solid *s, vec3x p)
{
    return fmaxl(fabsl(p.z) - s->size[1], hypotl(p.x, p.y) - s->size[0]);
}

static vec3x ellipsoid_farthest(const solid *s, vec3x n)
{
    const vec3x m = x3(s->size[0] * n.x, s->size[1] * n.y, s->size[2] * n.z);
    const vec3x u = x3_unit(m);
    return x3(s->size[0] * u.x, s->size[1] * u.y, s->size[2] * u.z);
}

/* With f = |p / size|, (f - 1) over its slope. */
static extended ellipsoid_outside(const solid *s, vec3x p)
{
    const vec3x a = x3(p.x / s->size[0], p.y / s->size[1], p.z / s->size[2]);
    const vec3x b = x3(a.x / s->size[0], a.y / s->size[1], a.z / s->size[2]);
    const extended f = x3_norm(a), slope = f > 0.0L ? x3_norm(b) / f : 1.0L;
    return f > 0.0L ? (f - 1.0L) / slope : -1.0L;
}

static vec3x mesh_farthest(const solid *s, vec3x n)
{
    vec3x best = x3_of(s->mesh->vertex[0]);
    for (int32_t i = 1; i < s->mesh->vertex_count; i++) {
        const vec3x p = x3_of(s->mesh->vertex[i]);
        best = x3_dot(n, p) > x3_dot(n, best) ? p : best;
    }
    return best;
}

static extended mesh_outside(const solid *s, vec3x p)
{
    extended most = -HUGE_VALL;
    for (int32_t i = 0; i < s->mesh->face_count; i++) {
        const vec3x n = s->mesh->face[i];
        most = fmaxl(most, x3_dot(n, x3_sub(p, mesh_farthest(s, n))));
    }
    return most;
}

/* The disc of radius `reach` about the origin; the half-space has no other points near. */
static vec3x plane_farthest(const solid *s, vec3x n)
{
    const extended d = hypotl(n.x, n.y), r = d > 0.0L ? s->reach / d : 0.0L;
    return x3(r * n.x, r * n.y, n.z > 0.0L ? 0.0L : -HUGE_VALL);
}

static extended plane_outside(const solid *s, vec3x p)
{
    (void)s;
    return p.z;
}

static const solid_kind kinds[] = {
    {&ludo_shape_plane, plane_farthest, plane_outside, 0, -1, 4u, 0u, false},
    {&ludo_shape_sphere, point_farthest, sphere_outside, 1, 0, 0u, 0u, true},
    {&ludo_shape_capsule, segment_farthest, capsule_outside, 2, 0, 0u, 4u, true},
    {&ludo_shape_box, box_farthest, box_outside, 3, -1, 7u, 7u, false},
    {&ludo_shape_cylinder, cylinder_farthest, cylinder_outside, 2, -1, 4u, 4u, true},
    {&ludo_shape_ellipsoid, ellipsoid_farthest, ellipsoid_outside, 3, -1, 0u, 0u, true},
    {&ludo_shape_mesh, mesh_farthest, mesh_outside, 0, -1, 0u, 0u, false},
};

/* ---- in the world ---- */

static vec3x to_world(const solid *s, vec3x d)
{
    return x3_add(x3_add(x3_scale(d.x, s->axis[0]), x3_scale(d.y, s->axis[1])),
                  x3_scale(d.z, s->axis[2]));
}

static vec3x to_shape(const solid *s, vec3x d)
{
    return x3(x3_dot(d, s->axis[0]), x3_dot(d, s->axis[1]), x3_dot(d, s->axis[2]));
}

/* Rotate the axes by a quaternion given in them, a unit one only to rounding. */
static void rotate_axes(solid *of, ludo_quat q)
{
    const extended w = (extended)q.w, x = (extended)q.x, y = (extended)q.y, z = (extended)q.z;
    const extended s = 2.0L / (w * w + x * x + y * y + z * z);
    const vec3x column[3] = {
        x3(1.0L - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)),
        x3(s * (x * y - w * z), 1.0L - s * (x * x + z * z), s * (y * z + w * x)),
        x3(s * (x * z + w * y), s * (y * z - w * x), 1.0L - s * (x * x + y * y)),
    };
    const solid before = *of;
    for (int i = 0; i < 3; i++) {
        of->axis[i] = to_world(&before, column[i]);
    }
}

solid solid_of(const collider *c, const pose *z, const sample_mesh *mesh)
{
    solid s = {.mesh = mesh, .axis = {{1.0L, 0.0L, 0.0L}, {0.0L, 1.0L, 0.0L}, {0.0L, 0.0L, 1.0L}}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        s.kind = kinds[i].shape == c->kind ? &kinds[i] : s.kind;
    }
    for (int32_t i = 0; s.kind != NULL && i < s.kind->sizes; i++) {
        s.size[i] = (extended)c->size[i];
    }
    s.radius = s.kind != NULL && s.kind->rounded >= 0 ? s.size[s.kind->rounded] : 0.0L;
    rotate_axes(&s, z->q);
    s.center = x3_add(x3_of(z->x), to_world(&s, x3_of(c->frame.position)));
    rotate_axes(&s, c->frame.orientation);
    return s;
}

bool solid_is_plane(const solid *s)
{
    return s->kind->shape == &ludo_shape_plane;
}

void solid_cut_plane(solid *plane, vec3x near, extended reach)
{
    const vec3x n = plane->axis[2];
    plane->center = x3_axpy(near, x3_dot(n, x3_sub(plane->center, near)), n);
    plane->reach = reach;
}

vec3x solid_farthest(const solid *s, vec3x n)
{
    return x3_add(s->center, to_world(s, s->kind->farthest(s, to_shape(s, n))));
}

extended solid_outside(const solid *s, vec3x p)
{
    return s->kind->outside(s, to_shape(s, x3_sub(p, s->center)));
}

static int32_t put_axes(const solid *s, unsigned which, vec3x *out)
{
    int32_t count = 0;
    for (int i = 0; i < 3; i++) {
        if ((which & (1u << i)) != 0u) {
            out[count++] = s->axis[i];
        }
    }
    return count;
}

int32_t solid_faces(const solid *s, vec3x out[SAMPLE_DIRECTIONS])
{
    int32_t count = put_axes(s, s->kind->faces, out);
    for (int32_t i = 0; s->mesh != NULL && i < s->mesh->face_count; i++) {
        out[count++] = to_world(s, s->mesh->face[i]);
    }
    return count;
}

int32_t solid_edges(const solid *s, vec3x out[SAMPLE_DIRECTIONS])
{
    int32_t count = put_axes(s, s->kind->edges, out);
    for (int32_t i = 0; s->mesh != NULL && i < s->mesh->edge_count; i++) {
        out[count++] = to_world(s, s->mesh->edge[i]);
    }
    return count;
}

/* ---- meshes ---- */

/* Vertices this near to a plane [of the size of the mesh] are on it: those of flat faces are
 * rounded. */
static const extended on_plane = 4e-16L;

static bool is_new(const vec3x *known, int32_t count, vec3x n)
{
    for (int32_t i = 0; i < count; i++) {
        if (x3_norm(x3_sub(known[i], n)) < 1e-12L) {
            return false;
        }
    }
    return true;
}

static extended size_of(const sample_mesh *m)
{
    extended size = 0.0L;
    for (int32_t i = 0; i < m->vertex_count; i++) {
        size = fmaxl(size, x3_norm(x3_of(m->vertex[i])));
    }
    return size;
}

/* Put the plane of three vertices on the list if all others are on one side of it. */
static bool put_face(sample_mesh *m, vec3x a, vec3x b, vec3x c, extended level)
{
    const vec3x normal = x3_cross(x3_sub(b, a), x3_sub(c, a));
    if (!(x3_norm(normal) > 0.0L)) {
        return true;
    }
    vec3x n = x3_unit(normal);
    extended low = 0.0L, high = 0.0L;
    for (int32_t i = 0; i < m->vertex_count; i++) {
        const extended over = x3_dot(n, x3_sub(x3_of(m->vertex[i]), a));
        low = fminl(low, over);
        high = fmaxl(high, over);
    }
    if (high > level && low < -level) {
        return true;
    }
    n = high > level ? x3_scale(-1.0L, n) : n;
    if (!is_new(m->face, m->face_count, n)) {
        return true;
    }
    if (m->face_count == SAMPLE_DIRECTIONS) {
        return false;
    }
    m->face[m->face_count++] = n;
    return true;
}

/* Whether two vertices have two faces in common. */
static bool is_edge(const sample_mesh *m, vec3x a, vec3x b, extended level)
{
    const solid shape = {.mesh = m};
    int32_t common = 0;
    for (int32_t i = 0; i < m->face_count; i++) {
        const vec3x n = m->face[i], top = mesh_farthest(&shape, n);
        common += x3_dot(n, x3_sub(top, a)) <= level && x3_dot(n, x3_sub(top, b)) <= level ? 1 : 0;
    }
    return common >= 2;
}

bool sample_mesh_outline(sample_mesh *m)
{
    const extended level = on_plane * size_of(m);
    const int32_t count = m->vertex_count;
    m->face_count = m->edge_count = 0;
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = i + 1; j < count; j++) {
            for (int32_t k = j + 1; k < count; k++) {
                if (!put_face(m, x3_of(m->vertex[i]), x3_of(m->vertex[j]), x3_of(m->vertex[k]),
                              level)) {
                    return false;
                }
            }
        }
    }
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = i + 1; j < count; j++) {
            const vec3x a = x3_of(m->vertex[i]), b = x3_of(m->vertex[j]);
            if (is_edge(m, a, b, 4.0L * level)) {
                if (m->edge_count == SAMPLE_DIRECTIONS) {
                    return false;
                }
                m->edge[m->edge_count++] = x3_unit(x3_sub(b, a));
            }
        }
    }
    return true;
}
