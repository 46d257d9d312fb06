/* SPDX-License-Identifier: Apache-2.0 */
#include "certify_attacks.h"

#include "dynamics/configuration.h"
#include "integrators/dual_quaternion/dual_quaternion.h"
#include "integrators/galerkin/certify.h"
#include "integrators/rigid_body/rigid_body.h"
#include "math/dense.h"
#include "random.h"
#include "scenes.h"

#include <math.h>
#include <string.h>

enum { NEWTON_STEPS = 50 };

/* |L^T x| */
static double length(const trapezoid *at, const double *x)
{
    const size_t n = (size_t)at->tree->columns;
    double square = 0.0;
    for (size_t k = 0; k < n; k++) {
        double sum = 0.0;
        for (size_t i = k; i < n; i++) {
            sum += at->L[n * i + k] * x[i];
        }
        square += sum * sum;
    }
    return sqrt(square);
}

/* Newton's method, undamped, from the iterate. @return whether it converges */
static bool solve_tree(galerkin *g, ludo_sim *sim, double h)
{
    const int32_t n = g->base.tree.columns;
    double last = HUGE_VAL;
    for (int i = 0; i < NEWTON_STEPS; i++) {
        int32_t node;
        double move = 0.0;
        if (ludo_galerkin_residual(g, &sim->state, h, sim->state.interval_start) != LUDO_OK ||
            !(g->solver->factorize(g, h, &node) > 0.0)) {
            return false;
        }
        g->solver->solve(g, h, g->r[0], g->x[1]);
        for (int32_t c = 0; c < n; c++) {
            g->unknown[1][c] += g->x[1][c];
            move = fmax(move, fabs(g->x[1][c]) * g->base.tree.scale[c]);
        }
        if (!(move < 100.0) || (move < 1e-9 && move >= last)) {
            return move < 1e-9;
        }
        last = move;
    }
    return last < 1e-9;
}

/* The start of a step, the radius of its ball, the end of Newton's method. */
typedef struct ball {
    double from[MOST_COLUMNS], radius, solution[MOST_COLUMNS];
    bool solved;
} ball;

/* The ball of twice the first correction about the start. */
static void find_ball(galerkin *g, ludo_sim *sim, double h, ball *of)
{
    const size_t size = (size_t)g->base.tree.columns * sizeof *of->from;
    int32_t node;
    (void)ludo_galerkin_certify(&sim->state, h); /* leaves the start as the iterate */
    memcpy(of->from, g->unknown[1], size);
    (void)ludo_galerkin_residual(g, &sim->state, h, sim->state.interval_start);
    (void)g->solver->factorize(g, h, &node);
    g->solver->solve(g, h, g->r[0], g->x[1]);
    of->radius = 2.0 * length(&g->certificate->at, g->x[1]);
    of->solved = solve_tree(g, sim, h);
    memcpy(of->solution, g->unknown[1], size);
}

/* Solve from the iterate. */
static void try_start(galerkin *g, ludo_sim *sim, double h, const ball *b, found *into)
{
    const trapezoid *at = &g->certificate->at;
    double apart[MOST_COLUMNS], off[MOST_COLUMNS];
    const bool again = solve_tree(g, sim, h);
    for (int32_t c = 0; c < g->base.tree.columns; c++) {
        off[c] = g->unknown[1][c] - b->from[c];
        apart[c] = g->unknown[1][c] - b->solution[c];
    }
    const bool same = length(at, apart) <= 1e-6 * (b->radius + 1e-6);
    into->led += again && same;
    into->others += again && !same && length(at, off) <= b->radius;
}

found ludo_certify_attack_tree(ludo_sim *sim, double h, uint64_t *random)
{
    galerkin *g = galerkin_of(&sim->state);
    const int32_t n = g->base.tree.columns;
    double way[MOST_COLUMNS];
    static ball b;
    find_ball(g, sim, h, &b);
    found of = {0, !b.solved};
    for (int k = 0; k < STARTS; k++) {
        ludo_random_way(random, n, b.radius * ludo_random(random, 0.0, 1.0), way);
        memcpy(g->unknown[1], b.from, (size_t)n * sizeof *b.from);
        ludo_dense_multiply(n, n, 1, g->certificate->at.B, way, g->unknown[1]); /* += */
        try_start(g, sim, h, &b, &of);
    }
    return of;
}

