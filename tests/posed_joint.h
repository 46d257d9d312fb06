/* SPDX-License-Identifier: Apache-2.0
 *
 * Random joints between random poses: compiled as users' joints are, posed as a test wants. */
#ifndef LUDO_TESTS_POSED_JOINT_H
#define LUDO_TESTS_POSED_JOINT_H

#include "model/model.h"
#include "support.h"

/* A joint and the poses of its parent (the world for a free joint) and its child. */
typedef struct posed_joint {
    ludo_model *model;
    joint_data joint;
    pose a, b;
} posed_joint;

static inline ludo_frame random_frame(random_stream *r)
{
    const ludo_vec3 position = random_vec3(r, 1.0);
    return (ludo_frame){position, random_quat(r)};
}

static inline pose random_pose(random_stream *r)
{
    const ludo_vec3 x = random_vec3(r, 2.0);
    return pose_make(x, random_quat(r));
}

static inline twist random_twist(random_stream *r)
{
    const ludo_vec3 v = random_vec3(r, 1.0);
    return (twist){v, random_vec3(r, 1.0)};
}

/* Coordinates of a joint: angles of some turns, lengths of some meters, unit quaternions. */
static inline void random_coordinates(random_stream *r, const joint_kind *kind, double *q)
{
    for (int32_t i = 0; i < kind->position_count; i++) {
        q[i] = random_uniform(r, -20.0, 20.0);
    }
    if (kind->position_count >= 4) {
        const ludo_quat turn = random_quat(r);
        double *last = q + kind->position_count - 4;
        last[0] = turn.w, last[1] = turn.x, last[2] = turn.y, last[3] = turn.z;
    }
}

/* A joint of a kind with random frames, axis and reference, on a tree of two bodies; both bodies
 * anywhere. Closed with posed_joint_close(). */
static inline posed_joint random_joint(random_stream *r, const joint_kind *kind)
{
    ludo_spec *spec = NULL;
    posed_joint p;
    const bool free = kind->dof == JOINT_MAX_DOF;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    for (int i = 0; i < 2; i++) {
        const ludo_body_def body = {
            .mass = 1.0, .com = random_vec3(r, 0.5), .inertia = {1.0, 1.1, 1.2, 0.1, 0.1, 0.1}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    const ludo_joint_def def = {.type = kind->name,
                                .parent = free ? LUDO_WORLD : 0,
                                .child = 1,
                                .in_parent = random_frame(r),
                                .in_child = random_frame(r),
                                .axis = random_vec3(r, 1.0),
                                .reference = random_uniform(r, -1.0, 1.0)};
    assert_int_equal(ludo_spec_add_joint(spec, &def, NULL), LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &p.model, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
    p.joint = p.model->joint[p.model->joints[0].slot];
    p.a = free ? pose_world() : random_pose(r);
    p.b = random_pose(r);
    return p;
}

/* The same with the joint closed, at random coordinates. */
static inline posed_joint random_closed_joint(random_stream *r, const joint_kind *kind)
{
    double q[JOINT_MAX_POSITION];
    posed_joint p = random_joint(r, kind);
    random_coordinates(r, kind, q);
    (void)kind->place(&p.joint, &p.a, q, &p.b);
    return p;
}

static inline void posed_joint_close(posed_joint *p)
{
    ludo_model_destroy(p->model);
}

/* A pose moved by s times a twist: its centre of mass shifted, turned about it, both in the world
 * frame, exactly on the rotation group. */
static inline pose moved_pose(const pose *z, const twist *V, double s)
{
    const double angle = s * v3_norm(V->w);
    const double k = fabs(angle) > 0.0 ? sin(0.5 * angle) / angle : 0.5;
    const ludo_quat turn = q_make(cos(0.5 * angle), v3_scale(k * s, V->w));
    return pose_make(v3_axpy(z->x, s, V->v), q_normalized(q_mul(turn, z->q)));
}

/* X u: the twist of the child that is carried along rigidly by the parent's twist. */
static inline twist carried_twist(const pose *a, const pose *b, const twist *u)
{
    return (twist){v3_add(u->v, v3_cross(u->w, v3_sub(b->x, a->x))), u->w};
}

/* A row of six numbers times a twist. */
static inline double row_times(const double *row, const twist *u)
{
    return v3_dot(v3(row[0], row[1], row[2]), u->v) + v3_dot(v3(row[3], row[4], row[5]), u->w);
}

/* The i-th unit twist. */
static inline twist unit_twist(int i)
{
    double e[6] = {0.0};
    e[i] = 1.0;
    return (twist){v3(e[0], e[1], e[2]), v3(e[3], e[4], e[5])};
}

#endif
