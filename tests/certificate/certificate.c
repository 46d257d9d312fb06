/* SPDX-License-Identifier: Apache-2.0
 *
 * The checks of one sample. The tolerance of gaps is 1e-13 of the size of the shapes, for the
 * rounding of products of rotations, and 8 units of rounding of the distance from the origin. */
#include "certificate/certificate.h"

#include "math/rotation_vector.h"
#include "random.h"

#include <float.h>
#include <string.h>

const char *const certificate_names[CERTIFICATE_CHECKS] = {
#define X(name, claim) #name,
    CERTIFICATE_LIST(X)
#undef X
};

const char *const certificate_claims[CERTIFICATE_CHECKS] = {
#define X(name, claim) claim,
    CERTIFICATE_LIST(X)
#undef X
};

/* One sample while it is checked. */
typedef struct trial {
    const pair_sample *s;
    uint64_t random;
    double tolerance, gap, margin;
    distance_bounds best;
    feature_list list;
    double error[CERTIFICATE_CHECKS], size[CERTIFICATE_CHECKS];
} trial;

/* Keep the largest error of a check; NaN counts as infinite. */
static void note(trial *t, int check, double error, double tolerance)
{
    const double ratio = error <= 0.0 ? 0.0 : error / tolerance;
    if (!(ratio <= t->error[check])) {
        t->error[check] = isnan(ratio) ? HUGE_VAL : ratio;
        t->size[check] = error;
    }
}

static double gap_at(const trial *t, const pose *z_a, const pose *z_b)
{
    return t->s->kind->gap(&t->s->a, &t->s->b, z_a, z_b);
}

static void find_at(const trial *t, const pose *z_a, const pose *z_b, double margin,
                    feature_list *out)
{
    memset(out, 0, sizeof *out);
    t->s->kind->find(&t->s->a, &t->s->b, z_a, z_b, margin, out);
}

static feature_view view_of(const trial *t, const feature *f)
{
    return f->kind->view(f, &t->s->z_a, &t->s->z_b);
}

/* ---- gaps ---- */

/* Where pairs have limits that their files document. */
typedef struct pair_limit {
    const narrow_phase_kind *kind;
    bool corners;   /* shapes that are nearest at corners have no feature until they overlap */
    double nearest; /* the nearest feature may be off by this part of the size */
    double level;   /* points of level rims keep a normal along which shapes overlap by this part */
    double round;   /* points of level rims may be off by this part of the size */
    double rim;     /* corners count as over a face within this part of the thickness */
    double aside;   /* nearest points may be off by this part of the thickness */
} pair_limit;

static const pair_limit limits[] = {
    /* four points of a rim that is flat to 1e-8 are always the same: 1e-8 (1 - cos 45 degrees) of
     * the radius; points that are numbered, flat to 1e-3: 6e-11 of it (plane_cylinder.c) */
    {.kind = &ludo_narrow_phase_plane_cylinder, .nearest = 1.5e-9},
    /* rims whose axes are within 1e-3 of the normal have points with numbers, in place of the
     * lowest one, and the normals of the faces beside them (parts.c, rim.h) */
    {.kind = &ludo_narrow_phase_capsule_cylinder, .nearest = 1e-9, .level = 1e-3, .round = 1e-6},
    {.kind = &ludo_narrow_phase_cylinder_cylinder, .nearest = 1e-9, .level = 2e-3, .round = 1e-6},
    {.kind = &ludo_narrow_phase_box_cylinder, .nearest = 1e-9, .level = 2e-3, .round = 1e-6},
    {.kind = &ludo_narrow_phase_mesh_cylinder, .nearest = 1e-9, .level = 2e-3, .round = 1e-6},
    /* rims of faces; nearly parallel edges touch where they are within 1 % of each other, aside of
     * the axis (facing.c) */
    {.kind = &ludo_narrow_phase_box_box, .corners = true, .rim = 1e-6, .aside = 0.01},
    {.kind = &ludo_narrow_phase_box_mesh, .corners = true, .rim = 1e-6, .aside = 0.01},
    {.kind = &ludo_narrow_phase_mesh_mesh, .corners = true, .rim = 1e-6, .aside = 0.01},
};

static pair_limit limit_of(const narrow_phase_kind *kind)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (limits[i].kind == kind) {
            return limits[i];
        }
    }
    return (pair_limit){.kind = kind};
}

/* Add the directions of all features, however far, to those that bound the distance: the bounds are
 * local where round shapes overlap. */
