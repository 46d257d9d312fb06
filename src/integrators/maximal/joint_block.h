/* SPDX-License-Identifier: Apache-2.0
 *
 * Joints of one type side by side: LANES joints of a simulation, or one joint of LANES
 * simulations. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_JOINT_BLOCK_H
#define LUDO_INTEGRATORS_MAXIMAL_JOINT_BLOCK_H

#include "integrators/maximal/pose_records.h"

#include <float.h>

/* The violation of a joint. A position error counts relative to the joint's length, and as zero
 * below the rounding of positions; NaN stays. */
static inline double joint_violation(double gap, double tilt, ludo_vec3 x, ludo_vec3 d,
                                     double per_length)
{
    const double rounding = 4.0 * DBL_EPSILON * (v3_max(x) + v3_max(d));
    const double counted = gap <= rounding ? 0.0 : gap * per_length;
    return counted >= tilt ? counted : tilt + 0.0 * counted;
}

/* Levers and violations of joints whose motions are known, from the poses of parents and children.
 */
LUDO_KERNEL_PART void joint_block_measure(const joint_batch *batch, const closing_lanes *closing,
                                          const pose_lanes *a, const pose_lanes *b, lanes3 *lever,
                                          lanes1 *violation)
{
    FOR_LANES(l)
    {
        const ludo_vec3 x = get3(&b->x, l), d = v3_sub(x, get3(&a->x, l));
        put3(lever, l, d);
        violation->at[l] = joint_violation(closing->gap.at[l], closing->tilt.at[l], x, d,
                                           batch->inverse_length.at[l]);
    }
}

#endif
