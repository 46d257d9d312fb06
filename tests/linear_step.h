/* SPDX-License-Identifier: Apache-2.0
 *
 * States as coordinates and momenta, and finite differences of steps in the variables of step
 * derivatives [ludo/linear.h], through the public interface alone. */
#ifndef LUDO_TESTS_LINEAR_STEP_H
#define LUDO_TESTS_LINEAR_STEP_H

#include "running.h"

#include <string.h>

enum { LINEAR_MAX = 64 }; /* most degrees of freedom */

/* Coordinates, rates and momenta of all joints, in keyframe order. */
typedef struct phase {
    double q[2 * LINEAR_MAX], v[LINEAR_MAX], p[LINEAR_MAX];
} phase;

static inline phase read_phase(ludo_sim *sim)
{
    const ludo_model *m = ludo_sim_model(sim);
    phase z = {.q = {0.0}};
    assert_true(ludo_model_dof(m) <= LINEAR_MAX);
    for (int32_t i = 0; i < ludo_model_joint_count(m); i++) {
        const ludo_joint_info j = joint_info_of(m, i);
        if (j.dof > 0) {
            assert_int_equal(ludo_sim_joint_position(sim, i, z.q + j.position_first), LUDO_OK);
            assert_int_equal(ludo_sim_joint_velocity(sim, i, z.v + j.velocity_first), LUDO_OK);
        }
    }
    assert_int_equal(ludo_sim_momenta(sim, z.p), LUDO_OK);
    return z;
}

static inline bool has_quaternion(const ludo_joint_info *j)
{
    return j->position_count > j->velocity_count;
}

/* Where a joint's quaternion and its three rates are. */
static inline const double *quaternion_in(const ludo_joint_info *j, const double *q)
{
    return q + j->position_first + j->position_count - 4;
}

static inline int32_t turn_first(const ludo_joint_info *j)
{
    return j->velocity_first + j->velocity_count - 3;
}

static inline ludo_quat quat_at(const double *q)
{
    return (ludo_quat){q[0], q[1], q[2], q[3]};
}

/* The rotation vector from one orientation to another, in the axes of the first. */
static inline ludo_vec3 turn_between(ludo_quat a, ludo_quat b)
{
    const ludo_quat d = q_mul(q_conj(a), b);
    const double sign = d.w < 0.0 ? -1.0 : 1.0, sine = v3_norm(q_vector(d));
    const double ratio = sine > 0.0 ? 2.0 * atan2(sine, sign * d.w) / sine : 2.0;
    return v3_scale(sign * ratio, q_vector(d));
}

/* dx := (dq, dp) from a state to a neighbouring state. For a quaternion turned by y, the momentum p
 * counts as J(-y)^T p in the chart: (1 + y x / 2 + y x y x / 6) p up to cubic terms. */
static inline void phase_between(const ludo_model *m, const phase *from, const phase *to,
                                 double *dx)
{
    double *dp = dx + ludo_model_dof(m);
    for (int32_t i = 0; i < ludo_model_dof(m); i++) {
        dp[i] = to->p[i] - from->p[i];
    }
    for (int32_t i = 0; i < ludo_model_joint_count(m); i++) {
        const ludo_joint_info j = joint_info_of(m, i);
        const int32_t scalars = has_quaternion(&j) ? j.dof - 3 : j.dof;
        for (int32_t k = 0; k < scalars; k++) {
            dx[j.velocity_first + k] = to->q[j.position_first + k] - from->q[j.position_first + k];
        }
        if (has_quaternion(&j)) {
            const int32_t at = turn_first(&j);
            const ludo_vec3 y = turn_between(quat_at(quaternion_in(&j, from->q)),
                                             quat_at(quaternion_in(&j, to->q)));
            const ludo_vec3 side = v3_cross(y, v3(to->p[at], to->p[at + 1], to->p[at + 2]));
            const ludo_vec3 more = v3_axpy(v3_scale(0.5, side), 1.0 / 6.0, v3_cross(y, side));
            dx[at] = y.x, dx[at + 1] = y.y, dx[at + 2] = y.z;
            dp[at] += more.x, dp[at + 1] += more.y, dp[at + 2] += more.z;
        }
    }
}

/* Set coordinates and rates to those of a state plus s times `way` (first by coordinates, then by
 * rates, both in rate order); loops are closed and rates projected as at any start. */
