/* SPDX-License-Identifier: Apache-2.0
 *
 * The contact problems (A) and (B) of free bodies, implemented independently of the library and
 * solved by another method: projected Gauss-Seidel sweeps over the contact points until nothing
 * changes [contact.md 2]. No tree, no interior point, no derivatives. */
#ifndef LUDO_TESTS_CONTACT_ORACLE_H
#define LUDO_TESTS_CONTACT_ORACLE_H

#include "free_bodies.h"
#include "math/quat.h"

/* A free body. */
typedef struct oracle_body {
    double mass, J[3];        /* moments along its axes */
    bool slides;              /* along x only */
    ludo_vec3 x, p, l;        /* at the knot: position, momenta before projection */
    ludo_quat q;              /* at the knot */
    ludo_vec3 v, w;           /* of the interval, or at the knot */
    ludo_vec3 v_past, w_past; /* of the interval before; at a start, of the knot */
    ludo_vec3 push, twist;    /* impulses of contacts at the knot */
} oracle_body;

/* A ball of b (a vertex: of radius 0) above a face of a, or against a ball of a. */
typedef struct oracle_place {
    int32_t a, b; /* a < 0: the world */
    ludo_vec3 on_a, on_b;
    ludo_vec3 n; /* normal of a face of a, in the axes of a; zero: on_a is the centre of a ball */
    double radius, radius_b; /* sum of both radii; radius of b */
    double mu;
    double p[3]; /* impulses on b along the normal and the tangents */
    ludo_vec3 at, along[3];
    ludo_vec3 arm[2];  /* of b and a: from the centre of mass, where the surfaces slip */
    double gap;        /* at the knot */
    ludo_vec3 slip;    /* of the interval before */
    double carried[2]; /* friction against that slip, per normal impulse; */
    double mu_own;     /* and the coefficient of the rest */
} oracle_place;

enum { ORACLE_BODIES = 4, ORACLE_PLACES = 32 };

typedef struct oracle {
    oracle_body body[ORACLE_BODIES];
    oracle_place place[ORACLE_PLACES];
    int32_t bodies, places;
    bool started; /* an interval has passed; all have one length */
    ludo_vec3 gravity;
    double closed; /* gaps up to this count as closed */
} oracle;

/* A contact point at the current poses: its gap, normal and midpoint. */
typedef struct oracle_view {
    double gap;
    ludo_vec3 n, at;
} oracle_view;

static inline ludo_vec3 oracle_turned(ludo_quat q, ludo_vec3 r)
{
    const mat3 R = q_matrix(q);
    return m3_apply(&R, r);
}

static inline oracle_view oracle_look(const oracle_place *k, const ludo_vec3 *x, const ludo_quat *q)
{
    const bool world = k->a < 0, ball = v3_norm(k->n) == 0.0;
    const ludo_vec3 from = world ? k->on_a : v3_add(x[k->a], oracle_turned(q[k->a], k->on_a));
    const ludo_vec3 to = v3_add(x[k->b], oracle_turned(q[k->b], k->on_b));
    const ludo_vec3 way = v3_sub(to, from);
    const ludo_vec3 face = world ? k->n : oracle_turned(q[world ? 0 : k->a], k->n);
    const ludo_vec3 n = ball ? v3_scale(1.0 / v3_norm(way), way) : face;
    const double gap = v3_dot(n, way) - k->radius;
    return (oracle_view){gap, n, v3_axpy(to, -k->radius_b - 0.5 * gap, n)};
}

/* ---- the interval ---- */

static inline ludo_vec3 oracle_inertia(const oracle_body *b, ludo_quat q, ludo_vec3 w, bool inverse)
{
    const mat3 R = q_matrix(q);
    const ludo_vec3 own = m3_apply_t(&R, w);
    const double *J = b->J;
    return m3_apply(&R, inverse ? v3(own.x / J[0], own.y / J[1], own.z / J[2])
                                : v3(own.x * J[0], own.y * J[1], own.z * J[2]));
}

/* L(w) = A J w [maximal.md 1.2]. */
static inline ludo_vec3 oracle_momentum(const oracle_body *b, double h, ludo_vec3 w)
{
    const ludo_vec3 a = oracle_inertia(b, b->q, w, false), phi = v3_scale(h, w);
    const double f = v3_norm(phi);
    const double c =
        f < 1e-3 ? 1.0 / 12.0 + f * f / 720.0 : 1.0 / (f * f) - (1.0 + cos(f)) / (2.0 * f * sin(f));
    const ludo_vec3 once = v3_cross(phi, a);
    return v3_add(a, v3_axpy(v3_scale(0.5, once), c, v3_cross(phi, once)));
}

