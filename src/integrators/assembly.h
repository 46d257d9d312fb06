/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly: closing loops that a start left open by moving joints [loops.md 6]. */
#ifndef LUDO_INTEGRATORS_ASSEMBLY_H
#define LUDO_INTEGRATORS_ASSEMBLY_H

#include "integrators/linkage.h"

/* Close what is open by the smallest motion that is found, with as many of the joints kept that
 * stay as possible; rates of joints are left. Where nothing is open nothing is changed. The report
 * gets `released`, `loop`, `gap` and `tilt`.
 * @return LUDO_OK, LUDO_OPEN_LOOP (sim->fault is the loop; bodies are anywhere) */
ludo_status ludo_assembly_close(ludo_sim *sim, ludo_start_report *report);

/* Where loops are closed and joints keep their rates: change those of other joints by as little as
 * lets loops stay closed, letting joints go one after the other if that is not possible. Where none
 * keeps its rates, and where they fit, nothing is changed. The report gets `velocity_correction`.
 */
void ludo_assembly_fit_rates(ludo_sim *sim, ludo_start_report *report);

/* Whether loops that are open so far are closed, as far as rounding lets them. */
bool ludo_assembly_closed(worst open);

/* Put bodies at the coordinates in sim->position and go from there downhill to where the gaps are
 * smallest; returns how far the worst loop is open there. */
worst ludo_assembly_settle(ludo_sim *sim);

/* From an assembly towards the coordinates that were given, as near to them as loops let it. */
void ludo_assembly_draw_back(ludo_sim *sim);

#endif
