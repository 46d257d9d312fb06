/* SPDX-License-Identifier: Apache-2.0
 *
 * A cone along degrees of freedom in the equations of the tree: balances e, joint blocks C
 * [contact.md 2.2]. */
#include "integrators/maximal_limits/limits.h"

/* One entry of F slope R + dF p. */
static double stiffness_entry(const cone *c, const cone_rows *rows, int32_t i, int32_t k)
{
    double sum = c->p[0] * rows->joint.dF[i][k];
    for (int32_t r = 0; r < c->kind->rows; r++) {
        for (int32_t q = 0; q < c->kind->rows; q++) {
            sum += rows->joint.F[r][i] * c->slope[CONE_ROWS * r + q] * rows->joint.R[q][k];
        }
    }
    return sum;
}

void ludo_maximal_limits_add_stiffness(maximal *x, const sim_state *state, const cone *c,
                                       const cone_rows *rows)
{
    const int32_t dof = state->model->joint[rows->slot_b].dof;
    double *C = x->tree.C + x->forces.diagonal[rows->column];
    for (int32_t i = 0; i < rows->columns; i++) {
        for (int32_t k = 0; k < rows->columns; k++) {
            C[dof * i + k] += stiffness_entry(c, rows, i, k);
        }
    }
}

/* out, per degree of freedom, += F times impulses. */
static void add_along(double *out, const cone *c, const cone_rows *rows, const double *impulse)
{
    for (int32_t r = 0; r < c->kind->rows; r++) {
        for (int32_t k = 0; k < rows->columns; k++) {
            out[rows->column + k] += rows->joint.F[r][k] * impulse[r];
        }
    }
}

void ludo_maximal_limits_add_rhs(maximal *x, const cone *c, const cone_rows *rows)
{
    add_along(x->tree.e, c, rows, c->rhs);
}

void ludo_maximal_limits_apply_impulses(maximal *x, const cone *c, const cone_rows *rows)
{
    add_along(x->tree.e, c, rows, c->p);
}

void ludo_maximal_limits_report(const cone *c, const cone_rows *rows, double *stop)
{
    add_along(stop, c, rows, c->p);
}

void ludo_maximal_limits_rate(const cone *c, const cone_rows *rows, const double *w, double *rate)
{
    for (int32_t r = 0; r < c->kind->rows; r++) {
        rate[r] = 0.0;
        for (int32_t k = 0; k < rows->columns; k++) {
            rate[r] += rows->joint.R[r][k] * w[rows->column + k];
        }
    }
}

void ludo_maximal_limits_read_rates(const maximal *x, cone *c, const cone_rows *rows)
{
    ludo_maximal_limits_rate(c, rows, x->tree.w, c->dy);
}
