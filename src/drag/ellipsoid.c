/* SPDX-License-Identifier: Apache-2.0
 *
 * Drag and lift of an ellipsoid, a phenomenological model for slender and blunt bodies at any angle
 * to the flow. With half axes s, velocity (w, v), P = diag(p), p_i = s_j s_k (j, k the other axes):
 *
 *     n = P^2 v,  N = v.n,  Q = v.P^4 v        g = sqrt(N / Q),  pi / g: the area that v sees
 *
 *     Kutta lift      f  = K density pi g ( N v / |v| - |v| n )
 *     Magnus lift     f  = M density volume w x v
 *     drag            f  = - ( 3 pi viscosity d
 *                              + density |v| ( B pi / g + S (A - pi / g) ) ) v
 *                     n  = - ( pi viscosity d^3 + density |q| ) w,   q_i = ( C I_i + S (I - I_i) )
 * w_i added mass      p  = density m v,  L = density J w:   f = p x w,  n = p x v + L x w
 *
 * The coefficients are B blunt, S slender and C angular drag, K and M lift; d is the diameter of a
 * sphere with the mean half axis, A the largest area of a section, I_i and I moments that bound the
 * area about an axis, m and J added mass and inertia at density 1. The parts of the added mass that
 * need accelerations are left out; those that remain do no work. */
#include "drag/small.h"
#include "model/drag.h"

static const double pi = 3.14159265358979323846;

enum { BLUNT, SLENDER, ANGULAR, KUTTA, MAGNUS };

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* 8/15 pi a b^4 */
static double bounding_moment(double a, double b)
{
    return 8.0 / 15.0 * pi * a * (b * b) * (b * b);
}

/* Sizes of the ellipsoid. */
typedef struct sizes {
    ludo_vec3 p2, p4;                    /* diagonals of P^2, P^4 */
    double volume, mean;                 /* mean: d */
    double most, most_moment, moment[3]; /* A; I, I_i */
} sizes;

static sizes measure(const double *s)
{
    const double most = larger(s[0], larger(s[1], s[2])),
                 least = smaller(s[0], smaller(s[1], s[2]));
    const double middle = s[0] + s[1] + s[2] - most - least;
    sizes e = {.volume = 4.0 / 3.0 * pi * s[0] * s[1] * s[2],
               .mean = 2.0 / 3.0 * (s[0] + s[1] + s[2]),
               .most = pi * most * middle,
               .most_moment = bounding_moment(middle, most)};
    const double p[3] = {s[1] * s[2], s[2] * s[0], s[0] * s[1]};
    e.p2 = v3(p[0] * p[0], p[1] * p[1], p[2] * p[2]);
    e.p4 = v3(e.p2.x * e.p2.x, e.p2.y * e.p2.y, e.p2.z * e.p2.z);
    for (int i = 0; i < 3; i++) {
        e.moment[i] = bounding_moment(s[i], larger(s[(i + 1) % 3], s[(i + 2) % 3]));
    }
    return e;
}

/* Forces that are normal to the section or along the velocity; f and df / dv are added to. */
static void move_through(const drag_data *b, const ludo_medium *m, const sizes *e, ludo_vec3 v,
                         ludo_vec3 *f, mat3 *by_v)
{
    const double *k = b->coefficient, speed = v3_norm(v),
                 sphere = 3.0 * pi * m->viscosity * e->mean;
    const ludo_vec3 n = each(e->p2, v), q = each(e->p4, v);
    const double N = v3_dot(v, n), Q = v3_dot(v, q);
    if (!(N > 0.0 && Q > 0.0 && speed > 0.0)) {
        *f = v3_axpy(*f, -sphere, v);
        add_identity(by_v, -sphere);
        return;
    }
    const double g = sqrt(N / Q), seen = pi / g;
    const ludo_vec3 u = v3_scale(1.0 / speed, v);
    const ludo_vec3 dg = v3_sub(v3_scale(g / N, n), v3_scale(g / Q, q));

    /* drag = -c v */
    const double area = seen * (k[BLUNT] - k[SLENDER]) + k[SLENDER] * e->most;
    const double c = sphere + m->density * speed * area;
    const ludo_vec3 d_area = v3_scale(-seen / g * (k[BLUNT] - k[SLENDER]), dg);
    const ludo_vec3 dc = v3_scale(m->density, v3_axpy(v3_scale(speed, d_area), area, u));
    *f = v3_axpy(*f, -c, v);
    add_identity(by_v, -c);
    *by_v = m3_plus_outer(*by_v, -1.0, v, dc);

    /* lift = l y, y = N u - |v| n, dN = 2 n */
    const double l = k[KUTTA] * m->density * pi;
    const ludo_vec3 y = v3_axpy(v3_scale(N, u), -speed, n);
    *f = v3_axpy(*f, l * g, y);
    *by_v = m3_plus_outer(*by_v, l, y, dg);
    *by_v = m3_plus_outer(*by_v, 2.0 * l * g, u, n);
    *by_v = m3_plus_outer(*by_v, -l * g, n, u);
    *by_v = m3_plus_outer(*by_v, -l * g * N / speed, u, u);
    add_identity(by_v, l * g * N / speed);
    add_diagonal(by_v, -l * g * speed, e->p2);
}

