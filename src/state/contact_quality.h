/* SPDX-License-Identifier: Apache-2.0
 *
 * The quality of contacts over several intervals. */
#ifndef LUDO_STATE_CONTACT_QUALITY_H
#define LUDO_STATE_CONTACT_QUALITY_H

#include "ludo/sim.h"
#include "math/worst.h"

/* That of some intervals and of one more, whose points are the points of all. */
static inline ludo_contact_quality contact_quality_with(ludo_contact_quality q,
                                                        ludo_contact_quality one)
{
    return (ludo_contact_quality){
        .points = one.points,
        .penetration = worst_of(q.penetration, one.penetration),
        .signorini = worst_of(q.signorini, one.signorini),
        .friction_excess = worst_of(q.friction_excess, one.friction_excess),
        .dissipation = worst_of(q.dissipation, one.dissipation),
        .energy_gain = q.energy_gain + one.energy_gain,
        .retries = q.retries + one.retries,
        .relaxed = q.relaxed + one.relaxed,
        .impacts = q.impacts + one.impacts,
        .impacts_at_knots = q.impacts_at_knots + one.impacts_at_knots,
    };
}

#endif
