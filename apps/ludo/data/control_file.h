/* SPDX-License-Identifier: Apache-2.0
 *
 * Controls as functions of time from a CSV file (RFC 4180). The first row names the columns, `time`
 * and then actuators; each further row gives a time [s] and the controls at that time. Times do not
 * decrease; controls jump between two rows of equal time. */
#ifndef LUDO_APP_DATA_CONTROL_FILE_H
#define LUDO_APP_DATA_CONTROL_FILE_H

#include "text/csv_numbers.h"

/* The contents of a file; all zero: no controls. */
typedef struct control_file {
    int32_t *actuator; /* per column after the time: number of the actuator */
    size_t columns;
    csv_numbers rows; /* rows of 1 + columns numbers: the time, then the controls */
} control_file;

/* Read a file; prints errors. Call ludo_control_file_release() in any case. */
outcome ludo_control_file_read(control_file *c, const char *path, const ludo_model *model);

/* Set the controls at a time: linear interpolation between rows; constant before the first and
 * after the last row. O(log rows). */
void ludo_control_file_apply(const control_file *c, double time, ludo_sim *sim);

/* Release the contents. */
void ludo_control_file_release(control_file *c);

#endif