/* Drag of the rotation; n and dn / dw are added to. */
static void turn_through(const drag_data *b, const ludo_medium *m, const sizes *e, ludo_vec3 w,
                         ludo_vec3 *n, mat3 *by_w)
{
    const double *k = b->coefficient;
    double bound[3];
    for (int i = 0; i < 3; i++) {
        bound[i] = k[ANGULAR] * e->moment[i] + k[SLENDER] * (e->most_moment - e->moment[i]);
    }
    const ludo_vec3 q = each(v3_at(bound), w);
    const double size = v3_norm(q);
    const double c = pi * m->viscosity * e->mean * e->mean * e->mean + m->density * size;
    *n = v3_axpy(*n, -c, w);
    add_identity(by_w, -c);
    if (size > 0.0) {
        *by_w = m3_plus_outer(*by_w, -m->density / size, w, each(v3_at(bound), q));
    }
}

static void ellipsoid_force(const drag_data *b, const ludo_medium *m, const double V[6],
                            double F[6], double D[36])
{
    const sizes e = measure(b->size);
    const ludo_vec3 w = v3_at(V), v = v3_at(V + 3);
    const ludo_vec3 mass = v3_scale(m->density, v3_at(b->added_mass));
    const ludo_vec3 inertia = v3_scale(m->density, v3_at(b->added_inertia));
    const double spin = b->coefficient[MAGNUS] * m->density * e.volume;
    const ludo_vec3 p = each(mass, v), L = each(inertia, w);
    ludo_vec3 f = v3_axpy(v3_cross(p, w), spin, v3_cross(w, v));
    ludo_vec3 n = v3_add(v3_cross(p, v), v3_cross(L, w));
    mat3 f_v = {{0.0}}, n_w = {{0.0}};

    /* p x w by v: -[w]x m; w x v by v: [w]x; L x w by w: [L]x - [w]x J */
    add_columns(&f_v, -1.0, m3_skew(w), mass);
    add_columns(&f_v, spin, m3_skew(w), v3(1.0, 1.0, 1.0));
    add_columns(&n_w, -1.0, m3_skew(w), inertia);
    add_columns(&n_w, 1.0, m3_skew(L), v3(1.0, 1.0, 1.0));
    move_through(b, m, &e, v, &f, &f_v);
    turn_through(b, m, &e, w, &n, &n_w);
    put_six(F, n, f);
    if (D != NULL) {
        mat3 f_w = {{0.0}}, n_v = {{0.0}};
        add_columns(&f_w, 1.0, m3_skew(p), v3(1.0, 1.0, 1.0));
        add_columns(&f_w, -spin, m3_skew(v), v3(1.0, 1.0, 1.0));
        add_columns(&n_v, 1.0, m3_skew(p), v3(1.0, 1.0, 1.0));
        add_columns(&n_v, -1.0, m3_skew(v), mass);
        put_blocks(D, &n_w, &n_v, &f_w, &f_v);
    }
}

const drag_kind ludo_drag_ellipsoid = {"ellipsoid", ellipsoid_force};
