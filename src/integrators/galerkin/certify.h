/* SPDX-License-Identifier: Apache-2.0
 *
 * Certificates: a step of order 2 proved in advance to have one solution near its start
 * [solvability.md 5]. */
#ifndef LUDO_INTEGRATORS_GALERKIN_CERTIFY_H
#define LUDO_INTEGRATORS_GALERKIN_CERTIFY_H

#include "dynamics/trapezoid.h"
#include "integrators/galerkin/galerkin.h"

struct galerkin_certificate {
    trapezoid at;
    step_curvature curvature; /* over all knots, sampled at creation */
    bool smooth;              /* forces depend smoothly on rates, and the direction is exact */
    double *image, *side;     /* columns x columns; columns */
};

/* With more columns sampling would take minutes. */
enum { CERTIFIED_COLUMNS = 40 };

/* Refuse models and settings that cannot be certified. @return LUDO_OK, LUDO_REFUSED */
ludo_status ludo_galerkin_certify_accept(const ludo_model *model, const sim_settings *s,
                                         const char *name, ludo_diagnostic *why);

/* Memory, only if certificates are requested. */
void ludo_galerkin_certify_layout(galerkin *g, const sim_state *state, arena *scratch);
void ludo_galerkin_certify_open(galerkin *g, const sim_state *state);

/* integrator.certify. O(columns^3). */
bool ludo_galerkin_certify(sim_state *state, double h);

#endif
