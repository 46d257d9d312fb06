/* SPDX-License-Identifier: Apache-2.0
 *
 * A step divided by the option `accuracy` [step-density.md]. */
#ifndef LUDO_SIM_DIVIDE_H
#define LUDO_SIM_DIVIDE_H

#include "sim/sim.h"

/* Advance by h in the parts that the step density chooses; time is unchanged. On failure the state
 * is unchanged, and the report that of the part that failed. */
ludo_status ludo_sim_divide(ludo_sim *sim, const step_taker *by, double h,
                            ludo_step_report *report);

#endif
