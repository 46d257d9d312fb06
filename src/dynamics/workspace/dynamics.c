/* SPDX-License-Identifier: Apache-2.0
 *
 * The public interface ludo_dynamics: mass matrix, inverse and forward dynamics in the
 * coordinates of keyframes [minimal.md 3]. */
#include "dynamics/workspace/workspace.h"

/* A := T^T A T, in the order of keyframes: rows, then columns, each transformed as efforts. */
static void transform(ludo_dynamics *d, double *A)
{
    const size_t n = (size_t)d->tree.columns;
    for (size_t r = 0; r < n; r++) {
        memcpy(d->e, A + n * r, n * sizeof *d->e);
        ludo_keyframe_from_efforts(&d->order, d->e, A + n * r);
    }
    for (size_t c = 0; c < n; c++) {
        for (size_t r = 0; r < n; r++) {
            d->e[r] = A[n * r + c];
        }
        ludo_keyframe_from_efforts(&d->order, d->e, d->x);
        for (size_t r = 0; r < n; r++) {
            A[n * r + c] = d->x[r];
        }
    }
}

ludo_status ludo_dynamics_mass_matrix(ludo_dynamics *dynamics, const double *q, double *M)
{
    if (!coordinates_usable(dynamics, q) || M == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const size_t n = (size_t)dynamics->tree.columns;
    ludo_workspace_evaluate(dynamics, q, NULL);
    ludo_tree_mass_matrix(&dynamics->tree, &dynamics->at, dynamics->composite, M);
    for (size_t c = 0; c < n; c++) {
        M[(n + 1) * c] += dynamics->armature[c];
    }
    transform(dynamics, M);
    return LUDO_OK;
}

ludo_status ludo_dynamics_inverse(ludo_dynamics *dynamics, const double *q, const double *v,
                                  const double *a, double *effort)
{
    ludo_dynamics *d = dynamics;
    if (!state_usable(d, q, v) || !rates_usable(d, a) || effort == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_workspace_evaluate(d, q, v);
    ludo_workspace_find_bias(d);
    ludo_workspace_invert(d, a, effort);
    return LUDO_OK;
}

ludo_status ludo_dynamics_forward(ludo_dynamics *dynamics, const double *q, const double *v,
                                  const double *effort, double *a)
{
    ludo_dynamics *d = dynamics;
    if (!state_usable(d, q, v) || !rates_usable(d, effort) || a == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_workspace_evaluate(d, q, v);
    ludo_workspace_find_bias(d);
    const bool regular = ludo_workspace_factorize(d);
    return regular && ludo_workspace_accelerate(d, effort, a) ? LUDO_OK : LUDO_SINGULAR;
}
