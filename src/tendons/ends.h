/* SPDX-License-Identifier: Apache-2.0
 *
 * Tendons whose gradient is a wrench at each of two ends. */
#ifndef LUDO_TENDONS_ENDS_H
#define LUDO_TENDONS_ENDS_H

#include "model/tendon.h"

/* A wrench of a force at an arm from the centre of mass and a torque. */
static inline void ends_write(double to[6], ludo_vec3 arm, ludo_vec3 force, ludo_vec3 torque)
{
    const ludo_vec3 moment = v3_add(v3_cross(arm, force), torque);
    to[0] = force.x, to[1] = force.y, to[2] = force.z;
    to[3] = moment.x, to[4] = moment.y, to[5] = moment.z;
}

/* The operations pull and rate. */
static inline void ends_pull(const tendon_data *l, const tendon_view *v, double s, double *r,
                             double *e)
{
    (void)e;
    for (int k = 0; k < 2; k++) {
        const int32_t slot = l->end[k].slot;
        for (int i = 0; i < 6 && slot >= 0; i++) {
            r[6 * slot + i] += s * v->gradient[k][i];
        }
    }
}

static inline double ends_rate(const tendon_data *l, const tendon_view *v, const double *u,
                               const double *w)
{
    (void)w;
    double rate = 0.0;
    for (int k = 0; k < 2; k++) {
        const int32_t slot = l->end[k].slot;
        for (int i = 0; i < 6 && slot >= 0; i++) {
            rate += v->gradient[k][i] * u[6 * slot + i];
        }
    }
    return rate;
}

#endif
