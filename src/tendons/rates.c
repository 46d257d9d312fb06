/* SPDX-License-Identifier: Apache-2.0
 *
 * A direction in the rates of a ball or a free joint, with the weights `gear` (force, torque): a
 * unit force along it does the work of the weighted rates.
 *
 *     ball    a torque along axes of the joint frame on the child, and its opposite on the parent
 *     free    a force along axes of the world at the origin of the body, and a torque
 *
 * The axes of the torque are those of the child (`rates`) or those of the parent or the world
 * (`rates_in_parent`). With the rotation vector theta of the child's frame in the parent's, which
 * is the same in both axes,
 *
 *     L = gear_t.theta,    0 of a free joint
 *
 * L is not the integral of the weighted rates: the work over an interval is that of the
 * displacement and of the relative rotation between its ends (rates_change). */
#include "math/rotation_vector.h"
#include "tendons/list.h"
#include "tendons/wrench.h"

static bool is_in_parent(const tendon_data *l)
{
    return l->kind == &ludo_tendon_rates_in_parent;
}

static void rates_view(const tendon_data *l, const pose *poses, const double *phi, tendon_view *out)
{
    (void)phi;
    const wrench_frames f = frames_of(l, poses);
    const ludo_vec3 force = q_rotate(f.at_origin, force_gear(l));
    const ludo_vec3 torque = q_rotate(is_in_parent(l) ? f.at_origin : f.at_point, torque_gear(l));
    tendon_span *s = tendon_only_span(l, out);
    wrench_write(s->gradient[1], v3_sub(f.point, poses[s->slot[1]].x), force, torque);
    out->length = 0.0;
    if (l->has_reference) {
        wrench_write(s->gradient[0], v3_sub(f.point, poses[s->slot[0]].x), v3_scale(-1.0, force),
                     v3_scale(-1.0, torque));
        out->length = v3_dot(torque_gear(l), q_rotation_vector(seen_turn(&f)));
    }
}

static double rates_change(const tendon_data *l, const pose *from, const pose *to)
{
    const wrench_frames a = frames_of(l, from), b = frames_of(l, to);
    const ludo_quat before = seen_turn(&a), after = seen_turn(&b);
    const ludo_quat turn =
        is_in_parent(l) ? q_mul(after, q_conj(before)) : q_mul(q_conj(before), after);
    return v3_dot(force_gear(l), v3_sub(seen_point(&b), seen_point(&a))) +
           v3_dot(torque_gear(l), q_rotation_vector(turn));
}

const tendon_kind ludo_tendon_rates = {
    .name = "rates",
    .of_rates = true,
    .is_opaque = true,
    .view = rates_view,
    .change = rates_change,
    .pull = ludo_tendon_path_pull,
    .rate = ludo_tendon_path_rate,
};

const tendon_kind ludo_tendon_rates_in_parent = {
    .name = "rates_in_parent",
    .of_rates = true,
    .is_opaque = true,
    .view = rates_view,
    .change = rates_change,
    .pull = ludo_tendon_path_pull,
    .rate = ludo_tendon_path_rate,
};
