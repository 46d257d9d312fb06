/* SPDX-License-Identifier: Apache-2.0
 *
 * Knots: coordinates and rates of nodes from poses and twists of bodies, and back. Joint by joint,
 * each relative to its parent body, so that joints are closed to round-off however long a chain is.
 *
 * The coordinates of a joint that ends in a ball follow from its child's pose; all other joints
 * have scalars alone, which the joint's own operations read. */
#include "dynamics/node.h"
#include "joints/coordinate.h"

static const double still[3] = {0.0, 0.0, 0.0};

/* ---- the nodes of one joint ---- */

/* The first and last node of the joint at body index s. */
typedef struct node_range {
    int32_t first, last;
} node_range;

static node_range nodes_of(const tree *t, int32_t s)
{
    return (node_range){s > 0 ? t->node_of[s - 1] + 1 : 0, t->node_of[s]};
}

static bool ends_in_ball(const tree *t, int32_t s)
{
    return t->node[t->node_of[s]].kind == &ludo_node_ball;
}

/* The frame of a node that carries a body, from the body's pose. */
static node_place place_under(const tree_node *n, const pose *body)
{
    const node_place at = place_at(v3(0.0, 0.0, 0.0), q_compose(body->q, q_conj(n->q_body)));
    return place_at(v3_sub(body->x, place_com(n, &at)), at.q);
}

/* The frame that the first node of body index s is attached to, with the parent at its pose. */
static node_place joint_parent(const tree *t, int32_t s, const pose *poses)
{
    const int32_t parent = t->model->parent[s];
    return parent < 0 ? place_world(v3(0.0, 0.0, 0.0))
                      : place_under(&t->node[t->node_of[parent]], &poses[parent]);
}

/* The frame of the first node at coordinate zero. */
static node_place joint_base(const tree *t, int32_t s, const pose *poses)
{
    const tree_node *n = &t->node[nodes_of(t, s).first];
    const node_place parent = joint_parent(t, s, poses);
    return place_at(center_on(n, &parent), q_compose(parent.q, n->rotation));
}

/* ---- from poses ---- */

/* Coordinates of a ball and of the slides before it, from the ball's frame. All slides are along
 * the axes of one frame. */
static void read_ball(const tree *t, int32_t s, const pose *poses, double *q)
{
    const node_range in = nodes_of(t, s);
    const node_place base = joint_base(t, s, poses);
    const node_place at = place_under(&t->node[in.last], &poses[s]);
    const ludo_vec3 way = v3_sub(at.x, base.x);
    for (int32_t i = in.first; i < in.last; i++) {
        const tree_node *n = &t->node[i];
        q[n->position] = n->reference + v3_dot(m3_apply(&base.R, n->axis), way);
    }
    const ludo_quat turn = q_compose(q_conj(base.q), at.q);
    double *r = q + t->node[in.last].position;
    r[0] = turn.w, r[1] = turn.x, r[2] = turn.y, r[3] = turn.z;
}

void ludo_tree_read_positions(const tree *t, const pose *poses, const double *memory, double *q)
{
    const ludo_model *m = t->model;
    for (int32_t s = 0; s < m->slots; s++) {
        if (ends_in_ball(t, s)) {
            read_ball(t, s, poses, q);
        } else {
            const joint_data *j = &m->joint[s];
            j->kind->position(j, &poses[j->parent], &poses[s], memory + m->column[s],
                              q + t->node[nodes_of(t, s).first].position);
        }
    }
}

/* ---- from twists ---- */

/* The velocity of the point p that moves with a body. */
static ludo_vec3 velocity_at(const pose *z, const twist *u, ludo_vec3 p)
{
    return v3_add(u->v, v3_cross(u->w, v3_sub(p, z->x)));
}

/* Rates of a ball and of the slides before it. */
static void read_ball_rates(const tree *t, int32_t s, const pose *poses, const twist *twists,
                            double *rate)
{
    const node_range in = nodes_of(t, s);
    const int32_t parent = t->model->parent[s];
    const node_place base = joint_base(t, s, poses);
    const node_place at = place_under(&t->node[in.last], &poses[s]);
    const ludo_vec3 slip = v3_sub(velocity_at(&poses[s], &twists[s], at.x),
                                  velocity_at(&poses[parent], &twists[parent], at.x));
    for (int32_t i = in.first; i < in.last; i++) {
        const tree_node *n = &t->node[i];
        rate[n->column] = v3_dot(m3_apply(&base.R, n->axis), slip);
    }
    const ludo_vec3 w = m3_apply_t(&at.R, v3_sub(twists[s].w, twists[parent].w));
    double *r = rate + t->node[in.last].column;
    r[0] = w.x, r[1] = w.y, r[2] = w.z;
}

