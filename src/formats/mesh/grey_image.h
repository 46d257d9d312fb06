/* SPDX-License-Identifier: Apache-2.0
 *
 * Images in PNG as tables of grey values, as MuJoCo reads them: of 16 bits the upper eight count,
 * of colours red, and transparency does not. */
#ifndef LUDO_FORMATS_MESH_GREY_IMAGE_H
#define LUDO_FORMATS_MESH_GREY_IMAGE_H

#include "core/diagnostic.h"
#include "core/memory.h"
#include "ludo/status.h"

/* The grey values of an image, row by row from above. */
typedef struct grey_image {
    int32_t rows, columns;
    unsigned char *value; /* of the allocator */
    bool is_cut;          /* the image has 16 bits */
} grey_image;

/* The bytes of a file. */
typedef struct image_bytes {
    const char *bytes;
    size_t length;
} image_bytes;

/* Whether a file is a PNG image, by its first bytes. */
bool ludo_grey_image_is(image_bytes file);

/* Read an image of at most `most` values. Release out->value in any case.
 * @return LUDO_OK; LUDO_PARSE, LUDO_NO_MEMORY; LUDO_UNSUPPORTED: the library was built without
 *         libpng. The reason is in `why`, without a file name */
ludo_status ludo_grey_image_read(image_bytes file, int32_t most, const ludo_allocator *a,
                                 grey_image *out, ludo_diagnostic *why);

#endif
