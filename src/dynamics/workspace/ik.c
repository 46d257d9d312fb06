/* SPDX-License-Identifier: Apache-2.0
 *
 * Inverse kinematics by damped least squares, Levenberg's method with Marquardt's rule for the
 * damping, within limits [minimal.md 3.6]:
 *
 *     ( J^T J + mu 1 ) z = J^T e
 *
 * Coordinates at a limit that z would cross are held, and the step is solved again; others stop at
 * the limits that they cross. A step counts only if the weighted sum of squares becomes smaller. */
#include "dynamics/workspace/ik.h"

#include "core/sized.h"
#include "math/rotation_vector.h"
#include "math/spectrum.h"

#include <float.h>

/* Weights of loops over the heaviest target, one search after the other. With the first one steps
 * are long, and if all errors can be zero they become zero; the second one is for targets out of
 * reach, which open loops by a millionth of their errors. */
static const double loops_over_targets[] = {1.0, 1e3};

/* Damping, relative to the largest entry of J^T J: the least keeps J^T J positive definite in spite
 * of round-off; above the most no step helps. */
static const double least_damping = 1e-12, most_damping = 1e8;

/* A pose is stationary if residuals are orthogonal to columns of J up to this cosine. */
static const double orthogonal = 1e-10;

/* ---- limits ---- */

/* The scalar coordinate of column c, by body index. */
static int32_t coordinate_of(const ludo_model *m, int32_t slot, int32_t c)
{
    return m->position[slot] + c - m->column[slot];
}

void ludo_ik_open(ludo_dynamics *d)
{
    const ludo_model *m = d->tree.model;
    for (int32_t i = 0; i < m->position_count; i++) {
        d->ik.low[i] = -HUGE_VAL, d->ik.high[i] = HUGE_VAL;
    }
    for (int32_t c = 0; c < d->tree.columns; c++) {
        d->ik.coordinate[c] = -1;
    }
    for (int32_t i = 0; i < m->limits.limit_count; i++) {
        const limit_data *l = &m->limits.limit[i];
        if (!l->ball) {
            const int32_t k = d->order.coordinate[coordinate_of(m, l->slot, l->column)];
            d->ik.coordinate[d->order.rate[l->column]] = k;
            d->ik.low[k] = l->range[0], d->ik.high[k] = l->range[1];
        }
    }
}

/* Shorten the rotation of a ball to its limit. */
static bool limit_ball(const ludo_dynamics *d, const limit_data *l, double *q)
{
    const ludo_model *m = d->tree.model;
    const int32_t at = m->position[l->slot] + m->joint[l->slot].position_count - 4;
    double *r[4];
    for (int i = 0; i < 4; i++) {
        r[i] = q + d->order.coordinate[at + i];
    }
    const ludo_quat now = q_normalized((ludo_quat){*r[0], *r[1], *r[2], *r[3]});
    const ludo_vec3 phi = q_rotation_vector(now);
    const double angle = v3_norm(phi);
    if (angle > l->range[1]) {
        const ludo_quat next = q_turn(v3_scale(l->range[1] / angle, phi));
        *r[0] = next.w, *r[1] = next.x, *r[2] = next.y, *r[3] = next.z;
    }
    return angle >= l->range[1] * (1.0 - 4.0 * DBL_EPSILON);
}

/* Set coordinates outside their limits to them; returns the number of limits that are reached. */
static int32_t limit(const ludo_dynamics *d, double *q)
{
    const ludo_model *m = d->tree.model;
    int32_t reached = 0;
    for (int32_t i = 0; i < m->limits.limit_count; i++) {
        const limit_data *l = &m->limits.limit[i];
        if (l->ball) {
            reached += limit_ball(d, l, q);
            continue;
        }
        double *own = &q[d->ik.coordinate[d->order.rate[l->column]]];
        *own = fmin(fmax(*own, l->range[0]), l->range[1]);
        reached += *own == l->range[0] || *own == l->range[1];
    }
    return reached;
}

/* ---- a step ---- */

/* A search: the problem with its options and its state. */
typedef struct ik_search {
    ik_problem problem;
    const ludo_ik_options *options;
    double damping;
    ik_errors now;
    int32_t iterations;
    bool stationary;
} ik_search;

/* Whether the rate of keyframes at a limit would leave it in the direction z. */
static bool leaves(const ludo_dynamics *d, int32_t rate, double z)
{
    const int32_t k = d->ik.coordinate[rate];
    return k >= 0 &&
           ((z > 0.0 && d->ik.q[k] >= d->ik.high[k]) || (z < 0.0 && d->ik.q[k] <= d->ik.low[k]));
}

