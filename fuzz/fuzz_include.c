/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as the files of an MJCF model: split at zeros into main.xml, which is read, and other files
 * beside and below it, in a temporary folder. */
#define _XOPEN_SOURCE 700

#include "said.h"

#include "ludo/ludo.h"

#include <stdio.h>

#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 4, PATH_SIZE = 512 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[FILES] = {"main.xml", "a.xml", "b.xml", "d/c.xml"};
static char folder[PATH_SIZE];

static void path_of(const char *name, char path[PATH_SIZE])
{
    const int length = snprintf(path, PATH_SIZE, "%s/%s", folder, name);
    check(length > 0 && length < PATH_SIZE);
}

static void remove_folder(void)
{
    char path[PATH_SIZE];
    for (int i = 0; i < FILES; i++) {
        path_of(names[i], path);
        (void)remove(path);
    }
    path_of("d", path);
    (void)remove(path);
    (void)remove(folder);
}

static void make_folder(void)
{
    const char *place = getenv("TMPDIR");
    char path[PATH_SIZE];
    const int length =
        snprintf(folder, sizeof folder, "%s/ludo-fuzz-XXXXXX", place != NULL ? place : "/tmp");
    check(length > 0 && length < PATH_SIZE && mkdtemp(folder) != NULL);
    path_of("d", path);
    check(mkdir(path, 0700) == 0);
    check(atexit(remove_folder) == 0);
}

/* Write a file; size 0: no file. */
static void write_file(const char *name, const uint8_t *data, size_t size)
{
    char path[PATH_SIZE];
    path_of(name, path);
    if (size == 0) {
        (void)remove(path);
        return;
    }
    FILE *f = fopen(path, "wb");
    check(f != NULL);
    check(fwrite(data, 1, size, f) == size);
    check(fclose(f) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[PATH_SIZE];
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = 0};
    if (folder[0] == '\0') {
        make_folder();
    }
    for (int i = 0; i < FILES; i++) {
        const uint8_t *end = size > 0 ? memchr(data, '\0', size) : NULL;
        const size_t length = end != NULL ? (size_t)(end - data) : size;
        write_file(names[i], data, length);
        data += end != NULL ? length + 1 : length;
        size -= end != NULL ? length + 1 : length;
    }
    path_of(names[0], path);
    const ludo_status status = ludo_load_file(path, NULL, NULL, &spec, &why);
    check_said(status, spec != NULL, &why);
    ludo_spec_destroy(spec);
    return 0;
}
