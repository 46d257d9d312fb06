/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes as text. */
#include "model/node.h"

#include <stdio.h>

/* Names of one kind, and the format of a node of it: two names. */
static const struct {
    const char *(*name)(const ludo_model *model, int32_t number);
    const char *format;
} kinds[] = {
    [LUDO_NODE_BODY] = {ludo_model_body_name, "%s"},
    [LUDO_NODE_JOINT] = {ludo_model_joint_name, "%s"},
    [LUDO_NODE_LOOP] = {ludo_model_loop_name, "%s"},
    [LUDO_NODE_GEOM] = {ludo_model_geom_name, "geom '%s'"},
    [LUDO_NODE_CONTACT] = {ludo_model_geom_name, "geom '%s' and geom '%s'"},
    [LUDO_NODE_LIMIT] = {ludo_model_joint_name, "joint '%s'"},
    [LUDO_NODE_DRY_FRICTION] = {ludo_model_joint_name, "joint '%s'"},
    [LUDO_NODE_SPRING] = {ludo_model_spring_name, "spring '%s'"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

ludo_status ludo_node_format(const ludo_model *model, const ludo_node *node, char *text,
                             size_t size)
{
    if (model == NULL || node == NULL || text == NULL || size == 0 ||
        (uint32_t)node->kind >= KINDS) {
        return LUDO_BAD_ARGUMENT;
    }
    if (node->kind == LUDO_NODE_NONE) {
        text[0] = '\0';
        return LUDO_OK;
    }
    const char *first = kinds[node->kind].name(model, node->index);
    const char *second = kinds[node->kind].name(model, node->other);
    if (first == NULL || (second == NULL && node->kind == LUDO_NODE_CONTACT)) {
        return LUDO_BAD_ARGUMENT;
    }
    (void)snprintf(text, size, kinds[node->kind].format, first, second);
    return LUDO_OK;
}
