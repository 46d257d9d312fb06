/* SPDX-License-Identifier: Apache-2.0
 *
 * Quantities over time in a page. */
#ifndef LUDO_APP_PAGE_SERIES_H
#define LUDO_APP_PAGE_SERIES_H

#include "data/decimate.h"
#include "data/quantities.h"
#include "page/deflate_block.h"

/* Write a decimated quantity. `time`: packed times shared with other quantities; NULL: pack its own
 * times. */
void ludo_series_write(json *j, const char *key, deflate_block *p, const quantity *what,
                       const decimation *t, const packed_list *time);

/* Numbers over time, at least 1, and the largest number of points to keep of them. */
typedef struct series_data {
    const double *time, *value;
    int64_t count;
    int32_t most;
} series_data;

/* Write a quantity with its numbers, decimated. */
outcome ludo_series_write_list(json *j, const char *key, deflate_block *p, const quantity *what,
                               const series_data *data);

#endif
