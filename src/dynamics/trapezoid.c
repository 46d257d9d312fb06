/* SPDX-License-Identifier: Apache-2.0
 *
 * The equations of a trapezoidal step and their second derivatives [solvability.md 3]. */
#include "dynamics/trapezoid.h"

#include "dynamics/chart.h"
#include "dynamics/configuration.h"
#include "dynamics/trapezoid_root.h"
#include "math/dense.h"
#include "math/spectrum.h"

#include <math.h>

/* Largest change of a coordinate by differences [rad, lengths]. K is smooth on the scale of 1, so
 * the truncation error is 1e-5 of a fourth derivative and the round-off error 1e-12. */
static const double reach = 1e-2;

void ludo_trapezoid_layout(trapezoid *x, const tree *t, arena *a)
{
    const size_t n = (size_t)t->columns;
    x->tree = t;
    x->q = TAKE(a, t->positions, double);
    x->L = TAKE(a, n * n, double);
    x->B = TAKE(a, n * n, double);
    x->armature = TAKE(a, n, double);
    x->way = TAKE(a, n, double);
    x->from = TAKE(a, n, double);
    x->zero = TAKE(a, n, double);
    x->y = TAKE(a, n, double);
    x->origin = TAKE(a, t->nodes, ludo_vec3);
    x->root = TAKE(a, x->roots, trapezoid_root);
    x->to = TAKE(a, n, double);
    for (int b = 0; b < 2; b++) {
        x->pi[b] = TAKE(a, n, double);
        x->rate[b] = TAKE(a, n, double);
        ludo_tree_instant_layout(&x->at[b], t, a);
        x->at[b].origin = x->origin;
    }
    x->composite = TAKE(a, t->nodes, inertia);
    x->K = TAKE(a, 4 * n, double);
    x->D2K = TAKE(a, n * n * n, double);
    x->gram = TAKE(a, n * n, double);
    x->value = TAKE(a, n, double);
    x->size = TAKE(a, n, double);
}

void ludo_trapezoid_open(trapezoid *x)
{
    ludo_tree_armatures(x->tree, x->armature);
    ludo_trapezoid_roots_open(x);
}

/* ---- the metric ---- */

