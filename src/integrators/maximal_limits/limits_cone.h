/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates, levers and sides of cones along degrees of freedom. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_CONE_H
#define LUDO_INTEGRATORS_MAXIMAL_LIMITS_LIMITS_CONE_H

#include "integrators/maximal_cones/contacts.h"
#include "integrators/maximal_forces/joint_forces.h"
#include "joints/coordinate.h"

/* The two sides of a limit: lower and upper bound. */
enum { SIDES = 2 };
static const double inward[] = {1.0, -1.0};

static inline const joint_data *joint_at(const sim_state *state, int32_t slot)
{
    return &state->model->joint[slot];
}

/* The lever of a degree of freedom, which makes all rows lengths: the joint's length for angles. */
static inline double arm_of(const sim_state *state, int32_t slot, int32_t column)
{
    return column_is_length(state->model->column_kind[column]) ? 1.0
                                                               : joint_at(state, slot)->length;
}

/* The side of a limit that a cone is for; a ball, which has three columns, has the upper one. */
static inline int side_of(const cone_rows *rows)
{
    return rows->columns > 1 || rows->joint.F[0][0] < 0.0 ? 1 : 0;
}

/* Whether a side of a limit has a cone. */
bool ludo_maximal_limits_known(const maximal *x, cone_source source, int32_t index, int side);

/* A cone after the last one, along degrees of freedom. */
cone_rows *ludo_maximal_limits_append(maximal *x, cone_source source, int32_t index,
                                      const cone_kind *kind);

#endif
