/* SPDX-License-Identifier: Apache-2.0
 *
 * The law of force of an MJCF actuator. */
#ifndef LUDO_FORMATS_MJCF_READ_LAW_H
#define LUDO_FORMATS_MJCF_READ_LAW_H

#include "formats/mjcf/read.h"

/* The accumulated law: force = gain u + bias. */
typedef struct mjcf_law {
    const char *kind; /* kind of the last element */
    double gain[3];   /* only the first is used */
    double bias[3];   /* of the length L: bias[0] + bias[1] L + bias[2] dL/dt; if gain = -bias[1], a
                         positive bias[2] is a damping ratio */
    bool biased;      /* whether the bias is used */
    bool varying;     /* gain or bias depend on more than that */
    bool dynamic;     /* the actuator has an activation state */
} mjcf_law;

/* Accumulate the default classes, from the outermost, then the element itself. */
mjcf_law ludo_mjcf_law(mjcf *r, int32_t element);

/* Whether the damping is relative to the inertia that the actuator sees. */
static inline bool mjcf_law_is_ratio(const mjcf_law *l)
{
    return l->biased && l->bias[2] > 0.0 && l->gain[0] == -l->bias[1];
}

#endif
