/* SPDX-License-Identifier: Apache-2.0
 *
 * A cone along columns in the equations of the tree: numbers e, corners C [contact.md 5]. */
#include "integrators/maximal_contact/limits.h"

/* One number of F slope R, and of what F falls by with the iterate. */
static double soften_entry(const cone *c, const cone_rows *rows, int32_t i, int32_t k)
{
    double sum = c->p[0] * rows->F[1][i][k];
    for (int32_t r = 0; r < c->kind->rows; r++) {
        for (int32_t q = 0; q < c->kind->rows; q++) {
            sum += rows->F[0][r][i] * c->slope[CONE_ROWS * r + q] * rows->R[0][q][k];
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
            C[dof * i + k] += soften_entry(c, rows, i, k);
        }
    }
}

/* Numbers per column += F times impulses. */
static void add_along(double *column, const cone *c, const cone_rows *rows, const double *impulse)
{
    for (int32_t r = 0; r < c->kind->rows; r++) {
        for (int32_t k = 0; k < rows->columns; k++) {
            column[rows->column + k] += rows->F[0][r][k] * impulse[r];
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
            rate[r] += rows->R[0][r][k] * w[rows->column + k];
        }
    }
}

void ludo_maximal_limits_read_rates(const maximal *x, cone *c, const cone_rows *rows)
{
    ludo_maximal_limits_rate(c, rows, x->tree.w, c->dy);
}
