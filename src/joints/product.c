/* SPDX-License-Identifier: Apache-2.0
 *
 * The scalar operations of joint types that are products. */
#include "joints/product.h"

#include "joints/axis_rotation.h"
#include "joints/coordinate.h"
#include "joints/length.h"
#include "joints/links.h"
#include "joints/orientation.h"

/* The free directions of translation, parent's frame; returns their number. */
static int32_t free_directions(const joint_data *j, ludo_vec3 d[3])
{
    switch (j->kind->translation) {
    case SPAN_PLANE:
        d[0] = j->n;
        return 1;
    case SPAN_AXIS:
        d[0] = j->P[0], d[1] = j->P[1];
        return 2;
    case SPAN_NONE:
        d[0] = j->P[0], d[1] = j->P[1], d[2] = j->n;
        return 3;
    case SPAN_ALL:
        break;
    }
    return 0;
}

void ludo_joint_product_rest(const joint_data *j, double *q)
{
    const int32_t scalars = joint_scalars(j);
    for (int32_t c = 0; c < scalars; c++) {
        q[c] = j->reference;
    }
    if (j->kind->rotation == SPAN_NONE) {
        write_quat(q + scalars, q_identity());
    }
}

void ludo_joint_product_position(const joint_data *j, const pose *a, const pose *b,
                                 const double *memory, double *q)
{
    const int32_t scalars = joint_scalars(j);
    if (scalars > 0) {
        ludo_joint_scalars(j, a, b, memory, q);
    }
    if (j->kind->rotation == SPAN_NONE) {
        orientation_position(j, a, b, q + scalars);
    }
}

void ludo_joint_product_rate(const joint_pair *p, double *rate)
{
    const joint_data *j = p->j;
    ludo_vec3 d[3];
    const int32_t lengths = free_directions(j, d);
    if (lengths > 0) {
        const ludo_vec3 slip = anchor_slip(p->a, p->b, anchor_arm(j->p_b, *p->b), p->va, p->vb);
        for (int32_t i = 0; i < lengths; i++) {
            rate[i] = along(p->a, d[i], slip);
        }
    }
    if (j->kind->rotation == SPAN_PLANE) {
        rate[lengths] = axis_rate(j, p->a, p->va, p->vb);
    } else if (j->kind->rotation == SPAN_NONE) {
        orientation_rate(j, p->b, p->va, p->vb, rate + lengths);
    }
}

void ludo_joint_product_place(const joint_data *j, const pose *a, const double *q, pose *b,
                              double *memory)
{
    ludo_vec3 d[3], offset = v3(0.0, 0.0, 0.0);
    const int32_t lengths = free_directions(j, d);
    for (int32_t i = 0; i < lengths; i++) {
        const double length = q[i] - j->reference;
        offset = i == 0 ? v3_scale(length, d[0]) : v3_axpy(offset, length, d[i]);
    }
    const joint_span held = j->kind->rotation;
    const ludo_quat q_b = held == SPAN_ALL     ? q_mul(a->q, j->q_off)
                          : held == SPAN_PLANE ? axis_orientation(j, a, q[lengths] - j->reference)
                                               : orientation_place(j, a, q + lengths);
    *b = anchor_pose(j, a, q_b, offset);
    if (j->dof > 0) {
        ludo_joint_store(j, a, b, q, memory);
    }
}

twist ludo_joint_product_move(const joint_data *j, const pose *a, const pose *b,
                              const double *memory, const twist *va, const double *rate)
{
    (void)memory;
    ludo_vec3 d[3], slip = v3(0.0, 0.0, 0.0);
    const int32_t lengths = free_directions(j, d);
    if (lengths == 1) { /* in this order of factors, for equal bits with older versions */
        slip = v3_scale(rate[0], m3_apply(&a->R, d[0]));
    } else if (lengths > 1) {
        const ludo_vec3 plane = v3_axpy(v3_scale(rate[0], d[0]), rate[1], d[1]);
        slip = m3_apply(&a->R, lengths > 2 ? v3_axpy(plane, rate[2], d[2]) : plane);
    }
    const joint_span held = j->kind->rotation;
    const ludo_vec3 w_b = held == SPAN_ALL     ? va->w
                          : held == SPAN_PLANE ? axis_spin(j, a, va, rate[lengths])
                                               : orientation_move(j, b, va, rate + lengths);
    return anchor_twist(j, a, b, va, w_b, slip);
}

joint_links ludo_joint_product_links(const joint_data *j)
{
    ludo_vec3 d[3];
    const int32_t lengths = free_directions(j, d);
    if (j->kind->rotation == SPAN_NONE) {
        return links_of_ball(j, lengths, d);
    }
    joint_links l = links_of_body(j);
    for (int32_t i = 0; i < lengths; i++) {
        links_add_slide(&l, j, d[i]);
    }
    if (j->kind->rotation == SPAN_PLANE) {
        links_add_hinge(&l, j, j->n);
    }
    if (l.count == 0) {
        links_add(&l, j, j->q_off, LINK_RIGID, v3(0.0, 0.0, 0.0));
    }
    return l;
}
