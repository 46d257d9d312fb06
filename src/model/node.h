/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes: elements of a model that reports are about. */
#ifndef LUDO_MODEL_NODE_H
#define LUDO_MODEL_NODE_H

#include "model/model.h"

static inline ludo_node no_node(void)
{
    return (ludo_node){LUDO_NODE_NONE, 0, 0};
}

static inline ludo_node node_of(ludo_node_kind kind, int32_t index)
{
    return index >= 0 ? (ludo_node){kind, index, 0} : no_node();
}

/* The joint and the body at a body index; none for -1. */
static inline ludo_node node_of_joint(const ludo_model *m, int32_t slot)
{
    return slot >= 0 ? node_of(LUDO_NODE_JOINT, m->joint_of[slot]) : no_node();
}

static inline ludo_node node_of_body(const ludo_model *m, int32_t slot)
{
    return slot >= 0 ? node_of(LUDO_NODE_BODY, m->body_of[slot]) : no_node();
}

#endif
