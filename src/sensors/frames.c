/* SPDX-License-Identifier: Apache-2.0
 *
 * Accelerations of frames, from those of joints: with J a + J_dot v of the body, at a point r from
 * the origin of its frame
 *
 *     a_r = a_0 + alpha x r + w x (w x r) */
#include "sensors/frames.h"

static ludo_vec3 product(const double *J, int32_t columns, int row, const double *a)
{
    double sum[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        for (int32_t c = 0; c < columns; c++) {
            sum[i] += J[(size_t)(row + i) * (size_t)columns + (size_t)c] * a[c];
        }
    }
    return v3_at(sum);
}

ludo_status ludo_sensors_acceleration(sensing *s, const sensor_frame *f, twist *out)
{
    const int32_t columns = s->sim->state.model->columns;
    double bias[6];
    ludo_frame body;
    *out = (twist){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    if (f->body == LUDO_WORLD) {
        return LUDO_OK;
    }
    if (s->accelerations != LUDO_OK) {
        return s->accelerations;
    }
    ludo_status status = ludo_dynamics_body(s->dynamics, s->q, f->body, &body, s->J);
    status = status == LUDO_OK ? ludo_dynamics_body_bias(s->dynamics, s->q, s->v, f->body, bias)
                               : status;
    if (status == LUDO_OK) {
        const ludo_vec3 arm = q_rotate(body.orientation, f->frame.position);
        const ludo_vec3 turn = v3_add(product(s->J, columns, 3, s->a), v3_at(bias + 3));
        const ludo_vec3 w = sensor_twist(s, f).w;
        out->w = q_rotate(body.orientation, turn);
        out->v = v3_add(product(s->J, columns, 0, s->a), v3_at(bias));
        out->v = v3_add(out->v, v3_add(v3_cross(out->w, arm), v3_cross(w, v3_cross(w, arm))));
    }
    return status;
}