void ludo_tree_read_rates(const tree *t, const pose *poses, const double *memory,
                          const twist *twists, const double *stored_rate, double *rate)
{
    const ludo_model *m = t->model;
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        const int32_t c = m->column[s];
        if (ends_in_ball(t, s)) {
            read_ball_rates(t, s, poses, twists, rate);
        } else if (j->kind->stores_coordinates) {
            memcpy(rate + c, stored_rate + c, (size_t)j->dof * sizeof *rate);
        } else {
            const joint_pair joint = {j,          &poses[j->parent],  &poses[s],
                                      memory + c, &twists[j->parent], &twists[s]};
            j->kind->rate(&joint, rate + c);
        }
    }
}

/* ---- to poses ---- */

/* The pose of the child of the joint. `half` has the half angles of a block of LANES nodes that
 * contains nodes of this joint; it is advanced to later blocks as needed. */
static pose pose_at_end(const tree *t, int32_t s, const double *q, const pose *poses,
                        half_angle half[LANES])
{
    const node_range in = nodes_of(t, s);
    node_place at = joint_parent(t, s, poses);
    for (int32_t i = in.first; i <= in.last; i++) {
        const tree_node *n = &t->node[i];
        if (i % LANES == 0) {
            ludo_node_half_angles(t, i, q, NULL, half);
        }
        n->kind->place(n, &at, q + n->position, still, half[i % LANES], &at);
    }
    const tree_node *n = &t->node[in.last];
    return pose_make(place_com(n, &at), q_normalized(q_mul(at.q, n->q_body)));
}

/* The part of the coordinates q of a joint that poses do not determine. */
static void store_memory(const joint_data *j, const pose *a, const pose *b, const double *q,
                         double *memory)
{
    double angle[JOINT_MAX_DOF];
    if (j->kind->stores_coordinates) {
        memcpy(memory, q, (size_t)j->dof * sizeof *q);
    } else if (j->kind->unwraps_coordinates) {
        j->kind->position(j, a, b, memory, angle);
        memcpy(memory, angle, (size_t)j->dof * sizeof *angle);
    } else {
        ludo_joint_store(j, a, b, q, memory);
    }
}

void ludo_tree_write_poses(const tree *t, const double *q, pose *poses, double *memory)
{
    const ludo_model *m = t->model;
    half_angle half[LANES];
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        poses[s] = pose_at_end(t, s, q, poses, half);
        store_memory(j, &poses[j->parent], &poses[s], q + t->node[nodes_of(t, s).first].position,
                     memory + m->column[s]);
    }
}

/* ---- to twists ---- */

/* The twist of the child at body index s relative to its parent, at the child's centre of mass. */
static motion own_motion(const tree *t, int32_t s, const double *q, const pose *poses,
                         const double *rate)
{
    const node_range in = nodes_of(t, s);
    node_place at = joint_parent(t, s, poses);
    at.x = v3_sub(at.x, poses[s].x);
    motion v = motion_zero();
    for (int32_t i = in.first; i <= in.last; i++) {
        const tree_node *n = &t->node[i];
        motion S[3], change[3];
        place_node(n, &at, q + n->position, still, &at);
        n->kind->columns(n, &at, still, still, S, change);
        for (int32_t c = 0; c < n->kind->dof; c++) {
            v = motion_axpy(v, rate[n->column + c], S[c]);
        }
    }
    return v;
}

void ludo_tree_write_twists(const tree *t, const double *q, const pose *poses, const double *rate,
                            twist *twists, double *stored_rate)
{
    const ludo_model *m = t->model;
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        const int32_t c = m->column[s];
        const motion own = own_motion(t, s, q, poses, rate);
        const ludo_vec3 v = velocity_at(&poses[j->parent], &twists[j->parent], poses[s].x);
        twists[s] = (twist){v3_add(v, own.v), v3_add(twists[j->parent].w, own.w)};
        if (j->kind->stores_coordinates) {
            memcpy(stored_rate + c, rate + c, (size_t)j->dof * sizeof *rate);
        }
    }
}

/* ---- from knot to knot ---- */

void ludo_tree_advance(const tree *t, const double *y, double *q)
{
    for (int32_t i = 0; i < t->nodes; i++) {
        const tree_node *n = &t->node[i];
        n->kind->advance(y + n->column, q + n->position);
    }
}
