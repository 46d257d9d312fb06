/* SPDX-License-Identifier: Apache-2.0
 *
 * Continuous collision of two colliders over a step [contact.md 4.1].
 *
 * Conservative advancement: centres of mass move straight, bodies rotate steadily, and the gap
 * changes by at most `travel` times the part of the motion, so that steps of gap / travel never
 * pass a contact. Near one, steps are a quarter of the lesser thickness, which can't pass through.
 */
#include "collision/candidate.h"

#include "math/rotation_vector.h"

candidate ludo_candidate_of(const model_contacts *c, const near_pair *pair, const pose *from,
                            const pose *to)
{
    candidate e = {.kind = pair->kind, .a = pair->a, .b = pair->b};
    e.on_a = &c->collider[e.a];
    e.on_b = &c->collider[e.b];
    e.from_a = &from[e.on_a->slot];
    e.from_b = &from[e.on_b->slot];
    e.to_a = &to[e.on_a->slot];
    e.to_b = &to[e.on_b->slot];
    return e;
}

/* ---- the motion ---- */

/* Rotation vectors of both bodies over the step, and the largest change of the gap. */
typedef struct motion_between {
    const candidate *e;
    ludo_vec3 rotation_a, rotation_b;
    double travel;
} motion_between;

static ludo_vec3 turn_between(const pose *from, const pose *to)
{
    return q_rotation_vector(q_mul(to->q, q_conj(from->q)));
}

static pose pose_between(const pose *from, const pose *to, ludo_vec3 turn, double t)
{
    const ludo_quat q = q_mul(q_turn(v3_scale(t, turn)), from->q);
    return pose_make(v3_axpy(from->x, t, v3_sub(to->x, from->x)), q_normalized(q));
}

static motion_between find_motion(const candidate *e)
{
    motion_between p = {.e = e,
                        .rotation_a = turn_between(e->from_a, e->to_a),
                        .rotation_b = turn_between(e->from_b, e->to_b)};
    const ludo_vec3 way_a = v3_sub(e->to_a->x, e->from_a->x);
    const ludo_vec3 way_b = v3_sub(e->to_b->x, e->from_b->x);
    p.travel = v3_norm(v3_sub(way_b, way_a)) + v3_norm(p.rotation_a) * e->on_a->reach +
               v3_norm(p.rotation_b) * e->on_b->reach;
    return p;
}

/* The least distance from the origin to the line between two points. */
static double distance_to_way(ludo_vec3 from, ludo_vec3 to)
{
    const ludo_vec3 d = v3_sub(to, from);
    const double dd = v3_dot(d, d), along = -v3_dot(from, d);
    const double t = !(along > 0.0) ? 0.0 : along < dd ? along / dd : 1.0;
    return v3_norm(v3_axpy(from, t, d));
}

/* Whether the bounding spheres meet on the way. An arc is nearer to its chord than half its length.
 */
static bool spheres_meet(const motion_between *p)
{
    const candidate *e = p->e;
    const ludo_vec3 from =
        v3_sub(collider_pose(e->on_b, e->from_b).x, collider_pose(e->on_a, e->from_a).x);
    const ludo_vec3 to =
        v3_sub(collider_pose(e->on_b, e->to_b).x, collider_pose(e->on_a, e->to_a).x);
    const double arcs = v3_norm(p->rotation_a) * v3_norm(e->on_a->frame.position) +
                        v3_norm(p->rotation_b) * v3_norm(e->on_b->frame.position);
    return distance_to_way(from, to) <= e->on_a->radius + e->on_b->radius + 0.5 * arcs;
}

/* ---- the first contact ---- */

static double gap_at(const motion_between *p, double t)
{
    const candidate *e = p->e;
    const pose a = pose_between(e->from_a, e->to_a, p->rotation_a, t);
    const pose b = pose_between(e->from_b, e->to_b, p->rotation_b, t);
    return e->kind->gap(e->on_a, e->on_b, &a, &b);
}

/* The last part of the motion with a positive gap, by 32 bisections between one with and one
 * without. */
