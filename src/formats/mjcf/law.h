/* SPDX-License-Identifier: Apache-2.0
 *
 * The law of force of an MJCF actuator. */
#ifndef LUDO_FORMATS_MJCF_LAW_H
#define LUDO_FORMATS_MJCF_LAW_H

#include "formats/mjcf/mjcf.h"

/* What was said so far: force = gain u + bias. */
typedef struct mjcf_law {
    const char *kind; /* the kind that spoke last */
    double gain[3];   /* of which the first counts */
    double bias[3];   /* of the length: constant, times it, times its rate; where the gain is minus
                         the second, a positive third is a ratio of damping */
    bool biased;      /* whether the bias holds */
    bool varying;     /* gain or bias depend on more than that */
    bool dynamic;     /* the control acts through a state of its own */
} mjcf_law;

/* What the default classes say, from the outermost on, then the element itself. */
mjcf_law ludo_mjcf_law(mjcf *r, int32_t element);

/* Whether its damping is relative to the inertia that the actuator moves. */
static inline bool mjcf_law_is_ratio(const mjcf_law *l)
{
    return l->biased && l->bias[2] > 0.0 && l->gain[0] == -l->bias[1];
}

#endif