/* Hold rates that leave their limits along x; returns whether there are new ones. */
static bool hold(const ik_search *s, const double *x)
{
    ludo_dynamics *d = s->problem.d;
    bool more = false;
    for (int32_t c = 0; c < d->tree.columns && !s->options->ignore_limits; c++) {
        if (!d->ik.held[c] && leaves(d, c, x[c])) {
            d->ik.held[c] = more = true;
        }
    }
    return more;
}

/* z of the rates that are not held; false: not positive definite. */
static bool solve(const ik_search *s, double mu)
{
    const ludo_dynamics *d = s->problem.d;
    const ik_memory *x = &d->ik;
    const size_t n = (size_t)d->tree.columns;
    memcpy(x->L, x->A, n * n * sizeof *x->L);
    for (size_t c = 0; c < n; c++) {
        x->z[c] = x->held[c] ? 0.0 : x->b[c];
        for (size_t k = 0; k < n && x->held[c]; k++) {
            x->L[n * c + k] = x->L[n * k + c] = 0.0;
        }
        x->L[(n + 1) * c] += mu;
    }
    const int32_t size = d->tree.columns;
    const bool definite = ludo_cholesky(size, x->L);
    ludo_cholesky_solve(size, 1, x->L, x->z);
    ludo_cholesky_solve_t(size, 1, x->L, x->z);
    return definite;
}

/* The largest diagonal entry of A. */
static double size_of(const ludo_dynamics *d)
{
    double most = 0.0;
    for (int32_t c = 0; c < d->tree.columns; c++) {
        most = fmax(most, d->ik.A[(size_t)(d->tree.columns + 1) * (size_t)c]);
    }
    return most;
}

/* The step at a damping to the trial coordinates, at most 1 (rad, lengths) per rate. */
static bool try_step(const ik_search *s, double mu)
{
    ludo_dynamics *d = s->problem.d;
    const int32_t n = d->tree.columns;
    bool definite = solve(s, mu);
    while (definite && hold(s, d->ik.z)) {
        definite = solve(s, mu);
    }
    double most = 1.0;
    for (int32_t c = 0; c < n; c++) {
        most = fmax(most, fabs(d->ik.z[c]));
    }
    for (int32_t c = 0; c < n; c++) {
        d->ik.z[d->order.rate[c]] /= most * ludo_ik_scale(d, c);
    }
    ludo_keyframe_move(&d->order, d->ik.q, d->ik.z, d->ik.trial);
    if (!s->options->ignore_limits) {
        (void)limit(d, d->ik.trial);
    }
    return definite;
}

/* ---- the search ---- */

static double sum_of(const ik_errors *e)
{
    return e->targets + e->loops;
}

static bool reached(const ik_search *s)
{
    const double most = fmax(fmax(s->now.position, s->now.orientation), s->now.violation);
    return most <= s->options->tolerance;
}

/* Whether the residual is orthogonal to the columns of all rates that may move. */
static bool is_stationary(const ik_search *s)
{
    ludo_dynamics *d = s->problem.d;
    const int32_t n = d->tree.columns;
    const double size = sqrt(sum_of(&s->now));
    bool still = true;
    memset(d->ik.held, 0, (size_t)n * sizeof *d->ik.held);
    (void)hold(s, d->ik.b);
    for (int32_t c = 0; c < n; c++) {
        const double length = sqrt(d->ik.A[(size_t)(n + 1) * (size_t)c]);
        still = still && (d->ik.held[c] || fabs(d->ik.b[c]) <= orthogonal * length * size);
    }
    return still;
}

/* Take a step that reduces the residual; false: there is none. */
static bool descend(ik_search *s)
{
    ludo_dynamics *d = s->problem.d;
    const double size = size_of(d);
    for (; s->damping <= most_damping; s->damping *= 10.0) {
        memset(d->ik.held, 0, (size_t)d->tree.columns * sizeof *d->ik.held);
        (void)hold(s, d->ik.b);
        if (!try_step(s, s->damping * size)) {
            continue;
        }
        const ik_errors next = ludo_ik_measure(&s->problem, d->ik.trial);
        if (sum_of(&next) < sum_of(&s->now)) {
            memcpy(d->ik.q, d->ik.trial, (size_t)d->tree.model->position_count * sizeof(double));
            s->now = next;
            s->damping = fmax(0.1 * s->damping, least_damping);
            return true;
        }
    }
    return false;
}

