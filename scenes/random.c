/* SPDX-License-Identifier: Apache-2.0
 *
 * Random numbers, and random bodies. */
#include "random.h"

#include <math.h>
#include <string.h>

/* splitmix64 */
double ludo_scene_random(uint64_t *state, double low, double high)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
}

ludo_vec3 ludo_scene_random_vec3(uint64_t *random, double scale)
{
    const double x = ludo_scene_random(random, -scale, scale);
    const double y = ludo_scene_random(random, -scale, scale);
    return (ludo_vec3){x, y, ludo_scene_random(random, -scale, scale)};
}

ludo_quat ludo_scene_random_quat(uint64_t *random)
{
    for (;;) {
        const ludo_vec3 v = ludo_scene_random_vec3(random, 1.0);
        const double w = ludo_scene_random(random, -1.0, 1.0);
        const double square = w * w + v.x * v.x + v.y * v.y + v.z * v.z;
        if (square > 0.01 && square < 1.0) {
            const double s = 1.0 / sqrt(square);
            return (ludo_quat){s * w, s * v.x, s * v.y, s * v.z};
        }
    }
}

/* The inertia of a random cloud of point masses, which is always possible for a rigid body. */
static void random_inertia(uint64_t *random, double mass, double inertia[6])
{
    enum { POINTS = 4 };
    memset(inertia, 0, 6 * sizeof *inertia);
    for (int i = 0; i < POINTS; i++) {
        const ludo_vec3 r = ludo_scene_random_vec3(random, 0.5);
        const double m = mass / POINTS;
        inertia[0] += m * (r.y * r.y + r.z * r.z);
        inertia[1] += m * (r.z * r.z + r.x * r.x);
        inertia[2] += m * (r.x * r.x + r.y * r.y);
        inertia[3] -= m * r.x * r.y;
        inertia[4] -= m * r.x * r.z;
        inertia[5] -= m * r.y * r.z;
    }
}

int32_t ludo_scene_add_random_body(scene *s, uint64_t *random)
{
    ludo_body_def body = {.struct_size = sizeof body, .mass = ludo_scene_random(random, 0.2, 2.0)};
    body.com = ludo_scene_random_vec3(random, 0.3);
    random_inertia(random, body.mass, body.inertia);
    return ludo_scene_add_body(s, &body);
}

ludo_frame ludo_scene_random_frame(uint64_t *random)
{
    const ludo_vec3 position = ludo_scene_random_vec3(random, 0.7);
    return (ludo_frame){position, ludo_scene_random_quat(random)};
}
