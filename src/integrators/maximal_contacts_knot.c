/* SPDX-License-Identifier: Apache-2.0
 *
 * The knot (B) with cones: velocities that are complementary to what is closed [contact.md 2]. */
#include "integrators/maximal_contacts.h"

#include "integrators/maximal_bodies.h"
#include "integrators/maximal_contact_ties.h"
#include "integrators/maximal_forces.h"
#include "integrators/maximal_limits.h"
#include "integrators/maximal_loops.h"
#include "solver/convex.h"

#include <math.h>
#include <string.h>

/* ---- the system ---- */

/* Velocities of the iterate into the tree. */
static void load_velocities(maximal *x, const ludo_model *m)
{
    memcpy(x->tree.u, x->contacts->u, 6 * (size_t)m->slots * sizeof *x->tree.u);
    memcpy(x->tree.w, x->contacts->w, (size_t)m->columns * sizeof *x->tree.w);
}

/* ... and back. */
static void keep_velocities(const maximal *x, const ludo_model *m)
{
    memcpy(x->contacts->u, x->tree.u, 6 * (size_t)m->slots * sizeof *x->tree.u);
    memcpy(x->contacts->w, x->tree.w, (size_t)m->columns * sizeof *x->tree.w);
}

/* Where (B) without contacts leads; what their ties did last is nothing to it. */
static void restart(void *self)
{
    ludo_sim *sim = self;
    maximal *x = maximal_of(sim);
    if (!x->contacts->begun) {
        ludo_contact_ties_clear(x);
        ludo_maximal_solve_velocities(x, sim);
        keep_velocities(x, sim->model);
    }
    x->contacts->begun = false;
}

static ludo_status evaluate(void *self)
{
    ludo_sim *sim = self;
    maximal *x = maximal_of(sim);
    load_velocities(x, sim->model);
    ludo_contacts_view_knot(x, sim);
    return LUDO_OK;
}

/* out -= B in, one row of a block. */
static void take_product(double *out, const double *row, const double *in, int32_t count)
{
    for (int32_t c = 0; c < count; c++) {
        *out -= row[c] * in[c];
    }
}

/* The tree at the knot: momenta that the iterate's velocities still lack, M and C. */
static void lack(maximal *x, const ludo_sim *sim)
{
    const ludo_model *m = sim->model;
    const maximal_contacts *c = x->contacts;
    recursion *t = &x->tree;
    ludo_maximal_knot_system(x, sim);
    ludo_maximal_knot_forces(x, sim);
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t f = m->column[s + 1] - m->column[s];
        for (int32_t i = 0; i < 6; i++) { /* M is of masses and inertias, apart */
            const int32_t half = i < 3 ? 0 : 3;
            take_product(&t->r[6 * s + i], t->M + BLOCK * s + ROW * i + half, c->u + 6 * s + half,
                         3);
        }
        for (int32_t i = 0; i < f; i++) {
            take_product(&t->e[m->column[s] + i], t->C + m->corner[s] + f * i, c->w + m->column[s],
                         f);
        }
    }
}

void ludo_contacts_knot_balance(maximal *x, const ludo_sim *sim)
{
    keep_velocities(x, sim->model);
    lack(x, sim);
    load_velocities(x, sim->model);
}

/* With factors made anew: the system, its balances put aside. */
static void solve_anew(maximal *x, const ludo_sim *sim)
{
    const ludo_model *m = sim->model;
    maximal_contacts *c = x->contacts;
    const size_t corners = (size_t)m->corner[m->slots] * sizeof *c->C;
    lack(x, sim);
    memcpy(c->r, x->tree.r, 6 * (size_t)m->slots * sizeof *c->r);
    memcpy(c->e, x->tree.e, (size_t)m->columns * sizeof *c->e);
    memcpy(c->C, x->tree.C, corners);
    ludo_contacts_soften(x, sim);
    ludo_contacts_push(x);
    ludo_maximal_solve_knot(x, sim);
    memcpy(x->tree.C, c->C, corners);
}

/* With the last ones. */
static void solve_again(maximal *x, const ludo_model *m)
{
    const maximal_contacts *c = x->contacts;
    memcpy(x->tree.r, c->r, 6 * (size_t)m->slots * sizeof *c->r);
    memcpy(x->tree.e, c->e, (size_t)m->columns * sizeof *c->e);
    ludo_contacts_push(x);
    ludo_recursion_reduce(&x->tree);
    ludo_recursion_expand(&x->tree);
}

/* All is linear but the cones. Loops are solved for in several sweeps, with factors of their own.
 */
static double direct(void *self, bool factorize)
{
    ludo_sim *sim = self;
    maximal *x = maximal_of(sim);
    const ludo_model *m = sim->model;
    if (factorize || m->loop_count > 0) {
        solve_anew(x, sim);
    } else {
        solve_again(x, m);
    }
    ludo_contacts_read(x);
    worst move = {0.0, -1};
    for (int32_t c = 0; c < m->columns; c++) {
        worst_take(&move, fabs(x->tree.w[c]) * m->column_scale[c], c);
    }
    return move.value * x->contacts->length / x->contacts->scale.y;
}

