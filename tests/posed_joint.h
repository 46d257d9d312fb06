/* SPDX-License-Identifier: Apache-2.0
 *
 * Random joints between random poses: compiled through the public interface, posed by the test. */
#ifndef LUDO_TESTS_POSED_JOINT_H
#define LUDO_TESTS_POSED_JOINT_H

#include "model/model.h"
#include "support.h"

/* A joint, the poses of its parent (the world for a free joint) and its child, its memory. */
typedef struct posed_joint {
    ludo_model *model;
    joint_data joint;
    pose a, b;
    double memory[JOINT_MAX_DOF];
} posed_joint;

/* The joint kinds whose coordinates can be read from poses: all except composite kinds, which have
 * tests of their own. Returns kind k modulo their number. */
static inline const joint_kind *posed_kind(uint64_t k)
{
    const joint_kind *kind[32];
    uint64_t count = 0;
    for (int32_t i = 0; i < ludo_joint_kind_count(); i++) {
        if (!kind_has_parts(ludo_joint_kind_at(i))) {
            kind[count++] = ludo_joint_kind_at(i);
        }
    }
    return kind[k % count];
}

/* Scalar coordinates of a kind; they come first. */
static inline int32_t scalars_of(const joint_kind *kind)
{
    return kind->position_count > kind->dof ? kind->dof - 3 : kind->dof;
}

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

/* Coordinates of a joint: angles of several revolutions, lengths of several metres, unit
 * quaternions. */
static inline void random_coordinates(random_stream *r, const joint_kind *kind, double *q)
{
    for (int32_t i = 0; i < kind->position_count; i++) {
        q[i] = random_uniform(r, -20.0, 20.0);
    }
    if (kind->position_count > kind->dof) {
        const ludo_quat turn = random_quat(r);
        double *last = q + kind->position_count - 4;
        last[0] = turn.w, last[1] = turn.x, last[2] = turn.y, last[3] = turn.z;
    }
}

/* A joint of a kind with random frames, axes and reference. */
static inline ludo_joint_def random_joint_def(random_stream *r, const joint_kind *kind)
{
    const bool free = kind->dof == JOINT_MAX_DOF;
    ludo_joint_def def = {
        .struct_size = sizeof def, .type = kind->name, .parent = free ? LUDO_WORLD : 0, .child = 1};
    def.in_parent = random_frame(r);
    def.in_child = random_frame(r);
    def.axis = random_vec3(r, 1.0);
    def.reference = random_uniform(r, -1.0, 1.0); /* of hinge and slide only */
    if (kind->has_second_axis) {
        def.axis2 = v3_cross(def.axis, random_vec3(r, 1.0));
    }
    return def;
}

/* A joint of this definition on a tree of two bodies in random poses. posed_joint_close() frees
 * it. */
static inline posed_joint defined_joint(random_stream *r, const ludo_joint_def *def)
{
    ludo_spec *spec = NULL;
    posed_joint p = {.model = NULL};
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    for (int i = 0; i < 2; i++) {
        const ludo_body_def body = {.struct_size = sizeof body,
                                    .mass = 1.0,
                                    .com = random_vec3(r, 0.5),
                                    .inertia = {1.0, 1.1, 1.2, 0.1, 0.1, 0.1}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    assert_int_equal(ludo_spec_add_joint(spec, def, NULL), LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &p.model, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
    p.joint = p.model->joint[p.model->joints[0].slot];
    p.a = def->parent == LUDO_WORLD ? pose_world() : random_pose(r);
    p.b = random_pose(r);
    return p;
}

static inline posed_joint random_joint(random_stream *r, const joint_kind *kind)
{
    const ludo_joint_def def = random_joint_def(r, kind);
    return defined_joint(r, &def);
}

/* A random joint of a kind, closed at random coordinates. */
static inline posed_joint random_closed_joint(random_stream *r, const joint_kind *kind)
{
    double q[JOINT_MAX_POSITION];
    posed_joint p = random_joint(r, kind);
    random_coordinates(r, kind, q);
    kind->place(&p.joint, &p.a, q, &p.b, p.memory);
    return p;
}

static inline void posed_joint_close(posed_joint *p)
{
    ludo_model_destroy(p->model);
}

/* A pose moved by s times a twist: its centre of mass is shifted and its orientation rotated, in
 * the world frame, exactly on the rotation group. */
static inline pose moved_pose(const pose *z, const twist *V, double s)
{
    const double angle = s * v3_norm(V->w);
    const double k = fabs(angle) > 0.0 ? sin(0.5 * angle) / angle : 0.5;
    const ludo_quat turn = q_make(cos(0.5 * angle), v3_scale(k * s, V->w));
    return pose_make(v3_axpy(z->x, s, V->v), q_normalized(q_mul(turn, z->q)));
}

/* X u: the twist of the child as a rigid extension of the parent. */
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

/* A closed joint in motion: the parent at a random twist, the child at random joint rates. */
typedef struct moving_joint {
    posed_joint p;
    twist va, vb;
    double rate[JOINT_MAX_DOF];
} moving_joint;

static inline moving_joint random_motion(random_stream *r, const joint_kind *kind)
{
    moving_joint m = {.p = random_closed_joint(r, kind)};
    m.va = random_twist(r);
    if (kind->dof == JOINT_MAX_DOF) {
        m.va = (twist){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}; /* the world is fixed */
    }
    for (int32_t i = 0; i < kind->dof; i++) {
        m.rate[i] = random_uniform(r, -1.0, 1.0);
    }
    m.vb = kind->move(&m.p.joint, &m.p.a, &m.p.b, m.p.memory, &m.va, m.rate);
    return m;
}

/* The coordinates at time dt from now, both bodies at constant twists. */
static inline void position_after(const moving_joint *m, double dt, double *q)
{
    const pose a = moved_pose(&m->p.a, &m->va, dt), b = moved_pose(&m->p.b, &m->vb, dt);
    m->p.joint.kind->position(&m->p.joint, &a, &b, m->p.memory, q);
}

#endif
