/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies with contacts in one step, dense: M V = k + J^T p, y = J V + offset, p complementary to y.
 * Tests the interior point without the library's mechanics. */
#ifndef LUDO_TESTS_FRICTION_PROBLEM_H
#define LUDO_TESTS_FRICTION_PROBLEM_H

#include "math/quat.h"
#include "solver/interior/interior.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SPEEDS = 60, MOST_CONES = 80, POINT_ROWS = 3 };

typedef struct friction_problem {
    int32_t speeds, cones;
    double M[MOST_SPEEDS][MOST_SPEEDS], k[MOST_SPEEDS], V[MOST_SPEEDS], dV[MOST_SPEEDS];
    double J[MOST_CONES][CONE_ROWS][MOST_SPEEDS], offset[MOST_CONES];
    double curved[MOST_CONES]; /* adds curved (J_0 V)^2 / 2 to y_0: the curvature of the gap of
                                  rotating bodies */
    double start[MOST_SPEEDS]; /* start of the iteration */
    cone cone[MOST_CONES];
    double speed; /* typical speed: the unit of changes of V */
    interior_settings settings;
    interior_report report;
} friction_problem;

static inline double problem_dot(const friction_problem *f, const double *a, const double *b)
{
    double sum = 0.0;
    for (int32_t i = 0; i < f->speeds; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

static inline void problem_restart(void *self)
{
    friction_problem *f = self;
    memcpy(f->V, f->start, sizeof f->V);
}

static inline ludo_status problem_evaluate(void *self)
{
    friction_problem *f = self;
    for (int32_t c = 0; c < f->cones; c++) {
        for (int32_t r = 0; r < f->cone[c].kind->rows; r++) {
            f->cone[c].y[r] = problem_dot(f, f->J[c][r], f->V);
        }
        f->cone[c].y[0] += f->offset[c] + 0.5 * f->curved[c] * f->cone[c].y[0] * f->cone[c].y[0];
    }
    return LUDO_OK;
}

/* Factor on J for the rates: the gradient of a curved gap is steeper. */
static inline double problem_steepness(const friction_problem *f, int32_t c, int32_t r)
{
    return r == 0 ? 1.0 + f->curved[c] * problem_dot(f, f->J[c][0], f->V) : 1.0;
}

/* A += J^T slope R, b += J^T rhs. */
static inline void problem_add_law(const friction_problem *f, int32_t c, double *A, double *b)
{
    const cone *o = &f->cone[c];
    for (int32_t r = 0; r < o->kind->rows; r++) {
        for (int32_t i = 0; i < f->speeds; i++) {
            b[i] += f->J[c][r][i] * o->rhs[r];
            for (int32_t q = 0; q < o->kind->rows && f->J[c][r][i] != 0.0; q++) {
                const double s =
                    f->J[c][r][i] * o->slope[CONE_ROWS * r + q] * problem_steepness(f, c, q);
                for (int32_t j = 0; j < f->speeds; j++) {
                    A[f->speeds * i + j] += s * f->J[c][q][j];
                }
            }
        }
    }
}

static inline double problem_direction(void *self, bool factorize)
{
    friction_problem *f = self;
    static double A[MOST_SPEEDS * MOST_SPEEDS];
    (void)factorize;
    for (int32_t i = 0; i < f->speeds; i++) {
        f->dV[i] = f->k[i] - problem_dot(f, f->M[i], f->V);
        memcpy(A + f->speeds * i, f->M[i], sizeof(double) * (size_t)f->speeds);
    }
    for (int32_t c = 0; c < f->cones; c++) {
        problem_add_law(f, c, A, f->dV);
    }
    if (!dense_solve(f->speeds, A, f->dV)) {
        return (double)NAN;
    }
    double most = 0.0;
    for (int32_t i = 0; i < f->speeds; i++) {
        most = fabs(f->dV[i]) <= most ? most : fabs(f->dV[i]);
    }
    for (int32_t c = 0; c < f->cones; c++) {
        for (int32_t r = 0; r < f->cone[c].kind->rows; r++) {
            f->cone[c].dy[r] = problem_steepness(f, c, r) * problem_dot(f, f->J[c][r], f->dV);
        }
    }
    return most / f->speed;
}

static inline void problem_advance(void *self, double alpha)
{
    friction_problem *f = self;
    for (int32_t i = 0; i < f->speeds; i++) {
        f->V[i] += alpha * f->dV[i];
    }
}

static inline double problem_residual(const void *self)
{
    (void)self;
    return 0.0;
}

static inline interior_system problem_system(friction_problem *f)
{
    return (interior_system){.self = f,
                             .restart = problem_restart,
                             .evaluate = problem_evaluate,
                             .direction = problem_direction,
                             .advance = problem_advance,
                             .residual = problem_residual};
}

static inline ludo_status problem_solve(friction_problem *f)
{
    const interior_system s = problem_system(f);
    return ludo_interior_solve(&s, f->cone, f->cones, &f->settings, &f->report);
}

/* ---- construction ---- */

static const double problem_gravity = 9.81, problem_step = 0.01;

/* A body of six velocities in world axes about its centre; its weight acts along -z. */
static inline int32_t problem_add_body(friction_problem *f, double mass, const mat3 *inertia,
                                       ludo_vec3 v, ludo_vec3 w)
{
    const int32_t at = f->speeds;
    const double old[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
    for (int32_t i = 0; i < 3; i++) {
        f->M[at + i][at + i] = mass;
        for (int32_t j = 0; j < 3; j++) {
            f->M[at + 3 + i][at + 3 + j] = inertia->m[3 * i + j];
        }
    }
    f->speeds += 6;
    for (int32_t i = 0; i < 6; i++) {
        f->start[at + i] = old[i];
        for (int32_t j = 0; j < 6; j++) {
            f->k[at + i] += f->M[at + i][at + j] * old[j];
        }
    }
    f->k[at + 2] -= mass * problem_gravity * problem_step;
    f->start[at + 2] -= problem_gravity * problem_step;
    return at;
}

/* Rows of the velocity of a body's point, along n and two tangents. */
static inline void problem_add_rows(friction_problem *f, int32_t c, int32_t body, ludo_vec3 lever,
                                    const ludo_vec3 axis[3], double sign)
{
    for (int32_t r = 0; r < POINT_ROWS; r++) {
        const ludo_vec3 turn = v3_cross(lever, axis[r]);
        const double row[6] = {axis[r].x, axis[r].y, axis[r].z, turn.x, turn.y, turn.z};
        for (int32_t i = 0; i < 6; i++) {
            f->J[c][r][body + i] += sign * row[i];
        }
    }
}

static inline int32_t problem_add_cone(friction_problem *f, const cone_kind *kind, double mu,
                                       double gap)
{
    f->cone[f->cones].kind = kind;
    f->cone[f->cones].mu = mu;
    f->offset[f->cones] = gap / problem_step;
    return f->cones++;
}

/* Tangents to a normal. */
static inline void problem_frame(ludo_vec3 n, ludo_vec3 axis[3])
{
    const ludo_vec3 other = fabs(n.x) < 0.5 ? (ludo_vec3){1, 0, 0} : (ludo_vec3){0, 1, 0};
    axis[0] = n;
    axis[1] = v3_scale(1.0 / v3_norm(v3_cross(n, other)), v3_cross(n, other));
    axis[2] = v3_cross(n, axis[1]);
}

/* A box of these half edges whose corners are above a plane through the origin; `above` is the
 * height of the lowest corner. */
static inline int32_t problem_add_box(friction_problem *f, const cone_kind *kind, double mu,
                                      double mass, ludo_vec3 half, ludo_quat q, ludo_vec3 normal,
                                      double above, ludo_vec3 v, ludo_vec3 w)
{
    const mat3 R = q_matrix(q);
    const double x = half.x * half.x, y = half.y * half.y, z = half.z * half.z;
    const mat3 I = {
        {mass * (y + z) / 3.0, 0, 0, 0, mass * (x + z) / 3.0, 0, 0, 0, mass * (x + y) / 3.0}};
    const mat3 inertia = m3_mul_t(m3_mul(R, I), R);
    const int32_t body = problem_add_body(f, mass, &inertia, v, w);
    ludo_vec3 corner[8], axis[3];
    double lowest = HUGE_VAL;
    problem_frame(normal, axis);
    for (int32_t i = 0; i < 8; i++) {
        corner[i] = m3_apply(&R, (ludo_vec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                             i & 4 ? half.z : -half.z});
        lowest = fmin(lowest, v3_dot(normal, corner[i]));
    }
    for (int32_t i = 0; i < 8; i++) {
        const double gap = v3_dot(normal, corner[i]) - lowest + above;
        problem_add_rows(f, problem_add_cone(f, kind, mu, gap), body, corner[i], axis, 1.0);
    }
    return body;
}

/* Let contacts of a body from `first` on resist spinning and, of kinds of six rows, rolling, by
 * rows of these lengths about their axes. */
static inline void problem_resist(friction_problem *f, int32_t first, int32_t body,
                                  const cone_kind *kind, double spin, double roll)
{
    for (int32_t c = first; c < f->cones; c++) {
        f->cone[c].kind = kind;
        for (int32_t r = POINT_ROWS; r < kind->rows; r++) {
            const double length = r == POINT_ROWS ? spin : roll;
            for (int32_t i = 0; i < 3; i++) {
                f->J[c][r][body + 3 + i] = length * f->J[c][r - POINT_ROWS][body + i];
            }
        }
    }
}

/* Friction of a cone: the sizes of its impulse and slip, and their power. */
typedef struct problem_friction {
    double force, slip, power;
} problem_friction;

static inline problem_friction problem_friction_of(const cone *c)
{
    problem_friction s = {0.0, 0.0, 0.0};
    for (int32_t r = 1; r < c->kind->rows; r++) {
        s.force += c->p[r] * c->p[r];
        s.slip += c->y[r] * c->y[r];
        s.power += c->p[r] * c->y[r];
    }
    return (problem_friction){sqrt(s.force), sqrt(s.slip), s.power};
}

/* Scale and tolerances as the integrators set them, for lengths of about 1. */
static inline void problem_measure(friction_problem *f, double mass)
{
    f->speed = sqrt(problem_gravity);
    f->settings = (interior_settings){
        .scale = {mass * problem_gravity * problem_step / (f->cones > 0 ? f->cones : 1), f->speed},
        .tolerance = 1e-10,
        .kappa = 1e-12,
        .relaxed_kappa = 1e-8,
        .slack_tolerance = 1e-10,
        .max_iterations = 50,
        .restarts = 4};
}

#endif
