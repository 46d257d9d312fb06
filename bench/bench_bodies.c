/* SPDX-License-Identifier: Apache-2.0
 *
 * Sharpness of the bounds on the step of a single body, by the condition of its inertia [solv2014
 * figure 2]: a hundred thousand random bodies, each rotating about a random axis.
 *
 *     bench_bodies [FILE.csv [BODIES]]
 *
 * t = h |w|, tau = h |p| / s, with s the least moment of inertia and p the momentum of the step.
 * "bound", "momentum_bound": the t and tau up to which no derivative of the step's equations is
 * singular, proved for all bodies of the bin by its largest kappa; "singular": the smallest t with
 * a singular derivative; ratios: the least of t and tau there over the body's own bounds.
 * "violated": bodies with a ratio below 1, or that Newton's method did not solve at 0.99 of the
 * step that their momentum allows, for rotations of up to 2 rad. */
#include "command.h"
#include "dynamics/body_bound.h"
#include "math/cayley.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Edges of bins of kappa: those of the paper, and the ends of bounds. */
static const double edges[] = {1.0, 1.5, 2.0, 3.0, 3.583, 4.85, 7.0, 10.0, 15.0, 20.0, 31.0};
enum { BINS = sizeof edges / sizeof edges[0] - 1, SCHEMES = 2, NEWTON_STEPS = 30 };

static const char *const schemes[SCHEMES] = {"tln", "symplectic-cayley"};

/* Step and end of the search for singular derivatives [rad]. */
static const double stride = 0.02, farthest = 10.0;

typedef struct bin {
    long bodies, singular, violated;
    double smallest;         /* singular t */
    double closest, nearest; /* ratios of singular t, tau to the body's own bounds */
} bin;

/* D(t) = d (B(x) J x) / dx at x = t u. */
static mat3 derivative(sym3 J, ludo_vec3 x, int scheme)
{
    const mat3 M = s3_matrix(J), half = m3_axpy(m3_identity(1.0), 0.5, m3_skew(x));
    const ludo_vec3 Jx = s3_apply(J, x);
    return scheme == 1 ? m3_sum(m3_mul(cayley_momentum_map(x), M), cayley_slope(x, Jx))
                       : m3_axpy(m3_mul(half, M), -0.5, m3_skew(Jx));
}

static double determinant(mat3 A)
{
    return v3_dot(m3_row(&A, 0), v3_cross(m3_row(&A, 1), m3_row(&A, 2)));
}

/* The smallest t of the search at which D is singular; HUGE_VAL: none. */
static double singular_at(sym3 J, ludo_vec3 u, int scheme)
{
    for (double t = stride; t <= farthest; t += stride) {
        if (!(determinant(derivative(J, v3_scale(t, u), scheme)) > 0.0)) {
            return t;
        }
    }
    return HUGE_VAL;
}

/* B(x) J x - p, h = 1 */
static ludo_vec3 residual(sym3 J, ludo_vec3 x, ludo_vec3 p, int scheme)
{
    const ludo_vec3 Jx = s3_apply(J, x);
    ludo_vec3 r = v3_sub(v3_axpy(Jx, 0.5, v3_cross(x, Jx)), p);
    return scheme == 1 ? v3_axpy(r, 0.25 * v3_dot(x, Jx), x) : r;
}

/* A^-1 b by the adjugate. */
static ludo_vec3 solve(mat3 A, ludo_vec3 b)
{
    const ludo_vec3 x = m3_row(&A, 0), y = m3_row(&A, 1), z = m3_row(&A, 2);
    const ludo_vec3 yz = v3_cross(y, z), zx = v3_cross(z, x), xy = v3_cross(x, y);
    const ludo_vec3 sum = v3_axpy(v3_axpy(v3_scale(b.x, yz), b.y, zx), b.z, xy);
    return v3_scale(1.0 / v3_dot(x, yz), sum);
}

/* True if Newton's method, undamped, solves B(x) J x = p from J^-1 p. */
static bool solves(sym3 J, ludo_vec3 p, int scheme)
{
    ludo_vec3 x = s3_apply(s3_inverse(J), p);
    for (int i = 0; i < NEWTON_STEPS; i++) {
        const ludo_vec3 r = residual(J, x, p, scheme);
        if (v3_norm(r) <= 1e-12 * v3_norm(p)) {
            return true;
        }
        x = v3_sub(x, solve(derivative(J, x, scheme), r));
    }
    return false;
}

