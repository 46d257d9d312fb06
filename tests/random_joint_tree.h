/* SPDX-License-Identifier: Apache-2.0
 *
 * Trees of every type of joint in random joint coordinates, and comparisons of their poses. */
#ifndef LUDO_TESTS_RANDOM_JOINT_TREE_H
#define LUDO_TESTS_RANDOM_JOINT_TREE_H

#include "joints/list.h"
#include "open_tree.h"

enum { SEEDS = 40, BODIES = 13, FLOATING_BODIES = 14 };

/* A dozen joints in series with arms of a metre, angles of several revolutions. */
static const double round_off = 1e-13;

/* All types of joint except the spherical one; floating for odd seeds. */
static inline open_tree tree_of_everything(uint64_t seed)
{
    ludo_spec *spec = NULL;
    const bool floating = seed % 2 == 1;
    const ludo_scene_everything_options options = {.bodies = floating ? FLOATING_BODIES : BODIES,
                                                   .seed = seed,
                                                   .floating = floating,
                                                   .stiffness = 1.0};
    const ludo_status built = ludo_scene_everything(&options, NULL, &spec);
    return open_tree_of_scene(built, spec);
}

/* A chain of spherical joints. */
static inline open_tree spherical_chain(void)
{
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_joint_chain("hinge+hinge+hinge", 3, NULL, &spec);
    assert_int_equal(ludo_spec_set_option(spec, "merge", &(double){1.0}, 1), LUDO_OK);
    open_tree t = open_tree_of_scene(built, spec);
    assert_ptr_equal(t.model->joint[0].kind, &ludo_joint_spherical);
    return t;
}

static inline open_tree shaken_tree(uint64_t seed)
{
    random_stream r = random_from(seed);
    open_tree t = seed % 8 == 0 ? spherical_chain() : tree_of_everything(seed);
    open_tree_shake(&t, &r);
    return t;
}

static inline void check_vectors(ludo_vec3 a, ludo_vec3 b, double tolerance)
{
    CHECK_NEAR(a.x, b.x, tolerance);
    CHECK_NEAR(a.y, b.y, tolerance);
    CHECK_NEAR(a.z, b.z, tolerance);
}

/* Equal up to the sign of the quaternion. */
static inline void check_poses(const pose *a, const pose *b, double tolerance)
{
    check_vectors(a->x, b->x, tolerance);
    check_vectors(q_vector(a->q), q_vector(b->q), tolerance);
    CHECK_NEAR(a->q.w, b->q.w, tolerance);
}

static inline void check_twists(const twist *a, const twist *b, double tolerance)
{
    check_vectors(a->v, b->v, tolerance);
    check_vectors(a->w, b->w, tolerance);
}

static inline void check_numbers(const double *a, const double *b, int32_t count, double tolerance)
{
    for (int32_t i = 0; i < count; i++) {
        CHECK_NEAR(a[i], b[i], tolerance);
    }
}

/* The tree moved from its knot to y + s dy, at the rates dy; origins are those of the knot. */
static inline void look(open_tree *t, double s)
{
    double y[128];
    for (int32_t c = 0; c < t->tree.columns; c++) {
        y[c] = t->y[c] + s * t->dy[c];
    }
    ludo_tree_place_origins(&t->tree, t->q, t->origin);
    ludo_tree_down(&t->tree, t->q, y, t->dy, &t->at);
}

/* Poses and memory by the operations of each joint. */
static inline void place_by_joints(const open_tree *t, const double *position, pose *poses,
                                   double *memory)
{
    for (int32_t s = 0; s < t->model->slots; s++) {
        const joint_data *j = &t->model->joint[s];
        j->kind->place(j, &poses[j->parent], position + t->model->position[s], &poses[s],
                       memory + t->model->column[s]);
    }
}

/* Coordinates of joints, by body index. */
static inline void random_position(const open_tree *t, random_stream *r, double *position)
{
    for (int32_t i = 0; i < t->model->position_count; i++) {
        position[i] = random_uniform(r, -3.0, 3.0);
    }
}

/* Twists by the operations of each joint. */
static inline void move_by_joints(open_tree *t, const double *rate)
{
    for (int32_t s = 0; s < t->model->slots; s++) {
        const joint_data *j = &t->model->joint[s];
        const int32_t c = t->model->column[s];
        t->twists[s] = j->kind->move(j, &t->poses[j->parent], &t->poses[s], t->memory + c,
                                     &t->twists[j->parent], rate + c);
        for (int32_t i = 0; i < j->dof; i++) {
            t->stored_rate[c + i] = rate[c + i];
        }
    }
}

#endif
