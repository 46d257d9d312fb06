/* SPDX-License-Identifier: Apache-2.0
 *
 * Definitions of poses.h. */
#include "poses.h"

#include <math.h>

bool ludo_poses_read(const trial *t, pose_list *out)
{
    bool read = true;
    out->count = ludo_model_body_count(t->model);
    out->count = out->count < LUDO_BENCH_BODIES ? out->count : LUDO_BENCH_BODIES;
    for (int b = 0; b < out->count && read; b++) {
        read = ludo_sim_body_state(t->sim, b, &out->body[b]) == LUDO_OK;
    }
    return read;
}

static double distance(ludo_vec3 a, ludo_vec3 b)
{
    const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

/* Twice that of the vector part of conj(a) b. */
double ludo_pose_angle(ludo_quat a, ludo_quat b)
{
    const double x = a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y;
    const double y = a.w * b.y - a.y * b.w - a.z * b.x + a.x * b.z;
    const double z = a.w * b.z - a.z * b.w - a.x * b.y + a.y * b.x;
    const double sine = sqrt(x * x + y * y + z * z);
    return sine > 1.0 ? 2.0 * asin(1.0) : 2.0 * asin(sine);
}

/* The larger number; NaN is kept. */
static double larger(double a, double b)
{
    return b <= a ? a : b;
}

double ludo_poses_angle(const pose_list *a, const pose_list *b)
{
    double largest = 0.0;
    for (int i = 0; i < a->count && !isnan(largest); i++) {
        const double angle = ludo_pose_angle(a->body[i].orientation, b->body[i].orientation);
        largest = larger(largest, angle);
    }
    return largest;
}

double ludo_poses_error(const pose_list *a, const pose_list *b)
{
    double largest = ludo_poses_angle(a, b);
    for (int i = 0; i < a->count && !isnan(largest); i++) {
        largest = larger(largest, distance(a->body[i].position, b->body[i].position));
    }
    return largest;
}
