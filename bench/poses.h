/* SPDX-License-Identifier: Apache-2.0
 *
 * Where all bodies are, and how far that is from where they ought to be. */
#ifndef LUDO_BENCH_POSES_H
#define LUDO_BENCH_POSES_H

#include "trial.h"

enum { LUDO_BENCH_BODIES = 64 };

typedef struct pose_list {
    int count; /* of bodies; those beyond LUDO_BENCH_BODIES are left out */
    ludo_body_state body[LUDO_BENCH_BODIES];
} pose_list;

/* Where a trial is now. */
bool ludo_poses_read(const trial *t, pose_list *out);

/* The angle between two orientations [rad]. */
double ludo_pose_angle(ludo_quat a, ludo_quat b);

/* The largest angle between orientations of two lists of as many bodies [rad]; NaN where one is. */
double ludo_poses_angle(const pose_list *a, const pose_list *b);

/* The largest angle between orientations, or distance between origins [rad, m]; NaN likewise. */
double ludo_poses_error(const pose_list *a, const pose_list *b);

#endif
