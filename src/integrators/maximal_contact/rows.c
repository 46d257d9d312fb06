/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of contacts at the iterate and at a knot, by which rates follow from velocities. */
#include "integrators/maximal_contact/contact.h"

#include "integrators/maximal_cones/condensation.h"
#include "integrators/maximal_cones/contact_row.h"
#include "integrators/maximal_limits/limits.h"
#include "integrators/maximal/history.h"

#include <string.h>

/* ---- at the iterate ---- */

static twist velocity_of(const maximal *x, int32_t slot)
{
    const twist_lanes *V = &x->body[slot / LANES].V;
    return (twist){get3(&V->v, slot % LANES), get3(&V->w, slot % LANES)};
}

static rotation_terms terms_of(const maximal *x, int32_t slot)
{
    const body_lanes *b = &x->body[slot / LANES];
    return (rotation_terms){0.0, 0.0, b->alpha.at[slot % LANES], b->c.at[slot % LANES]};
}

/* The row for the tree's u of a row F for the interval's velocity: dV = (u_x, A^T u_phi). */
static void rotate_row(rotation_terms terms, ludo_vec3 phi, const double F[6], double R[6])
{
    const ludo_vec3 w = rotation_apply(terms, phi, v3_at(F + 3));
    R[0] = F[0], R[1] = F[1], R[2] = F[2];
    R[3] = w.x, R[4] = w.y, R[5] = w.z;
}

/* Sums of six products in pairs of threes. */
LUDO_KERNEL_PART double sum_of_six(const double *each)
{
    return (each[0] + each[1] + each[2]) + (each[3] + each[4] + each[5]);
}

/* Rates of n rows of two sides at the velocities of two bodies. */
LUDO_KERNEL static void rates_of_both(const double (*restrict b)[6], const double (*restrict a)[6],
                                      const double *restrict u_b, const double *restrict u_a,
                                      double *restrict rate, int n)
{
    for (int i = 0; i < n; i++) {
        double each[6];
        FOR_TWIST(q)
        {
            each[q] = b[i][q] * u_b[q] + a[i][q] * u_a[q];
        }
        rate[i] = sum_of_six(each);
    }
}

/* Those of one side, the other one being at rest. */
static void rates_of_one(const double (*F)[6], const double *u, double *rate, int n)
{
    for (int i = 0; i < n; i++) {
        rate[i] = rate6(F[i], u);
    }
}

/* NULL: the world. */
static void rates_of_rows(const double (*b)[6], const double (*a)[6], const double *u_b,
                          const double *u_a, double *rate, int n)
{
    if (u_b != NULL && u_a != NULL) {
        rates_of_both(b, a, u_b, u_a, rate, n);
    } else {
        rates_of_one(u_b != NULL ? b : a, u_b != NULL ? u_b : u_a, rate, n);
    }
}

/* The velocity of a body at the iterate as six numbers; NULL: the world's. */
static const double *read_velocity(const maximal *x, int32_t slot, double u[6])
{
    if (slot < 0) {
        return NULL;
    }
    const twist V = velocity_of(x, slot);
    u[0] = V.v.x, u[1] = V.v.y, u[2] = V.v.z;
    u[3] = V.w.x, u[4] = V.w.y, u[5] = V.w.z;
    return u;
}

/* The slip at the iterate. */
static void find_slip(const maximal *x, cone *c, const cone_rows *k)
{
    double u_b[6], u_a[6];
    const double *b = read_velocity(x, k->slot_b, u_b), *a = read_velocity(x, k->slot_a, u_a);
    rates_of_rows(k->T[SIDE_B] + 1, k->T[SIDE_A] + 1, b, a, c->y + 1, c->kind->rows - 1);
}

void ludo_maximal_contact_evaluate(maximal *x, const sim_state *state, double h)
{
    maximal_contacts *c = x->contacts;
    const pose *z = state->poses[1 - state->progress->now];
    FOR_RUNNING_CONES(i, &c->islands)
    {
        cone *of = &c->cone[i];
        cone_rows *k = &c->rows[i];
        if (k->source != CONE_CONTACT) {
            continue;
        }
        const feature *f = &c->search.found[k->index].feature;
        k->next = feature_at(f, &z[k->slot_a], &z[k->slot_b]);
        of->y[0] = (k->next.gap + k->offset) / h;
        for (int r = 1; r < CONE_ROWS; r++) {
            of->y[r] = 0.0;
        }
        find_slip(x, of, k);
    }
    ludo_maximal_limits_evaluate(x, state, h);
}

