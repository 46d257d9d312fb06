/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames: pose, velocity and acceleration, in the world or as an observer in a reference frame sees
 * them. With the reference frame at x_r, moving with v_r and w_r:
 *
 *     position  R_r^T (x - x_r)         velocity          R_r^T (v - v_r - w_r x (x - x_r))
 *     axis      R_r^T R e               angular velocity  R_r^T (w - w_r) */
#include "sensors/frames.h"
#include "sensors/list.h"

static ludo_status read_framepos(sensing *s, const sensor_data *d, double *out)
{
    const pose r = sensor_pose(s, &d->reference);
    sensor_put_along(&r, v3_sub(sensor_pose(s, &d->frame).x, r.x), out);
    return LUDO_OK;
}

static ludo_status read_framequat(sensing *s, const sensor_data *d, double *out)
{
    const pose z = sensor_pose(s, &d->frame), r = sensor_pose(s, &d->reference);
    const ludo_quat q = q_mul(q_conj(r.q), z.q);
    out[0] = q.w;
    v3_put(q_vector(q), out + 1);
    return LUDO_OK;
}

static ludo_status read_axis(sensing *s, const sensor_data *d, ludo_vec3 axis, double *out)
{
    const pose z = sensor_pose(s, &d->frame), r = sensor_pose(s, &d->reference);
    sensor_put_along(&r, m3_apply(&z.R, axis), out);
    return LUDO_OK;
}

static ludo_status read_framexaxis(sensing *s, const sensor_data *d, double *out)
{
    return read_axis(s, d, v3(1.0, 0.0, 0.0), out);
}

static ludo_status read_frameyaxis(sensing *s, const sensor_data *d, double *out)
{
    return read_axis(s, d, v3(0.0, 1.0, 0.0), out);
}

static ludo_status read_framezaxis(sensing *s, const sensor_data *d, double *out)
{
    return read_axis(s, d, v3(0.0, 0.0, 1.0), out);
}

static ludo_status read_framelinvel(sensing *s, const sensor_data *d, double *out)
{
    const pose r = sensor_pose(s, &d->reference);
    const twist V = sensor_twist(s, &d->frame), U = sensor_twist(s, &d->reference);
    const ludo_vec3 arm = v3_sub(sensor_pose(s, &d->frame).x, r.x);
    sensor_put_along(&r, v3_sub(v3_sub(V.v, U.v), v3_cross(U.w, arm)), out);
    return LUDO_OK;
}

static ludo_status read_frameangvel(sensing *s, const sensor_data *d, double *out)
{
    const pose r = sensor_pose(s, &d->reference);
    const twist V = sensor_twist(s, &d->frame), U = sensor_twist(s, &d->reference);
    sensor_put_along(&r, v3_sub(V.w, U.w), out);
    return LUDO_OK;
}

static ludo_status read_framelinacc(sensing *s, const sensor_data *d, double *out)
{
    twist a;
    const ludo_status status = ludo_sensors_acceleration(s, &d->frame, &a);
    v3_put(sensor_proper(s, a.v), out);
    return status;
}

static ludo_status read_frameangacc(sensing *s, const sensor_data *d, double *out)
{
    twist a;
    const ludo_status status = ludo_sensors_acceleration(s, &d->frame, &a);
    v3_put(a.w, out);
    return status;
}

#define RELATIVE(type, numbers, range)                                                             \
    const sensor_kind ludo_sensor_##type = {                                                       \
        .name = #type,                                                                             \
        .size = (numbers),                                                                         \
        .on = SENSOR_ON_FRAMES,                                                                    \
        .relative = true,                                                                          \
        .bound = (range),                                                                          \
        .read = read_##type,                                                                       \
    };

RELATIVE(framepos, 3, SENSOR_BOTH_SIDES)
RELATIVE(framequat, 4, SENSOR_UNBOUNDED)
RELATIVE(framexaxis, 3, SENSOR_UNBOUNDED)
RELATIVE(frameyaxis, 3, SENSOR_UNBOUNDED)
RELATIVE(framezaxis, 3, SENSOR_UNBOUNDED)
RELATIVE(framelinvel, 3, SENSOR_BOTH_SIDES)
RELATIVE(frameangvel, 3, SENSOR_BOTH_SIDES)

const sensor_kind ludo_sensor_framelinacc = {
    .name = "framelinacc",
    .size = 3,
    .on = SENSOR_ON_FRAMES,
    .needs = SENSOR_NEEDS_ACCELERATIONS,
    .read = read_framelinacc,
};
const sensor_kind ludo_sensor_frameangacc = {
    .name = "frameangacc",
    .size = 3,
    .on = SENSOR_ON_FRAMES,
    .needs = SENSOR_NEEDS_ACCELERATIONS,
    .read = read_frameangacc,
};
