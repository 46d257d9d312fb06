/* SPDX-License-Identifier: Apache-2.0
 *
 * A group of simulations side by side. */
#ifndef LUDO_BATCH_LANES_H
#define LUDO_BATCH_LANES_H

#include "batch/batch.h"

/* Those of some simulations of a group, from `first`, that a thread should step side by side, as
 * bits: none, or all with the model of the batch. */
unsigned ludo_batch_choose_lanes(const ludo_batch *b, int32_t thread, int32_t first, unsigned of);

/* Advance the simulations of a group, those from `first`, whose bits are set; rows of each are
 * taken before and written after. */
void ludo_batch_run_lanes(ludo_batch *b, int32_t thread, int32_t first, unsigned which, double h,
                          int64_t steps);

#endif
