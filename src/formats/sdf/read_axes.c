/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF: axes of joints, with their limits and dynamics. */
#include "formats/sdf/read.h"

#include <math.h>
#include <string.h>

/* The frame whose axes an axis has: the joint's, or that of its model in old files. */
static int32_t axis_frame(sdf *s, int32_t joint, int32_t axis, int32_t xyz)
{
    const char *name = xyz >= 0 ? ludo_xml_attribute(s->r.doc, xyz, "expressed_in") : NULL;
    if (name != NULL && *name != '\0') {
        return ludo_sdf_frame_named(s, joint, xyz, name);
    }
    const bool old = ludo_sdf_version(s, joint) < 5;
    return ludo_sdf_flag(s, axis, "use_parent_model_frame", old) ? ludo_sdf_space(s, joint) : joint;
}

ludo_vec3 ludo_sdf_axis(sdf *s, int32_t joint, int32_t axis)
{
    double n[3] = {0.0, 0.0, 1.0};
    const int32_t xyz = ludo_reader_child(&s->r, axis, "xyz");
    const int32_t frame = axis_frame(s, joint, axis, xyz);
    (void)ludo_sdf_vector(s, axis, "xyz", 3, n);
    if (!v3_has_direction(v3_at(n))) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, xyz, "is zero: it must have a direction");
        return v3(0.0, 0.0, 1.0);
    }
    const ludo_vec3 given = v3_unit(v3_at(n));
    return frame < 0 || frame == joint
               ? given
               : q_rotate(ludo_sdf_between(s, joint, frame).orientation, given);
}

/* A range; without either end there is none. */
static void read_range(sdf *s, int32_t limit, ludo_dof_def *along, bool *lock)
{
    const double lower = ludo_sdf_bound(s, limit, "lower", -SDF_UNBOUNDED);
    const double upper = ludo_sdf_bound(s, limit, "upper", SDF_UNBOUNDED);
    if (lower > upper) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, limit, "'lower' is above 'upper'");
    }
    if (lower <= -SDF_UNBOUNDED && upper >= SDF_UNBOUNDED) {
        return;
    }
    *lock = lower == upper;
    along->limited = !*lock;
    along->range[0] = lower;
    along->range[1] = upper;
}

/* A largest force or rate; a negative or huge one is none. */
static double read_most(sdf *s, int32_t limit, const char *name)
{
    const double most = ludo_sdf_bound(s, limit, name, SDF_UNBOUNDED);
    return most < 0.0 || most >= SDF_UNBOUNDED ? 0.0 : most;
}

void ludo_sdf_read_along(sdf *s, int32_t axis, ludo_dof_def *along, bool *lock)
{
    const int32_t limit = ludo_reader_child(&s->r, axis, "limit");
    const int32_t dynamics = ludo_reader_child(&s->r, axis, "dynamics");
    *lock = false;
    if (limit >= 0) {
        read_range(s, limit, along, lock);
        along->effort = read_most(s, limit, "effort");
        along->speed = read_most(s, limit, "velocity");
    }
    if (dynamics >= 0) {
        along->damping = ludo_sdf_positive(s, dynamics, "damping", 0.0);
        along->friction_loss = ludo_sdf_positive(s, dynamics, "friction", 0.0);
        along->stiffness = ludo_sdf_positive(s, dynamics, "spring_stiffness", 0.0);
        along->rest =
            along->stiffness > 0.0 ? ludo_sdf_number(s, dynamics, "spring_reference", 0.0) : 0.0;
    }
}