static void try_normals(trial *t, const solid_pair *p)
{
    feature_list all;
    find_at(t, &t->s->z_a, &t->s->z_b, fmax(t->gap, 0.0) + t->s->size, &all);
    for (int32_t i = 0; i < all.count; i++) {
        const vec3x n = x3_of(view_of(t, &all.item[i]).normal);
        if (x3_norm(n) > 0.0L) {
            bounds_try(&t->best, p, x3_unit(n));
        }
    }
}

/* The least gap that the contract permits, from the bounds of the distance. */
static double least_gap(const trial *t, const solid_pair *p)
{
    /* where cores are apart, their distance less the radii is that of the shapes, signed */
    const bool apart = t->best.least + p->a.radius + p->b.radius > 0.0L;
    return (double)(apart ? t->best.most : t->best.least);
}

/* @return false: the bounds are too wide to tell */
static bool check_gap(trial *t, const solid_pair *p)
{
    t->best = bounds_find(p, (extended)t->s->size);
    try_normals(t, p);
    const double most = (double)t->best.least, least = least_gap(t, p);
    if (least - most > t->tolerance && t->gap >= most - t->tolerance &&
        t->gap <= least + t->tolerance) {
        return false;
    }
    note(t, CHECK_above, t->gap - most, t->tolerance);
    note(t, CHECK_below, least - t->gap, t->tolerance);
    return true;
}

/* ---- features ---- */

/* The distances of both nearest points of a view from their shapes. */
static double points_outside(const solid_pair *p, const feature_view *v)
{
    const vec3x n = x3_of(v->normal), middle = x3_of(v->point);
    const extended half = 0.5L * (extended)v->gap;
    const extended a = solid_outside(&p->a, x3_axpy(middle, -half, n));
    const extended b = solid_outside(&p->b, x3_axpy(middle, half, n));
    return (double)fmaxl(a, b);
}

/* The tolerance of F along a normal: a normal between the points of cores is rounded by units of
 * their distance, which is that of the radii at least. */
static double normal_tolerance(const trial *t, const solid_pair *p)
{
    const double radii = (double)(p->a.radius + p->b.radius), size = t->s->size;
    return 2.0 * t->tolerance + (radii > 0.0 ? 16.0 * DBL_EPSILON * size * size / radii : 0.0);
}

/* How far the shapes are from having the gap of a view along its normal. */
static double normal_error(const solid_pair *p, const feature_view *v)
{
    const vec3x n = x3_of(v->normal);
    return x3_norm(n) > 0.0L ? v->gap - (double)separation_along(p, x3_unit(n)) : HUGE_VAL;
}

/* Whether polytopes are nearest at a corner and an edge or a corner: no normal of a face, and none
 * of two edges, has their distance. */
static bool is_at_corners(const trial *t, const solid_pair *p)
{
    const extended rounding = 8.0L * LDBL_EPSILON * (extended)(t->s->size + t->s->far);
    return limit_of(t->s->kind).corners && bounds_of_axes(p, 0.0L).least < t->best.least - rounding;
}

/* Of shapes that are apart one feature has the gap of the pair; of shapes that overlap one is as
 * deep, and others may be deeper, as corners count from the face that they have entered. */
static void check_nearest(trial *t, const solid_pair *p)
{
    const pair_limit limit = limit_of(t->s->kind);
    const double near = 2.0 * t->tolerance + limit.nearest * t->s->size;
    double least = HUGE_VAL, off = HUGE_VAL, normal = HUGE_VAL, points = HUGE_VAL;
    if (t->gap > t->margin - near) {
        return;
    }
    for (int32_t i = 0; i < t->list.count; i++) {
        const feature_view v = view_of(t, &t->list.item[i]);
        const double error = normal_error(p, &v);
        least = fmin(least, v.gap);
        off = fmin(off, fabs(v.gap - t->gap));
        if (fabs(v.gap - t->gap) <= near && error < normal) {
            normal = error;
            points = points_outside(p, &v);
        }
    }
    note(t, CHECK_deepest, t->gap < -t->tolerance ? least - t->gap : 0.0, near);
    const bool has = off <= near || (t->gap > t->tolerance && !is_at_corners(t, p));
    note(t, CHECK_nearest, has && t->gap > t->tolerance ? off : 0.0, near);
    if (off <= near) {
        const double aside = (limit.rim + limit.aside) * t->s->thin;
        note(t, CHECK_normal, normal, normal_tolerance(t, p) + near + limit.level * t->s->size);
        note(t, CHECK_points, points, 2.0 * t->tolerance + aside + limit.round * t->s->size);
    }
}

