/* SPDX-License-Identifier: Apache-2.0
 *
 * A group of simulations side by side. */
#ifndef LUDO_BATCH_LANES_H
#define LUDO_BATCH_LANES_H

#include "batch/batch.h"

/* Whether a thread should step `count` simulations of a group side by side. */
bool ludo_batch_suits_lanes(const ludo_batch *b, int32_t thread, int32_t count);

/* Advance the simulations of a group, those from `first`, whose bits are set; rows of each are
 * taken before and written after. */
void ludo_batch_run_lanes(ludo_batch *b, int32_t thread, int32_t first, unsigned which, double h,
                          int64_t steps);

#endif
