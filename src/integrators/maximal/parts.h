/* SPDX-License-Identifier: Apache-2.0
 *
 * A step in which some islands make parts while the others make the whole step [contact.md 4.4]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_PARTS_H
#define LUDO_INTEGRATORS_MAXIMAL_PARTS_H

#include "integrators/maximal/maximal.h"

/* After the whole step of the other bodies was accepted, with state->saved as it was before: step
 * the bodies held in parts of their own lengths (substeps.h), while the others stay at t_{k+1}.
 * report->substeps is the step over the shortest part. Unless LUDO_OK the kept memory is that of
 * state->saved. @return as ludo_maximal_step() */
ludo_status ludo_maximal_parts_step(sim_state *state, double h, int32_t stage,
                                    ludo_step_report *report);

#endif
