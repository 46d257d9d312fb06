/* SPDX-License-Identifier: Apache-2.0
 *
 * Comparison of models by structure. */
#include "model/change/structure.h"

#include "core/diagnostic.h"
#include "model/loop.h"

/* The first count that differs, as words; NULL: none. */
static const char *differing_count(const ludo_model *a, const ludo_model *b)
{
    const struct {
        const char *what;
        int32_t in_a, in_b;
    } counts[] = {
        {"bodies", a->body_count, b->body_count},
        {"joints", a->joint_count, b->joint_count},
        {"degrees of freedom", a->columns, b->columns},
        {"coordinates", a->position_count, b->position_count},
        {"bodies that are not merged", a->slots, b->slots},
        {"loops", a->loop_count, b->loop_count},
        {"springs", a->spring_count, b->spring_count},
        {"actuators", a->actuator_count, b->actuator_count},
        {"sites", a->site_count, b->site_count},
        {"sensors", a->sensor_count, b->sensor_count},
        {"numbers of sensors", a->sensor_values, b->sensor_values},
        {"activations", a->activation_count, b->activation_count},
        {"geoms", a->geom_count, b->geom_count},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (counts[i].in_a != counts[i].in_b) {
            return counts[i].what;
        }
    }
    return NULL;
}

/* The first joint that differs by type or place in the tree; -1: none. */
static int32_t differing_joint(const ludo_model *a, const ludo_model *b)
{
    for (int32_t i = 0; i < a->joint_count; i++) {
        const model_joint *x = &a->joints[i], *y = &b->joints[i];
        const bool same = x->slot == y->slot && x->part == y->part && x->child == y->child &&
                          x->parent == y->parent && x->loop == y->loop &&
                          x->position_first == y->position_first &&
                          x->velocity_first == y->velocity_first && x->type == y->type;
        const bool solved = x->slot < 0 || a->joint[x->slot].kind == b->joint[y->slot].kind;
        if (!same || !solved) {
            return i;
        }
    }
    return -1;
}

bool ludo_model_same_structure(const ludo_model *a, const ludo_model *b, ludo_diagnostic *why)
{
    const char *what = differing_count(a, b);
    if (what != NULL) {
        ludo_diagnose(why, (ludo_place){0},
                      "the models have different numbers of %s: create another simulation", what);
        return false;
    }
    const int32_t joint = differing_joint(a, b);
    if (joint >= 0) {
        ludo_diagnose(
            why, (ludo_place){0},
            "joint '%s' has another type or other bodies in the new model: create another "
            "simulation",
            a->joints[joint].name);
        return false;
    }
    for (int32_t i = 0; i < a->loop_count; i++) {
        if (a->loop[i].rows != b->loop[i].rows || a->loop[i].kind != b->loop[i].kind) {
            ludo_diagnose(why, (ludo_place){0},
                          "loop '%s' has another type in the new model: create another simulation",
                          a->loop_info[i].name);
            return false;
        }
    }
    return true;
}
