/* SPDX-License-Identifier: Apache-2.0
 *
 * Inertial sensors at a site: accelerometer, gyro, velocimeter. */
#include "sensors/frames.h"
#include "sensors/list.h"

static ludo_status read_accelerometer(sensing *s, const sensor_data *d, double *out)
{
    const pose z = sensor_pose(s, &d->frame);
    twist a;
    const ludo_status status = ludo_sensors_acceleration(s, &d->frame, &a);
    sensor_put_along(&z, sensor_proper(s, a.v), out);
    return status;
}

static ludo_status read_gyro(sensing *s, const sensor_data *d, double *out)
{
    const pose z = sensor_pose(s, &d->frame);
    sensor_put_along(&z, sensor_twist(s, &d->frame).w, out);
    return LUDO_OK;
}

static ludo_status read_velocimeter(sensing *s, const sensor_data *d, double *out)
{
    const pose z = sensor_pose(s, &d->frame);
    sensor_put_along(&z, sensor_twist(s, &d->frame).v, out);
    return LUDO_OK;
}

const sensor_kind ludo_sensor_accelerometer = {
    .name = "accelerometer",
    .size = 3,
    .on = SENSOR_ON(SITE),
    .needs = SENSOR_NEEDS_ACCELERATIONS,
    .read = read_accelerometer,
};
const sensor_kind ludo_sensor_gyro = {
    .name = "gyro", .size = 3, .on = SENSOR_ON(SITE), .read = read_gyro};
const sensor_kind ludo_sensor_velocimeter = {
    .name = "velocimeter", .size = 3, .on = SENSOR_ON(SITE), .read = read_velocimeter};
