/* SPDX-License-Identifier: Apache-2.0
 *
 * Inverse kinematics: the residuals of targets and loops, and their normal equations
 * [minimal.md 3.6]. */
#ifndef LUDO_DYNAMICS_IK_H
#define LUDO_DYNAMICS_IK_H

#include "core/sized.h"
#include "dynamics/workspace/workspace.h"

/* A problem: targets, and loops with a weight. */
typedef struct ik_problem {
    ludo_dynamics *d;
    const ludo_ik_target *target; /* the caller's: ludo_ik_target_at() */
    int32_t count;
    double loop_weight; /* [1/m, 1/rad] */
} ik_problem;

/* Errors at coordinates. */
typedef struct ik_errors {
    double targets, loops;        /* weighted sums of squares */
    double position, orientation; /* largest of targets with a weight [m, rad] */
    double violation;             /* largest of loops [m, rad] */
    int32_t worst;                /* the target with the largest weighted error; -1: none */
} ik_errors;

/* Target i of a caller's array. */
static inline ludo_ik_target ludo_ik_target_at(const ludo_ik_target *first, int32_t i)
{
    ludo_ik_target t;
    SIZED_READ(&t, sized_element(first, i));
    return t;
}

/* Errors at coordinates q of a keyframe, which become the instant. */
ik_errors ludo_ik_measure(const ik_problem *p, const double *q);

/* A := J^T J and b := J^T e of weighted residuals e at the instant, per rate of keyframes in scaled
 * units: z = scale v. */
void ludo_ik_assemble(const ik_problem *p);

/* The scale of a rate of keyframes: 1, or 1 / length [1/m]. */
double ludo_ik_scale(const ludo_dynamics *d, int32_t column);

#endif
