/* SPDX-License-Identifier: Apache-2.0
 *
 * Lookup of the types of an actuator by their names; "" is the default of each. */
#include "core/kinds.h"
#include "tendons/actuator_list.h"

static const actuator_law *const gains[] = {
#define X(name) &ludo_gain_##name,
    LUDO_GAIN_LIST(X)
#undef X
};

static const actuator_law *const biases[] = {
#define X(name) &ludo_bias_##name,
    LUDO_BIAS_LIST(X)
#undef X
};

static const actuator_dynamics *const dynamics[] = {
#define X(name) &ludo_dynamics_##name,
    LUDO_DYNAMICS_LIST(X)
#undef X
};

static const actuator_law *find_gain(const char *name);
static const actuator_law *find_bias(const char *name);

const actuator_law *ludo_actuator_gain_find(const char *name)
{
    return find_gain(*name != '\0' ? name : ludo_gain_fixed.name);
}

const actuator_law *ludo_actuator_bias_find(const char *name)
{
    return find_bias(*name != '\0' ? name : ludo_bias_affine.name);
}

/* clang-format off */
static DEFINE_KIND_FIND(find_gain, actuator_law, gains)
static DEFINE_KIND_FIND(find_bias, actuator_law, biases)
DEFINE_KIND_FIND(ludo_actuator_dynamics_find, actuator_dynamics, dynamics)