/* The rotation equations of a single body in three unknowns, h w or Phi. */
typedef struct turn_equations {
    ludo_vec3 p;
    mat3 J;
    double h;
    const rigid_scheme *by; /* NULL: dual quaternions */
} turn_equations;

/* Left side less right side, and its derivative, at x = h w or Phi. False where they are
 * undefined. */
static bool look(const turn_equations *e, ludo_vec3 x, ludo_vec3 *r, mat3 *D)
{
    const ludo_vec3 n = m3_apply(&e->J, x), P = v3_scale(e->h, e->p);
    if (e->by != NULL) {
        *r = v3_sub(e->by->apply(x, n), P);
        *D = m3_sum(m3_mul(e->by->map(x), e->J), e->by->slope(x, n));
        return true;
    }
    const double s = sqrt(1.0 - v3_dot(x, x));
    *r = v3_sub(v3_axpy(v3_cross(x, n), s, n), v3_scale(0.5, P));
    const mat3 turned = m3_axpy(m3_mul(m3_skew(x), e->J), -1.0, m3_skew(n));
    *D = m3_plus_outer(m3_axpy(turned, s, e->J), -1.0 / s, n, x);
    return s > 0.0;
}

static bool solve_turn(const turn_equations *e, ludo_vec3 *x)
{
    double last = HUGE_VAL;
    for (int i = 0; i < NEWTON_STEPS; i++) {
        ludo_vec3 r;
        mat3 D;
        double d[3];
        if (!look(e, *x, &r, &D)) {
            return false;
        }
        memcpy(d, (double[]){r.x, r.y, r.z}, sizeof d);
        if (!ludo_dense_solve(3, 1, D.m, d)) {
            return false;
        }
        *x = v3_sub(*x, v3_at(d));
        const double move = v3_norm(v3_at(d));
        if (!(move < 100.0) || (move < 1e-9 && move >= last)) {
            return move < 1e-9;
        }
        last = move;
    }
    return last < 1e-9;
}

/* One solution, from a start near zero, and no other solution of less than 2 rad, |x| <= most. */
static found attack_turn(const turn_equations *e, ludo_vec3 first, double most, uint64_t *random)
{
    ludo_vec3 solution = first;
    found of = {0, !solve_turn(e, &solution)};
    for (int k = 0; k < STARTS; k++) {
        const double far = ludo_scene_random(random, 0.0, most);
        ludo_vec3 x = v3_scale(far, v3_unit(ludo_scene_random_vec3(random, 1.0)));
        const bool again = solve_turn(e, &x);
        const bool same = v3_norm(v3_sub(x, solution)) <= 1e-6;
        of.led += again && same;
        of.others += again && !same && v3_norm(x) <= most;
    }
    return of;
}

found ludo_certify_attack_rigid(ludo_sim *sim, double h, uint64_t *random)
{
    rigid_body *x = rigid_body_of(&sim->state);
    (void)sim->integrator->certify(&sim->state, h); /* leaves the forces of the step */
    const ludo_quat R = ludo_single_body_rotation(&x->body, x->body.base.q);
    const ludo_vec3 p = x->by->keeps ? q_rotate(q_conj(R), x->knot->p) : x->knot->p;
    const turn_equations e = {v3_axpy(p, 0.5 * h, x->acts[0].u), x->J, h, x->by};
    return attack_turn(&e, v3_scale(h, m3_apply(&x->inverse_J, p)), x->by->farthest, random);
}

found ludo_certify_attack_dual(ludo_sim *sim, double h, uint64_t *random)
{
    dual_quaternion *d = dual_quaternion_of(&sim->state);
    (void)sim->integrator->certify(&sim->state, h);
    const mat3 J = s3_matrix(d->body.J), inverse = s3_matrix(s3_inverse(d->body.J));
    const ludo_vec3 p = v3_axpy(m3_apply_t(&d->R, d->state->P.n), 0.5 * h, d->kick.u);
    const turn_equations e = {p, J, h, NULL};
    return attack_turn(&e, v3_scale(0.5 * h, m3_apply(&inverse, p)), sin(1.0), random);
}
