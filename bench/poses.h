/* SPDX-License-Identifier: Apache-2.0
 *
 * Poses of all bodies, and their errors. */
#ifndef LUDO_BENCH_POSES_H
#define LUDO_BENCH_POSES_H

#include "trial.h"

enum { LUDO_BENCH_BODIES = 64 };

typedef struct pose_list {
    int count; /* number of bodies; those beyond LUDO_BENCH_BODIES are left out */
    ludo_body_state body[LUDO_BENCH_BODIES];
} pose_list;

/* The current poses of a trial. */
bool ludo_poses_read(const trial *t, pose_list *out);

/* The angle between two orientations [rad]. */
double ludo_pose_angle(ludo_quat a, ludo_quat b);

/* The largest angle between orientations of two lists of the same length [rad]; NaN if any is
 * NaN. */
double ludo_poses_angle(const pose_list *a, const pose_list *b);

/* The largest angle between orientations, or distance between origins [rad, m]; NaN if any is
 * NaN. */
double ludo_poses_error(const pose_list *a, const pose_list *b);

#endif