static double halve(const motion_between *p, double apart, double met)
{
    for (int i = 0; i < 32; i++) {
        const double middle = 0.5 * (apart + met);
        if (gap_at(p, middle) > 0.0) {
            apart = middle;
        } else {
            met = middle;
        }
    }
    return apart;
}

/* Most steps of the motion, however thin the shapes. */
enum { MOST_STEPS = 4096 };

/* The part of the motion at the first contact; false: there is none. */
static bool find_contact(const motion_between *p, double thickness, double *when)
{
    const double quarter = 0.25 * thickness, part = p->travel / MOST_STEPS;
    const double least = quarter > part ? quarter : part;
    double t = 0.0, before = 0.0, gap = gap_at(p, 0.0);
    while (gap > 0.0 && t < 1.0) {
        const double next = t + (gap > least ? gap : least) / p->travel;
        before = t;
        t = next < 1.0 ? next : 1.0;
        gap = gap_at(p, t);
    }
    *when = t > 0.0 && !(gap > 0.0) ? halve(p, before, t) : 0.0;
    return !(gap > 0.0);
}

/* ---- its features ---- */

/* A point of the world, from the centre of mass of a body at z and in its axes. */
static ludo_vec3 point_on(const pose *z, ludo_vec3 p)
{
    return m3_apply_t(&z->R, v3_sub(p, z->x));
}

/* The plane in place of a feature with bodies at a and b, fixed to the one that rotates less; a
 * ball on the other keeps its centre. */
static feature make_plane(const motion_between *p, const feature *f, const feature_view *v,
                          const pose *a, const pose *b)
{
    const ludo_vec3 on_a = v3_axpy(v->point, -0.5 * v->gap, v->normal);
    const ludo_vec3 on_b = v3_axpy(v->point, 0.5 * v->gap, v->normal);
    feature plane = {.id = FEATURE_PASSED + f->id};
    if (v3_norm(p->rotation_a) <= v3_norm(p->rotation_b)) {
        plane.kind = &ludo_feature_point_plane;
        plane.radius = f->radius - f->radius_a;
        plane.a[0] = point_on(a, on_a);
        plane.b[0] = point_on(b, v3_axpy(on_b, plane.radius, v->normal));
        plane.n = m3_apply_t(&a->R, v->normal);
    } else {
        plane.kind = &ludo_feature_plane_point;
        plane.radius = f->radius_a;
        plane.a[0] = point_on(a, v3_axpy(on_a, -plane.radius, v->normal));
        plane.b[0] = point_on(b, on_b);
        plane.n = m3_apply_t(&b->R, v3_scale(-1.0, v->normal));
    }
    return plane;
}

/* Shapes that are apart again at the end have grazed if they end at most this far behind the plane
 * of the first contact, in thicknesses; else they passed through. */
static const double grazing = 0.01;

/* Replace a feature by a plane if it has lost the side that it came from: its normal turns by more
 * than 60 degrees to the end of the step, or the shapes passed through each other. */
static void keep_side(const motion_between *p, feature *f, const pose *a, const pose *b)
{
    const pose *to_a = p->e->to_a, *to_b = p->e->to_b;
    const feature_view v = f->kind->view(f, a, b), then = f->kind->view(f, to_a, to_b);
    const feature plane = make_plane(p, f, &v, a, b);
    const bool passed =
        then.gap >= 0.0 && plane.kind->view(&plane, to_a, to_b).gap <
                               -grazing * collider_lesser_thickness(p->e->on_a, p->e->on_b);
    if (passed || !(v3_dot(v.normal, then.normal) > 0.5)) {
        *f = plane;
    }
}

/* The square of the difference of the quaternions of two poses. */
static double turn_square(const pose *from, const pose *to)
{
    const ludo_quat p = from->q, q = to->q;
    const ludo_quat d = {q.w - p.w, q.x - p.x, q.y - p.y, q.z - p.z};
    return q_dot(d, d);
}

/* An upper bound of the motion of a point of a collider by its body's rotation: the difference of
 * quaternions is 2 sin(angle / 4). */
