/* SPDX-License-Identifier: Apache-2.0
 *
 * A slider-crank: L is the position of a slider on the z axis of a frame at its first end, which a
 * rod of a given length joins to the point at its second end.
 *
 * With the axis n and the vector w from the first end to the second, a = n.w and the root
 * d = sqrt( a^2 + rod^2 - w^2 ),
 *
 *     L = a - d,    dL = ( n + ( w - a n ) / d ).dw + w (1 - a / d).dn
 *
 * Where the rod does not reach the axis, d is taken as 0 and L = a. Forces and moments cancel:
 * w x dL/dw + n x dL/dn = 0. */
#include "tendons/list.h"
#include "tendons/path.h"

static void crank_view(const tendon_data *l, const pose *poses, const double *phi, tendon_view *out)
{
    (void)phi;
    const tendon_end *end = l->segment->end;
    const pose *s = &poses[end[0].slot], *c = &poses[end[1].slot];
    const ludo_vec3 arm_0 = m3_apply(&s->R, end[0].point);
    const ludo_vec3 arm_1 = m3_apply(&c->R, end[1].point);
    const ludo_vec3 n = m3_apply(&s->R, q_rotate(l->axes[0], v3(0.0, 0.0, 1.0)));
    const ludo_vec3 w = v3_add(v3_sub(c->x, s->x), v3_sub(arm_1, arm_0));
    const double a = v3_dot(n, w), square = a * a + l->rod * l->rod - v3_dot(w, w);
    const bool reaches = square > 0.0;
    const double d = reaches ? sqrt(square) : 0.0, part = reaches ? 1.0 - a / d : 1.0;
    const ludo_vec3 by_w = reaches ? v3_axpy(v3_scale(part, n), 1.0 / d, w) : n;
    tendon_span *span = tendon_only_span(l, out);
    out->length = a - d;
    if (end[0].slot != end[1].slot) {
        const ludo_vec3 none = v3(0.0, 0.0, 0.0);
        wrench_write(span->gradient[0], arm_0, v3_scale(-1.0, by_w),
                     v3_cross(n, v3_scale(part, w)));
        wrench_write(span->gradient[1], arm_1, by_w, none);
    }
}

const tendon_kind ludo_tendon_slider_crank = {
    .name = "slider_crank",
    .joins_sites = true,
    .is_opaque = true,
    .view = crank_view,
    .pull = ludo_tendon_path_pull,
    .rate = ludo_tendon_path_rate,
};
