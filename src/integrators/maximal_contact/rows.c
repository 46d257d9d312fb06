/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of contacts at the iterate, by which rates follow from velocities, and all cones in the
 * tree.
 */
#include "integrators/maximal_contact/contact.h"

#include "integrators/maximal_cones/body_pairs.h"
#include "integrators/maximal_cones/condensation.h"
#include "integrators/maximal_cones/contact_row.h"
#include "integrators/maximal_limits/limits.h"
#include "integrators/maximal_limits/limits_tendon.h"
#include "integrators/maximal/history.h"
#include "integrators/maximal_forces/tendons.h"

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

/* ---- one cone in the tree ---- */

/* r += F p of n rows; sliding friction has three. */
LUDO_KERNEL static void add_rows(double *restrict r, const double (*restrict F)[6],
                                 const double *restrict p, int n)
{
    if (n == SLIDING_ROWS) {
        FOR_TWIST(q)
        {
            r[q] += p[0] * F[0][q] + p[1] * F[1][q] + p[2] * F[2][q];
        }
        return;
    }
    for (int i = 0; i < n; i++) {
        FOR_TWIST(q)
        {
            r[q] += p[i] * F[i][q];
        }
    }
}

/* r of a body += F p. */
static void add_to_body(maximal *x, int32_t slot, const cone *c, const double F[CONE_ROWS][6],
                        const double *p)
{
    if (slot >= 0) {
        add_rows(x->tree.r + 6 * (size_t)slot, F, p, c->kind->rows);
    }
}

/* M += F slope R of n <= 3 rows; lanes of M's rows beyond six get zeros. */
LUDO_KERNEL static void add_stiffness_to_block(double *restrict M, const double *restrict slope,
                                               const double F[CONE_ROWS][6],
                                               const double R[CONE_ROWS][6], int n)
{
    double rows[SLIDING_ROWS][ROW] = {{0.0}}, S[SLIDING_ROWS][ROW];
    for (int j = 0; j < n; j++) {
        memcpy(rows[j], R[j], sizeof R[j]);
    }
    for (int i = 0; i < SLIDING_ROWS; i++) {
        FOR_LANES(q)
        {
            S[i][q] = slope[CONE_ROWS * i] * rows[0][q] + slope[CONE_ROWS * i + 1] * rows[1][q] +
                      slope[CONE_ROWS * i + 2] * rows[2][q];
        }
    }
    for (int p = 0; p < 6; p++) {
        FOR_LANES(q)
        {
            M[ROW * p + q] += F[0][p] * S[0][q] + F[1][p] * S[1][q] + F[2][p] * S[2][q];
        }
    }
}

/* The same of up to CONE_ROWS rows. */
LUDO_KERNEL static void add_wide_stiffness_to_block(double *restrict M,
                                                    const double *restrict slope,
                                                    const double F[CONE_ROWS][6],
                                                    const double R[CONE_ROWS][6], int n)
{
    for (int i = 0; i < n; i++) {
        double S[ROW] = {0.0};
        for (int j = 0; j < n; j++) {
            for (int q = 0; q < 6; q++) {
                S[q] += slope[CONE_ROWS * i + j] * R[j][q];
            }
        }
        for (int p = 0; p < 6; p++) {
            FOR_LANES(q)
            {
                M[ROW * p + q] += F[i][p] * S[q];
            }
        }
    }
}

/* M of a body += F slope R. */
static void add_stiffness_to_body(maximal *x, int32_t slot, const cone *c,
                                  const double F[CONE_ROWS][6], const double R[CONE_ROWS][6])
{
    const int n = c->kind->rows;
    double *M = x->tree.M + BLOCK * (size_t)slot;
    if (n > SLIDING_ROWS) {
        add_wide_stiffness_to_block(M, c->slope, F, R, n);
    } else {
        add_stiffness_to_block(M, c->slope, F, R, n);
    }
}

/* Whether a cone's impulse stays what its right-hand side says: an open cone of a prediction. */
static bool is_held(const cone *c)
{
    return c->slope[0] == 0.0;
}

static void contact_add_stiffness(maximal *x, const sim_state *state, const cone *c,
                                  const cone_rows *k)
{
    (void)state;
    if (is_held(c) || ludo_condensation_has(x->contacts, k)) {
        return; /* that reads the cone itself */
    }
    if (is_between_bodies(k)) {
        ludo_body_pairs_add_stiffness(x, c, k);
    } else if (k->slot_b >= 0) {
        add_stiffness_to_body(x, k->slot_b, c, k->F[SIDE_B], k->R[SIDE_B]);
    } else {
        add_stiffness_to_body(x, k->slot_a, c, k->F[SIDE_A], k->R[SIDE_A]);
    }
}