static double rotation_bound(const collider *c, const pose *from, const pose *to)
{
    const double square = turn_square(from, to);
    return square > 0.0 ? 3.2 * sqrt(square) * c->reach : 0.0;
}

/* Needs no rotation vector. */
double ludo_candidate_travel(const candidate *e)
{
    const ludo_vec3 way_a = v3_sub(e->to_a->x, e->from_a->x);
    const ludo_vec3 way_b = v3_sub(e->to_b->x, e->from_b->x);
    return v3_norm(v3_sub(way_b, way_a)) + rotation_bound(e->on_a, e->from_a, e->to_a) +
           rotation_bound(e->on_b, e->from_b, e->to_b);
}

/* A tenth of the distance, in parts of the lesser thickness, at which features are one. */
static const double still = 1e-7;

/* An upper bound of the square of the motion of a point of a collider by a small rotation of its
 * body: twice the difference of quaternions is at least the sine of the angle. */
static double rotation_square(const collider *c, const pose *from, const pose *to)
{
    const double square = turn_square(from, to);
    return square > 0.0 ? 5.0 * square * c->reach * c->reach : 0.0;
}

bool ludo_candidate_is_still(const candidate *e)
{
    const double third = still * collider_lesser_thickness(e->on_a, e->on_b) / 3.0;
    const ludo_vec3 way_a = v3_sub(e->to_a->x, e->from_a->x);
    const ludo_vec3 way = v3_sub(v3_sub(e->to_b->x, e->from_b->x), way_a);
    return v3_dot(way, way) <= third * third &&
           rotation_square(e->on_a, e->from_a, e->to_a) <= third * third &&
           rotation_square(e->on_b, e->from_b, e->to_b) <= third * third;
}

bool ludo_candidate_is_fast(const candidate *e)
{
    const double half = 0.5 * collider_lesser_thickness(e->on_a, e->on_b);
    return !(ludo_candidate_travel(e) <= half) && find_motion(e).travel > half;
}

/* Shapes with a thickness are convex. */
bool ludo_candidate_is_convex(const candidate *e)
{
    return e->kind->apart == NULL && isfinite(e->on_a->thickness) && isfinite(e->on_b->thickness);
}

bool ludo_candidate_clears(const candidate *e, const pose *a, const pose *b, double distance)
{
    return e->kind->apart != NULL ? e->kind->apart(e->on_a, e->on_b, a, b, distance)
                                  : ludo_candidate_is_convex(e) &&
                                        ludo_convex_clears(e->on_a, e->on_b, a, b, distance);
}

bool ludo_candidate_stays_apart(const candidate *e, double margin)
{
    const double distance = (1.0 + 1e-9) * (margin + e->travel);
    return ludo_candidate_clears(e, e->from_a, e->from_b, distance);
}

bool ludo_candidate_is_apart(const candidate *e, const pose *a, const pose *b)
{
    return ludo_candidate_clears(e, a, b, 0.0) ||
           (e->kind->apart == NULL && e->kind->gap(e->on_a, e->on_b, a, b) >= 0.0);
}

bool ludo_candidate_enters(const candidate *e)
{
    return isfinite(e->on_a->radius) && isfinite(e->on_b->radius) &&
           !ludo_candidate_is_apart(e, e->to_a, e->to_b) &&
           ludo_candidate_is_apart(e, e->from_a, e->from_b);
}

bool ludo_candidate_first_touch(const candidate *e, double margin, feature_list *out)
{
    const motion_between p = find_motion(e);
    double t;
    if (!spheres_meet(&p) || !find_contact(&p, collider_lesser_thickness(e->on_a, e->on_b), &t)) {
        return false;
    }
    const pose at_a = pose_between(e->from_a, e->to_a, p.rotation_a, t);
    const pose at_b = pose_between(e->from_b, e->to_b, p.rotation_b, t);
    out->count = 0;
    e->kind->find(e->on_a, e->on_b, &at_a, &at_b, margin, out);
    for (int32_t i = 0; i < out->count; i++) {
        keep_side(&p, &out->item[i], &at_a, &at_b);
    }
    return out->count > 0;
}
