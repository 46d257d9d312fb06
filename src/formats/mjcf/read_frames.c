/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames in MJCF: a position and an orientation in one of five forms. */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"

/* The unit vector of three numbers; a failure if they are zero. */
static ludo_vec3 direction(mjcf *r, int32_t element, const char *name, const double n[3])
{
    const ludo_vec3 v = v3(n[0], n[1], n[2]);
    if (!v3_has_direction(v)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "attribute '%s' is zero: it must have a direction", name);
        return v3(0.0, 0.0, 1.0);
    }
    return v3_unit(v);
}

bool ludo_mjcf_quat(mjcf *r, int32_t element, const char *name, ludo_quat *out)
{
    double n[4];
    if (!ludo_reader_numbers(&r->base, element, name, 4, n)) {
        return false;
    }
    const ludo_quat q = {n[0], n[1], n[2], n[3]};
    if (!q_has_rotation(q)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "attribute '%s' is zero: it must be a rotation", name);
        return false;
    }
    *out = q_normalized(q);
    return true;
}

/* Moving axes multiply from the right, fixed ones from the left. */
static ludo_quat from_euler(const mjcf *r, int32_t element, const double angles[3])
{
    ludo_quat q = q_identity();
    for (int i = 0; i < 3; i++) {
        const char c = mjcf_part_of(r, element)->euler[i];
        const bool fixed = c == 'X' || c == 'Y' || c == 'Z';
        const ludo_vec3 axis = v3(c == 'x' || c == 'X', c == 'y' || c == 'Y', c == 'z' || c == 'Z');
        const ludo_quat turn = q_about(axis, ludo_mjcf_angle(r, element, angles[i]));
        q = fixed ? q_mul(turn, q) : q_mul(q, turn);
    }
    return q_normalized(q);
}

/* The quaternion of a rotation matrix with orthonormal columns x, y, z: the largest component comes
 * from the diagonal. */
static ludo_quat from_columns(ludo_vec3 x, ludo_vec3 y, ludo_vec3 z)
{
    const double w4 = 1.0 + x.x + y.y + z.z, x4 = 1.0 + x.x - y.y - z.z;
    const double y4 = 1.0 - x.x + y.y - z.z, z4 = 1.0 - x.x - y.y + z.z;
    if (w4 >= x4 && w4 >= y4 && w4 >= z4) {
        return q_normalized((ludo_quat){w4, y.z - z.y, z.x - x.z, x.y - y.x});
    }
    if (x4 >= y4 && x4 >= z4) {
        return q_normalized((ludo_quat){y.z - z.y, x4, x.y + y.x, z.x + x.z});
    }
    if (y4 >= z4) {
        return q_normalized((ludo_quat){z.x - x.z, x.y + y.x, y4, y.z + z.y});
    }
    return q_normalized((ludo_quat){x.y - y.x, z.x + x.z, y.z + z.y, z4});
}

/* Orthogonalize y against x. */
static ludo_quat from_axes(mjcf *r, int32_t element, const double n[6])
{
    const ludo_vec3 x = direction(r, element, "xyaxes", n);
    const ludo_vec3 given = v3(n[3], n[4], n[5]);
    const ludo_vec3 off = v3_axpy(given, -v3_dot(x, given), x);
    const double left[3] = {off.x, off.y, off.z};
    const ludo_vec3 y = direction(r, element, "xyaxes", left);
    return from_columns(x, y, v3_cross(x, y));
}

/* The shortest rotation of (0, 0, 1) onto a unit vector; about x if it is (0, 0, -1), or so close
 * that the axis is rounding noise. */
static ludo_quat from_z(ludo_vec3 z)
{
    const ludo_vec3 axis = v3_cross(v3(0.0, 0.0, 1.0), z);
    const double sine = v3_norm(axis);
    if (z.z < 0.0 && sine <= 1e-7) {
        return (ludo_quat){0.0, 1.0, 0.0, 0.0};
    }
    return sine > 0.0 ? q_about(v3_scale(1.0 / sine, axis), ludo_atan2(sine, z.z)) : q_identity();
}

const char ludo_mjcf_orientations[] = "quat axisangle euler xyaxes zaxis";

/* The orientation in the form that the element itself gives. */
static ludo_quat said(mjcf *r, int32_t element)
{
    double n[6];
    ludo_quat q = q_identity();
    int forms = ludo_mjcf_quat(r, element, "quat", &q) ? 1 : 0;
    if (ludo_reader_numbers(&r->base, element, "axisangle", 4, n)) {
        q = q_about(direction(r, element, "axisangle", n), ludo_mjcf_angle(r, element, n[3]));
        forms++;
    }
    if (ludo_reader_numbers(&r->base, element, "euler", 3, n)) {
        q = from_euler(r, element, n);
        forms++;
    }
    if (ludo_reader_numbers(&r->base, element, "xyaxes", 6, n)) {
        q = from_axes(r, element, n);
        forms++;
    }
    if (ludo_reader_numbers(&r->base, element, "zaxis", 3, n)) {
        q = from_z(direction(r, element, "zaxis", n));
        forms++;
    }
    if (forms > 1) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "gives its orientation in more than one form: keep one");
    }
    return q;
}

/* From one point to another: origin at the midpoint, z axis towards the first. */
static ludo_frame between(mjcf *r, int32_t element, const double n[6])
{
    const ludo_vec3 a = v3(n[0], n[1], n[2]), b = v3(n[3], n[4], n[5]), off = v3_sub(a, b);
    const double z[3] = {off.x, off.y, off.z};
    double pos[3] = {0.0, 0.0, 0.0};
    (void)ludo_mjcf_numbers(r, element, "pos", 3, pos);
    if (pos[0] != 0.0 || pos[1] != 0.0 || pos[2] != 0.0) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element, "has both 'pos' and 'fromto': keep one");
    }
    return (ludo_frame){v3_scale(0.5, v3_add(a, b)), from_z(direction(r, element, "fromto", z))};
}

ludo_frame ludo_mjcf_frame(mjcf *r, int32_t element)
{
    double n[6] = {0.0, 0.0, 0.0};
    if (ludo_mjcf_numbers(r, element, "fromto", 6, n)) {
        return between(r, element, n);
    }
    (void)ludo_mjcf_numbers(r, element, "pos", 3, n);
    /* an own orientation overrides all forms of the default classes */
    const int32_t source = ludo_mjcf_find_template(r, element, ludo_mjcf_orientations);
    return (ludo_frame){v3(n[0], n[1], n[2]), source >= 0 ? said(r, source) : q_identity()};
}
