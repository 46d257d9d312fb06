/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's method on the interval of LANES simulations, with the tests of newton.c of the maximal
 * integrator per lane. A lane that has converged moves no more, so that later evaluations repeat
 * its last one; a lane that would need another factorisation leaves. */
#include "integrators/maximal/newton.h"
#include "integrators/maximal_lanes/lanes.h"

#include <math.h>

/* The joint motion that the direction predicts along a dof, in units of the tolerance. */
LUDO_KERNEL_PART void predict(const maximal_lanes *x, int32_t c, double h, vector *motion)
{
    const vector moved = VECTOR_OF(h) * x->tree.w[c];
    *motion = VECTOR_ABS(moved) * VECTOR_OF(x->model->column_scale[c]);
}

/* The largest of these motions and of the violations of joints. */
LUDO_KERNEL static void find_largest(const maximal_lanes *x, double h, vector *largest)
{
    vector even = x->worst_violation, odd = VECTOR_OF(0.0), motion;
    for (int32_t c = 0; c < x->model->columns; c++) {
        predict(x, c, h, &motion);
        vector_take_worst(c % 2 == 0 ? &even : &odd, &motion);
    }
    vector_take_worst(&even, &odd);
    *largest = even;
}

/* The worst violation of a lane, in the order of the batches as that of a single simulation. */
static worst find_violation(const maximal_lanes *x, int l)
{
    const ludo_model *m = x->model;
    worst w = {0.0, -1};
    for (int32_t i = 0; i < m->batches; i++) {
        for (int32_t k = 0; k < m->batch[i].count; k++) {
            worst_take(&w, x->violation[m->batch[i].slot[k]].at[l], m->batch[i].slot[k]);
        }
    }
    return w;
}

/* The joint of the largest number of a lane, as test() of newton.c finds it; now, since the
 * directions of other lanes overwrite this one. */
static int32_t find_joint(const maximal_lanes *x, double h, int l)
{
    const ludo_model *m = x->model;
    const worst violation = find_violation(x, l);
    worst w = {0.0, -1};
    for (int32_t s = 0; s < m->slots; s++) {
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            worst_take(&w, fabs(h * x->tree.w[c][l]) * m->column_scale[c], s);
        }
    }
    worst_take(&w, violation.value, violation.at);
    return w.at;
}

/* After the bodies. */
static void evaluate(maximal_lanes *x, double h)
{
    ludo_maximal_lanes_evaluate_joints(x, h);
    ludo_maximal_lanes_evaluate_forces(x, h);
}

_Static_assert(sizeof(motion_column_lanes) == SIX_STRIDE * sizeof(vector) &&
                   sizeof(closing_lanes) == SIX_STRIDE * sizeof(vector),
               "the solver reads six numbers of each");

static void find_direction(maximal_lanes *x, double h, bool factorize)
{
    recursion_lanes *t = &x->tree;
    t->T = (const vector *)(const void *)x->column_motion[x->now];
    t->S = (const vector *)(const void *)x->column_motion[1 - x->now];
    t->y = (const vector *)(const void *)x->closing;
    t->d_T = x->lever[x->now];
    t->d_S = x->lever[1 - x->now];
    if (factorize) {
        x->rotation->linearize(x, h);
        ludo_recursion_lanes_factor(t);
    } else {
        ludo_recursion_lanes_reduce(t);
    }
    ludo_recursion_lanes_expand(t);
}

/* The lanes whose iterate is solved, and those that give up. */
static void sort_lanes(maximal_lanes *x)
{
    lanes_iteration *it = &x->newton;
    for (int l = 0; l < LANES; l++) {
        const bool in_reach = x->turn[l] <= x->rotation->of->limit;
        const bool solved = it->tested[l] <= x->tolerance;
        if ((it->open >> l & 1u) != 0 && (!in_reach || solved)) {
            it->open &= ~(1u << l);
            it->solved |= in_reach ? 1u << l : 0;
        }
    }
}

/* Test the direction of the open lanes: those in which it is unsafe, or is the last one that the
 * factors or the settings allow without converging, give up. */
static void test(maximal_lanes *x, double h, int32_t count)
{
    lanes_iteration *it = &x->newton;
    vector largest;
    find_largest(x, h, &largest);
    for (int l = 0; l < LANES; l++) {
        const double value = largest[l], contraction = value / it->tested[l];
        if ((it->open >> l & 1u) == 0) {
            continue;
        }
        it->count[l] = count;
        it->tested[l] = value;
        it->joint[l] = it->reports ? find_joint(x, h, l) : -1;
        it->pivot[l] = 1.0 / (*x->tree.loss)[l];
        if (!isfinite(value) || maximal_is_unsafe(contraction, value)) {
            it->open &= ~(1u << l);
        }
        const bool last = count > MAXIMAL_CHORDS || count >= x->max_iterations ||
                          contraction > maximal_poor_contraction;
        if (last && !(value <= x->tolerance)) {
            it->open &= ~(1u << l);
        }
    }
}

static void mark_open(lanes_iteration *it)
{
    for (int l = 0; l < LANES; l++) {
        it->iterates[l] = (it->open >> l & 1u) != 0 ? -1 : 0;
    }
}

void ludo_maximal_lanes_newton(maximal_lanes *x, double h)
{
    lanes_iteration *it = &x->newton;
    it->solved = 0;
    for (int l = 0; l < LANES; l++) {
        it->tested[l] = HUGE_VAL;
    }
    x->rotation->start(x, h);
    ludo_maximal_lanes_extrapolate_stored(x, h);
    evaluate(x, h);
    sort_lanes(x);
    for (int32_t count = 1; it->open != 0; count++) {
        find_direction(x, h, count == 1);
        test(x, h, count);
        mark_open(it);
        x->rotation->advance(x, h);
        ludo_maximal_lanes_correct_stored(x, h);
        evaluate(x, h);
        sort_lanes(x);
    }
}
