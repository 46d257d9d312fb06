/* SPDX-License-Identifier: Apache-2.0
 *
 * Two colliders over a step, and what they do on the way [contact.md 4].
 *
 * Centres of mass go straight, bodies turn steadily. The gap changes by no more than `travel` times
 * the part of the way, so that steps of gap / travel never lead past a touch; near one, steps are
 * a quarter of the lesser thickness, which can't lead through. */
#include "collision/candidate.h"

#include "math/rotation_vector.h"

bool ludo_candidate_find(const model_contacts *c, int32_t i, int32_t j, const pose *from,
                         const pose *to, candidate *e)
{
    bool swapped = false;
    if (!ludo_model_may_touch(c, i, j, &e->law)) {
        return false;
    }
    e->touch = ludo_narrow_phase_find(c->collider[i].kind, c->collider[j].kind, &swapped);
    /* of two of one type the lower number is a */
    swapped = c->collider[i].kind == c->collider[j].kind ? j < i : swapped;
    e->a = swapped ? j : i;
    e->b = swapped ? i : j;
    e->on_a = &c->collider[e->a];
    e->on_b = &c->collider[e->b];
    e->from_a = &from[e->on_a->slot];
    e->from_b = &from[e->on_b->slot];
    e->to_a = &to[e->on_a->slot];
    e->to_b = &to[e->on_b->slot];
    return e->touch != NULL;
}

/* ---- the way ---- */

/* How both bodies turn over the step, and the most that a gap changes. */
typedef struct passage {
    const candidate *e;
    ludo_vec3 turn_a, turn_b;
    double travel;
} passage;

static ludo_vec3 turn_between(const pose *from, const pose *to)
{
    return q_rotation_vector(q_mul(to->q, q_conj(from->q)));
}

static pose pose_between(const pose *from, const pose *to, ludo_vec3 turn, double t)
{
    const ludo_quat q = q_mul(q_turn(v3_scale(t, turn)), from->q);
    return pose_make(v3_axpy(from->x, t, v3_sub(to->x, from->x)), q_normalized(q));
}

/* The farthest point of a collider from its body's centre of mass. */
static double reach(const collider *c)
{
    return v3_norm(c->frame.position) + c->radius;
}

