/* SPDX-License-Identifier: Apache-2.0
 *
 * The laws of cones in the tree: those of contacts, and a table of all sources. */
#include "integrators/maximal_contact/contact.h"

#include "integrators/maximal_cones/body_pairs.h"
#include "integrators/maximal_cones/condensation.h"
#include "integrators/maximal_cones/contact_row.h"
#include "integrators/maximal_forces/tendons.h"
#include "integrators/maximal_limits/limits.h"
#include "integrators/maximal_limits/limits_tendon.h"

#include <string.h>

/* ---- a contact ---- */

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

/* ---- by source ---- */

/* The operations of a cone in the tree, by its source. */
typedef struct cone_operations {
    void (*add_stiffness)(maximal *x, const sim_state *state, const cone *c, const cone_rows *k);
    void (*add_rhs)(maximal *x, const cone *c, const cone_rows *k);
    void (*apply_impulse)(maximal *x, const cone *c, const cone_rows *k);
    void (*read_rates)(const maximal *x, cone *c, const cone_rows *k);
} cone_operations;

static const cone_operations operations[] = {
    [CONE_CONTACT] = {contact_add_stiffness, contact_add_rhs, contact_apply_impulse,
                      ludo_maximal_contact_read_row_rates},
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
