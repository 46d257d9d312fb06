/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits and dry friction of the degrees of freedom of a compiled model; those of tendons are in
 * tendon.h. */
#ifndef LUDO_MODEL_LIMITS_H
#define LUDO_MODEL_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* A limit of a scalar coordinate, or of the angle of a ball. */
typedef struct limit_data {
    int32_t slot, column; /* of a ball the first of its three columns */
    bool ball;            /* true: it is the angle of a ball, at most range[1] */
    double range[2];      /* [rad, m]; infinite on a side without a limit */
} limit_data;

/* Dry friction along a scalar coordinate, or of a ball against rotation about any axis. */
typedef struct dry_friction_data {
    int32_t slot, column;
    bool ball;
    double force; /* > 0 [N m, N] */
} dry_friction_data;

/* The largest rate along a scalar coordinate, while it is driven. */
typedef struct speed_data {
    int32_t slot, column;
    bool driven;  /* by an actuator of the model */
    double speed; /* > 0 [rad/s, m/s] */
} speed_data;

/* The limits and dry friction of a model, in order of columns. */
typedef struct model_limits {
    limit_data *limit;
    int32_t limit_count;
    const char *limited_by; /* a joint or spring with a limit, as "joint 'elbow'"; NULL: none */
    int32_t limited_joint, limited_spring; /* its number; the other is -1 */
    dry_friction_data *friction;
    int32_t friction_count;
    speed_data *speed;
    int32_t speed_count;
    const char *paced_by;  /* a driven joint with a speed limit, as limited_by; NULL: none */
    int32_t paced_joint;   /* its number */
    const char *rubbed_by; /* a joint or spring with dry friction; NULL: none */
    int32_t rubbed_joint, rubbed_spring; /* its number; the other is -1 */
} model_limits;

#endif
