/* SPDX-License-Identifier: Apache-2.0
 *
 * Children, merged bodies and geoms of each body. */
#include "info/body_groups.h"

#include "data/model_file.h"
#include "reading.h"

#include <stdlib.h>

/* Insert a member at the front of the owner's list. */
static void insert_first(const grouping *g, int32_t owner, int32_t member)
{
    g->next[member] = g->first[owner + 1];
    g->first[owner + 1] = member;
}

/* Insert in descending order, so that the lists are ascending. */
static void fill(const body_groups *f, const ludo_model *m)
{
    for (int32_t b = ludo_model_body_count(m) - 1; b >= 0; b--) {
        const ludo_body_info body = body_info_of(m, b);
        if (body.merged_into == b) {
            f->parent[b] = ludo_model_file_merged_into(m, body.parent);
            insert_first(&f->children, f->parent[b], b);
        } else {
            insert_first(&f->merged, body.merged_into, b);
        }
    }
    for (int32_t j = ludo_model_joint_count(m) - 1; j >= 0; j--) {
        const ludo_joint_info joint = joint_info_of(m, j);
        if (joint.loop < 0) {
            f->joint[joint.child] = j;
        }
    }
    for (int32_t g = ludo_model_geom_count(m) - 1; g >= 0; g--) {
        insert_first(&f->geoms, ludo_model_file_merged_into(m, geom_info_of(m, g).body), g);
    }
}

bool ludo_body_groups_find(body_groups *f, const ludo_model *model)
{
    const size_t bodies = (size_t)ludo_model_body_count(model), owners = bodies + 1;
    const size_t room = 3 * owners + 4 * bodies + (size_t)ludo_model_geom_count(model);
    int32_t *next = malloc(room * sizeof *next);
    if (next == NULL) {
        return false;
    }
    for (size_t i = 0; i < room; i++) {
        next[i] = BODY_GROUPS_END;
    }
    f->memory = next;
    f->children.first = next;
    f->merged.first = next += owners;
    f->geoms.first = next += owners;
    f->children.next = next += owners;
    f->merged.next = next += bodies;
    f->parent = next += bodies;
    f->joint = next += bodies;
    f->geoms.next = next + bodies;
    fill(f, model);
    return true;
}

void ludo_body_groups_release(body_groups *f)
{
    free(f->memory);
    f->memory = NULL;
}
