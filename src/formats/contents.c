/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading and writing whole files. */
#define _XOPEN_SOURCE 700

#include "formats/contents.h"

#include "core/diagnostic.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- reading ---- */

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

/* Everything, or what is wrong; the file is closed. */
static ludo_status read_stream(contents *c, FILE *f, const char *path, size_t limit,
                               const ludo_allocator *a, ludo_diagnostic *why)
{
    const ludo_status status = read_all(f, limit, a, c);
    if (status == LUDO_IO) {
        (void)ludo_contents_problem(path, why);
    } else if (status != LUDO_OK) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", ludo_status_text(status));
    }
    (void)fclose(f);
    return status;
}

ludo_status ludo_contents_read(contents *c, const char *path, size_t limit, const ludo_allocator *a,
                               ludo_diagnostic *why)
{
    *c = (contents){NULL, 0, 0};
    FILE *f = fopen(path, "rb");
    return f != NULL ? read_stream(c, f, path, limit, a, why) : ludo_contents_problem(path, why);
}

/* Open without waiting for anybody, as pipes would, and look at what was opened. */
ludo_status ludo_contents_read_file(contents *c, const char *path, size_t limit,
                                    const ludo_allocator *a, ludo_diagnostic *why)
{
    *c = (contents){NULL, 0, 0};
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat what;
    if (descriptor < 0) {
        return ludo_contents_problem(path, why);
    }
    if (fstat(descriptor, &what) != 0 || !S_ISREG(what.st_mode)) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "this is not a file but a folder or a device");
        (void)close(descriptor);
        return LUDO_IO;
    }
    FILE *f = fdopen(descriptor, "rb");
    if (f == NULL) {
        (void)close(descriptor);
        return ludo_contents_problem(path, why);
    }
    return read_stream(c, f, path, limit, a, why);
}

/* ---- writing ---- */

/* All bytes, or no file. */
static ludo_status write_all(const char *path, const char *bytes, size_t length,
                             ludo_diagnostic *why)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL) {
        return ludo_contents_problem(path, why);
    }
    bool written = fwrite(bytes, 1, length, f) == length && fflush(f) == 0;
    if (!written) {
        (void)ludo_contents_problem(path, why);
    }
    if (fclose(f) != 0 && written) {
        (void)ludo_contents_problem(path, why);
        written = false;
    }
    if (!written) {
        (void)remove(path);
    }
    return written ? LUDO_OK : LUDO_IO;
}

/* Write a complete file beside the old one, then let it take the place. */
static ludo_status replace(const char *path, const char *part, const char *bytes, size_t length,
                           ludo_diagnostic *why)
{
    const ludo_status status = write_all(part, bytes, length, why);
    if (status == LUDO_OK && rename(part, path) != 0) {
        (void)ludo_contents_problem(path, why);
        (void)remove(part);
        return LUDO_IO;
    }
    return status;
}

ludo_status ludo_contents_replace(const char *path, const char *bytes, size_t length,
                                  const ludo_allocator *a, ludo_diagnostic *why)
{
    static const char unfinished[] = ".part";
    const size_t named = strlen(path);
    char *part = memory_take(a, named + sizeof unfinished);
    if (part == NULL) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", ludo_status_text(LUDO_NO_MEMORY));
        return LUDO_NO_MEMORY;
    }
    memcpy(part, path, named);
    memcpy(part + named, unfinished, sizeof unfinished);
    const ludo_status status = replace(path, part, bytes, length, why);
    memory_give(a, part);
    return status;
}
