/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading whole files. */
#include "formats/contents.h"

#include "core/diagnostic.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Room for more; false without memory. */
static bool grow(contents *c, const ludo_allocator *a)
{
    const size_t capacity = c->capacity > 0 ? 2 * c->capacity : 64 * 1024;
    char *bytes = memory_take(a, capacity);
    if (bytes == NULL) {
        return false;
    }
    if (c->length > 0) {
        memcpy(bytes, c->bytes, c->length);
    }
    memory_give(a, c->bytes);
    c->bytes = bytes;
    c->capacity = capacity;
    return true;
}

static ludo_status read_all(FILE *f, size_t limit, const ludo_allocator *a, contents *c)
{
    size_t got = 1;
    while (got > 0 && c->length <= limit) {
        if (c->length == c->capacity && !grow(c, a)) {
            return LUDO_NO_MEMORY;
        }
        got = fread(c->bytes + c->length, 1, c->capacity - c->length, f);
        c->length += got;
    }
    return ferror(f) ? LUDO_IO : LUDO_OK;
}

ludo_status ludo_contents_problem(const char *path, ludo_diagnostic *why)
{
    ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", strerror(errno));
    return LUDO_IO;
}

ludo_status ludo_contents_read(contents *c, const char *path, size_t limit, const ludo_allocator *a,
                               ludo_diagnostic *why)
{
    *c = (contents){NULL, 0, 0};
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        return ludo_contents_problem(path, why);
    }
    const ludo_status status = read_all(f, limit, a, c);
    if (status == LUDO_IO) {
        (void)ludo_contents_problem(path, why);
    } else if (status != LUDO_OK) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", ludo_status_text(status));
    }
    (void)fclose(f);
    return status;
}