/* The interval's velocities under the current impulses; at a knot (h = 0): M V = P + F p. */
static inline void oracle_move(const oracle *o, oracle_body *b, double h)
{
    const ludo_vec3 l = v3_add(b->l, b->twist), known = v3_add(b->p, b->push);
    b->v = v3_scale(1.0 / b->mass, v3_axpy(known, b->mass * h / 2.0, o->gravity));
    b->v = b->slides ? v3(b->v.x, 0.0, 0.0) : b->v;
    for (int i = 0; i < 60 && !b->slides; i++) {
        const ludo_vec3 lack = v3_sub(l, oracle_momentum(b, h, b->w));
        b->w = v3_add(b->w, oracle_inertia(b, b->q, lack, true));
        if (!(v3_norm(lack) > 1e-17 * v3_norm(l))) {
            break;
        }
    }
}

static inline ludo_quat oracle_turn(const oracle_body *b, double h)
{
    const double f = v3_norm(v3_scale(h, b->w));
    const double s = f < 1e-4 ? 0.5 - f * f / 48.0 : sin(f / 2.0) / f;
    const ludo_vec3 r = v3_scale(s * h, b->w);
    return q_mul((ludo_quat){cos(f / 2.0), r.x, r.y, r.z}, b->q);
}

/* Change the impulses of a point by d[3], and with them the velocities of both bodies. */
static inline void oracle_push(oracle *o, oracle_place *k, double h, const double *d)
{
    for (int side = 0; side < 2; side++) {
        if (side == 0 || k->a >= 0) {
            oracle_body *b = &o->body[side == 0 ? k->b : k->a];
            for (int i = 0; i < 3; i++) {
                const ludo_vec3 f = v3_scale(side == 0 ? d[i] : -d[i], k->along[i]);
                b->push = v3_add(b->push, f);
                b->twist = v3_add(b->twist, v3_cross(v3_sub(k->at, b->x), f));
            }
            oracle_move(o, b, h);
        }
    }
    for (int i = 0; i < 3; i++) {
        k->p[i] += d[i];
    }
}

/* Rates of a point: y[0] is the gap at the interval's end over h (at a knot: the gap's rate), then
 * the slip. */
static inline void oracle_rates(const oracle *o, const oracle_place *k, double h, double y[3])
{
    ludo_vec3 s = {0.0, 0.0, 0.0}, x[ORACLE_BODIES];
    ludo_quat q[ORACLE_BODIES];
    for (int side = 0; side < 2; side++) {
        if (side == 0 || k->a >= 0) {
            const int32_t i = side == 0 ? k->b : k->a;
            const oracle_body *b = &o->body[i];
            const ludo_vec3 v = v3_add(b->v, v3_cross(b->w, k->arm[side]));
            s = side == 0 ? v3_add(s, v) : v3_sub(s, v);
            x[i] = v3_axpy(b->x, h, b->v);
            q[i] = oracle_turn(b, h);
        }
    }
    y[0] = h > 0.0 ? oracle_look(k, x, q).gap / h : v3_dot(s, k->along[0]);
    y[1] = v3_dot(s, k->along[1]), y[2] = v3_dot(s, k->along[2]);
}

/* Compliance of a point along one of its directions. */
static inline double oracle_ease(const oracle *o, const oracle_place *k, int row)
{
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        if (side == 0 || k->a >= 0) {
            const oracle_body *b = &o->body[side == 0 ? k->b : k->a];
            const ludo_vec3 t = v3_cross(v3_sub(k->at, b->x), k->along[row]);
            const double turns = v3_dot(t, oracle_inertia(b, b->q, t, true));
            sum += 1.0 / b->mass + (b->slides ? 0.0 : turns);
        }
    }
    return sum;
}

/* One point: project its impulses onto the cone for the current rates. @return the change */
static inline double oracle_project(oracle *o, oracle_place *k, double h)
{
    double y[3], d[3] = {0.0, 0.0, 0.0};
    oracle_rates(o, k, h, y);
    d[0] = fmax(-k->p[0], -0.5 * y[0] / oracle_ease(o, k, 0));
    d[1] = -k->carried[0] * d[0], d[2] = -k->carried[1] * d[0];
    oracle_push(o, k, h, d);
    const double change = fabs(d[0]), most = k->mu_own * k->p[0];
    const double ease = oracle_ease(o, k, 1) + oracle_ease(o, k, 2);
    oracle_rates(o, k, h, y);
    const double p1 = k->p[1] + k->carried[0] * k->p[0], p2 = k->p[2] + k->carried[1] * k->p[0];
    const double b1 = p1 - 0.5 * y[1] / ease, b2 = p2 - 0.5 * y[2] / ease, size = hypot(b1, b2);
    const double part = size > most ? most / size : 1.0;
    d[0] = 0.0, d[1] = part * b1 - p1, d[2] = part * b2 - p2;
    oracle_push(o, k, h, d);
    return fmax(change, hypot(d[1], d[2]));
}

