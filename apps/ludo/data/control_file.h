/* SPDX-License-Identifier: Apache-2.0
 *
 * Controls over time from a CSV file (RFC 4180). The first row names the columns, `time` and then
 * actuators; every other row gives a time [s] and the controls of that time. Times don't fall;
 * where two rows have the same one, controls jump. */
#ifndef LUDO_APP_DATA_CONTROL_FILE_H
#define LUDO_APP_DATA_CONTROL_FILE_H

#include "data/csv_numbers.h"

/* What such a file says; all zero: nothing. */
typedef struct control_file {
    int32_t *actuator; /* per column behind the time: its number */
    size_t columns;
    csv_numbers rows; /* 1 + columns numbers each: the time, then controls */
} control_file;

/* Read a file; says what is wrong. To be released in any case. */
outcome ludo_control_file_read(control_file *c, const char *path, const ludo_model *model);

/* Set the controls of a time: linear between rows, before the first and behind the last as there.
 * O(log rows). */
void ludo_control_file_apply(const control_file *c, double time, ludo_sim *sim);

/* Release what was read. */
void ludo_control_file_release(control_file *c);

#endif
