/* SPDX-License-Identifier: Apache-2.0
 *
 * Hashes of checkpoints: FNV-1a, word by word. */
#ifndef LUDO_SIM_FINGERPRINT_H
#define LUDO_SIM_FINGERPRINT_H

#include "sim/sim.h"

static const uint64_t hash_start = 0xcbf29ce484222325ULL;

/* A product propagates bits upwards only: without the shift two opposite signs would cancel, such
 * as those of a mechanism and its mirror image. */
static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x100000001b3ULL;
    return hash ^ (hash >> 32);
}

/* The hash of everything that the motion depends on besides the state: model and settings. */
uint64_t ludo_sim_fingerprint(const ludo_sim *sim);

#endif
