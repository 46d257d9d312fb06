/* SPDX-License-Identifier: Apache-2.0
 *
 * A wrench on a body at a point of it, with the components `gear` (force, torque) along the axes of
 * a frame: that of the point itself, or one of another body, which then takes the opposite wrench
 * at the same point. The momentum of the two is kept.
 *
 * With the axes Q of the frame, f and t the force and torque Q gear, x the point, o the origin of
 * the reference frame and theta its rotation vector to the frame of the point,
 *
 *     L = gear_f.( Q^T ( x - o ) ) + gear_t.theta      (without a reference 0)
 *     virtual work of a unit force: f.dx + t.dphi, relative to the body of the reference
 *
 * The force along x - o is the gradient of L; the torque is that of no length, nor is a wrench in
 * the axes of its own body. So the work over an interval is that of the mean of the axes at both
 * ends, over the displacement and the rotation between them. */
#include "tendons/wrench.h"

#include "math/rotation_vector.h"
#include "tendons/list.h"

static void wrench_view(const tendon_data *l, const pose *poses, const double *phi,
                        tendon_view *out)
{
    (void)phi;
    const wrench_frames f = frames_of(l, poses);
    const ludo_quat axes = l->has_reference ? f.at_origin : f.at_point;
    const ludo_vec3 force = q_rotate(axes, force_gear(l)), torque = q_rotate(axes, torque_gear(l));
    tendon_span *s = tendon_only_span(l, out);
    if (s->slot[0] != s->slot[1] || !l->has_reference) {
        wrench_write(s->gradient[1], v3_sub(f.point, poses[s->slot[1]].x), force, torque);
    }
    out->length = 0.0;
    if (l->has_reference) {
        out->length = v3_dot(force_gear(l), seen_point(&f)) +
                      v3_dot(torque_gear(l), q_rotation_vector(seen_turn(&f)));
    }
    if (l->has_reference && s->slot[0] != s->slot[1]) {
        wrench_write(s->gradient[0], v3_sub(f.point, poses[s->slot[0]].x), v3_scale(-1.0, force),
                     v3_scale(-1.0, torque));
    }
}

/* The mean over both ends of a vector in moving axes. */
static ludo_vec3 mean_of(ludo_quat from, ludo_quat to, ludo_vec3 v)
{
    return v3_scale(0.5, v3_add(q_rotate(from, v), q_rotate(to, v)));
}

static double wrench_change(const tendon_data *l, const pose *from, const pose *to)
{
    const wrench_frames a = frames_of(l, from), b = frames_of(l, to);
    if (l->has_reference) {
        const ludo_vec3 way = v3_sub(seen_point(&b), seen_point(&a));
        const ludo_quat turn = q_mul(seen_turn(&b), q_conj(seen_turn(&a)));
        return v3_dot(force_gear(l), way) + v3_dot(torque_gear(l), q_rotation_vector(turn));
    }
    const ludo_vec3 way = v3_sub(b.point, a.point);
    const ludo_vec3 turn = q_rotation_vector(q_mul(b.at_point, q_conj(a.at_point)));
    return v3_dot(mean_of(a.at_point, b.at_point, force_gear(l)), way) +
           v3_dot(mean_of(a.at_point, b.at_point, torque_gear(l)), turn);
}

const tendon_kind ludo_tendon_wrench = {
    .name = "wrench",
    .joins_sites = true,
    .is_opaque = true,
    .view = wrench_view,
    .change = wrench_change,
    .pull = ludo_tendon_path_pull,
    .rate = ludo_tendon_path_rate,
};