static void advance(void *self, double alpha)
{
    ludo_sim *sim = self;
    maximal *x = maximal_of(sim);
    maximal_contacts *c = x->contacts;
    for (int32_t i = 0; i < 6 * sim->model->slots; i++) {
        c->u[i] += alpha * x->tree.u[i];
    }
    for (int32_t i = 0; i < sim->model->columns; i++) {
        c->w[i] += alpha * x->tree.w[i];
    }
}

static double open(const void *self)
{
    (void)self;
    return 0.0;
}

/* ---- velocities of the knot ---- */

/* Momenta of the knot set the scale: of what moves so fast, or has fallen for half an interval;
 * what rests without gravity is measured as in the interval. However fast all moves together, what
 * is remembered is off by what weight does. */
static void choose_scale(maximal *x, const ludo_sim *sim)
{
    const ludo_model *m = sim->model;
    maximal_contacts *c = x->contacts;
    const double g = v3_norm(m->gravity), h = fabs(sim->progress->interval), falls = 0.5 * g * h;
    const double least = g > 0.0 || !(h > 0.0) ? sqrt(g * c->length) : least_move * c->length / h;
    double speed = falls > 0.0 ? falls : least;
    for (int32_t s = 0; s < m->slots; s++) {
        const double v = v3_norm(v3_at(x->tree.u + 6 * s));
        const double w = m->joint[s].length * v3_norm(v3_at(x->tree.u + 6 * s + 3));
        const double most = v > w ? v : w;
        speed = most > speed ? most : speed;
    }
    const double share = c->mass / (c->count > 0 ? c->count : 1);
    c->scale = c->near = (cone_scale){share * speed, speed};
    if (falls > 0.0) {
        c->near = (cone_scale){share * falls, sqrt(g * c->length)};
    }
}

/* What an interior point finds, or a sequence of them. */
static ludo_status resolve(ludo_sim *sim, interior_report *report)
{
    const interior_system system = {sim, restart, evaluate, direct, advance, open};
    maximal *x = maximal_of(sim);
    maximal_contacts *c = x->contacts;
    interior_settings settings = ludo_contacts_settings(sim);
    settings.resumes =
        ludo_contacts_recall(x, 0.5 * fabs(sim->progress->interval)) && x->state->last >= 0;
    if (settings.resumes) {
        ludo_contacts_expect(x, sim->model);
    }
    const ludo_status status = ludo_interior_solve(&system, c->cone, c->count, &settings, report);
    return status == LUDO_OK || c->contacts == 0
               ? status
               : ludo_convex_solve(&system, NULL, c->cone, c->count, &settings, report);
}

ludo_status ludo_contacts_solve_knot(ludo_sim *sim)
{
    maximal *x = maximal_of(sim);
    maximal_contacts *c = x->contacts;
    ludo_contacts_view_knot(x, sim);
    if (!ludo_contacts_violated(c)) {
        return LUDO_OK;
    }
    choose_scale(x, sim);
    keep_velocities(x, sim->model);
    c->begun = true;
    interior_report report;
    ludo_status status = ludo_contact_ties_begin(x);
    if (status == LUDO_OK) {
        status = resolve(sim, &report);
        c->worst = report.worst;
    }
    ludo_contact_ties_end(x);
    c->begun = false;
    load_velocities(x, sim->model);
    if (status != LUDO_NOT_CONVERGED) {
        return status;
    }
    sim->fault = ludo_contacts_name_worst(sim);
    return LUDO_CONTACT;
}

ludo_status ludo_contacts_gather_closed(ludo_sim *sim)
{
    maximal *x = maximal_of(sim);
    maximal_contacts *c = x->contacts;
    if (c->touching) {
        const pose *z = sim_poses(sim);
        if (ludo_contacts_find(&c->search, z, z, c->closed).full) {
            sim->fault = sim->model->contacts.touched_by;
            return LUDO_TOO_MANY_CONTACTS;
        }
    }
    ludo_contacts_gather_knot(x, sim, 0.5 * fabs(sim->progress->interval));
    return LUDO_OK;
}

ludo_status ludo_maximal_solve_knot_contacts(ludo_sim *sim)
{
    const ludo_status status = ludo_contacts_gather_closed(sim);
    return status == LUDO_OK ? ludo_contacts_solve_knot(sim) : status;
}

/* Targets that are looser by ten thousand resolve none of what this one leaves. */
void ludo_maximal_find_knot_velocities(ludo_sim *sim)
{
    if (ludo_maximal_solve_knot_contacts(sim) != LUDO_OK) {
        ludo_maximal_solve_velocities(maximal_of(sim), sim);
        sim->quality.loosened++;
    }
}
