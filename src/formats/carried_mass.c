/* SPDX-License-Identifier: Apache-2.0
 *
 * The mass that is fixed to a body: fixed joints are followed from each body up. */
#include "formats/carried_mass.h"

#include "spec/items.h"

#include <string.h>

/* The joint that carries a body; -1: it floats. */
static int32_t carrier_of(const ludo_spec *spec, int32_t body)
{
    for (int32_t j = 0; j < ludo_spec_joint_count(spec); j++) {
        if (ludo_spec_joint_at(spec, j)->child == body) {
            return j;
        }
    }
    return -1;
}

/* The body that carries a body by a fixed joint; LUDO_WORLD: none. */
static int32_t fixed_to(const ludo_spec *spec, int32_t body)
{
    const int32_t j = carrier_of(spec, body);
    const ludo_joint_def *joint = j >= 0 ? ludo_spec_joint_at(spec, j) : NULL;
    return joint != NULL && strcmp(joint->type, "fixed") == 0 ? joint->parent : LUDO_WORLD;
}

double ludo_carried_mass(const ludo_spec *spec, int32_t body)
{
    const int32_t bodies = ludo_spec_body_count(spec);
    double mass = 0.0;
    for (int32_t b = 0; b < bodies; b++) {
        int32_t at = b;
        for (int32_t i = 0; i < bodies && at != body && at != LUDO_WORLD; i++) {
            at = fixed_to(spec, at);
        }
        mass += at == body ? ludo_spec_body_at(spec, b)->mass : 0.0;
    }
    return mass;
}
