/* SPDX-License-Identifier: Apache-2.0
 *
 * Packing of numbers for a page. Neighbours in a list differ little, so that the high bytes of
 * their differences are mostly equal: stored next to each other they deflate to almost nothing. */
#include "page/deflate_block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST
#include <zlib.h>

/* ---- deflating ---- */

struct deflate_stream {
    z_stream z;
};

static void abort_stream(deflate_block *p)
{
    if (p->stream != NULL) {
        (void)deflateEnd(&p->stream->z);
        free(p->stream);
        p->stream = NULL;
    }
}

void ludo_deflate_block_begin(deflate_block *p)
{
    *p = (deflate_block){.stream = calloc(1, sizeof *p->stream)};
    if (p->stream != NULL && deflateInit(&p->stream->z, Z_DEFAULT_COMPRESSION) != Z_OK) {
        free(p->stream);
        p->stream = NULL;
    }
}

/* Make room for output; false without memory. */
static bool make_room(deflate_block *p)
{
    if (p->length < p->room) {
        return true;
    }
    const size_t room = p->room > 0 ? 2 * p->room : 1 << 16;
    unsigned char *bytes = realloc(p->bytes, room);
    p->bytes = bytes != NULL ? bytes : p->bytes;
    p->room = bytes != NULL ? room : p->room;
    return bytes != NULL;
}

/* Deflate bytes; `flush` is the flush mode of zlib. */
static void deflate_bytes(deflate_block *p, const unsigned char *bytes, size_t length, int flush)
{
    if (p->stream == NULL) {
        return;
    }
    z_stream *z = &p->stream->z;
    z->next_in = bytes;
    z->avail_in = (uInt)length;
    do {
        if (!make_room(p)) {
            abort_stream(p);
            return;
        }
        const size_t room = p->room - p->length < 1 << 30 ? p->room - p->length : 1 << 30;
        z->next_out = p->bytes + p->length;
        z->avail_out = (uInt)room;
        (void)deflate(z, flush);
        p->length += room - z->avail_out;
    } while (z->avail_out == 0);
    p->raw += length;
}

/* In parts whose length fits zlib's counters. */
void ludo_deflate_block_bytes(deflate_block *p, const char *bytes, size_t length)
{
    const size_t most = (size_t)1 << 30;
    while (length > 0) {
        const size_t part = length < most ? length : most;
        deflate_bytes(p, (const unsigned char *)bytes, part, Z_NO_FLUSH);
        bytes += part;
        length -= part;
    }
}

outcome ludo_deflate_block_end(deflate_block *p)
{
    deflate_bytes(p, NULL, 0, Z_FINISH);
    const bool whole = p->stream != NULL;
    abort_stream(p);
    return whole ? OUTCOME_DONE : ludo_error_memory();
}

void ludo_deflate_block_release(deflate_block *p)
{
    abort_stream(p);
    free(p->bytes);
    *p = (deflate_block){.length = 0};
}

void ludo_deflate_block_meshes(deflate_block *p, bool begin)
{
    deflate_bytes(p, NULL, 0, Z_SYNC_FLUSH);
    p->mesh_bytes += begin ? (size_t)0 - p->length : p->length;
}

/* ---- numbers ---- */

/* A number as a 32-bit integer in two's complement. */
static uint32_t integer_bits(const packed_list *how, double value)
{
    const double most = ldexp(1.0, 8 * how->bytes - 1) - 1.0;
    const double steps = nearbyint((value - how->start) / how->scale);
    if (!isfinite(steps)) {
        return 0;
    }
    return (uint32_t)(int32_t)fmax(-most, fmin(most, steps));
}

static uint32_t float_bits(double value)
{
    const float single = isfinite(value) ? (float)value : NAN;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return bits;
}

/* Append byte `plane` of all numbers; 0 is the lowest byte. */
static void pack_plane(deflate_block *p, const packed_list *how, const double *values, int plane)
{
    unsigned char buffer[4096];
    size_t filled = 0;
    for (int32_t t = 0; t < how->tracks; t++) {
        uint32_t last = 0;
        for (int32_t i = 0; i < how->count; i++) {
            const double value = values[(size_t)t * (size_t)how->count + (size_t)i];
            const uint32_t bits = how->floats ? float_bits(value) : integer_bits(how, value);
            buffer[filled++] = (unsigned char)((bits - last) >> (8 * plane));
            last = how->floats ? 0 : bits;
            if (filled == sizeof buffer) {
                deflate_bytes(p, buffer, filled, Z_NO_FLUSH);
                filled = 0;
            }
        }
    }
    deflate_bytes(p, buffer, filled, Z_NO_FLUSH);
}

void ludo_deflate_block_numbers(deflate_block *p, packed_list *how, const double *values)
{
    how->at = p->raw;
    for (int plane = 0; plane < how->bytes; plane++) {
        pack_plane(p, how, values, plane);
    }
}

/* ---- formats ---- */

/* Properties of a list. */
typedef struct list_range {
    double low, high;
    bool whole, gaps; /* all are integers; some are not finite */
} list_range;

static list_range find_list_range(const double *values, int32_t count)
{
    list_range s = {HUGE_VAL, -HUGE_VAL, true, false};
    for (int32_t i = 0; i < count; i++) {
        s.gaps = s.gaps || !isfinite(values[i]);
        s.whole = s.whole && values[i] == floor(values[i]);
        s.low = fmin(s.low, values[i]);
        s.high = fmax(s.high, values[i]);
    }
    return s;
}

/* The fewest bytes for integers up to `most`. */
static int32_t bytes_for(double most)
{
    return most <= INT8_MAX ? 1 : most <= INT16_MAX ? 2 : 4;
}

static const double largest = 0x1p30; /* of integers */
static const double parts = 0x1p24;   /* of a range: as fine as single precision */

packed_list ludo_deflate_block_plan(const double *values, int32_t count, bool decades)
{
    const list_range s = find_list_range(values, count);
    const double range = s.high - s.low;
    packed_list how = {.tracks = 1, .count = count, .bytes = 4, .scale = 1.0, .start = 0.0};
    if (!s.gaps && (range == 0.0 || (s.whole && range <= largest))) {
        how.start = s.low;
        how.bytes = bytes_for(range);
    } else if (decades || s.gaps || !isnormal(range / parts)) {
        how.floats = true;
    } else {
        how.start = s.low;
        how.scale = range / parts;
    }
    return how;
}

packed_list ludo_deflate_block_plan_times(const double *times, int32_t count, double step)
{
    packed_list how = ludo_deflate_block_plan(times, count, false);
    const double range = find_list_range(times, count).high - how.start;
    const double steps = range / step;
    const double grid = steps >= 1.0 && steps < largest ? step : range;
    if (!how.floats && isnormal(grid)) {
        how.scale = grid / exp2(floor(log2(largest / (range / grid))));
        how.bytes = 4;
    }
    return how;
}

void ludo_deflate_block_write(json *j, const char *key, const packed_list *where)
{
    ludo_json_open_object(j, key);
    ludo_json_integer(j, "at", (int64_t)where->at);
    ludo_json_integer(j, "tracks", where->tracks);
    ludo_json_integer(j, "count", where->count);
    ludo_json_text(j, "kind", where->floats ? "floats" : "ints");
    ludo_json_integer(j, "bytes", where->bytes);
    ludo_json_number(j, "scale", where->scale);
    ludo_json_number(j, "start", where->start);
    ludo_json_close_object(j);
}
