/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays of a batch: one row per simulation, written by the batch, some by the caller, too. */
#include "batch/batch.h"

#include <string.h>

static size_t length_of(const ludo_batch *b, int quantity)
{
    return (size_t)ludo_model_quantity_count(b->model, (ludo_quantity)quantity);
}

static double *row_of(const ludo_batch *b, double *array, int quantity, int32_t k)
{
    return array + (size_t)k * length_of(b, quantity);
}

/* ---- a row ---- */

ludo_status ludo_batch_take_rows(const ludo_batch *b, ludo_sim *sim, int32_t k, bool *any)
{
    ludo_status status = LUDO_OK;
    bool changed = false;
    for (int i = 0; i < LUDO_QUANTITY_COUNT && status == LUDO_OK; i++) {
        if (b->written[i] != NULL) {
            const size_t length = length_of(b, i);
            const double *row = row_of(b, b->rows[i], i, k);
            const double *written = row_of(b, b->written[i], i, k);
            if (memcmp(row, written, length * sizeof *row) != 0) {
                status = ludo_sim_set(sim, (ludo_quantity)i, row, (int32_t)length);
                changed = true;
            }
        }
    }
    if (any != NULL) {
        *any = changed;
    }
    return status;
}

/* Write the row of a quantity. */
static ludo_status write_row(const ludo_batch *b, ludo_sim *sim, int quantity, int32_t k)
{
    const size_t length = length_of(b, quantity);
    double *row = row_of(b, b->rows[quantity], quantity, k);
    const ludo_status status = ludo_sim_get(sim, (ludo_quantity)quantity, row, (int32_t)length);
    if (b->written[quantity] != NULL) {
        memcpy(row_of(b, b->written[quantity], quantity, k), row, length * sizeof *row);
    }
    return status;
}

ludo_status ludo_batch_write_rows(const ludo_batch *b, ludo_sim *sim, int32_t k)
{
    ludo_status first = LUDO_OK;
    for (int i = 0; i < LUDO_QUANTITY_COUNT; i++) {
        const ludo_status status = b->rows[i] != NULL ? write_row(b, sim, i, k) : LUDO_OK;
        first = first == LUDO_OK ? status : first;
    }
    b->time[k] = ludo_sim_time(sim);
    return first;
}

void ludo_batch_copy_rows(const ludo_batch *b, int32_t to, int32_t from)
{
    for (int i = 0; i < LUDO_QUANTITY_COUNT; i++) {
        double *const arrays[] = {b->rows[i], b->written[i]};
        for (int j = 0; j < 2; j++) {
            if (arrays[j] != NULL) {
                memcpy(row_of(b, arrays[j], i, to), row_of(b, arrays[j], i, from),
                       length_of(b, i) * sizeof *arrays[j]);
            }
        }
    }
    b->time[to] = b->time[from];
}

/* ---- arrays ---- */

/* The task of filling a new array. */
typedef struct filling {
    ludo_batch *batch;
    int quantity;
} filling;

static void fill_group(void *user, int32_t thread, int32_t first, int32_t count)
{
    const filling *f = user;
    ludo_batch *b = f->batch;
    for (int32_t k = first; k < first + count; k++) {
        const ludo_status status = write_row(b, ludo_batch_take(b, thread, k), f->quantity, k);
        b->status[k] = b->status[k] == LUDO_OK ? (int32_t)status : b->status[k];
    }
}

/* An array of zeros; NULL without memory. */
static double *create_array(const ludo_batch *b, size_t length)
{
    const size_t count = (size_t)b->count;
    if (length > SIZE_MAX / sizeof(double) / count) {
        return NULL;
    }
    double *array = memory_take(&b->allocator, count * length * sizeof *array);
    return array != NULL ? memset(array, 0, count * length * sizeof *array) : NULL;
}

/* Create the array of a quantity, and of one that can be set the copy of it. */
static ludo_status create_rows(ludo_batch *b, ludo_quantity quantity)
{
    const size_t length = length_of(b, (int)quantity);
    const bool settable = ludo_quantity_settable(quantity);
    double *rows = create_array(b, length);
    double *written = settable && rows != NULL ? create_array(b, length) : NULL;
    if (rows == NULL || (settable && written == NULL)) {
        memory_give(&b->allocator, rows);
        return LUDO_NO_MEMORY;
    }
    b->rows[quantity] = rows;
    b->written[quantity] = written;
    return LUDO_OK;
}

ludo_status ludo_batch_rows(ludo_batch *batch, ludo_quantity quantity, double **rows)
{
    if (batch == NULL || rows == NULL || (int)quantity < 0 ||
        (int)quantity >= LUDO_QUANTITY_COUNT) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_status status = LUDO_OK;
    if (batch->rows[quantity] == NULL && length_of(batch, (int)quantity) > 0) {
        status = create_rows(batch, quantity);
        if (status == LUDO_OK) {
            filling f = {batch, (int)quantity};
            ludo_pool_run(batch->pool, batch->count, BATCH_GROUP, fill_group, &f);
        }
    }
    *rows = batch->rows[quantity];
    return status;
}

void ludo_batch_release_rows(ludo_batch *b)
{
    for (int i = 0; i < LUDO_QUANTITY_COUNT; i++) {
        memory_give(&b->allocator, b->rows[i]);
        memory_give(&b->allocator, b->written[i]);
    }
}
