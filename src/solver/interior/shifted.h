/* SPDX-License-Identifier: Apache-2.0
 *
 * Equations with cones once more, sharper, from a solution of theirs or of like ones: over rates
 * that are lifted by so little that no product of what is borne is more than is wanted
 * [contact.md 5]. */
#ifndef LUDO_SOLVER_INTERIOR_SHIFTED_H
#define LUDO_SOLVER_INTERIOR_SHIFTED_H

#include "solver/interior/interior.h"

/* The target of products, over the scale's, that leaves next to nothing of the product that is
 * wanted where the largest impulse is so much. */
static inline double lifted_kappa(double product, double largest, cone_scale scale)
{
    return 0.02 * product / (largest * scale.y);
}

/* Solve from where the system and the cones are, to settings->product or less; `near` is the part
 * of the largest impulse, and of scale.y, by which they may be off. The report goes on from what it
 * was. Where there is none the iterate isn't a solution of anything.
 * @return LUDO_OK, LUDO_NOT_CONVERGED, or what evaluate() says */
ludo_status ludo_shifted_solve(const interior_system *system, cone *cones, int32_t count,
                               const interior_settings *settings, double near,
                               interior_report *report);

#endif