/* The pose of a body after an interval with the velocities of the one before. */
static inline void oracle_predict(const oracle_body *b, double h, ludo_vec3 *x, ludo_quat *q)
{
    const ludo_vec3 r = v3_scale(0.5 * h, b->w_past);
    const double n = 1.0 / sqrt(1.0 + v3_dot(r, r));
    *x = v3_axpy(b->x, h, b->v_past);
    *q = q_mul((ludo_quat){n, n * r.x, n * r.y, n * r.z}, b->q);
}

/* The arms of a point in the middle of the interval [contact.md 2.1]; at a knot (h = 0) there. */
static inline void oracle_arms(const oracle *o, oracle_place *k, double h)
{
    ludo_vec3 x[ORACLE_BODIES];
    ludo_quat q[ORACLE_BODIES];
    for (int32_t i = 0; i < o->bodies; i++) {
        oracle_predict(&o->body[i], h, &x[i], &q[i]);
    }
    const bool moves = k->gap <= o->closed;
    const ludo_vec3 next = oracle_look(k, x, q).at;
    for (int side = 0; side < 2; side++) {
        const int32_t i = side == 0 ? k->b : k->a;
        if (i >= 0) {
            const ludo_vec3 now = v3_sub(k->at, o->body[i].x), then = v3_sub(next, x[i]);
            k->arm[side] = moves ? v3_scale(0.5, v3_add(now, then)) : now;
        }
    }
}

/* Half of the friction of a point that slips opposes the slip of the interval before. */
static inline void oracle_carry(const oracle *o, oracle_place *k, double h)
{
    const double s1 = v3_dot(k->slip, k->along[1]), s2 = v3_dot(k->slip, k->along[2]);
    const double speed = hypot(s1, s2);
    const bool slips = o->started && h > 0.0 && k->gap <= o->closed && speed * h > o->closed;
    k->carried[0] = slips ? 0.5 * k->mu * s1 / speed : 0.0;
    k->carried[1] = slips ? 0.5 * k->mu * s2 / speed : 0.0;
    k->mu_own = slips ? 0.5 * k->mu : k->mu;
}

/* The location and directions of a point at the knot; its impulses are zero. */
static inline void oracle_begin(oracle *o, oracle_place *k, double h)
{
    ludo_vec3 x[ORACLE_BODIES];
    ludo_quat q[ORACLE_BODIES];
    for (int32_t i = 0; i < o->bodies; i++) {
        x[i] = o->body[i].x, q[i] = o->body[i].q;
    }
    const oracle_view at = oracle_look(k, x, q);
    k->at = at.at;
    k->along[0] = at.n;
    k->along[1] =
        fabs(at.n.x) < 0.5 ? v3_cross(at.n, v3(1.0, 0.0, 0.0)) : v3_cross(at.n, v3(0.0, 1.0, 0.0));
    k->along[1] = v3_scale(1.0 / v3_norm(k->along[1]), k->along[1]);
    k->along[2] = v3_cross(at.n, k->along[1]);
    k->p[0] = k->p[1] = k->p[2] = 0.0;
    k->gap = at.gap;
    oracle_arms(o, k, h);
    oracle_carry(o, k, h);
}

/* Sweep until nothing changes. @return the number of sweeps */
static inline int oracle_sweep(oracle *o, double h, bool knot)
{
    bool near[ORACLE_PLACES];
    double impulse = 0.0;
    for (int32_t i = 0; i < o->places; i++) {
        ludo_vec3 x[ORACLE_BODIES];
        ludo_quat q[ORACLE_BODIES];
        for (int32_t k = 0; k < o->bodies; k++) {
            x[k] = o->body[k].x, q[k] = o->body[k].q;
        }
        oracle_begin(o, &o->place[i], h);
        near[i] = !knot || oracle_look(&o->place[i], x, q).gap <= o->closed;
    }
    for (int32_t i = 0; i < o->bodies; i++) {
        oracle_body *b = &o->body[i];
        b->push = b->twist = v3(0.0, 0.0, 0.0);
        oracle_move(o, b, h);
        impulse += b->mass * (v3_norm(b->v) + v3_norm(o->gravity) * 0.01);
    }
    for (int sweep = 1; sweep < 20000; sweep++) {
        double change = 0.0;
        for (int32_t i = 0; i < o->places; i++) {
            change = near[i] ? fmax(change, oracle_project(o, &o->place[i], h)) : change;
        }
        if (change <= 1e-14 * impulse) {
            return sweep;
        }
    }
    return -1;
}

