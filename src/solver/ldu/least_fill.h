/* SPDX-License-Identifier: Apache-2.0
 *
 * A fill-reducing order of elimination for any graph. */
#ifndef LUDO_SOLVER_LDU_LEAST_FILL_H
#define LUDO_SOLVER_LDU_LEAST_FILL_H

#include "core/memory.h"
#include "ludo/status.h"

/* order[k] becomes the node to be eliminated at step k: of about the least degree of the remaining
 * ones. The neighbours of node i are neighbours[first[i]] to neighbours[first[i + 1] - 1], first[0]
 * = 0; an edge is listed at both its nodes, once each. Deterministic.
 * @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_ordering_least_fill(int32_t nodes, const int32_t *first, const int32_t *neighbours,
                                     const ludo_allocator *allocator, int32_t *order);

#endif
