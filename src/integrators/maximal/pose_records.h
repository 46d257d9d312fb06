/* SPDX-License-Identifier: Apache-2.0
 *
 * Poses of eight bodies between the arrays of the simulation and lanes, by whole records. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_POSE_RECORDS_H
#define LUDO_INTEGRATORS_MAXIMAL_POSE_RECORDS_H

#include "model/joint.h"

/* A pose is two records: x, q and the first number of R; the others of R. */
typedef struct pose_records {
    lanes8 first, second;
} pose_records;

LUDO_KERNEL_PART void put_pose(pose_records *to, int l, ludo_vec3 x, ludo_quat q, mat3 R)
{
    lanes8 *a = &to->first, *b = &to->second;
    a->at[0][l] = x.x, a->at[1][l] = x.y, a->at[2][l] = x.z;
    a->at[3][l] = q.w, a->at[4][l] = q.x, a->at[5][l] = q.y, a->at[6][l] = q.z;
    a->at[7][l] = R.m[0];
    b->at[0][l] = R.m[1], b->at[1][l] = R.m[2], b->at[2][l] = R.m[3], b->at[3][l] = R.m[4];
    b->at[4][l] = R.m[5], b->at[5][l] = R.m[6], b->at[6][l] = R.m[7], b->at[7][l] = R.m[8];
}

/* Write the poses of `count` bodies, one after another. */
LUDO_KERNEL_PART void scatter_poses(pose *to, const pose_records *from, int count)
{
    LANES_ALIGNED lanes8 first, second;
    lanes_transpose(first.at[0], from->first.at[0]);
    lanes_transpose(second.at[0], from->second.at[0]);
    for (int l = 0; l < count; l++) {
        lanes_copy(&to[l].x.x, first.at[l]);
        lanes_copy(&to[l].R.m[1], second.at[l]);
    }
}

/* Read x and q of the poses of some bodies. */
LUDO_KERNEL_PART void gather_poses(pose_lanes *to, const pose *poses, const int32_t *bodies)
{
    LANES_ALIGNED lanes8 record;
    for (int l = 0; l < LANES; l++) {
        lanes_copy(record.at[l], &poses[bodies[l]].x.x);
    }
    lanes_transpose(to->x.x, record.at[0]);
}

#endif