static inline void set_near(ludo_sim *sim, const phase *z, double s, const double *way)
{
    const ludo_model *m = ludo_sim_model(sim);
    const double *way_v = way + ludo_model_dof(m);
    for (int32_t i = 0; i < ludo_model_joint_count(m); i++) {
        const ludo_joint_info j = joint_info_of(m, i);
        double q[7], v[6];
        const int32_t scalars = has_quaternion(&j) ? j.dof - 3 : j.dof;
        for (int32_t k = 0; k < j.dof; k++) {
            v[k] = z->v[j.velocity_first + k] + s * way_v[j.velocity_first + k];
            q[k] = z->q[j.position_first + k] + s * way[j.velocity_first + k];
        }
        if (has_quaternion(&j)) {
            const double *y = way + turn_first(&j);
            const double angle = s * v3_norm(v3(y[0], y[1], y[2]));
            const double ratio = angle != 0.0 ? s * sin(0.5 * angle) / angle : 0.5 * s;
            const ludo_quat d = q_make(cos(0.5 * angle), v3_scale(ratio, v3(y[0], y[1], y[2])));
            const ludo_quat r = q_mul(quat_at(quaternion_in(&j, z->q)), d);
            q[scalars] = r.w, q[scalars + 1] = r.x, q[scalars + 2] = r.y, q[scalars + 3] = r.z;
        }
        if (j.dof > 0) {
            assert_int_equal(ludo_sim_set_joint_position(sim, i, q), LUDO_OK);
            assert_int_equal(ludo_sim_set_joint_velocity(sim, i, v), LUDO_OK);
        }
    }
}

/* ---- a state, the derivative of the step from it, and steps from neighbouring states ---- */

typedef struct trial {
    const ludo_model *model;
    ludo_sim *at, *end, *near; /* at the state, after the step from it, at neighbours */
    ludo_linearizer *linearizer;
    phase from, to; /* at the state, after the step */
    double h;
    int32_t n; /* degrees of freedom */
} trial;

