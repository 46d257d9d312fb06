/* SPDX-License-Identifier: Apache-2.0
 *
 * Polish of a solution: equations with cones once more, from a solution of theirs or of similar
 * ones, with the rates of unilateral cones shifted by so little that no product p[0] y[0] exceeds
 * the wanted one [contact.md 5.7]. */
#ifndef LUDO_SOLVER_INTERIOR_SHIFTED_H
#define LUDO_SOLVER_INTERIOR_SHIFTED_H

#include "solver/interior/interior.h"

/* The target kappa, in units of the scale, whose products are 2 % of the wanted product where the
 * largest impulse is `largest`. */
static inline double shifted_kappa(double product, double largest, cone_scale scale)
{
    return 0.02 * product / (largest * scale.y);
}

/* Solve from the iterate of the system and the cones to products of at most
 * settings->polish_product; `error` is the part of the largest impulse, and of scale.y, by which
 * they may be off. The report continues from its values. On failure the iterate solves nothing.
 * @return LUDO_OK, LUDO_NOT_CONVERGED, or as evaluate() */
ludo_status ludo_shifted_solve(const interior_system *system, cone *cones, int32_t count,
                               const interior_settings *settings, double error,
                               interior_report *report);

#endif