/* Advance to the next knot: its momenta are the momenta before the impulses there. */
static inline void oracle_arrive(oracle *o, double h)
{
    for (int32_t i = 0; i < o->places; i++) {
        oracle_place *k = &o->place[i];
        double y[3];
        oracle_rates(o, k, h, y);
        k->slip = v3_axpy(v3_scale(y[1], k->along[1]), y[2], k->along[2]);
    }
    o->started = true;
    for (int32_t i = 0; i < o->bodies; i++) {
        oracle_body *b = &o->body[i];
        b->v_past = b->v, b->w_past = b->w;
        b->l = b->slides ? b->l : v3_add(b->l, b->twist);
        b->p = v3_axpy(v3_scale(b->mass, b->v), b->mass * h / 2.0, o->gravity);
        b->q = oracle_turn(b, h);
        b->x = v3_axpy(b->x, h, b->v);
    }
}

/* (A). @return sweeps */
static inline int oracle_step(oracle *o, double h)
{
    const int sweeps = oracle_sweep(o, h, false);
    oracle_arrive(o, h);
    return sweeps;
}

/* (B): velocities of the knot. @return sweeps */
static inline int oracle_read(oracle *o)
{
    return oracle_sweep(o, 0.0, true);
}

/* ---- check of a simulation's contacts ---- */

/* The point of a reported contact: between the same bodies, nearest at the knot. */
static inline const oracle_place *oracle_reported(const oracle *o, const ludo_contact *c)
{
    const oracle_place *found = NULL;
    for (int32_t i = 0; i < o->places; i++) {
        const oracle_place *k = &o->place[i];
        const bool same =
            (k->a == c->body_a && k->b == c->body_b) || (k->a == c->body_b && k->b == c->body_a);
        const bool nearer = found == NULL ||
                            v3_norm(v3_sub(k->at, c->point)) < v3_norm(v3_sub(found->at, c->point));
        found = same && nearer ? k : found;
    }
    return found;
}

/* (A) with the reported forces in place of the solution, and the violation of the laws, computed
 * from the oracle's own velocities and poses. */
static inline ludo_contact_quality oracle_take(oracle *o, const ludo_contact *c, int32_t count,
                                               double h)
{
    ludo_contact_quality worst = {.struct_size = sizeof worst, .points = 0};
    oracle_place k[ORACLE_PLACES];
    for (int32_t i = 0; i < o->places; i++) {
        oracle_begin(o, &o->place[i], h);
    }
    for (int32_t i = 0; i < o->bodies; i++) {
        o->body[i].push = o->body[i].twist = v3(0.0, 0.0, 0.0);
        oracle_move(o, &o->body[i], h);
    }
    for (int32_t i = 0; i < count; i++) {
        const double f[] = {c[i].normal_force, c[i].tangent_force[0], c[i].tangent_force[1]};
        const double sign = oracle_reported(o, &c[i])->b == c[i].body_b ? h : -h;
        k[i] = *oracle_reported(o, &c[i]);
        k[i].along[0] = c[i].normal, k[i].along[1] = c[i].tangent[0];
        k[i].along[2] = c[i].tangent[1], k[i].at = c[i].point;
        oracle_carry(o, &k[i], h);
        oracle_push(o, &k[i], h, (double[]){sign * f[0], sign * f[1], sign * f[2]});
    }
    for (int32_t i = 0; i < count; i++) {
        const double *t = c[i].tangent_force, most = k[i].mu * c[i].normal_force;
        const double sign = k[i].b == c[i].body_b ? 1.0 : -1.0;
        double y[3];
        oracle_rates(o, &k[i], h, y);
        const double normal = c[i].normal_force, own = k[i].mu_own * normal;
        const double power = (sign * t[0] + k[i].carried[0] * normal) * y[1] +
                             (sign * t[1] + k[i].carried[1] * normal) * y[2];
        worst.penetration = fmax(worst.penetration, -h * y[0]);
        worst.signorini = fmax(worst.signorini, fabs(h * y[0]) * c[i].normal_force);
        worst.friction_excess = fmax(worst.friction_excess, hypot(t[0], t[1]) - most);
        worst.dissipation = fmax(worst.dissipation, own * hypot(y[1], y[2]) + power);
    }
    oracle_arrive(o, h);
    return worst;
}

#endif
