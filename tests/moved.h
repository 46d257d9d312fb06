/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates moved along rates, and differences along them. */
#ifndef LUDO_TESTS_MOVED_H
#define LUDO_TESTS_MOVED_H

#include "dynamics_of.h"
#include "math/rotation_vector.h"

/* to := from, moved for the time t at constant rates v; a quaternion rotates about the axes of the
 * child's joint frame. */
static inline void move_coordinates(const ludo_model *model, const double *from, const double *v,
                                    double t, double *to)
{
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info j = joint_info_of(model, i);
        const double *q = from + j.position_first, *rate = v + j.velocity_first;
        const int32_t scalars = j.position_count > j.dof ? j.dof - 3 : j.dof;
        double *out = to + j.position_first;
        for (int32_t k = 0; k < scalars; k++) {
            out[k] = q[k] + t * rate[k];
        }
        if (j.position_count > j.dof) {
            const double *r = q + scalars;
            const ludo_quat now = {r[0], r[1], r[2], r[3]};
            const ludo_quat next = q_mul(now, q_turn(v3_scale(t, v3_at(rate + scalars))));
            out[scalars] = next.w, out[scalars + 1] = next.x;
            out[scalars + 2] = next.y, out[scalars + 3] = next.z;
        }
    }
}

/* x := A v, A with `rows` rows. */
static inline void times_rates(const double *A, int32_t rows, int32_t dof, const double *v,
                               double *x)
{
    for (int32_t r = 0; r < rows; r++) {
        x[r] = 0.0;
        for (int32_t c = 0; c < dof; c++) {
            x[r] += A[dof * r + c] * v[c];
        }
    }
}

#endif
