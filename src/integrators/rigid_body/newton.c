/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's method, undamped, for the velocities of an interval, starting at those of the knot
 * [groups.md 2.2]. Broyden's updates approximate the velocity dependence of tendon forces. */
#include "integrators/rigid_body/rigid_body.h"

#include "math/dense.h"

#include <float.h>

mat3 ludo_rigid_body_slope(const rigid_body *x, double h)
{
    const ludo_vec3 hw = v3_scale(h, x->motion.w), Jw = m3_apply(&x->J, x->motion.w);
    const mat3 turned = m3_axpy(m3_mul(x->by->map(hw), x->J), h, x->by->slope(hw, Jw));
    const mat3 D = m3_axpy(turned, -0.5 * h, ludo_single_body_damping(&x->body, 0));
    return m3_mul_t(D, x->inverse_J); /* symmetric */
}

/* Invert D J^-1; returns the smallest pivot, NaN if singular. */
static double factorize(rigid_body *x, double h)
{
    mat3 A = ludo_rigid_body_slope(x, h);
    x->inverse = m3_identity(1.0);
    const bool regular = ludo_dense_solve(3, 3, A.m, x->inverse.m);
    const double a = fabs(A.m[0]), b = fabs(A.m[4]), c = fabs(A.m[8]), ab = a < b ? a : b;
    return !regular ? (double)NAN : ab < c ? ab : c;
}

/* The correction of V and w with the current factors. */
static body_motion find_correction(const rigid_body *x, double h)
{
    const body_motion m = x->motion;
    const ludo_vec3 have = x->by->apply(v3_scale(h, m.w), m3_apply(&x->J, m.w));
    const ludo_vec3 open = v3_sub(v3_axpy(x->p, 0.5 * h, x->acts[0].u), have);
    const ludo_vec3 P = v3_axpy(x->knot->P, 0.5 * h, x->acts[0].f);
    return (body_motion){
        v3_axpy(v3_scale(1.0 / x->body.mass, P), -1.0, m.V),
        m3_apply(&x->inverse_J, m3_apply(&x->inverse, open)),
    };
}

/* Apply Broyden's updates to a correction; they are stored as displacements over the interval
 * [lengths of the body, rad]. */
static body_motion accelerate(rigid_body *x, double h, body_motion d)
{
    const double V = h * x->per_length, w = h;
    double move[] = {V * d.V.x, V * d.V.y, V * d.V.z, w * d.w.x, w * d.w.y, w * d.w.z};
    ludo_broyden_step(&x->broyden, move);
    return (body_motion){v3_scale(1.0 / V, v3_at(move)), v3_scale(1.0 / w, v3_at(move + 3))};
}

/* Whether tendon forces, evaluated last, depend on velocities; D does not include them. */
static bool is_coupled(const rigid_body *x)
{
    const generalized_forces *f = &x->body.base.forces;
    bool coupled = false;
    for (int32_t i = 0; f->coupled && i < x->body.base.tree.model->spring_count; i++) {
        coupled = coupled || !(f->tendon[i].by_rate == 0.0);
    }
    return coupled;
}

bool ludo_rigid_body_feels_velocity(const rigid_body *x)
{
    const mat3 by_w = ludo_single_body_damping(&x->body, 0);
    bool feels = is_coupled(x);
    for (int i = 0; i < 9; i++) {
        feels = feels || !(by_w.m[i] == 0.0);
    }
    return feels;
}

/* Evaluate the forces at the iterate, unless they are unchanged: weights and springs of coordinates
 * do no bookkept work and do not depend on velocity. */
static ludo_status evaluate(rigid_body *x, sim_state *state, bool first)
{
    const bool forced = x->body.base.forces.coupled || state->progress->pushed;
    return first || forced || ludo_rigid_body_feels_velocity(x)
               ? ludo_single_body_act(&x->body, state, 0, x->motion, state->interval_start,
                                      &x->acts[0])
               : LUDO_OK;
}

/* One iteration at an evaluated iterate. Returns the displacement of the body by the correction
 * [lengths of the body, rad], the measure of convergence; NaN if there is none. */
static double iterate(rigid_body *x, double h, bool first, ludo_step_report *report)
{
    const bool coupled = is_coupled(x);
    if (first || !coupled) {
        report_pivot(report, factorize(x, h));
        report->factorizations++;
        ludo_broyden_reset(&x->broyden);
    }
    const body_motion found = find_correction(x, h);
    const body_motion d = coupled ? accelerate(x, h, found) : found;
    x->motion = (body_motion){v3_add(x->motion.V, d.V), v3_add(x->motion.w, d.w)};
    report->iterations++;
    const double way = fabs(h) * x->per_length * v3_max(d.V), turn = fabs(h) * v3_max(d.w);
    return way > turn || way != way ? way : turn;
}

ludo_status ludo_rigid_body_newton(rigid_body *x, sim_state *state, double h,
                                   ludo_step_report *report)
{
    const sim_settings *s = &state->settings;
    double tested = HUGE_VAL;
    x->motion = ludo_rigid_body_motion(x);
    report->solves++;
    for (int32_t count = 0;; count++) {
        const ludo_status status = evaluate(x, state, count == 0);
        if (status != LUDO_OK || tested <= s->tolerance) {
            return status;
        }
        if (count == s->max_iterations) {
            return LUDO_NOT_CONVERGED;
        }
        tested = report->residual = iterate(x, h, count == 0, report);
        report->iterations_max =
            count < report->iterations_max ? report->iterations_max : count + 1;
        if (!isfinite(tested)) {
            return report->smallest_pivot > DBL_EPSILON ? LUDO_NOT_CONVERGED : LUDO_SINGULAR;
        }
    }
}