/* The proved bounds of both schemes, and |h w| of a rotation by 2 rad. */
typedef double bound_of(inertia_range of);
static bound_of *const rate_bound[SCHEMES] = {ludo_body_rate_half, ludo_body_rate_cayley};
static bound_of *const momentum_bound[SCHEMES] = {ludo_body_bound_half, ludo_body_bound_cayley};
static const double most_turn[SCHEMES] = {2.0, 3.1148154493098046};

/* tau of a solution that rotates by t about u. */
static double momentum_at(sym3 J, ludo_vec3 u, double t, double least, int scheme)
{
    const ludo_vec3 none = v3(0.0, 0.0, 0.0);
    return v3_norm(residual(J, v3_scale(t, u), none, scheme)) / least;
}

static void try_body(sym3 J, ludo_vec3 u, bin *into, int scheme)
{
    const inertia_range of = ludo_inertia_range(J);
    const double bound = rate_bound[scheme](of), most = momentum_bound[scheme](of);
    const double t = singular_at(J, u, scheme), tau = momentum_at(J, u, t, of.least, scheme);
    const double asked = most < most_turn[scheme] ? most : most_turn[scheme];
    const bool solved = solves(J, v3_scale(0.99 * asked * of.least, u), scheme);
    into->bodies++;
    into->singular += t <= farthest;
    into->violated += t < bound || (t <= farthest && tau < most) || !solved;
    into->smallest = t < into->smallest ? t : into->smallest;
    into->closest = t / bound < into->closest ? t / bound : into->closest;
    into->nearest = t <= farthest && tau / most < into->nearest ? tau / most : into->nearest;
}

/* A body of any shape: no moment of inertia exceeds the sum of the others. */
static sym3 random_body(uint64_t *random, double kappa)
{
    const double lowest = kappa - 1.0 > 1.0 ? kappa - 1.0 : 1.0;
    const double middle = ludo_scene_random(random, lowest, kappa);
    const mat3 R = q_matrix(ludo_scene_random_quat(random));
    return s3_turn(R, (sym3){1.0, middle, kappa, 0.0, 0.0, 0.0});
}

static void write_bin(FILE *csv, int k, int scheme, const bin *b)
{
    const inertia_range worst = {1.0, edges[k + 1]};
    const double bound = rate_bound[scheme](worst), most = momentum_bound[scheme](worst);
    fprintf(csv, "%s,%g,%g,%ld,%.4g,%.4g,%ld,%.4g,%.4g,%.4g,%ld\n", schemes[scheme], edges[k],
            edges[k + 1], b->bodies, bound, b->smallest, b->singular, b->closest, most, b->nearest,
            b->violated);
    printf("%-18s %6.3g %6.3g %8ld %10.4g %10.4g %8ld %8.3g %8.4g %8.3g %6ld\n", schemes[scheme],
           edges[k], edges[k + 1], b->bodies, bound, b->smallest, b->singular, b->closest, most,
           b->nearest, b->violated);
}

static const ludo_bench_about about = {
    .measures =
        "how close to the proved bounds on the step of one rigid body the first singular step\n"
        "lies, over random bodies binned by the condition number of their inertia",
    .operands = "[BODIES]",
};

int main(int argc, char **argv)
{
    FILE *csv = ludo_bench_open(&about, argc, argv);
    const long bodies = argc > 2 ? atol(argv[2]) : 100000;
    fprintf(csv, "scheme,kappa_from,kappa_to,bodies,bound,singular_from,singular_bodies,"
                 "closest_ratio,momentum_bound,closest_momentum,violated\n");
    printf("%-18s %13s %8s %10s %10s %8s %8s %8s %8s %6s\n", "", "kappa", "bodies", "bound",
           "singular", "so many", "ratio", "momentum", "ratio", "below");
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        for (int k = 0; k < BINS; k++) {
            uint64_t random = (uint64_t)k + 1;
            bin b = {.smallest = HUGE_VAL, .closest = HUGE_VAL, .nearest = HUGE_VAL};
            for (long i = 0; i < bodies / BINS; i++) {
                const double kappa = ludo_scene_random(&random, edges[k], edges[k + 1]);
                const sym3 J = random_body(&random, kappa);
                const ludo_vec3 u = q_vector(ludo_scene_random_quat(&random));
                try_body(J, v3_unit(u), &b, scheme);
            }
            write_bin(csv, k, scheme, &b);
        }
    }
    return fclose(csv) == 0 ? 0 : 1;
}