static void check_form(trial *t)
{
    const double rim = limit_of(t->s->kind).rim * t->s->thin;
    note(t, CHECK_form, t->list.count > MOST_FEATURES ? HUGE_VAL : 0.0, 1.0);
    for (int32_t i = 0; i < t->list.count; i++) {
        const feature_view v = view_of(t, &t->list.item[i]);
        note(t, CHECK_form, fabs(v3_norm(v.normal) - 1.0), 32.0 * DBL_EPSILON);
        note(t, CHECK_form, v.gap <= t->margin ? 0.0 : HUGE_VAL, 1.0);
        if (t->gap > t->tolerance) {
            note(t, CHECK_spurious, t->gap - v.gap, t->tolerance + rim);
        }
    }
}

static void check_repeat(trial *t)
{
    const pair_sample *s = t->s;
    feature_list again;
    find_at(t, &s->z_a, &s->z_b, t->margin, &again);
    bool same = again.count == t->list.count && gap_at(t, &s->z_a, &s->z_b) == t->gap;
    for (int32_t i = 0; same && i < again.count; i++) {
        const feature_view one = view_of(t, &again.item[i]), other = view_of(t, &t->list.item[i]);
        same = memcmp(&one, &other, sizeof one) == 0 && again.item[i].id == t->list.item[i].id;
    }
    note(t, CHECK_repeat, same ? 0.0 : HUGE_VAL, 1.0);
}

/* ---- other frames ---- */

static pose seen_in(const pose *z, ludo_quat q, ludo_vec3 shift)
{
    return pose_make(v3_add(q_rotate(q, z->x), shift), q_normalized(q_mul(q, z->q)));
}

/* In another frame each pose is rounded, by units of its distance from the origin. */
static void check_frame(trial *t)
{
    const pair_sample *s = t->s;
    const ludo_quat q = ludo_scene_random_quat(&t->random);
    const ludo_vec3 shift = ludo_scene_random_vec3(&t->random, 1.0);
    const pose a = seen_in(&s->z_a, q, shift), b = seen_in(&s->z_b, q, shift);
    note(t, CHECK_frame, fabs(gap_at(t, &a, &b) - t->gap),
         4.0 * t->tolerance + 32.0 * DBL_EPSILON * (s->far + v3_norm(shift)));
}

static void check_swap(trial *t)
{
    const pair_sample *s = t->s;
    if (s->kind->a == s->kind->b) {
        const double swapped = s->kind->gap(&s->b, &s->a, &s->z_b, &s->z_a);
        note(t, CHECK_swap, fabs(swapped - t->gap), t->tolerance);
    }
}

/* ---- motions ---- */

/* Twists of both bodies, at poses whose origin is near. */
typedef struct motion {
    pose z_a, z_b;
    ludo_vec3 v_a, w_a, v_b, w_b;
} motion;

/* Speeds of about 1, rotations that move surfaces by as much. */
static motion random_motion(trial *t)
{
    const pair_sample *s = t->s;
    const double spin = 1.0 / (s->size + 0.5);
    return (motion){
        .z_a = pose_make(v3(0.0, 0.0, 0.0), s->z_a.q),
        .z_b = pose_make(v3_sub(s->z_b.x, s->z_a.x), s->z_b.q),
        .v_a = ludo_scene_random_vec3(&t->random, 1.0),
        .w_a = ludo_scene_random_vec3(&t->random, spin),
        .v_b = ludo_scene_random_vec3(&t->random, 1.0),
        .w_b = ludo_scene_random_vec3(&t->random, spin),
    };
}

static pose moved(const pose *z, ludo_vec3 v, ludo_vec3 w, double time)
{
    return pose_make(v3_axpy(z->x, time, v), q_normalized(q_mul(q_turn(v3_scale(time, w)), z->q)));
}

static double gap_after(const motion *m, const feature *f, double time)
{
    const pose a = moved(&m->z_a, m->v_a, m->w_a, time), b = moved(&m->z_b, m->v_b, m->w_b, time);
    return feature_gap(f, &a, &b);
}

