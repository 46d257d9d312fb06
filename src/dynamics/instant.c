/* SPDX-License-Identifier: Apache-2.0
 *
 * The tree at one instant: the forward and the backward pass [minimal.md 2]. */
#include "dynamics/node.h"
#include "math/sincos.h"

static const double still[3] = {0.0, 0.0, 0.0};

LUDO_KERNEL static void half_angles(const tree *t, int32_t first, const double *q, const double *y,
                                    half_angle half[LANES])
{
    lanes1 angle = {{0.0}}, sine, cosine;
    for (int l = 0; l < LANES && first + l < t->nodes; l++) {
        const tree_node *n = &t->node[first + l];
        if (n->kind->angle != NULL) {
            const double *own = y != NULL ? y + n->column : still;
            angle.at[l] = 0.5 * n->kind->angle(n, q + n->position, own);
        }
    }
    sincos_lanes(&angle, &sine, &cosine);
    for (int l = 0; l < LANES; l++) {
        half[l] = (half_angle){sine.at[l], cosine.at[l]};
    }
}

void ludo_node_half_angles(const tree *t, int32_t first, const double *q, const double *y,
                           half_angle half[LANES])
{
    half_angles(t, first, q, y, half);
}

void ludo_tree_instant_layout(tree_instant *at, const tree *t, arena *a)
{
    at->at = TAKE(a, t->nodes, node_place);
    at->S = TAKE(a, t->columns, motion);
    at->Sd = TAKE(a, t->columns, motion);
    at->v = TAKE(a, t->nodes, motion);
    at->M = TAKE(a, t->nodes, inertia);
    at->mu = TAKE(a, t->nodes, force);
}

/* The origin is the position of the root body at the end of the root's joint. */
void ludo_tree_place_origins(const tree *t, const double *q, ludo_vec3 *origin)
{
    for (int32_t i = 0; i < t->nodes; i++) {
        if (t->root[i] != i) {
            origin[i] = origin[t->root[i]];
            continue;
        }
        node_place at = place_world(v3(0.0, 0.0, 0.0));
        int32_t k = i - 1;
        do {
            const tree_node *n = &t->node[++k];
            place_node(n, &at, q + n->position, still, &at);
        } while (!t->node[k].has_body);
        origin[i] = place_com(&t->node[k], &at);
    }
}

/* Velocity of the parent of roots. */
static const motion at_rest = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};

/* Columns of a node, their rates of change, its velocity. */
static void move_node(const tree_node *n, const double *y, const double *dy, const motion *parent,
                      int32_t i, tree_instant *at)
{
    motion *S = at->S + n->column, *Sd = at->Sd + n->column, v = *parent, rate[3];
    n->kind->columns(n, &at->at[i], y, dy, S, rate);
    for (int32_t c = 0; c < n->kind->dof; c++) {
        Sd[c] = motion_add(motion_ad(*parent, S[c]), rate[c]);
        v = motion_axpy(v, dy[c], S[c]);
    }
    at->v[i] = v;
    at->mu[i] = n->has_body ? inertia_apply(&at->M[i], v) : force_zero();
}

static inertia weigh_node(const tree_node *n, const node_place *at)
{
    return n->has_body ? inertia_at(n->mass, place_com(n, at), s3_turn(at->R, n->J)) : (inertia){0};
}

/* The end of a block of LANES nodes from `first` on, or of the nodes: one after the last. */
static int32_t block_end(const tree *t, int32_t first)
{
    return first + LANES < t->nodes ? first + LANES : t->nodes;
}

static void place_nodes(const tree *t, int32_t first, const double *q, const double *y,
                        tree_instant *at)
{
    half_angle half[LANES];
    ludo_node_half_angles(t, first, q, y, half);
    for (int32_t i = first; i < block_end(t, first); i++) {
        const tree_node *n = &t->node[i];
        const node_place world = place_world(at->origin[i]);
        n->kind->place(n, n->parent >= 0 ? &at->at[n->parent] : &world, q + n->position,
                       y + n->column, half[i - first], &at->at[i]);
        at->M[i] = weigh_node(n, &at->at[i]);
    }
}

static void move_nodes(const tree *t, int32_t first, const double *y, const double *dy,
                       tree_instant *at)
{
    for (int32_t i = first; i < block_end(t, first); i++) {
        const tree_node *n = &t->node[i];
        move_node(n, y + n->column, dy + n->column, n->parent >= 0 ? &at->v[n->parent] : &at_rest,
                  i, at);
    }
}

void ludo_tree_down(const tree *t, const double *q, const double *y, const double *dy,
                    tree_instant *at)
{
    for (int32_t i = 0; i < t->nodes; i += LANES) {
        place_nodes(t, i, q, y, at);
        move_nodes(t, i, y, dy, at);
    }
}

void ludo_tree_move(const tree *t, const double *y, const double *dy, tree_instant *at)
{
    for (int32_t i = 0; i < t->nodes; i += LANES) {
        move_nodes(t, i, y, dy, at);
    }
}

void ludo_tree_up(const tree *t, force *of)
{
    for (int32_t i = t->nodes - 1; i >= 0; i--) {
        const int32_t p = t->node[i].parent;
        if (p >= 0) {
            of[p] = force_add(of[p], of[i]);
        }
    }
}

void ludo_tree_gravity(const tree *t, const tree_instant *at, force *wrench)
{
    const ludo_vec3 g = t->model->gravity;
    for (int32_t i = 0; i < t->nodes; i++) {
        const tree_node *n = &t->node[i];
        ludo_vec3 h = v3(0.0, 0.0, 0.0); /* first moment of the weight */
        if (n->has_body) {
            h = v3_scale(n->weight, place_com(n, &at->at[i]));
        }
        if (t->model->weighs_off && n->has_body) {
            h = v3_add(h, m3_apply(&at->at[i].R, n->weight_moment));
        }
        wrench[i] = (force){v3_cross(h, g), v3_scale(n->weight, g)};
    }
}

void ludo_tree_poses(const tree *t, const tree_instant *at, pose *poses)
{
    for (int32_t i = 0; i < t->nodes; i++) {
        const tree_node *n = &t->node[i];
        if (n->has_body) {
            const ludo_vec3 x = v3_add(at->origin[i], place_com(n, &at->at[i]));
            poses[n->slot] = pose_make(x, q_compose(at->at[i].q, n->q_body));
        }
    }
}
