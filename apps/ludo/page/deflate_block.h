/* SPDX-License-Identifier: Apache-2.0
 *
 * The block of numbers of a page, as web/src/data/page.ts has it: bytes that are deflated as they
 * come. What goes wrong stays in the block: ask ludo_deflate_block_end(). */
#ifndef LUDO_APP_PAGE_DEFLATE_BLOCK_H
#define LUDO_APP_PAGE_DEFLATE_BLOCK_H

#include "terminal/errors.h"
#include "data/json.h"

/* A block that is being written. */
typedef struct deflate_block {
    struct deflate_stream *stream; /* of zlib, owned; NULL: failed */
    unsigned char *bytes;          /* deflated, owned */
    size_t length, room;
    size_t raw;   /* bytes before they were deflated */
    size_t apart; /* how many of the deflated ones belong to meshes */
} deflate_block;

/* Where in the block lists of numbers are, and how. */
typedef struct packed_list {
    size_t at;
    int32_t tracks, count; /* lists, and numbers in each */
    bool floats;           /* else integers */
    int32_t bytes;         /* of each number: 1, 2 or 4 */
    double scale, start;   /* of integers: number = start + scale * integer */
} packed_list;

void ludo_deflate_block_begin(deflate_block *p);

/* Put bytes into the block as they are. */
void ludo_deflate_block_bytes(deflate_block *p, const char *bytes, size_t length);

/* Finish the deflated bytes. Says where memory ran out on the way. */
outcome ludo_deflate_block_end(deflate_block *p);

void ludo_deflate_block_release(deflate_block *p);

/* Put lists of numbers, one behind the other, into the block: how->tracks of how->count numbers.
 * Numbers that are not finite become a gap; of integers, which have none, how->start. Integers out
 * of reach become the nearest within it. Where they are goes to how->at. */
void ludo_deflate_block_numbers(deflate_block *p, packed_list *how, const double *values);

/* How one list of numbers is best written: counts exactly; what spans decades, or has gaps, in
 * single precision; all else in 2^24 parts of its range. */
packed_list ludo_deflate_block_plan(const double *values, int32_t count, bool decades);

/* How times are best written: on a grid that equal steps, as long as the first one, stay on. */
packed_list ludo_deflate_block_plan_times(const double *times, int32_t count, double step);

/* Begin or end numbers of meshes, whose bytes are counted apart. */
void ludo_deflate_block_meshes(deflate_block *p, bool begin);

/* Write where numbers are. */
void ludo_deflate_block_write(json *j, const char *key, const packed_list *where);

#endif
