/* SPDX-License-Identifier: Apache-2.0
 *
 * Tendons as constraints of the tree: their blocks in an interval and at a knot. */
#include "integrators/maximal_forces/tendons.h"

#include "integrators/maximal_forces/joint_forces.h"
#include "loops/rows.h"

#include <math.h>
#include <string.h>

/* The constraints of tendons alone. */
static constraints tendons_of(const maximal *x, const ludo_model *m)
{
    constraints t = x->loops.constraints;
    t.count -= m->loop_count;
    t.rows += m->loop_count;
    t.first += m->loop_count;
    t.grounded += m->loop_count;
    return t;
}

/* Without a slope a tendon has no effect on the tree. */
static void put_slope(maximal_loops *k, const ludo_model *m, int32_t tendon, double slope)
{
    k->slope[tendon] = slope;
    k->constraints.slack[m->loop_count + tendon] = slope == 0.0;
}

/* Write s times the gradient of a tendon to the blocks of its constraint. The tree's u and w serve
 * as scratch. */
static void write_tendon(maximal *x, const ludo_model *m, int32_t tendon, const tendon_view *view,
                         double s, double *blocks)
{
    const constraints *t = &x->loops.constraints;
    const int32_t constraint = m->loop_count + tendon;
    const tendon_data *l = &m->tendon[tendon];
    for (int32_t e = t->first[constraint]; e < t->first[constraint + 1]; e++) {
        double *n = constraint_end_numbers(&t->end[e], m->column, x->tree.u, x->tree.w);
        memset(n, 0, (size_t)constraint_end_size(&t->end[e], m->column) * sizeof *n);
    }
    l->kind->pull(l, view, s, x->tree.u, x->tree.w);
    for (int32_t e = t->first[constraint]; e < t->first[constraint + 1]; e++) {
        const double *n = constraint_end_numbers(&t->end[e], m->column, x->tree.u, x->tree.w);
        for (int32_t k = 0; k < constraint_end_size(&t->end[e], m->column); k++) {
            blocks[BLOCK * e + ROW * k] = n[k];
        }
    }
}

/* ---- the interval ---- */

void ludo_maximal_tendons_linearize(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    maximal_loops *k = &x->loops;
    const constraints lines = tendons_of(x, m);
    double *scale = k->scale + ROW * m->loop_count;
    bool any = false;
    for (int32_t i = 0; i < m->spring_count; i++) {
        const tendon_step *s = &x->forces.tendon[i];
        put_slope(k, m, i, s->step.slope);
        write_tendon(x, m, i, &s->view[0], s->step.slope, k->constraints.F);
        write_tendon(x, m, i, &s->view[1], 1.0, k->constraints.R);
        any = any || s->step.slope != 0.0;
    }
    if (any) {
        ludo_loops_scale(m, &lines, state_poses(state), k->constraints.R, scale);
    }
    k->stiffness = 0.0;
    for (int32_t i = 0; i < m->spring_count && any; i++) {
        const double own = fabs(x->forces.tendon[i].step.slope) * scale[ROW * i];
        k->stiffness = own > k->stiffness ? own : k->stiffness;
    }
}

void ludo_maximal_tendons_add_slope(maximal *x, const ludo_model *m, int32_t tendon, double slope)
{
    maximal_loops *k = &x->loops;
    put_slope(k, m, tendon, k->slope[tendon] + slope);
    write_tendon(x, m, tendon, &x->forces.tendon[tendon].view[0], k->slope[tendon],
                 k->constraints.F);
}

void ludo_maximal_tendons_clear_rhs(maximal *x)
{
    const int32_t loops = x->loops.constraints.count - x->forces.tendons;
    double *b = x->loops.constraints.b + ROW * (size_t)loops;
    for (int32_t i = 0; i < x->forces.tendons && x->forces.knotted; i++) {
        b[ROW * i] = 0.0;
    }
}

/* ---- the knot ---- */

/* View a tendon at the knot. */
static void view_knot(maximal *x, const sim_state *state, int32_t tendon)
{
    const tendon_data *l = &state->model->tendon[tendon];
    const lanes1 *phi = NULL;
    for (int32_t i = 0, last = -1; i < l->term_count; i++) {
        const int32_t c = l->term[i].column, block = c / LANES;
        if (block != last) {
            phi = ludo_maximal_joint_forces_coordinates(x, state, block);
        }
        x->forces.knot_phi[c] = phi->at[c % LANES];
        last = block;
    }
    l->kind->view(l, state_poses(state), x->forces.knot_phi, &x->forces.knot_view[tendon]);
}

void ludo_maximal_tendons_assemble_knot(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    for (int32_t i = 0; i < m->spring_count; i++) {
        x->loops.slope[i] = m->tendon[i].armature;
        if (tendon_acts_at_knots(&m->tendon[i])) {
            view_knot(x, state, i);
        }
    }
}

void ludo_maximal_tendons_write_knot(maximal *x, const ludo_model *m)
{
    maximal_loops *k = &x->loops;
    const constraints *t = &k->constraints;
    if (t->count == 0) {
        return;
    }
    const size_t first = BLOCK * (size_t)t->first[m->loop_count];
    const size_t size = BLOCK * (size_t)t->first[t->count] - first;
    memset(t->F + first, 0, size * sizeof *t->F);
    memset(t->R + first, 0, size * sizeof *t->R);
    for (int32_t i = 0; i < m->spring_count; i++) {
        put_slope(k, m, i, k->slope[i]);
        if (k->slope[i] != 0.0) {
            write_tendon(x, m, i, &x->forces.knot_view[i], k->slope[i], t->F);
            write_tendon(x, m, i, &x->forces.knot_view[i], 1.0, t->R);
        }
    }
    k->stiffness = 0.0;
}

void ludo_maximal_tendons_add_momenta(maximal *x, const sim_state *state, const double *u,
                                      const double *w, double *r, double *e)
{
    const ludo_model *m = state->model;
    for (int32_t i = 0; i < m->spring_count; i++) {
        const tendon_data *l = &m->tendon[i];
        if (l->armature > 0.0) {
            view_knot(x, state, i);
            const tendon_view *v = &x->forces.knot_view[i];
            l->kind->pull(l, v, l->armature * l->kind->rate(l, v, u, w), r, e);
        }
    }
}
