/* SPDX-License-Identifier: Apache-2.0
 *
 * From the twist of a body to that of an element in its axes, and from its force to a wrench: with
 * the element's axes E in the world and its arm a from the centre of mass,
 *
 *     w' = E^T w,    v' = E^T ( v - [a]x w - wind )
 *     f  = E f',     torque = E n' + a x f */
#include "drag/drag.h"

#include "drag/small.h"

/* E A E^T */
static mat3 turned(const mat3 *E, const double *D, int row, int column)
{
    mat3 A;
    for (int i = 0; i < 9; i++) {
        A.m[i] = D[6 * (row + i / 3) + column + i % 3];
    }
    return m3_mul_t(m3_mul(*E, A), *E);
}

/* With D_xy the blocks of the law in world axes, x of n, f and y of w, v:
 *
 *     f by v, w:         D_fv                  D_fw - D_fv [a]x
 *     torque by v, w:    D_nv + [a]x D_fv      D_nw - D_nv [a]x + [a]x (D_fw - D_fv [a]x) */
static void refer(const mat3 *E, ludo_vec3 a, const double *D, double *out)
{
    const mat3 nw = turned(E, D, 0, 0), nv = turned(E, D, 0, 3);
    const mat3 fw = turned(E, D, 3, 0), fv = turned(E, D, 3, 3);
    const mat3 across = m3_skew(a), back = m3_skew(v3_scale(-1.0, a));
    const mat3 f_w = m3_sum(fw, m3_mul(fv, back));
    const mat3 t_v = m3_sum(nv, m3_mul(across, fv));
    const mat3 t_w = m3_sum(m3_sum(nw, m3_mul(nv, back)), m3_mul(across, f_w));
    put_blocks(out, &fv, &f_w, &t_v, &t_w);
}

drag_wrench ludo_drag_on_body(const drag_data *d, const ludo_medium *m, const mat3 *R, twist V,
                              bool derivative)
{
    const mat3 E = m3_mul(*R, d->axes);
    const ludo_vec3 arm = m3_apply(R, d->center);
    const ludo_vec3 v = v3_sub(v3_add(V.v, v3_cross(V.w, arm)), m->wind);
    double local[6], F[6], D[36];
    drag_wrench out;
    put_six(local, m3_apply_t(&E, V.w), m3_apply_t(&E, v));
    d->kind->force(d, m, local, F, derivative ? D : NULL);
    out.force = m3_apply(&E, v3_at(F + 3));
    out.torque = v3_add(m3_apply(&E, v3_at(F)), v3_cross(arm, out.force));
    if (derivative) {
        refer(&E, arm, D, out.by_twist);
    }
    return out;
}