/* The velocity of b against a at the point of a feature, and the largest speed with any normal. */
static double slope_of(const motion *m, const feature *f, double *speed)
{
    const feature_view v = f->kind->view(f, &m->z_a, &m->z_b);
    const ludo_vec3 a = v3_add(m->v_a, v3_cross(m->w_a, v3_sub(v.point, m->z_a.x)));
    const ludo_vec3 b = v3_add(m->v_b, v3_cross(m->w_b, v3_sub(v.point, m->z_b.x)));
    *speed = v3_norm(v3_sub(b, a));
    return v3_dot(v.normal, v3_sub(b, a));
}

/* Central differences, by two steps; one-sided ones differ by the jump of the slope, and by the
 * curvature times the step. */
static void check_slope(trial *t, const motion *m, const feature *f)
{
    double central[2], jump[2], speed;
    const double step = 1e-5 * t->s->thin, gap = gap_after(m, f, 0.0);
    for (int i = 0; i < 2; i++) {
        const double h = i == 0 ? step : 0.5 * step;
        const double before = gap_after(m, f, -h), after = gap_after(m, f, h);
        central[i] = (after - before) / (2.0 * h);
        jump[i] = fabs(after - 2.0 * gap + before) / h;
    }
    const double slope = slope_of(m, f, &speed);
    const double rounding = 64.0 * DBL_EPSILON * (t->s->size + fabs(gap) + 1.0) / step;
    const double kink = fmax(2.0 * jump[1] - jump[0], 0.0);
    note(t, CHECK_slope, fabs(central[1] - slope),
         1e-6 * (1.0 + speed) + rounding + 4.0 * fabs(central[1] - central[0]) + kink);
}

/* The gap of a feature after a motion over 1e-6 of the thickness, found anew. */
static void check_steady(trial *t, const motion *m, const feature_list *now)
{
    const double time = 1e-6 * t->s->thin;
    const pose a = moved(&m->z_a, m->v_a, m->w_a, time), b = moved(&m->z_b, m->v_b, m->w_b, time);
    feature_list then;
    find_at(t, &a, &b, t->margin, &then);
    for (int32_t i = 0; i < now->count; i++) {
        for (int32_t k = 0; k < then.count; k++) {
            if (now->item[i].id == then.item[k].id) {
                double speed;
                const double change =
                    feature_gap(&then.item[k], &a, &b) - gap_after(m, &now->item[i], 0.0);
                (void)slope_of(m, &now->item[i], &speed);
                note(t, CHECK_steady, fabs(change),
                     1.01 * time * (speed + 1e-3) + 1e-13 * (t->s->size + 1.0));
            }
        }
    }
}

static void check_motion(trial *t)
{
    const motion m = random_motion(t);
    feature_list now;
    find_at(t, &m.z_a, &m.z_b, t->margin, &now);
    for (int32_t i = 0; i < now.count; i++) {
        check_slope(t, &m, &now.item[i]);
    }
    check_steady(t, &m, &now);
}

/* ---- results ---- */

static void record(certificate *c, const trial *t, long index)
{
    for (int i = 0; i < CERTIFICATE_CHECKS; i++) {
        certificate_check *k = &c->check[i];
        if (t->error[i] > k->worst) {
            k->worst = t->error[i];
            k->worst_size = t->size[i];
            k->worst_index = index;
        }
        if (t->error[i] > 1.0) {
            k->first = k->failures == 0 ? index : k->first;
            k->failures++;
        }
    }
}

void certificate_add(certificate *c, const pair_sample *s, long index)
{
    trial t = {.s = s, .random = (uint64_t)index};
    const solid_pair p = pair_sample_solids(s);
    t.tolerance = 1e-13 * (s->size + v3_norm(s->a.frame.position) + v3_norm(s->b.frame.position)) +
                  8.0 * DBL_EPSILON * s->far;
    t.gap = gap_at(&t, &s->z_a, &s->z_b);
    t.margin = fmax(t.gap, 0.0) + s->size * ludo_scene_random(&t.random, -0.01, 0.1);
    find_at(&t, &s->z_a, &s->z_b, t.margin, &t.list);
    c->samples++;
    c->open += check_gap(&t, &p) ? 0 : 1;
    check_nearest(&t, &p);
    check_form(&t);
    check_repeat(&t);
    check_frame(&t);
    check_swap(&t);
    check_motion(&t);
    record(c, &t, index);
}

long certificate_failures(const certificate *c)
{
    long failures = 0;
    for (int i = 0; i < CERTIFICATE_CHECKS; i++) {
        failures += c->check[i].failures;
    }
    return failures;
}