/* R of one side at the iterate. */
static void linearize_side(const maximal *x, const pose *z, double h, int32_t rows, cone_rows *k,
                           int side)
{
    const int32_t slot = slot_on(k, side);
    if (slot < 0) {
        return;
    }
    write_row(k->R[side][0], side == SIDE_B ? 1.0 : -1.0, k->next.normal,
              v3_sub(k->next.point, z[slot].x));
    const ludo_vec3 phi = v3_scale(h, velocity_of(x, slot).w);
    const rotation_terms terms = terms_of(x, slot);
    for (int i = 1; i < rows; i++) {
        rotate_row(terms, phi, k->T[side][i], k->R[side][i]);
    }
}

void ludo_maximal_contact_linearize(maximal *x, const sim_state *state, double h)
{
    maximal_contacts *c = x->contacts;
    const pose *z = state->poses[1 - state->progress->now];
    FOR_RUNNING_CONES(i, &c->islands)
    {
        cone_rows *k = &c->rows[i];
        if (k->source == CONE_CONTACT) {
            linearize_side(x, z, h, c->cone[i].kind->rows, k, SIDE_B);
            linearize_side(x, z, h, c->cone[i].kind->rows, k, SIDE_A);
        }
    }
}

/* The row F for the interval's velocity of the row R for the tree's u. */
static void freeze_side(const maximal *x, double h, cone_rows *k, int side)
{
    const int32_t slot = slot_on(k, side);
    if (slot < 0) {
        return;
    }
    const double *R = k->R[side][0];
    const ludo_vec3 phi = v3_scale(h, velocity_of(x, slot).w);
    const ludo_vec3 w = rotation_unapply(terms_of(x, slot), phi, v3_at(R + 3));
    memcpy(k->F[side][0], (double[6]){R[0], R[1], R[2], w.x, w.y, w.z}, sizeof k->F[side][0]);
}

void ludo_maximal_contact_freeze_gradients(maximal *x, const sim_state *state, double h)
{
    maximal_contacts *c = x->contacts;
    ludo_maximal_contact_linearize(x, state, h);
    ludo_condensation_separate(c);
    FOR_RUNNING_CONES(i, &c->islands)
    {
        cone_rows *k = &c->rows[i];
        if (k->source != CONE_CONTACT) {
            continue;
        }
        k->at.normal = k->next.normal;
        k->mirrored = false;
        freeze_side(x, h, k, SIDE_B);
        freeze_side(x, h, k, SIDE_A);
        memcpy(k->T, k->F, sizeof k->T);
        c->cone[i].mu += k->carried;
        k->carried = 0.0;
    }
}

/* ---- along a direction ---- */

/* Rates of the rows at the velocities in the tree's u. */
static void contact_rate(const maximal *x, const cone *c, const cone_rows *k, double *rate)
{
    const double *u = x->tree.u;
    rates_of_rows(k->R[SIDE_B], k->R[SIDE_A], k->slot_b >= 0 ? u + 6 * (size_t)k->slot_b : NULL,
                  k->slot_a >= 0 ? u + 6 * (size_t)k->slot_a : NULL, rate, c->kind->rows);
}

void ludo_maximal_contact_read_row_rates(const maximal *x, cone *c, const cone_rows *k)
{
    contact_rate(x, c, k, c->dy);
}

/* ---- at a knot ---- */

void ludo_maximal_contact_evaluate_knot(maximal *x, const sim_state *state)
{
    maximal_contacts *c = x->contacts;
    FOR_RUNNING_CONES(i, &c->islands)
    {
        const cone_rows *k = &c->rows[i];
        if (k->source == CONE_CONTACT) {
            contact_rate(x, &c->cone[i], k, c->cone[i].y);
            c->cone[i].y[0] -= k->rebound;
        }
    }
    ludo_maximal_limits_knot_evaluate(x, state);
}

void ludo_maximal_contact_expect_rates(maximal *x, const ludo_model *m)
{
    maximal_contacts *c = x->contacts;
    ludo_maximal_history_last_velocities(x, m, x->tree.u);
    FOR_RUNNING_CONES(i, &c->islands)
    {
        cone *of = &c->cone[i];
        const cone_rows *k = &c->rows[i];
        if (k->source != CONE_CONTACT || !c->islands.island[k->island].warm) {
            continue;
        }
        contact_rate(x, of, k, of->dy);
        for (int r = 0; r < of->kind->rows; r++) {
            of->dy[r] -= of->y[r];
        }
    }
}