/* Unit displacements, and the step length of differences along each. */
static void find_end_derivatives(trapezoid *x)
{
    const tree *t = x->tree;
    const size_t n = (size_t)t->columns;
    for (size_t i = 0; i < n * n; i++) {
        x->B[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
    }
    ludo_cholesky_solve_t(t->columns, t->columns, x->L, x->B);
    for (size_t k = 0; k < n; k++) {
        double most = 0.0;
        for (size_t c = 0; c < n; c++) {
            const double move = fabs(x->B[n * c + k]) * t->scale[c];
            most = move > most ? move : most;
        }
        x->size[k] = reach / most;
    }
}

bool ludo_trapezoid_place(trapezoid *x)
{
    const tree *t = x->tree;
    const size_t n = (size_t)t->columns;
    ludo_tree_place_origins(t, x->q, x->origin);
    ludo_tree_down(t, x->q, x->zero, x->zero, &x->at[0]);
    ludo_tree_mass_matrix(t, &x->at[0], x->composite, x->L);
    for (size_t c = 0; c < n; c++) {
        x->L[(n + 1) * c] += x->armature[c];
    }
    ludo_trapezoid_roots_weigh(x, x->L);
    if (!ludo_cholesky(t->columns, x->L)) {
        return false;
    }
    find_end_derivatives(x);
    return true;
}

/* ---- K ---- */

/* J^-T of a ball where it is at y, and d/dt of that where y changes at the rate dy. */
typedef struct ball_back {
    mat3 back, rate;
} ball_back;

static ball_back back_of(ludo_vec3 y, ludo_vec3 dy)
{
    const mat3 inverse = ludo_chart_inverse(y), change = ludo_chart_rate(y, dy);
    const mat3 back = m3_transpose(&inverse), turned = m3_transpose(&change);
    return (ball_back){back, m3_scale(-1.0, m3_mul(back, m3_mul(turned, back)))};
}

/* The chart term of a ball, whose chart is centred on the knot [minimal.md 4.1]:
 * sum over both ends of (J^-T of the end - d/dt J^-T) pi / 2. */
static void put_chart_term(const trapezoid *x, const tree_node *n, const double *y, double *K)
{
    const ludo_vec3 way = v3_at(y + n->column);
    const ball_back knot = back_of(v3(0.0, 0.0, 0.0), way), end = back_of(way, way);
    const ludo_vec3 pi[2] = {v3_at(x->pi[0] + n->column), v3_at(x->pi[1] + n->column)};
    ludo_vec3 sum = m3_apply(&end.back, v3_add(pi[0], pi[1]));
    sum = v3_sub(sum, m3_apply(&knot.rate, pi[0]));
    sum = v3_sub(sum, m3_apply(&end.rate, pi[1]));
    K[n->column] += 0.5 * sum.x;
    K[n->column + 1] += 0.5 * sum.y;
    K[n->column + 2] += 0.5 * sum.z;
}

/* The passes at an end of the step, and again if roots change the rates of slides. */
static void evaluate_end(trapezoid *x, int end)
{
    tree_instant *at = &x->at[end];
    if (end == 0) {
        ludo_tree_move(x->tree, x->zero, x->rate[0], at);
    } else {
        ludo_tree_down(x->tree, x->q, x->to, x->rate[1], at);
    }
    ludo_tree_up(x->tree, at->mu);
    if (ludo_trapezoid_roots_rest(x, end)) {
        ludo_tree_move(x->tree, end == 0 ? x->zero : x->to, x->rate[end], at);
        ludo_tree_up(x->tree, at->mu);
    }
}

/* Both ends of the step with displacement y per unit of time. */
static void evaluate_ends(trapezoid *x, const double *y)
{
    const size_t size = (size_t)x->tree->columns * sizeof *y;
    memcpy(x->to, y, size);
    memcpy(x->rate[0], y, size);
    memcpy(x->rate[1], y, size);
    ludo_trapezoid_roots_place(x);
    evaluate_end(x, 0);
    evaluate_end(x, 1);
}

void ludo_trapezoid_momentum(trapezoid *x, const double *y, double *K)
{
    const tree *t = x->tree;
    const tree_instant *knot = &x->at[0], *end = &x->at[1];
    evaluate_ends(x, y);
    for (int32_t c = 0; c < t->columns; c++) {
        const int32_t i = t->node_at[c];
        const double armature = x->armature[c] * y[c];
        const bool ball = t->node[i].kind->dS != NULL;
        x->pi[0][c] = pair_of(knot->mu[i], knot->S[c]) + armature;
        x->pi[1][c] = pair_of(end->mu[i], end->S[c]) + armature;
        K[c] = -0.5 * pair_of(knot->mu[i], knot->Sd[c]);
        K[c] += ball ? 0.0 : 0.5 * (x->pi[0][c] + x->pi[1][c]);
    }
    for (int32_t i = 0; i < t->nodes; i++) {
        if (t->node[i].kind->dS != NULL) {
            put_chart_term(x, &t->node[i], y, K);
        }
    }
    ludo_trapezoid_roots_put(x, y, K);
}

/* ---- second derivatives ---- */

/* K at y = from + s (column j of B) + r (column k of B), stored as number `place` of four. */
static const double *sample_K(trapezoid *x, size_t j, double s, size_t k, double r, int place)
{
    const size_t n = (size_t)x->tree->columns;
    double *K = x->K + n * (size_t)place;
    for (size_t c = 0; c < n; c++) {
        x->y[c] = x->from[c] + (s * x->B[n * c + j] + r * x->B[n * c + k]);
    }
    ludo_trapezoid_momentum(x, x->y, K);
    return K;
}

/* L^-1 D2K of the displacements j and k, to both places. */
static void put_pair(trapezoid *x, size_t j, size_t k)
{
    const size_t n = (size_t)x->tree->columns;
    const double s = x->size[j], r = x->size[k];
    double *to = x->D2K + n * (n * j + k);
    const double *pp = sample_K(x, j, s, k, r, 0), *pm = sample_K(x, j, s, k, -r, 1);
    const double *mp = sample_K(x, j, -s, k, r, 2), *mm = sample_K(x, j, -s, k, -r, 3);
    for (size_t c = 0; c < n; c++) {
        to[c] = ((pp[c] - pm[c]) - (mp[c] - mm[c])) / (4.0 * s * r);
    }
    ludo_cholesky_solve(x->tree->columns, 1, x->L, to);
    memcpy(x->D2K + n * (n * k + j), to, n * sizeof *to);
}

/* The square root of the largest eigenvalue of x->gram. */
static double norm_of_gram(trapezoid *x)
{
    const size_t n = (size_t)x->tree->columns;
    ludo_symmetric_eigen(x->tree->columns, x->gram, x->value, NULL);
    return sqrt(x->value[n - 1]);
}

/* The 2-norm of the n^2 x n unfolding: rows are pairs of displacements, columns results. */
static double norm_out(trapezoid *x)
{
    const int32_t n = x->tree->columns;
    memset(x->gram, 0, (size_t)n * (size_t)n * sizeof *x->gram);
    ludo_dense_multiply_t(n, n * n, n, x->D2K, x->D2K, x->gram);
    return norm_of_gram(x);
}

/* The 2-norm of the n x n^2 unfolding: one of the two displacements, which are symmetric. */
static double norm_in(trapezoid *x)
{
    const size_t n = (size_t)x->tree->columns;
    for (size_t a = 0; a < n; a++) {
        for (size_t b = 0; b <= a; b++) {
            double sum = 0.0;
            for (size_t i = 0; i < n * n; i++) {
                sum += x->D2K[n * n * a + i] * x->D2K[n * n * b + i];
            }
            x->gram[n * a + b] = x->gram[n * b + a] = sum;
        }
    }
    return norm_of_gram(x);
}

double ludo_trapezoid_curvature(trapezoid *x, const double *z)
{
    const size_t n = (size_t)x->tree->columns;
    memset(x->from, 0, n * sizeof *x->from);
    if (z != NULL) {
        ludo_dense_multiply(x->tree->columns, x->tree->columns, 1, x->B, z, x->from);
    }
    for (size_t j = 0; j < n; j++) {
        for (size_t k = 0; k <= j; k++) {
            put_pair(x, j, k);
        }
    }
    const double out = n > 0 ? norm_out(x) : 0.0, in = n > 0 ? norm_in(x) : 0.0;
    return out < in ? out : in;
}

/* The largest |y| for which no joint can exceed the limit of a ball's chart [rad, lengths]. */
static double largest_radius(const trapezoid *x)
{
    const tree *t = x->tree;
    const size_t n = (size_t)t->columns;
    double most = 0.0;
    for (int32_t i = 0; i < t->nodes; i++) {
        const size_t first = (size_t)t->node[i].column, dof = (size_t)t->node[i].kind->dof;
        double move = 0.0;
        const bool counts = !ludo_trapezoid_roots_split(x, t->node[i].column);
        for (size_t k = n * first; counts && k < n * (first + dof); k++) {
            const double part = x->B[k] * t->scale[first];
            move += part * part;
        }
        most = move > most ? move : most;
    }
    return CHART_LIMIT / sqrt(most);
}

/* A random length up to `radius`, small ones as likely as large ones. */
static double random_length(double radius, uint64_t *state)
{
    double length = radius * ludo_random(state, 0.5, 1.0);
    for (double halves = ludo_random(state, 0.0, 6.0); halves > 1.0; halves -= 1.0) {
        length *= 0.5;
    }
    return length;
}

step_curvature ludo_trapezoid_curvature_bound(trapezoid *x, int32_t samples, uint64_t *state)
{
    const double D2K = ludo_trapezoid_curvature(x, NULL), far = largest_radius(x);
    step_curvature of = {D2K, 0.0, 1.0 / D2K < far ? 1.0 / D2K : far};
    for (int32_t i = 0; i < samples && isfinite(of.radius); i++) {
        const double length = random_length(of.radius, state);
        ludo_random_way(state, x->tree->columns, length, x->way);
        const double growth = (ludo_trapezoid_curvature(x, x->way) - D2K) / length;
        of.growth = growth > of.growth ? growth : of.growth;
    }
    return of;
}

/* Go to a random knot; false if its M is not positive definite. */
static bool place_randomly(trapezoid *x, const double *knot, uint64_t *state)
{
    ludo_random_configuration(state, x->tree, knot, x->q);
    return ludo_trapezoid_place(x);
}

static const step_curvature unknown_bends = {HUGE_VAL, HUGE_VAL, 0.0};

/* The largest |D2K(0)|, and the smallest radius over all knots. */
static step_curvature sample_knots(trapezoid *x, const double *knot, int32_t samples,
                                   uint64_t *state)
{
    step_curvature of = {0.0, 0.0, HUGE_VAL};
    for (int32_t i = 0; i < samples; i++) {
        if (!place_randomly(x, knot, state)) {
            return unknown_bends;
        }
        const double D2K = ludo_trapezoid_curvature(x, NULL), far = largest_radius(x);
        of.at_knot = D2K > of.at_knot ? D2K : of.at_knot;
        of.radius = far < of.radius ? far : of.radius;
    }
    return of;
}

int32_t ludo_trapezoid_samples(int32_t columns)
{
    const int32_t pairs = columns > 0 ? columns * (columns + 1) / 2 : 1;
    const int32_t samples = 8000 / pairs;
    return samples < 40 ? 40 : samples > 400 ? 400 : samples;
}

step_curvature ludo_trapezoid_sample(trapezoid *x, const double *knot, int32_t samples,
                                     double safety, uint64_t *state)
{
    step_curvature of = sample_knots(x, knot, samples, state);
    of.at_knot *= safety;
    of.radius = 1.0 / of.at_knot < of.radius ? 1.0 / of.at_knot : of.radius;
    for (int32_t i = 0; i < samples && isfinite(of.radius) && of.radius > 0.0; i++) {
        if (!place_randomly(x, knot, state)) {
            return unknown_bends;
        }
        const double length = random_length(of.radius, state);
        ludo_random_way(state, x->tree->columns, length, x->way);
        const double growth = (ludo_trapezoid_curvature(x, x->way) * safety - of.at_knot) / length;
        of.growth = growth > of.growth ? growth : of.growth;
    }
    return of;
}

/* ---- Newton's method ---- */

bool ludo_trapezoid_solves(const step_curvature *b, double beta, double start, double first)
{
    const double far = start + 2.0 * first;
    return far <= b->radius && beta * (b->at_knot + b->growth * far) * first <= 0.5;
}

/* Convergence from y_0 = h v with all quantities at their norms, in any direction. */
static bool solves_from(const step_curvature *b, const step_start *from, double h)
{
    const double r = h * from->speed;
    const double open = 1.0 - r * (b->at_knot + 0.5 * b->growth * r) - 0.5 * h * from->driving;
    const double left =
        r * r * (0.5 * b->at_knot + b->growth * r / 6.0) + 0.5 * h * h * from->force;
    return open > 0.0 && ludo_trapezoid_solves(b, 1.0 / open, r, left / open);
}

double ludo_trapezoid_bound(const step_curvature *b, const step_start *from)
{
    double low = 1e-12, high = 1e6; /* [s], the range of the search */
    if (!solves_from(b, from, low)) {
        return 0.0;
    }
    for (int i = 0; i < 100; i++) {
        const double middle = sqrt(low * high);
        *(solves_from(b, from, middle) ? &low : &high) = middle;
    }
    return low;
}
