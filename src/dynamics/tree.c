/* SPDX-License-Identifier: Apache-2.0
 *
 * The tree of a model: the links of every joint, by body index. */
#include "dynamics/node.h"

static const node_kind *const kind_of[] = {
    [LINK_RIGID] = &ludo_node_rigid,
    [LINK_REVOLUTE] = &ludo_node_revolute,
    [LINK_SLIDE] = &ludo_node_slide,
    [LINK_BALL] = &ludo_node_ball,
};

static joint_links links_of(const ludo_model *model, int32_t s)
{
    return model->joint[s].kind->links(&model->joint[s]);
}

static void count_links(tree *t)
{
    t->nodes = t->columns = t->positions = 0;
    for (int32_t s = 0; s < t->model->slots; s++) {
        const joint_links l = links_of(t->model, s);
        for (int32_t i = 0; i < l.count; i++) {
            t->columns += kind_of[l.link[i].motion]->dof;
            t->positions += kind_of[l.link[i].motion]->position_count;
        }
        t->nodes += l.count;
    }
}

void ludo_tree_layout(tree *t, const ludo_model *model, arena *a)
{
    t->model = model;
    count_links(t);
    t->node = TAKE(a, t->nodes, tree_node);
    t->node_of = TAKE(a, model->slots, int32_t);
    t->root = TAKE(a, t->nodes, int32_t);
    t->column_of = TAKE(a, t->columns, int32_t);
    t->node_at = TAKE(a, t->columns, int32_t);
    t->scale = TAKE(a, t->columns, double);
}

/* ---- filling it ---- */

/* Numbers of nodes, columns and coordinates so far. */
typedef struct tree_count {
    int32_t nodes, columns, positions;
} tree_count;

/* A link as a node attached to node `parent`, in whose frame `rotation` and `arm` are given. */
static tree_node node_of_link(const joint_link *l, int32_t parent, ludo_quat rotation,
                              ludo_vec3 arm)
{
    return (tree_node){
        .kind = kind_of[l->motion],
        .parent = parent,
        .rotation = q_normalized(rotation),
        .arm = arm,
        .axis = l->axis,
        .reference = l->reference,
    };
}

/* The first link of a joint: given in the frame of the body of node `parent`. */
static tree_node first_node(const tree *t, const joint_link *l, int32_t parent)
{
    if (parent < 0) {
        return node_of_link(l, parent, l->turn, l->arm);
    }
    const tree_node *p = &t->node[parent];
    const ludo_vec3 arm = v3_add(p->com, q_rotate(p->q_body, l->arm));
    return node_of_link(l, parent, q_mul(p->q_body, l->turn), arm);
}

/* Give the last node of a joint its body. */
static void give_body(tree_node *n, const joint_links *l, const ludo_model *m, int32_t s)
{
    const body_inertia *body = &m->inertia[s];
    n->has_body = true;
    n->q_body = q_normalized(l->turn);
    n->com = l->com;
    n->mass = body->mass;
    n->J = s3_turn(q_matrix(n->q_body), s3_from(body->J));
    n->weight = m->weight[s].mass;
    n->weight_moment = q_rotate(n->q_body, m->weight[s].moment);
}

/* Append the next node of the joint at body index s. */
static void add_node(tree *t, tree_node n, int32_t s, int32_t column, tree_count *at)
{
    const ludo_model *m = t->model;
    n.slot = s;
    n.joint = m->joint_of[s];
    n.length = m->joint[s].length;
    n.column = at->columns;
    n.position = at->positions;
    for (int32_t i = 0; i < n.kind->dof; i++) {
        const int32_t c = m->column[s] + column + i;
        t->column_of[at->columns + i] = c;
        t->node_at[at->columns + i] = at->nodes;
        t->scale[at->columns + i] = m->column_scale[c];
    }
    t->node[at->nodes] = n;
    t->root[at->nodes] = n.parent < 0 ? at->nodes : t->root[n.parent];
    at->nodes++;
    at->columns += n.kind->dof;
    at->positions += n.kind->position_count;
}

/* Append the nodes of the joint at body index s. */
static void add_joint(tree *t, int32_t s, tree_count *at)
{
    const ludo_model *m = t->model;
    const joint_links l = links_of(m, s);
    const int32_t parent = m->parent[s] < 0 ? -1 : t->node_of[m->parent[s]];
    for (int32_t i = 0; i < l.count; i++) {
        const joint_link *link = &l.link[i];
        tree_node n = i == 0 ? first_node(t, link, parent)
                             : node_of_link(link, at->nodes - 1, link->turn, link->arm);
        if (i == l.count - 1) {
            give_body(&n, &l, m, s);
        }
        add_node(t, n, s, link->column, at);
    }
    t->node_of[s] = at->nodes - 1;
}

/* Parts of composite joints are public joints of their own; parts that form one ball have the name
 * of the first. */
static void name_parts(tree *t)
{
    for (int32_t i = 0; i < t->model->joint_count; i++) {
        const model_joint *j = &t->model->joints[i];
        for (int32_t c = j->column; j->slot >= 0 && c < j->column + j->dof; c++) {
            tree_node *n = &t->node[t->node_at[c]];
            n->joint = c == n->column ? i : n->joint;
        }
    }
}

void ludo_tree_open(tree *t)
{
    tree_count at = {0, 0, 0};
    for (int32_t s = 0; s < t->model->slots; s++) {
        add_joint(t, s, &at);
    }
    name_parts(t);
}

void ludo_tree_armatures(const tree *t, double *armature)
{
    const ludo_model *m = t->model;
    for (int32_t c = 0; c < t->columns; c++) {
        armature[c] = m->acts[t->column_of[c]] ? m->along[t->column_of[c]].armature : 0.0;
    }
    for (int32_t i = 0; i < m->ball_springs; i++) {
        const int32_t first =
            t->node[t->node_of[m->ball_spring[i].slot]].column; /* a ball comes last */
        armature[first] = armature[first + 1] = armature[first + 2] = m->ball_spring[i].armature;
    }
}

tree_root ludo_tree_root(const tree *t, int32_t first)
{
    tree_root root = {.first = first, .ball = first, .end = first};
    while (!t->node[root.ball].has_body) {
        root.ball++;
    }
    for (; root.end < t->nodes && t->root[root.end] == first; root.end++) {
        root.mass += t->node[root.end].has_body ? t->node[root.end].mass : 0.0;
    }
    return root;
}
