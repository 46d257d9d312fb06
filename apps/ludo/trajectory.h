/* SPDX-License-Identifier: Apache-2.0
 *
 * Trajectories as CSV: one row per knot, all numbers in SI units with 17 digits. The first row
 * names the columns (RFC 4180; lines end with LF):
 *
 *     time    JOINT or JOINT.0 JOINT.1 ...    JOINT.rate or JOINT.rate.0 ...    energy
 *     time    BODY.x .y .z .qw .qx .qy .qz .vx .vy .vz .wx .wy .wz    energy
 *
 * with joints or bodies in the model's order, and all coordinates before all rates. */
#ifndef LUDO_APP_TRAJECTORY_H
#define LUDO_APP_TRAJECTORY_H

#include "complain.h"

#include <stdio.h>

/* A file that is being written; all zero before it is open. */
typedef struct csv_rows {
    FILE *file;
    const char *path;
    bool bodies;    /* rows of body states, not of joint coordinates */
    double *values; /* room for the coordinates of any joint */
} csv_rows;

/* Create the file and write its first row. Says what goes wrong. */
outcome ludo_rows_open(csv_rows *t, const char *path, bool bodies, const ludo_model *model);

/* Write the knot, which must be readable, with its time and energy. Does nothing where no file is
 * open. Says what goes wrong. */
outcome ludo_rows_write(csv_rows *t, ludo_sim *sim, double time, double energy);

/* Write what is still in memory, close. Says what goes wrong. */
outcome ludo_rows_close(csv_rows *t);

#endif
