/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a step that is subdivided, and the effort after which a step is solved quickly
 * [contact.md 4.2, 4.3]. */
#ifndef LUDO_INTEGRATORS_SUBSTEPS_H
#define LUDO_INTEGRATORS_SUBSTEPS_H

#include "integrators/integrator.h"

/* The iterations with so many cones that an island has left in a step after a cost of iterations
 * times cones over all substeps; 0: it has spent them, and the rest must be solved quickly. */
int32_t ludo_substeps_iterations_left(const sim_state *state, int64_t cost, int32_t cones);
bool ludo_substeps_spent(const sim_state *state, int64_t cost, int32_t cones);

/* The largest power of 2 times this number of parts within the limit; the number itself above it.
 */
int32_t ludo_substeps_most(const sim_state *state, int32_t parts);

/* Whether no shorter substeps are left to try. */
bool ludo_substeps_at_shortest(const sim_state *state, const ludo_step_report *report);

/* A step in parts of their own lengths. Lengths are in units of the step: `done` is behind,
 * `length` is that of the next part. */
typedef struct substeps {
    double done, length;
    double shortest; /* of the parts that were made */
    bool to_impact;  /* the next part ends with an impact: it may be as short as it must */
    bool rest;       /* it is the rest of the step after an impact */
} substeps;

/* From the start of a step on, beginning with a part of this length. */
substeps ludo_substeps_begin(double length);

/* Whether parts are left, and the next one is the rest or not too short to try: a few parts may be
 * shorter than those of a step in max_substeps equal parts. */
bool ludo_substeps_left(const sim_state *state, const substeps *at);

/* Whether the next part ends the step. */
bool ludo_substeps_is_last(const substeps *at);

/* The number of parts of the next length in a step, 1 where an impact ends or begins it: it is not
 * short because of a failure. */
int32_t ludo_substeps_parts(const substeps *at);

/* The number of parts of this length in a step, rounded up: more than 1 unless it is the step. */
int32_t ludo_substeps_number(double length);

/* The next part ends with an impact, after this length; 0: there is none. */
void ludo_substeps_cut(substeps *at, double length);

/* The next part, after one with a status: its half after a failure; after a success one of twice
 * the length or the rest, for what jams passes; after an impact the rest. Quarters and four times
 * the length once an island is spent. None after a status that no length changes. */
void ludo_substeps_next(const sim_state *state, ludo_status status, substeps *at);

#endif
