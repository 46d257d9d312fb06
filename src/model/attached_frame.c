/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames that move with bodies, or with the parts of a joint. A body without mass is the child of
 * an intermediate link: a copy of the joint cut short before that body, whose operations give its
 * pose and motion [robots.md 3]. */
#include "model/attached_frame.h"

/* The pose of an intermediate link's origin, and the coordinates of its joint. */
static pose place_intermediate(const placement *at, const attached_frame *on)
{
    const joint_data *j = &at->model->intermediate[on->intermediate];
    double memory[JOINT_MAX_DOF];
    pose link;
    j->kind->place(j, &at->poses[j->parent], at->coordinate + at->model->column[on->slot], &link,
                   memory);
    return link;
}

pose ludo_attached_frame_link(const placement *at, const attached_frame *on)
{
    return on->intermediate >= 0 ? place_intermediate(at, on) : at->poses[on->slot];
}

/* From the link's origin to the point p of the frame, world. */
static ludo_vec3 arm_to(const attached_frame *on, const pose *z, ludo_vec3 p)
{
    return m3_apply(&z->R, v3_add(on->frame.position, q_rotate(on->frame.orientation, p)));
}

ludo_vec3 ludo_attached_frame_point(const placement *at, const attached_frame *on, ludo_vec3 p)
{
    const pose z = ludo_attached_frame_link(at, on);
    return v3_add(z.x, arm_to(on, &z, p));
}

pose ludo_attached_frame_pose(const placement *at, const attached_frame *on)
{
    const pose z = ludo_attached_frame_link(at, on);
    return pose_make(v3_add(z.x, m3_apply(&z.R, on->frame.position)),
                     q_mul(z.q, on->frame.orientation));
}

/* The rates of the joint in a slot: stored with its coordinates, or computed into `room`. */
static const double *rates_of(const placement *at, int32_t slot, const twist *twists,
                              const double *stored_rate, double room[JOINT_MAX_DOF])
{
    const joint_data *j = &at->model->joint[slot];
    const int32_t c = at->model->column[slot], a = j->parent;
    if (!j->kind->unwraps_coordinates) {
        return stored_rate + c;
    }
    const joint_pair pair = {j,          &at->poses[a], &at->poses[slot], at->coordinate + c,
                             &twists[a], &twists[slot]};
    j->kind->rate(&pair, room);
    return room;
}

twist ludo_attached_frame_twist(const placement *at, const attached_frame *on, ludo_vec3 p,
                                const twist *twists, const double *stored_rate)
{
    const pose z = ludo_attached_frame_link(at, on);
    twist V = twists[on->slot];
    if (on->intermediate >= 0) {
        const joint_data *j = &at->model->intermediate[on->intermediate];
        double room[JOINT_MAX_DOF];
        V = j->kind->move(j, &at->poses[j->parent], &z,
                          at->coordinate + at->model->column[on->slot], &twists[j->parent],
                          rates_of(at, on->slot, twists, stored_rate, room));
    }
    return (twist){v3_add(V.v, v3_cross(V.w, arm_to(on, &z, p))), V.w};
}

int32_t ludo_attached_frame_columns(const placement *at, const attached_frame *on, const pose *z,
                                    double *S)
{
    const joint_data *j = &at->model->intermediate[on->intermediate];
    const double *coordinate = at->coordinate + at->model->column[on->slot];
    joint_trace trace[JOINT_MAX_DOF];
    double close[6];
    for (int32_t c = 0; c < j->dof; c++) {
        trace[c] = (joint_trace){coordinate[c], 0.0};
    }
    (void)j->kind->motion(j, &at->poses[j->parent], z, trace, S, close);
    return j->dof;
}

/* Apply a wrench at an intermediate link: it acts on the parent, which moves the link, and on the
 * coordinates of the parts before the link. */
static void apply_at_intermediate(const placement *at, const attached_frame *on, const pose *z,
                                  world_wrench w, double *wrench, double *effort)
{
    const int32_t parent = at->model->intermediate[on->intermediate].parent;
    double S[6 * JOINT_MAX_DOF], *e = effort + at->model->column[on->slot];
    const int32_t columns = ludo_attached_frame_columns(at, on, z, S);
    for (int32_t c = 0; c < columns; c++) {
        const double *s = S + 6 * c;
        e[c] += v3_dot(v3(s[0], s[1], s[2]), w.force) + v3_dot(v3(s[3], s[4], s[5]), w.torque);
    }
    const ludo_vec3 moment = v3_cross(v3_sub(z->x, at->poses[parent].x), w.force);
    wrench_add(wrench, parent, w.force, v3_add(w.torque, moment));
}

void ludo_attached_frame_apply(const placement *at, const attached_frame *on, ludo_vec3 p,
                               world_wrench w, double *wrench, double *effort)
{
    const pose z = ludo_attached_frame_link(at, on);
    const world_wrench there = {w.force, v3_add(w.torque, v3_cross(arm_to(on, &z, p), w.force))};
    if (on->intermediate >= 0) {
        apply_at_intermediate(at, on, &z, there, wrench, effort);
    } else {
        wrench_add(wrench, on->slot, there.force, there.torque);
    }
}
