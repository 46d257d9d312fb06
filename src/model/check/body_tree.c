/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of the mechanism. */
#include "model/check/body_tree.h"

#include "core/diagnostic.h"
#include "model/check/check.h"

void ludo_body_tree_layout(body_tree *tree, const ludo_spec *spec, arena *a)
{
    const int32_t n = spec->bodies.count;
    tree->parent_joint = TAKE(a, n, int32_t);
    tree->closes = TAKE(a, spec->joints.count, bool);
    tree->walk = TAKE(a, n, int32_t);
    tree->first_child = TAKE(a, n, int32_t);
    tree->next_sibling = TAKE(a, n, int32_t);
    tree->stack = TAKE(a, n, int32_t);
}

/* ---- parent joints ---- */

/* True if joint j is one part of a composite joint. */
static bool is_grouped(const ludo_spec *spec, int32_t j)
{
    const ludo_joint_def *joint = spec->joints.items;
    return joint[j].continues || (j + 1 < spec->joints.count && joint[j + 1].continues);
}

/* The first joint of each child is its parent joint (of a composite one the first part); all others
 * close loops. */
static void find_parent_joints(const ludo_spec *spec, body_tree *tree)
{
    const ludo_joint_def *joint = spec->joints.items;
    for (int32_t b = 0; b < spec->bodies.count; b++) {
        tree->parent_joint[b] = -1;
    }
    for (int32_t j = 0; j < spec->joints.count; j++) {
        int32_t *first = &tree->parent_joint[joint[j].child];
        tree->closes[j] = joint[j].continues ? tree->closes[j - 1] : *first >= 0;
        *first = *first >= 0 ? *first : j;
    }
}

int32_t ludo_body_tree_parent(const ludo_spec *spec, const body_tree *tree, int32_t b)
{
    const ludo_joint_def *joint = spec->joints.items;
    return tree->parent_joint[b] >= 0 ? joint[tree->parent_joint[b]].parent : LUDO_WORLD;
}

/* ---- cycles without a root ---- */

/* Cut the cycle through b: its body with the lowest number floats. */
static void cut_cycle(const ludo_spec *spec, body_tree *tree, int32_t b)
{
    int32_t lowest = b;
    for (int32_t c = ludo_body_tree_parent(spec, tree, b); c != b;
         c = ludo_body_tree_parent(spec, tree, c)) {
        lowest = c < lowest ? c : lowest;
    }
    tree->closes[tree->parent_joint[lowest]] = true;
    tree->parent_joint[lowest] = -1;
}

/* Follow parents upwards from every body to a body that was visited before. Each path marks its
 * bodies with its start: a path that meets its own mark is a cycle. */
static void cut_cycles(const ludo_spec *spec, body_tree *tree)
{
    int32_t *mark = tree->stack;
    for (int32_t b = 0; b < spec->bodies.count; b++) {
        mark[b] = -1;
    }
    for (int32_t start = 0; start < spec->bodies.count; start++) {
        int32_t b = start;
        while (b != LUDO_WORLD && mark[b] < 0) {
            mark[b] = start;
            b = ludo_body_tree_parent(spec, tree, b);
        }
        if (b != LUDO_WORLD && mark[b] == start) {
            cut_cycle(spec, tree, b);
        }
    }
}

/* The advice for a joint that closes a loop and should instead be the parent joint of its child. */
static const char *remedy(const ludo_spec *spec, const body_tree *tree, int32_t j)
{
    const ludo_joint_def *joint = spec->joints.items;
    return tree->parent_joint[joint[j].child] >= 0
               ? "add it before the other joint of its child, so that it becomes a joint of the "
                 "tree"
               : "let another body of the cycle float: add a free joint to it before";
}

ludo_status ludo_body_tree_refuse(const ludo_spec *spec, const body_tree *tree, int32_t j,
                                  const char *problem, ludo_diagnostic *why)
{
    const ludo_joint_def *joint = (const ludo_joint_def *)spec->joints.items + j;
    ludo_diagnose(why, joint->place, "%s closes a loop and %s; %s",
                  ludo_label("joint", joint->name, j).text, problem, remedy(spec, tree, j));
    return LUDO_UNSUPPORTED;
}

/* A loop is closed by one joint with at least one constraint row. */
static ludo_status check_closing(const ludo_spec *spec, const body_tree *tree, ludo_diagnostic *why)
{
    const ludo_joint_def *joint = spec->joints.items;
    for (int32_t j = 0; j < spec->joints.count; j++) {
        if (tree->closes[j] && is_grouped(spec, j)) {
            return ludo_body_tree_refuse(spec, tree, j, "cannot be a composite joint", why);
        }
        if (tree->closes[j] && ludo_joint_kind_find(joint[j].type)->dof == JOINT_MAX_DOF) {
            return ludo_body_tree_refuse(spec, tree, j, "cannot be free", why);
        }
    }
    return LUDO_OK;
}

/* ---- order ---- */

/* Link the children of every body into a list, in the order of the spec; returns the first root. */
static int32_t chain_children(const ludo_spec *spec, body_tree *tree)
{
    int32_t first_root = -1;
    for (int32_t b = 0; b < spec->bodies.count; b++) {
        tree->first_child[b] = -1;
    }
    for (int32_t b = spec->bodies.count; b-- > 0;) {
        const int32_t parent = ludo_body_tree_parent(spec, tree, b);
        int32_t *first = parent == LUDO_WORLD ? &first_root : &tree->first_child[parent];
        tree->next_sibling[b] = *first;
        *first = b;
    }
    return first_root;
}

/* Depth-first order: the next sibling waits on the stack while the subtree is visited. */
static void walk_down(const ludo_spec *spec, body_tree *tree)
{
    int32_t passed = 0, waiting = 0;
    int32_t b = chain_children(spec, tree);
    while (b >= 0 || waiting > 0) {
        b = b >= 0 ? b : tree->stack[--waiting];
        tree->walk[passed++] = b;
        if (tree->next_sibling[b] >= 0) {
            tree->stack[waiting++] = tree->next_sibling[b];
        }
        b = tree->first_child[b];
    }
}

ludo_status ludo_body_tree_find(const ludo_spec *spec, body_tree *tree, ludo_diagnostic *why)
{
    find_parent_joints(spec, tree);
    cut_cycles(spec, tree);
    walk_down(spec, tree);
    return check_closing(spec, tree, why);
}
