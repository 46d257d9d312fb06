/* SPDX-License-Identifier: Apache-2.0
 *
 * The farthest points along directions of a plane. */
#include "collision/features/extent.h"

#include "math/elementary.h"

static void mark_farthest(const ludo_vec3 *point, int32_t count, ludo_vec3 along, bool *marked)
{
    int32_t best = -1;
    double most = -HUGE_VAL;
    for (int32_t i = 0; i < count; i++) {
        const double far = v3_dot(along, point[i]);
        best = !marked[i] && far > most ? i : best;
        most = !marked[i] && far > most ? far : most;
    }
    if (best >= 0) {
        marked[best] = true;
    }
}

void ludo_extent_mark(const ludo_vec3 *point, int32_t count, ludo_vec3 n, int32_t directions,
                      bool *marked)
{
    ludo_vec3 P[2];
    v3_span_plane(n, P);
    for (int32_t k = 0; k < directions; k++) {
        double sine, cosine;
        ludo_sincos(2.0 * PI * k / directions, &sine, &cosine);
        mark_farthest(point, count, v3_axpy(v3_scale(cosine, P[0]), sine, P[1]), marked);
    }
}
