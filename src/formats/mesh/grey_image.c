/* SPDX-License-Identifier: Apache-2.0
 *
 * Grey values of PNG images, by libpng. */
#include "formats/mesh/grey_image.h"

#include <string.h>

bool ludo_grey_image_is(image_bytes file)
{
    static const char begin[] = "\x89PNG";
    return file.length >= sizeof begin - 1 && memcmp(file.bytes, begin, sizeof begin - 1) == 0;
}

#ifdef LUDO_HAS_PNG

#include <png.h>
#include <setjmp.h>

/* An image that is read. libpng leaves its functions by longjmp(): what it takes is here. */
typedef struct reading {
    image_bytes file;
    size_t used;
    int32_t most;
    const ludo_allocator *allocator;
    bool no_memory;
    char message[128];
    jmp_buf back;
    png_structp png;
    png_infop info;
    unsigned char *bytes; /* of all rows */
    png_bytep *row;
    int32_t channels;
    grey_image *out;
} reading;

/* ---- functions that libpng calls ---- */

static void fail(png_structp png, const char *message)
{
    reading *r = png_get_error_ptr(png);
    ludo_diagnostic said = {.line = 0};
    ludo_diagnose(&said, (ludo_place){0}, "%.100s", message);
    memcpy(r->message, said.message, sizeof r->message - 1);
    longjmp(r->back, 1);
}

static void ignore(png_structp png, const char *message)
{
    (void)png, (void)message;
}

static void *take(reading *r, size_t size)
{
    void *memory = memory_take(r->allocator, size);
    r->no_memory = r->no_memory || memory == NULL;
    return memory;
}

static png_voidp take_for_png(png_structp png, png_alloc_size_t size)
{
    return take(png_get_mem_ptr(png), size);
}

static void give_for_png(png_structp png, png_voidp memory)
{
    const reading *r = png_get_mem_ptr(png);
    memory_give(r->allocator, memory);
}

static void next_bytes(png_structp png, png_bytep to, size_t count)
{
    reading *r = png_get_io_ptr(png);
    if (count > r->file.length - r->used) {
        png_error(png, "the file ends too early");
    }
    memcpy(to, r->file.bytes + r->used, count);
    r->used += count;
}

/* ---- reading ---- */

/* Convert values to 8 bits and colours of palettes to red, green, blue. */
static void convert(reading *r)
{
    r->out->is_cut = png_get_bit_depth(r->png, r->info) == 16;
    png_set_strip_16(r->png);
    png_set_packing(r->png);
    if (png_get_color_type(r->png, r->info) == PNG_COLOR_TYPE_PALETTE) {
        png_set_palette_to_rgb(r->png);
    } else if (png_get_bit_depth(r->png, r->info) < 8) {
        png_set_expand_gray_1_2_4_to_8(r->png);
    }
    (void)png_set_interlace_handling(r->png);
    png_read_update_info(r->png, r->info);
}

static void check_size(reading *r)
{
    const png_uint_32 rows = png_get_image_height(r->png, r->info);
    const png_uint_32 columns = png_get_image_width(r->png, r->info);
    if (rows > (png_uint_32)r->most / columns) {
        png_error(r->png, "it has too many points");
    }
    r->out->rows = (int32_t)rows;
    r->out->columns = (int32_t)columns;
}

static void take_rows(reading *r)
{
    const size_t width = png_get_rowbytes(r->png, r->info), rows = (size_t)r->out->rows;
    r->channels = png_get_channels(r->png, r->info);
    r->bytes = take(r, rows * width);
    r->row = take(r, rows * sizeof *r->row);
    r->out->value = take(r, rows * (size_t)r->out->columns);
    if (r->no_memory) {
        png_error(r->png, "no memory");
    }
    for (size_t i = 0; i < rows; i++) {
        r->row[i] = r->bytes + i * width;
    }
}

/* The first channel: grey or red. */
static void take_values(reading *r)
{
    for (int32_t i = 0; i < r->out->rows * r->out->columns; i++) {
        const png_bytep row = r->row[i / r->out->columns];
        r->out->value[i] = row[(ptrdiff_t)(i % r->out->columns) * r->channels];
    }
}

static void read_image(reading *r)
{
    png_set_read_fn(r->png, r, next_bytes);
    png_read_info(r->png, r->info);
    check_size(r);
    convert(r);
    take_rows(r);
    png_read_image(r->png, r->row);
    take_values(r);
}

/* false: libpng left; nothing of this function is used then. */
static bool run(reading *r)
{
    if (setjmp(r->back) != 0) {
        return false;
    }
    r->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, r, fail, ignore, r, take_for_png,
                                      give_for_png);
    r->info = r->png != NULL ? png_create_info_struct(r->png) : NULL;
    if (r->info == NULL) {
        r->no_memory = true;
        return false;
    }
    read_image(r);
    return true;
}

ludo_status ludo_grey_image_read(image_bytes file, int32_t most, const ludo_allocator *a,
                                 grey_image *out, ludo_diagnostic *why)
{
    reading r = {.file = file, .most = most, .allocator = a, .out = out};
    *out = (grey_image){.value = NULL};
    const bool is_read = run(&r);
    if (r.png != NULL) {
        png_destroy_read_struct(&r.png, &r.info, NULL);
    }
    memory_give(a, r.bytes);
    memory_give(a, r.row);
    if (is_read) {
        return LUDO_OK;
    }
    ludo_diagnose(why, (ludo_place){0}, "%s", r.message);
    return r.no_memory ? LUDO_NO_MEMORY : LUDO_PARSE;
}

#else

ludo_status ludo_grey_image_read(image_bytes file, int32_t most, const ludo_allocator *a,
                                 grey_image *out, ludo_diagnostic *why)
{
    (void)file, (void)most, (void)a;
    *out = (grey_image){.value = NULL};
    ludo_diagnose(
        why, (ludo_place){0},
        "this build of Ludo has no libpng: install libpng and build again, or convert the "
        "image to MuJoCo's binary format");
    return LUDO_UNSUPPORTED;
}

#endif
