/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF constraints, the element that is proposed for cut joints of closed loops:
 *
 *     <constraint name type>
 *       <parent link/> <parent_origin xyz rpy/> <parent_axis xyz/>
 *       <child link/>  <child_origin xyz rpy/>  <child_axis xyz/>
 *     </constraint>
 *
 * Its axes may differ in the two frames, where a closure has one axis in both: the frame on the
 * child is turned by the shortest rotation between them. */
#include "formats/urdf/read.h"

/* The rotation of unit vector `a` onto `b`, the shortest one. */
static ludo_quat rotation_between(ludo_vec3 a, ludo_vec3 b)
{
    const double w = 1.0 + v3_dot(a, b);
    if (w > 1e-12) {
        return q_normalized(q_make(w, v3_cross(a, b)));
    }
    ludo_vec3 aside[2];
    v3_span_plane(a, aside); /* half a turn about any direction orthogonal to a */
    return q_make(0.0, aside[0]);
}

/* The frame of an optional origin on a link. */
static ludo_frame read_frame(urdf *u, int32_t constraint, const char *origin)
{
    const int32_t element = ludo_reader_child(&u->r, constraint, origin);
    return element >= 0 ? ludo_urdf_frame(u, element) : frame_identity();
}

static int32_t read_link(urdf *u, int32_t constraint, const char *end)
{
    const int32_t element = ludo_reader_needed(&u->r, constraint, end);
    const int32_t link = element >= 0 ? ludo_urdf_named(u, FAMILY_LINK, element, "link") : -1;
    return link >= 0 ? u->scope[link].number : LUDO_WORLD;
}

/* The axes, in the joint frame of a closure. */
static void read_axes(urdf *u, int32_t constraint, const urdf_joint_type *type, ludo_joint_def *def)
{
    if (type->axes == 0) {
        return;
    }
    def->axis = ludo_urdf_axis(u, constraint, "parent_axis", v3(1.0, 0.0, 0.0));
    const ludo_vec3 on_child =
        ludo_urdf_axis(u, constraint, "child_axis", type->axes > 1 ? v3(0.0, 1.0, 0.0) : def->axis);
    if (type->axes > 1) {
        def->axis2 = on_child;
    } else if (v3_norm(v3_sub(on_child, def->axis)) > 0.0) {
        def->in_child.orientation =
            q_mul(def->in_child.orientation, rotation_between(def->axis, on_child));
    }
}

void ludo_urdf_add_constraint(urdf *u, int32_t constraint)
{
    reader *r = &u->r;
    const urdf_joint_type *type = ludo_urdf_joint_type(u, constraint, true);
    ludo_joint_def def = {.struct_size = sizeof def,
                          .name = ludo_xml_attribute(r->doc, constraint, "name"),
                          .type = type->type,
                          .parent = read_link(u, constraint, "parent"),
                          .child = read_link(u, constraint, "child"),
                          .in_parent = read_frame(u, constraint, "parent_origin"),
                          .in_child = read_frame(u, constraint, "child_origin"),
                          .place = xml_place(r->doc, constraint)};
    read_axes(u, constraint, type, &def);
    ludo_urdf_add_closure(u, constraint, &def);
}
