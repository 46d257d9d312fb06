/* SPDX-License-Identifier: Apache-2.0
 *
 * Attacks on a certificate: Newton's method from other starts. */
#ifndef LUDO_BENCH_CERTIFY_ATTACKS_H
#define LUDO_BENCH_CERTIFY_ATTACKS_H

#include "sim/sim.h"

/* Other starts of a step; most columns of a model. */
enum { STARTS = 5, MOST_COLUMNS = 64 };

/* Number of other starts that led to the solution, and to another one. */
typedef struct found {
    int led, others;
} found;

/* Attacks the step of length h, which is certified and was solved; `sim` is at its start. */
typedef found attacker(ludo_sim *sim, double h, uint64_t *random);

attacker ludo_certify_attack_tree, ludo_certify_attack_rigid, ludo_certify_attack_dual;

#endif
