/* SPDX-License-Identifier: Apache-2.0
 *
 * The block of numbers of a page, defined by web/src/data/page.ts: a stream of bytes deflated with
 * zlib. Errors remain in the block: check ludo_deflate_block_end(). */
#ifndef LUDO_APP_PAGE_DEFLATE_BLOCK_H
#define LUDO_APP_PAGE_DEFLATE_BLOCK_H

#include "text/json.h"
#include "terminal/errors.h"

/* A block being written. */
typedef struct deflate_block {
    struct deflate_stream *stream; /* of zlib, owned; NULL: failed */
    unsigned char *bytes;          /* deflated, owned */
    size_t length, room;
    size_t raw;        /* bytes before deflation */
    size_t mesh_bytes; /* deflated bytes of meshes */
} deflate_block;

/* The location and format of lists of numbers in the block. */
typedef struct packed_list {
    size_t at;             /* first byte, before deflation */
    int32_t tracks, count; /* number of lists; numbers in each */
    bool floats;           /* floats, else integers */
    int32_t bytes;         /* of each number: 1, 2 or 4 */
    double scale, start;   /* of integers: number = start + scale * integer */
} packed_list;

void ludo_deflate_block_begin(deflate_block *p);

/* Append bytes unchanged. */
void ludo_deflate_block_bytes(deflate_block *p, const char *bytes, size_t length);

/* Finish the deflated bytes. Prints an error if memory ran out. */
outcome ludo_deflate_block_end(deflate_block *p);

void ludo_deflate_block_release(deflate_block *p);

/* Append how->tracks lists of how->count numbers each, one after the other. Numbers that are not
 * finite become NaN, or how->start in integer format. Integers out of range are clamped. Sets
 * how->at. */
void ludo_deflate_block_numbers(deflate_block *p, packed_list *how, const double *values);

/* Choose the format of a list: integers exactly; numbers that span decades or have gaps in single
 * precision; all others in 2^24 parts of their range. */
packed_list ludo_deflate_block_plan(const double *values, int32_t count, bool decades);

/* Choose the format of times: a grid that contains equal steps of length `step`. */
packed_list ludo_deflate_block_plan_times(const double *times, int32_t count, double step);

/* Begin or end the numbers of meshes, whose bytes are counted separately. */
void ludo_deflate_block_meshes(deflate_block *p, bool begin);

/* Write location and format as an object. */
void ludo_deflate_block_write(json *j, const char *key, const packed_list *where);

#endif
