/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of the mechanism. */
#include "model/tree.h"

#include "core/diagnostic.h"
#include "model/check.h"

static ludo_status refuse_loop(const ludo_spec *spec, int32_t joint, ludo_diagnostic *why)
{
    const ludo_joint_def *j = (const ludo_joint_def *)spec->joints.items + joint;
    ludo_diagnose(why, j->place, "%s closes a loop, which is not supported yet",
                  ludo_label("joint", j->name, joint).text);
    return LUDO_UNSUPPORTED;
}

/* Find the joint that carries each body: of a composite joint the first part. */
static ludo_status find_carriers(const ludo_spec *spec, body_tree *tree, ludo_diagnostic *why)
{
    const ludo_joint_def *joint = spec->joints.items;
    for (int32_t b = 0; b < spec->bodies.count; b++) {
        tree->carrier[b] = -1;
    }
    for (int32_t j = 0; j < spec->joints.count; j++) {
        if (joint[j].continues) {
            continue;
        }
        if (tree->carrier[joint[j].child] >= 0) {
            return refuse_loop(spec, j, why);
        }
        tree->carrier[joint[j].child] = j;
    }
    return LUDO_OK;
}

int32_t ludo_tree_parent(const ludo_spec *spec, const body_tree *tree, int32_t b)
{
    const ludo_joint_def *joint = spec->joints.items;
    return tree->carrier[b] >= 0 ? joint[tree->carrier[b]].parent : LUDO_WORLD;
}

/* Chain up the children of every body, in the order of the spec; returns the first root. */
static int32_t chain_children(const ludo_spec *spec, body_tree *tree)
{
    int32_t first_root = -1;
    for (int32_t b = 0; b < spec->bodies.count; b++) {
        tree->first_child[b] = -1;
    }
    for (int32_t b = spec->bodies.count; b-- > 0;) {
        const int32_t parent = ludo_tree_parent(spec, tree, b);
        int32_t *first = parent == LUDO_WORLD ? &first_root : &tree->first_child[parent];
        tree->next_sibling[b] = *first;
        *first = b;
    }
    return first_root;
}

ludo_status ludo_tree_find(const ludo_spec *spec, body_tree *tree, ludo_diagnostic *why)
{
    const ludo_status status = find_carriers(spec, tree, why);
    if (status != LUDO_OK) {
        return status;
    }
    /* walk down depth first: the sibling waits while the subtree is passed */
    for (int32_t b = 0; b < spec->bodies.count; b++) {
        tree->reached[b] = false;
    }
    int32_t passed = 0, waiting = 0;
    int32_t b = chain_children(spec, tree);
    while (b >= 0 || waiting > 0) {
        b = b >= 0 ? b : tree->stack[--waiting];
        tree->reached[b] = true;
        tree->walk[passed++] = b;
        if (tree->next_sibling[b] >= 0) {
            tree->stack[waiting++] = tree->next_sibling[b];
        }
        b = tree->first_child[b];
    }
    /* what the walk did not reach hangs on itself */
    for (int32_t i = 0; i < spec->bodies.count; i++) {
        if (!tree->reached[i]) {
            return refuse_loop(spec, tree->carrier[i], why);
        }
    }
    return LUDO_OK;
}
