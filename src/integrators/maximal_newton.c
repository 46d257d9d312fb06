/* SPDX-License-Identifier: Apache-2.0
 *
 * One interval of the maximal integrator: chord Newton on (A), from an extrapolated start. */
#include "integrators/maximal_newton.h"

#include "integrators/maximal_bodies.h"
#include "integrators/maximal_joints.h"
#include "integrators/maximal_past.h"

#include <float.h>
#include <math.h>

/* Factorise anew where an iteration gains less than one digit, or after so many without. */
static const double poor_contraction = 0.1;
enum { MAX_CHORDS = 3 };

/* Corrections that shrink by less than this while they are still larger than `far` [rad, lengths]
 * break the Newton-Kantorovich condition [deuflhard2004 section 2.1] for a solution that is the
 * only one near: what such an iteration finds may belong to another motion, with another energy. It
 * counts as not converged; a shorter step has its solution near the start. */
static const double unsafe_contraction = 0.25, far = 1e-6;

/* ---- Newton ---- */

static const char *joint_name(const ludo_sim *sim, int32_t slot)
{
    return slot >= 0 ? sim->model->joints[sim->model->joint_of[slot]].name : NULL;
}

static const char *body_name(const ludo_sim *sim, int32_t slot)
{
    return slot >= 0 ? sim->model->body[sim->model->body_of[slot]].name : NULL;
}

/* Where an iteration stands. */
typedef struct iteration {
    int32_t count, chords;
    bool factorize;
    double tested; /* the number that convergence was last tested on */
} iteration;

/* One iteration at an evaluated iterate: direction, test, correction. */
static ludo_status iterate(ludo_sim *sim, double h, iteration *it, ludo_step_report *report)
{
    maximal *x = maximal_of(sim);
    if (it->factorize) {
        x->rotation->linearize(x, sim, h);
        report->factorizations++;
    }
    const direction d = x->direction->solve(sim, h, it->factorize);
    it->chords = it->factorize ? 0 : it->chords + 1;
    it->count++;
    report->iterations++;
    report->smallest_pivot = d.pivot < report->smallest_pivot ? d.pivot : report->smallest_pivot;

    worst tested = d.move;
    worst_take(&tested, x->open.value, x->open.at);
    report->residual = tested.value;
    report->node = joint_name(sim, tested.at);
    if (!isfinite(tested.value)) {
        report->node = joint_name(sim, d.node >= 0 ? d.node : tested.at);
        return d.pivot > DBL_EPSILON ? LUDO_NOT_CONVERGED : LUDO_SINGULAR;
    }
    const double contraction = tested.value / it->tested;
    if (contraction > unsafe_contraction && tested.value > far) {
        return LUDO_NOT_CONVERGED;
    }
    it->factorize = contraction > poor_contraction || it->chords >= MAX_CHORDS;
    it->tested = tested.value;
    ludo_maximal_correct(x, sim, h);
    return LUDO_OK;
}

/* Everything at the iterate V: bodies, then joints. */
static ludo_status evaluate(ludo_sim *sim, double h, ludo_step_report *report)
{
    maximal *x = maximal_of(sim);
    const worst turn = x->rotation->evaluate(x, sim, h);
    ludo_maximal_view_joints(x, sim, 1 - sim->progress->now, 1.0 / h);
    if (turn.value <= x->rotation->limit) {
        return LUDO_OK;
    }
    report->node = body_name(sim, turn.at);
    return turn.value == turn.value ? LUDO_STEP_TOO_LARGE : LUDO_NOT_CONVERGED;
}

static ludo_status solve(ludo_sim *sim, double h, ludo_step_report *report)
{
    iteration it = {.factorize = true, .tested = HUGE_VAL};
    ludo_status status;
    for (;;) {
        status = evaluate(sim, h, report);
        if (status != LUDO_OK) {
            break;
        }
        if (it.tested <= sim->settings.tolerance) {
            break;
        }
        if (it.count == sim->settings.max_iterations) {
            status = LUDO_NOT_CONVERGED;
            break;
        }
        status = iterate(sim, h, &it, report);
        if (status != LUDO_OK) {
            break;
        }
    }
    report->solves++;
    report->iterations_max = it.count > report->iterations_max ? it.count : report->iterations_max;
    return status;
}

