/* SPDX-License-Identifier: Apache-2.0
 *
 * Proving ahead of a step of order 2 that it has one solution near its start [solvability.md 5]. */
#ifndef LUDO_INTEGRATORS_GALERKIN_CERTIFY_H
#define LUDO_INTEGRATORS_GALERKIN_CERTIFY_H

#include "dynamics/trapezoid.h"
#include "integrators/galerkin/galerkin.h"

struct galerkin_certificate {
    trapezoid at;
    step_bends bends;     /* of all knots, sampled at creation */
    bool smooth;          /* whether forces are smooth functions of rates, all in the direction */
    double *image, *side; /* columns x columns; columns */
};

/* Constants of more columns would take minutes to sample. */
enum { CERTIFIED_COLUMNS = 40 };

/* Refuse what can't be certified of the integrator of that name. @return LUDO_OK, LUDO_REFUSED */
ludo_status ludo_galerkin_certify_accept(const ludo_model *model, const sim_settings *s,
                                         const char *name, ludo_diagnostic *why);

/* Nothing where nobody asked for it. */
void ludo_galerkin_certify_layout(galerkin *g, const sim_state *state, arena *scratch);
void ludo_galerkin_certify_open(galerkin *g, const sim_state *state);

/* As struct integrator says. O(columns^3). */
bool ludo_galerkin_certify(sim_state *state, double h);

#endif
