/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading and writing whole files. */
#define _XOPEN_SOURCE 700

#include "formats/files/whole_file.h"

#include "core/diagnostic.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- reading ---- */

/* Make room for more; false without memory. */
static bool grow(whole_file *c, const ludo_allocator *a)
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

static ludo_status read_all(FILE *f, size_t limit, const ludo_allocator *a, whole_file *c)
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

ludo_status ludo_whole_file_problem(const char *path, ludo_diagnostic *why)
{
    ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", strerror(errno));
    return LUDO_IO;
}

/* Read to the end, or fail; closes the file. */
static ludo_status read_stream(whole_file *c, FILE *f, const char *path, size_t limit,
                               const ludo_allocator *a, ludo_diagnostic *why)
{
    const ludo_status status = read_all(f, limit, a, c);
    if (status == LUDO_IO) {
        (void)ludo_whole_file_problem(path, why);
    } else if (status != LUDO_OK) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", ludo_status_text(status));
    }
    (void)fclose(f);
    return status;
}

ludo_status ludo_whole_file_read(whole_file *c, const char *path, size_t limit,
                                 const ludo_allocator *a, ludo_diagnostic *why)
{
    *c = (whole_file){NULL, 0, 0};
    FILE *f = fopen(path, "rb");
    return f != NULL ? read_stream(c, f, path, limit, a, why) : ludo_whole_file_problem(path, why);
}

/* Open without blocking (a pipe would wait for a writer), then check the type of the opened
 * file. */
ludo_status ludo_whole_file_read_ordinary(whole_file *c, const char *path, size_t limit,
                                          const ludo_allocator *a, ludo_diagnostic *why)
{
    *c = (whole_file){NULL, 0, 0};
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat what;
    if (descriptor < 0) {
        return ludo_whole_file_problem(path, why);
    }
    if (fstat(descriptor, &what) != 0 || !S_ISREG(what.st_mode)) {
        ludo_diagnose(why, (ludo_place){path, 0, 0},
                      "the path is a folder or a device: name an ordinary file");
        (void)close(descriptor);
        return LUDO_IO;
    }
    FILE *f = fdopen(descriptor, "rb");
    if (f == NULL) {
        (void)close(descriptor);
        return ludo_whole_file_problem(path, why);
    }
    return read_stream(c, f, path, limit, a, why);
}

/* ---- writing ---- */

/* Write all bytes; closes the file. */
static bool write_all(int descriptor, const char *bytes, size_t length)
{
    FILE *f = fdopen(descriptor, "wb");
    if (f == NULL) {
        (void)close(descriptor);
        return false;
    }
    const bool written = fwrite(bytes, 1, length, f) == length && fflush(f) == 0;
    return fclose(f) == 0 && written;
}

/* Write into the existing object, which keeps its kind: a device, a pipe, the target of a link. */
static bool write_into(const char *path, const char *bytes, size_t length)
{
    const int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY | O_CLOEXEC, 0666);
    return descriptor >= 0 && write_all(descriptor, bytes, length);
}

/* Create a new file beside another one; its name has ROOM more characters. */
enum { ROOM = 16, MOST_BESIDE = 1000 };

static int create_beside(const char *path, mode_t mode, char *name)
{
    const size_t named = strlen(path);
    int descriptor = -1;
    memcpy(name, path, named);
    for (int i = 0; i < MOST_BESIDE && descriptor < 0 && (i == 0 || errno == EEXIST); i++) {
        (void)snprintf(name + named, ROOM, ".part%d", i);
        descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
    return descriptor;
}

/* Write a complete temporary file beside the old one, then rename it over the old one. */
static bool replace(const char *path, mode_t mode, char *name, const char *bytes, size_t length)
{
    const int descriptor = create_beside(path, mode, name);
    if (descriptor < 0) {
        return false;
    }
    if (write_all(descriptor, bytes, length) && rename(name, path) == 0) {
        return true;
    }
    const int problem = errno;
    (void)remove(name);
    errno = problem;
    return false;
}

ludo_status ludo_whole_file_replace(const char *path, const char *bytes, size_t length,
                                    const ludo_allocator *a, ludo_diagnostic *why)
{
    struct stat old = {.st_mode = S_IFREG | 0666};
    char *name = memory_take(a, strlen(path) + ROOM);
    if (name == NULL) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", ludo_status_text(LUDO_NO_MEMORY));
        return LUDO_NO_MEMORY;
    }
    (void)lstat(path, &old); /* no old file: default permissions */
    const bool written = S_ISREG(old.st_mode)
                             ? replace(path, old.st_mode & 0777, name, bytes, length)
                             : write_into(path, bytes, length);
    const ludo_status status = written ? LUDO_OK : ludo_whole_file_problem(path, why);
    memory_give(a, name);
    return status;
}