/* From d->ik.q. */
static void search(ik_search *s)
{
    ludo_dynamics *d = s->problem.d;
    s->now = ludo_ik_measure(&s->problem, d->ik.q);
    s->damping = fmax(s->options->damping, least_damping);
    s->stationary = false;
    for (int32_t i = 0; i < s->options->max_iterations && !s->stationary && !reached(s); i++) {
        ludo_ik_assemble(&s->problem);
        s->iterations++;
        s->stationary = is_stationary(s) || !descend(s);
    }
}

/* Loops alone, which a search left open. */
static void close_loops(ik_search *s)
{
    ik_search closing = *s;
    closing.problem.count = 0;
    closing.problem.loop_weight = 1.0;
    search(&closing);
    s->iterations = closing.iterations;
    s->now = ludo_ik_measure(&s->problem, s->problem.d->ik.q);
}

/* Targets and loops; without loops one search is all. */
static void search_all(ik_search *s, double heaviest)
{
    const int searches = s->problem.d->loops.count > 0 ? 2 : 1;
    for (int i = 0; i < searches && (i == 0 || !reached(s)); i++) {
        s->problem.loop_weight = loops_over_targets[i] * heaviest;
        search(s);
    }
    if (s->now.violation > s->options->tolerance && s->problem.count > 0) {
        close_loops(s);
    }
}

/* ---- the public function ---- */

static bool frame_usable(ludo_frame f)
{
    return v3_finite(f.position) && q_finite(f.orientation);
}

static bool weight_usable(double w)
{
    return isfinite(w) && w >= 0.0;
}

static bool target_usable(const ludo_model *m, const ludo_ik_target *t)
{
    const bool known = t->site >= 0 ? t->site < m->site_count
                                    : t->site == -1 && t->body >= LUDO_WORLD &&
                                          t->body < m->body_count && frame_usable(t->frame);
    return known && frame_usable(t->goal) && weight_usable(t->position_weight) &&
           weight_usable(t->orientation_weight);
}

static bool targets_usable(const ludo_model *m, const ludo_ik_target *target, int32_t count)
{
    bool usable = count == 0 || (count > 0 && SIZED_KNOWN(target));
    for (int32_t i = 0; usable && i < count; i++) {
        usable = sized_of(sized_element(target, i)) == sized_of(target);
        const ludo_ik_target t = ludo_ik_target_at(target, usable ? i : 0);
        usable = usable && target_usable(m, &t);
    }
    return usable;
}

static bool options_usable(const ludo_ik_options *o)
{
    return SIZED_KNOWN(o) && o->max_iterations > 0 && o->tolerance > 0.0 &&
           isfinite(o->tolerance) && o->damping > 0.0 && isfinite(o->damping);
}

/* The largest weight of targets; 1 without one. */
static double heaviest_of(const ludo_ik_target *target, int32_t count)
{
    double most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        const ludo_ik_target t = ludo_ik_target_at(target, i);
        most = fmax(most, fmax(t.position_weight, t.orientation_weight));
    }
    return most > 0.0 ? most : 1.0;
}

static void report_search(const ik_search *s, int32_t limited, ludo_ik_report *report)
{
    const ludo_ik_report found = {
        .struct_size = sizeof found,
        .iterations = s->iterations,
        .residual = sqrt(s->now.targets),
        .position = s->now.position,
        .orientation = s->now.orientation,
        .loops = s->now.violation,
        .worst = s->now.worst,
        .limited = limited,
        .stationary = s->stationary,
    };
    SIZED_WRITE(report, &found);
}

ludo_status ludo_dynamics_inverse_kinematics(ludo_dynamics *dynamics, const ludo_ik_target *targets,
                                             int32_t count, const ludo_ik_options *options,
                                             double *q, ludo_ik_report *report)
{
    ludo_dynamics *d = dynamics;
    const ludo_ik_options standard = ludo_ik_options_default();
    const ludo_ik_options *how = options != NULL ? options : &standard;
    if (!coordinates_usable(d, q) || !targets_usable(d->tree.model, targets, count) ||
        !options_usable(how) || (report != NULL && !SIZED_KNOWN(report))) {
        return LUDO_BAD_ARGUMENT;
    }
    if (!d->dense) {
        return LUDO_UNSUPPORTED;
    }
    const size_t size = (size_t)d->tree.model->position_count * sizeof *q;
    ik_search s = {.problem = {d, targets, count, 1.0}, .options = how};
    memcpy(d->ik.q, q, size);
    if (!how->ignore_limits) {
        (void)limit(d, d->ik.q);
    }
    search_all(&s, heaviest_of(targets, count));
    memcpy(q, d->ik.q, size);
    if (report != NULL) {
        memcpy(d->ik.trial, q, size);
        report_search(&s, limit(d, d->ik.trial), report);
    }
    return reached(&s) ? LUDO_OK : LUDO_NOT_CONVERGED;
}