/* ---- accepting ---- */

/* Give what Newton left of the balance of a floating tree, forces at t_k, to the momentum of its
 * root, which is at t_{k+1}: so the total momentum is kept to round-off, whatever the tolerance. */
static void carry_balance(maximal *x, const ludo_sim *sim)
{
    const ludo_model *m = sim->model;
    const pose *z = sim_poses(sim), *next = sim->poses[1 - sim->progress->now];
    int32_t root = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        root = m->parent[s] < 0 ? s : root;
        if (m->joint[root].kind->dof == 6) {
            const double *r = x->tree.r + 6 * s;
            const ludo_vec3 e = v3(r[0], r[1], r[2]), arm = v3_sub(z[s].x, next[root].x);
            const ludo_vec3 moment = v3_add(v3(r[3], r[4], r[5]), v3_cross(arm, e));
            twist_lanes *P = &x->knot[root / LANES].P;
            put3(&P->v, root % LANES, v3_add(get3(&P->v, root % LANES), e));
            put3(&P->w, root % LANES, v3_add(get3(&P->w, root % LANES), moment));
        }
    }
}

/* The winding of half angles: they jump by 2 pi across the negative axis. */
static void wind(const maximal *x, const ludo_sim *sim)
{
    const double *before = x->half[sim->progress->now], *after = x->half[1 - sim->progress->now];
    for (int32_t s = 0; s < sim->model->slots; s++) {
        const bool behind = before[2 * s] + after[2 * s] < 0.0;
        const bool up = before[2 * s + 1] >= 0.0, still_up = after[2 * s + 1] >= 0.0;
        sim->winding[s] += (behind && up != still_up) ? (up ? 1 : -1) : 0;
    }
}

/* The iterate, a solution unless it was `given`, becomes the knot. */
static void accept(ludo_sim *sim, double h, int32_t stage, bool given)
{
    maximal *x = maximal_of(sim);
    ludo_maximal_accept(x, sim, h);
    if (!given) {
        carry_balance(x, sim);
    }
    wind(x, sim);
    ludo_maximal_remember(x, h, stage);
    sim->progress->now = 1 - sim->progress->now;
    sim->progress->twists_known = false;
}

/* One step of the scheme as it stands at the head of maximal.h. */
static ludo_status step_knots(ludo_sim *sim, double h, int32_t stage, ludo_step_report *report)
{
    maximal *x = maximal_of(sim);
    ludo_maximal_begin(x, sim, h);
    ludo_maximal_predict(x, sim, h, stage);
    const ludo_status status = solve(sim, h, report);
    if (status == LUDO_OK) {
        accept(sim, h, stage, false);
    }
    return status;
}

/* One step of order 1, exactly as published [S4 section 3.2]. The velocities V_k of the state are
 * those of the interval that FOLLOWS t_k: they move z_k to z_{k+1}, where the knot equation is
 * solved for V_{k+1}. So the velocities given at t_0 are not projected, joints are open by O(h^2)
 * at t_1, and what is reported is h/2 ahead of its time. */
static ludo_status step_published(ludo_sim *sim, double h, ludo_step_report *report)
{
    maximal *x = maximal_of(sim);
    ludo_maximal_set_intervals(x, sim);
    ludo_maximal_begin(x, sim, h);
    ludo_status status = evaluate(sim, h, report);
    if (status != LUDO_OK) {
        return status;
    }
    accept(sim, h, 0, x->state->last < 0);
    ludo_maximal_begin(x, sim, h);
    ludo_maximal_predict(x, sim, h, 0);
    status = solve(sim, h, report);
    ludo_maximal_get_intervals(x, sim);
    sim->progress->twists_known = true;
    return status;
}

ludo_status ludo_maximal_step(ludo_sim *sim, double h, int32_t stage, ludo_step_report *report)
{
    return sim->settings.order == 1 ? step_published(sim, h, report)
                                    : step_knots(sim, h, stage, report);
}