static void contact_apply_impulse(maximal *x, const cone *c, const cone_rows *k)
{
    add_to_body(x, k->slot_b, c, k->F[SIDE_B], c->p);
    add_to_body(x, k->slot_a, c, k->F[SIDE_A], c->p);
}

/* Constraints solve for the change of their impulses: near a solution it is small, and so is its
 * rounding error. */
static void contact_add_rhs(maximal *x, const cone *c, const cone_rows *k)
{
    if (ludo_condensation_has(x->contacts, k)) {
        return;
    }
    if (is_between_bodies(k) && !is_held(c)) {
        contact_apply_impulse(x, c, k);
        ludo_body_pairs_add_rhs(x, c, k);
    } else {
        add_to_body(x, k->slot_b, c, k->F[SIDE_B], c->rhs);
        add_to_body(x, k->slot_a, c, k->F[SIDE_A], c->rhs);
    }
}

/* Rates of the rows at the velocities in the tree's u. */
static void contact_rate(const maximal *x, const cone *c, const cone_rows *k, double *rate)
{
    const double *u = x->tree.u;
    rates_of_rows(k->R[SIDE_B], k->R[SIDE_A], k->slot_b >= 0 ? u + 6 * (size_t)k->slot_b : NULL,
                  k->slot_a >= 0 ? u + 6 * (size_t)k->slot_a : NULL, rate, c->kind->rows);
}

static void contact_read_rates(const maximal *x, cone *c, const cone_rows *k)
{
    contact_rate(x, c, k, c->dy);
}

/* The operations of a cone in the tree, by its source. */
typedef struct cone_operations {
    void (*add_stiffness)(maximal *x, const sim_state *state, const cone *c, const cone_rows *k);
    void (*add_rhs)(maximal *x, const cone *c, const cone_rows *k);
    void (*apply_impulse)(maximal *x, const cone *c, const cone_rows *k);
    void (*read_rates)(const maximal *x, cone *c, const cone_rows *k);
} cone_operations;

static const cone_operations operations[] = {
    [CONE_CONTACT] = {contact_add_stiffness, contact_add_rhs, contact_apply_impulse,
                      contact_read_rates},
    [CONE_LIMIT] = {ludo_maximal_limits_add_stiffness, ludo_maximal_limits_add_rhs,
                    ludo_maximal_limits_apply_impulses, ludo_maximal_limits_read_rates},
    [CONE_DRY_FRICTION] = {ludo_maximal_limits_add_stiffness, ludo_maximal_limits_add_rhs,
                           ludo_maximal_limits_apply_impulses, ludo_maximal_limits_read_rates},
    [CONE_SPEED] = {ludo_maximal_limits_add_stiffness, ludo_maximal_limits_add_rhs,
                    ludo_maximal_limits_apply_impulses, ludo_maximal_limits_read_rates},
    [CONE_TENDON_LIMIT] = {ludo_maximal_limits_tendon_add_stiffness,
                           ludo_maximal_limits_tendon_add_rhs,
                           ludo_maximal_limits_tendon_apply_impulses,
                           ludo_maximal_limits_tendon_read_rates},
    [CONE_TENDON_FRICTION] = {ludo_maximal_limits_tendon_add_stiffness,
                              ludo_maximal_limits_tendon_add_rhs,
                              ludo_maximal_limits_tendon_apply_impulses,
                              ludo_maximal_limits_tendon_read_rates},
};

/* ---- all of them ---- */

void ludo_maximal_contact_add_stiffness(maximal *x, const sim_state *state)
{
    const maximal_contacts *c = x->contacts;
    ludo_body_pairs_clear(x);
    FOR_RUNNING_CONES(i, &c->islands)
    {
        operations[c->rows[i].source].add_stiffness(x, state, &c->cone[i], &c->rows[i]);
    }
}

void ludo_maximal_contact_add_rhs(maximal *x)
{
    const maximal_contacts *c = x->contacts;
    ludo_maximal_tendons_clear_rhs(x);
    FOR_RUNNING_CONES(i, &c->islands)
    {
        operations[c->rows[i].source].add_rhs(x, &c->cone[i], &c->rows[i]);
    }
}

void ludo_maximal_contact_read_rates(maximal *x)
{
    const maximal_contacts *c = x->contacts;
    FOR_RUNNING_CONES(i, &c->islands)
    {
        operations[c->rows[i].source].read_rates(x, &c->cone[i], &c->rows[i]);
    }
}

void ludo_maximal_contact_apply_impulses(maximal *x)
{
    const maximal_contacts *c = x->contacts;
    for (int32_t i = 0; i < c->count; i++) {
        operations[c->rows[i].source].apply_impulse(x, &c->cone[i], &c->rows[i]);
    }
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