static passage find_passage(const candidate *e)
{
    passage p = {.e = e,
                 .turn_a = turn_between(e->from_a, e->to_a),
                 .turn_b = turn_between(e->from_b, e->to_b)};
    const ludo_vec3 way_a = v3_sub(e->to_a->x, e->from_a->x);
    const ludo_vec3 way_b = v3_sub(e->to_b->x, e->from_b->x);
    p.travel = v3_norm(v3_sub(way_b, way_a)) + v3_norm(p.turn_a) * reach(e->on_a) +
               v3_norm(p.turn_b) * reach(e->on_b);
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

/* Whether the spheres about both come together on the way. An arc leaves its chord by less than
 * half its length. */
static bool spheres_meet(const passage *p)
{
    const candidate *e = p->e;
    const ludo_vec3 from =
        v3_sub(collider_pose(e->on_b, e->from_b).x, collider_pose(e->on_a, e->from_a).x);
    const ludo_vec3 to =
        v3_sub(collider_pose(e->on_b, e->to_b).x, collider_pose(e->on_a, e->to_a).x);
    const double arcs = v3_norm(p->turn_a) * v3_norm(e->on_a->frame.position) +
                        v3_norm(p->turn_b) * v3_norm(e->on_b->frame.position);
    return distance_to_way(from, to) <= e->on_a->radius + e->on_b->radius + 0.5 * arcs;
}

/* ---- the first touch ---- */

static double gap_at(const passage *p, double t)
{
    const candidate *e = p->e;
    const pose a = pose_between(e->from_a, e->to_a, p->turn_a, t);
    const pose b = pose_between(e->from_b, e->to_b, p->turn_b, t);
    return e->touch->gap(e->on_a, e->on_b, &a, &b);
}

/* Between a part of the way where they are apart and one where they aren't: the last where they
 * are, as far as 32 halvings can tell. */
static double halve(const passage *p, double apart, double met)
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

/* At most so many steps of the way, whatever is thin. */
enum { MOST_LOOKS = 4096 };

/* The part of the way after which they touch; false: they don't. */
static bool find_touch(const passage *p, double thickness, double *when)
{
    const double quarter = 0.25 * thickness, part = p->travel / MOST_LOOKS;
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

/* A place of the world, from the centre of mass of a body at z and in its axes. */
static ludo_vec3 place_on(const pose *z, ludo_vec3 p)
{
    return m3_apply_t(&z->R, v3_sub(p, z->x));
}

/* A feature as it is seen with bodies at a and b, on a plane that is fixed to the one that turns
 * less; of what is round on the other the middle stays the middle. */
static feature make_plane(const passage *p, const feature *f, const feature_view *v, const pose *a,
                          const pose *b)
{
    const ludo_vec3 on_a = v3_axpy(v->point, -0.5 * v->gap, v->normal);
    const ludo_vec3 on_b = v3_axpy(v->point, 0.5 * v->gap, v->normal);
    feature plane = {.id = FEATURE_PASSED + f->id};
    if (v3_norm(p->turn_a) <= v3_norm(p->turn_b)) {
        plane.kind = &ludo_feature_point_plane;
        plane.radius = f->radius - f->radius_a;
        plane.a[0] = place_on(a, on_a);
        plane.b[0] = place_on(b, v3_axpy(on_b, plane.radius, v->normal));
        plane.n = m3_apply_t(&a->R, v->normal);
    } else {
        plane.kind = &ludo_feature_plane_point;
        plane.radius = f->radius_a;
        plane.a[0] = place_on(a, v3_axpy(on_a, -plane.radius, v->normal));
        plane.b[0] = place_on(b, on_b);
        plane.n = m3_apply_t(&b->R, v3_scale(-1.0, v->normal));
    }
    return plane;
}

static double lesser_thickness(const candidate *e)
{
    const double a = e->on_a->thickness, b = e->on_b->thickness;
    return a < b ? a : b;
}

/* What is apart again where the step leads has grazed the other if it is no deeper behind where
 * they touched, in thicknesses; else it went through. */
static const double grazing = 0.01;

/* A feature that looks back where the step leads, or away from what was passed through, doesn't
 * know any more which side it came from. */
static void keep_side(const passage *p, feature *f, const pose *a, const pose *b)
{
    const pose *to_a = p->e->to_a, *to_b = p->e->to_b;
    const feature_view v = f->kind->view(f, a, b), then = f->kind->view(f, to_a, to_b);
    const feature plane = make_plane(p, f, &v, a, b);
    const bool passed = then.gap >= 0.0 && plane.kind->view(&plane, to_a, to_b).gap <
                                               -grazing * lesser_thickness(p->e);
    if (passed || !(v3_dot(v.normal, then.normal) > 0.5)) {
        *f = plane;
    }
}

/* No less than a point of a collider goes as its body turns: half the angle is at most half pi
 * times its sine. */
static double most_turned(const collider *c, const pose *from, const pose *to)
{
    const double sine = v3_norm(q_vector(q_mul(to->q, q_conj(from->q))));
    return sine > 0.0 ? 3.2 * sine * reach(c) : 0.0;
}

/* No less than the travel of a passage. */
static double most_travel(const candidate *e)
{
    const ludo_vec3 way_a = v3_sub(e->to_a->x, e->from_a->x);
    const ludo_vec3 way_b = v3_sub(e->to_b->x, e->from_b->x);
    return v3_norm(v3_sub(way_b, way_a)) + most_turned(e->on_a, e->from_a, e->to_a) +
           most_turned(e->on_b, e->from_b, e->to_b);
}

bool ludo_candidate_is_fast(const candidate *e)
{
    const double half = 0.5 * lesser_thickness(e);
    return !(most_travel(e) <= half) && find_passage(e).travel > half;
}

bool ludo_candidate_enters(const candidate *e)
{
    return isfinite(e->on_a->radius) && isfinite(e->on_b->radius) &&
           e->touch->gap(e->on_a, e->on_b, e->to_a, e->to_b) < 0.0 &&
           e->touch->gap(e->on_a, e->on_b, e->from_a, e->from_b) >= 0.0;
}

bool ludo_candidate_first_touch(const candidate *e, double margin, feature_list *out)
{
    const passage p = find_passage(e);
    double t;
    if (!spheres_meet(&p) || !find_touch(&p, lesser_thickness(e), &t)) {
        return false;
    }
    const pose at_a = pose_between(e->from_a, e->to_a, p.turn_a, t);
    const pose at_b = pose_between(e->from_b, e->to_b, p.turn_b, t);
    out->count = 0;
    e->touch->find(e->on_a, e->on_b, &at_a, &at_b, margin, out);
    for (int32_t i = 0; i < out->count; i++) {
        keep_side(&p, &out->item[i], &at_a, &at_b);
    }
    return out->count > 0;
}
