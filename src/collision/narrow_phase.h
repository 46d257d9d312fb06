/* SPDX-License-Identifier: Apache-2.0
 *
 * Narrow phase: the features that two shapes have near each other, per pair of types. */
#ifndef LUDO_COLLISION_NARROW_PHASE_H
#define LUDO_COLLISION_NARROW_PHASE_H

#include "collision/feature.h"
#include "geometry/list.h"

/* Most features that two shapes have at once. */
enum { MOST_FEATURES = 16 };

/* A list of features. */
typedef struct feature_list {
    feature item[MOST_FEATURES];
    double gap[MOST_FEATURES]; /* of each at the poses where it was found */
    int32_t count;
    bool is_choice; /* of more features than these: set by the pairs that are MATERIAL_IF_ALL */
} feature_list;

/* Whether all features of two shapes are points of b over one plane of a, each with its own number:
 * those that are near at other poses are known by their gaps there. */
typedef enum feature_material {
    IMMATERIAL,
    MATERIAL_IF_ALL, /* those of a list that is no choice */
    MATERIAL
} feature_material;

/* The narrow phase of shapes of type `a` and shapes of type `b`. */
typedef struct narrow_phase_kind {
    const struct shape_kind *a, *b;

    /* Put the features of gap <= margin onto an empty list, for bodies at poses z_a, z_b (the
     * colliders have their frames on them). Where the shapes overlap, one of them is as deep as the
     * pair, to rounding; a capsule whose axis passes through a box is the exception. The choice is
     * stable: for shapes that rest on each other on an edge or a face the features span all of it.
     */
    void (*find)(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                 double margin, feature_list *out);

    /* The gap: the distance of shapes that are apart, minus the depth of a small penetration. */
    double (*gap)(const collider *a, const collider *b, const pose *z_a, const pose *z_b);

    /* Whether that gap is at least a distance >= 0, where this costs less; NULL: it does not, as
     * far as this pair knows (see ludo_candidate_clears()). False if it is NaN. */
    bool (*apart)(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                  double distance);

    feature_material material;
} narrow_phase_kind;

/* The narrow phase of two types, `*swapped`: a is its second; NULL: these types don't touch. */
const narrow_phase_kind *ludo_narrow_phase_find(const struct shape_kind *a,
                                                const struct shape_kind *b, bool *swapped);

/* Of any two bounded convex shapes (implemented in the room convex): whether their gap is more than
 * a distance >= 0, by a test that costs less, false also of some that are hardly farther apart; and
 * their gap along the unit vector n from a to b, in the world, which is never more than theirs. */
bool ludo_convex_clears(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                        double distance);
double ludo_convex_gap_at(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                          ludo_vec3 n);

/* The number of that narrow phase, -1: there is none; the narrow phase of a number. */
int32_t ludo_narrow_phase_number(const struct shape_kind *a, const struct shape_kind *b,
                                 bool *swapped);
const narrow_phase_kind *ludo_narrow_phase_at(int32_t number);

/* The pairs of types: one line each. */
#define LUDO_NARROW_PHASE_LIST(X)                                                                  \
    X(plane_sphere)                                                                                \
    X(plane_capsule)                                                                               \
    X(plane_box)                                                                                   \
    X(plane_cylinder)                                                                              \
    X(plane_ellipsoid)                                                                             \
    X(plane_mesh)                                                                                  \
    X(sphere_sphere)                                                                               \
    X(sphere_capsule)                                                                              \
    X(sphere_box)                                                                                  \
    X(capsule_capsule)                                                                             \
    X(capsule_box)                                                                                 \
    X(box_box)                                                                                     \
    X(sphere_cylinder)                                                                             \
    X(sphere_ellipsoid)                                                                            \
    X(sphere_mesh)                                                                                 \
    X(capsule_ellipsoid)                                                                           \
    X(cylinder_ellipsoid)                                                                          \
    X(box_ellipsoid)                                                                               \
    X(ellipsoid_ellipsoid)                                                                         \
    X(ellipsoid_mesh)                                                                              \
    X(box_mesh)                                                                                    \
    X(mesh_mesh)                                                                                   \
    X(capsule_mesh)                                                                                \
    X(capsule_cylinder)                                                                            \
    X(cylinder_cylinder)                                                                           \
    X(box_cylinder)                                                                                \
    X(mesh_cylinder)

/* The pairs of a height field, or a concave mesh, and convex shapes, whose gap is at most the
 * radius of these: one line each. */
#define LUDO_FIELD_PHASE_LIST(X)                                                                   \
    X(sphere_hfield)                                                                               \
    X(capsule_hfield)                                                                              \
    X(box_hfield)                                                                                  \
    X(ellipsoid_hfield)                                                                            \
    X(mesh_hfield)                                                                                 \
    X(hfield_cylinder)                                                                             \
    X(sphere_facets)                                                                               \
    X(capsule_facets)                                                                              \
    X(box_facets)                                                                                  \
    X(ellipsoid_facets)                                                                            \
    X(mesh_facets)                                                                                 \
    X(facets_cylinder)

#define X(name) extern const narrow_phase_kind ludo_narrow_phase_##name;
LUDO_NARROW_PHASE_LIST(X)
LUDO_FIELD_PHASE_LIST(X)
#undef X

/* ---- shared by the pairs ---- */

/* Put a feature of a gap onto a list; on a full list in place of the farthest one, if it is nearer.
 */
void ludo_feature_append(feature_list *out, const feature *f, double gap);

/* The same if its gap at these poses is <= margin. */
void ludo_feature_put(feature_list *out, const feature *f, const pose *z_a, const pose *z_b,
                      double margin);

/* The shape's own frame as a pose in the world. */
static inline pose collider_pose(const collider *c, const pose *z)
{
    const ludo_quat q = q_mul(z->q, c->frame.orientation);
    return pose_make(v3_add(z->x, m3_apply(&z->R, c->frame.position)), q);
}

/* A point given in the shape's frame, from the centre of mass of its body. */
static inline ludo_vec3 collider_place(const collider *c, ludo_vec3 p)
{
    return v3_add(c->frame.position, q_rotate(c->frame.orientation, p));
}

#endif