/* At the state of r, which does not change. */
static inline trial trial_open(const running *r, const ludo_sim_options *options, double h)
{
    trial t = {.model = r->model, .at = r->sim, .h = h, .n = ludo_model_dof(r->model)};
    assert_int_equal(ludo_linearizer_create(t.at, NULL, &t.linearizer, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_create(t.model, options, NULL, &t.end, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_create(t.model, options, NULL, &t.near, NULL), LUDO_OK);
    t.from = read_phase(t.at);
    assert_int_equal(ludo_sim_copy(t.end, t.at), LUDO_OK);
    assert_int_equal(ludo_linearizer_step(t.linearizer, t.end, h, NULL), LUDO_OK);
    t.to = read_phase(t.end);
    return t;
}

static inline void trial_close(trial *t)
{
    ludo_linearizer_destroy(t->linearizer);
    ludo_sim_destroy(t->end);
    ludo_sim_destroy(t->near);
}

/* A neighbour, before and after the step. */
static inline void try_near(trial *t, double s, const double *way, double *before, double *after)
{
    assert_int_equal(ludo_sim_copy(t->near, t->at), LUDO_OK);
    set_near(t->near, &t->from, s, way);
    const phase from = read_phase(t->near);
    assert_int_equal(ludo_step(t->near, t->h, NULL), LUDO_OK);
    const phase to = read_phase(t->near);
    phase_between(t->model, &t->from, &from, before);
    phase_between(t->model, &t->to, &to, after);
}

/* (dq, dp) before and after the step, by differences of order 4 along a direction: truncation is
 * e^4 times fifth derivatives, rounding 1e-15 / e. */
static inline void differences(trial *t, double e, const double *way, double *before, double *after)
{
    static const double weight[] = {8.0, -1.0};
    double a[2][2 * LINEAR_MAX], b[2][2 * LINEAR_MAX];
    memset(before, 0, 2 * (size_t)t->n * sizeof *before);
    memset(after, 0, 2 * (size_t)t->n * sizeof *after);
    for (int k = 0; k < 2; k++) {
        try_near(t, (k + 1) * e, way, a[0], b[0]);
        try_near(t, -(k + 1) * e, way, a[1], b[1]);
        for (int32_t i = 0; i < 2 * t->n; i++) {
            before[i] += weight[k] * (a[0][i] - a[1][i]) / (12.0 * e);
            after[i] += weight[k] * (b[0][i] - b[1][i]) / (12.0 * e);
        }
    }
}

/* x := A x, by the linearizer. */
static inline void apply_A(const trial *t, const double *x, double *out)
{
    const double *A = ludo_linearizer_A(t->linearizer);
    for (int32_t i = 0; i < 2 * t->n; i++) {
        out[i] = 0.0;
        for (int32_t j = 0; j < 2 * t->n; j++) {
            out[i] += A[2 * t->n * i + j] * x[j];
        }
    }
}

static inline void random_way(random_stream *random, int32_t count, double *way)
{
    for (int32_t i = 0; i < count; i++) {
        way[i] = random_uniform(random, -1.0, 1.0);
    }
}

/* dq.dp' - dp.dq' */
static inline double symplectic_form(int32_t n, const double *x, const double *y)
{
    double sum = 0.0;
    for (int32_t i = 0; i < n; i++) {
        sum += x[i] * y[n + i] - x[n + i] * y[i];
    }
    return sum;
}

/* ---- claims ---- */

/* Distance of neighbours: differences lose 1e-16 of fifth derivatives and 1e-11 to round-off. */
static const double neighbour = 1e-4;

/* The largest error of A along random directions. */
static inline double worst_error(trial *t, uint64_t seed, int ways)
{
    random_stream random = random_from(seed);
    double worst = 0.0;
    for (int k = 0; k < ways; k++) {
        double way[2 * LINEAR_MAX], before[2 * LINEAR_MAX], after[2 * LINEAR_MAX];
        double said[2 * LINEAR_MAX];
        random_way(&random, 2 * t->n, way);
        differences(t, neighbour, way, before, after);
        apply_A(t, before, said);
        for (int32_t i = 0; i < 2 * t->n; i++) {
            worst = fmax(worst, fabs(said[i] - after[i]));
        }
    }
    return worst;
}

/* The error of one column of B. */
static inline double control_error(trial *t, int32_t actuator)
{
    const double *B = ludo_linearizer_B(t->linearizer);
    const double u = control_of(t->at, actuator);
    const int32_t m = ludo_model_actuator_count(t->model);
    double dx[2][2 * LINEAR_MAX], worst = 0.0;
    for (int k = 0; k < 2; k++) {
        assert_int_equal(ludo_sim_copy(t->near, t->at), LUDO_OK);
        assert_int_equal(
            ludo_sim_set_control(t->near, actuator, u + (k == 0 ? neighbour : -neighbour)),
            LUDO_OK);
        assert_int_equal(ludo_step(t->near, t->h, NULL), LUDO_OK);
        const phase to = read_phase(t->near);
        phase_between(t->model, &t->to, &to, dx[k]);
    }
    for (int32_t i = 0; i < 2 * t->n; i++) {
        const double slope = (dx[0][i] - dx[1][i]) / (2.0 * neighbour);
        worst = fmax(worst, fabs(B[m * i + actuator] - slope));
    }
    return worst;
}

/* A mechanism in random motion. */
static inline running stirred(ludo_status built, ludo_spec *spec, const ludo_sim_options *options,
                              double size, uint64_t seed)
{
    running r = run_open(built, spec, options);
    random_stream random = random_from(seed);
    const phase z = read_phase(r.sim);
    double way[2 * LINEAR_MAX];
    random_way(&random, 2 * ludo_model_dof(r.model), way);
    set_near(r.sim, &z, size, way);
    return r;
}

/* |A| is large: the symplectic form is conserved to round-off of |A|^2, 200 sums of 60 terms. */
static inline void check_symplectic(const trial *t)
{
    const double *A = ludo_linearizer_A(t->linearizer);
    const int32_t n = t->n;
    double size = 1.0;
    for (int32_t i = 0; i < 4 * n * n; i++) {
        size = fmax(size, fabs(A[i]));
    }
    for (int32_t i = 0; i < 2 * n; i++) {
        for (int32_t j = 0; j < 2 * n; j++) {
            double sum = 0.0;
            for (int32_t k = 0; k < n; k++) {
                sum += A[2 * n * k + i] * A[2 * n * (n + k) + j] -
                       A[2 * n * (n + k) + i] * A[2 * n * k + j];
            }
            CHECK_NEAR(sum, j == i + n ? 1.0 : i == j + n ? -1.0 : 0.0, 1e-12 * size * size);
        }
    }
}

#endif
