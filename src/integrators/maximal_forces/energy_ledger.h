/* SPDX-License-Identifier: Apache-2.0
 *
 * The energy bookkeeping: work, dissipation, mean forces. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_ENERGY_LEDGER_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_ENERGY_LEDGER_H

#include "integrators/maximal/maximal.h"

/* Add an accepted interval's work and dissipation to the simulation's totals; write its mean
 * forces. */
void ludo_maximal_energy_add(const maximal_forces *f, sim_state *state, double h);

#endif
