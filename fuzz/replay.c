/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a fuzz target over the files of a folder: inputs that fuzzing has found stay tested, with
 * any compiler. All files are one case of TAP; a folder without files is a failure. */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATH_SIZE = 4096 };

/* A file, in memory of exactly its size so that reading past its end is noticed; NULL if it can't
 * be read. */
static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    uint8_t *data = NULL;
    long end = -1;
    if (fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) >= 0 &&
        fseek(file, 0, SEEK_SET) == 0) {
        *size = (size_t)end;
        data = malloc(*size > 0 ? *size : 1);
    }
    if (data != NULL && fread(data, 1, *size, file) != *size) {
        free(data);
        data = NULL;
    }
    (void)fclose(file);
    return data;
}

/* The name is printed before the target runs, so that a crash shows its input. */
static bool replay(const char *folder, const char *name)
{
    char path[PATH_SIZE];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    size_t size = 0;
    uint8_t *data = length > 0 && length < PATH_SIZE ? read_file(path, &size) : NULL;
    if (data == NULL) {
        printf("# can't read %s\n", name);
        return false;
    }
    printf("# %s\n", name);
    (void)fflush(stdout);
    (void)LLVMFuzzerTestOneInput(data, size);
    free(data);
    return true;
}

int main(int argc, char **argv)
{
    struct dirent **entries = NULL;
    const int count = argc == 2 ? scandir(argv[1], &entries, NULL, alphasort) : -1;
    if (count < 0) {
        (void)fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return EXIT_FAILURE;
    }
    printf("1..1\n");
    int files = 0, good = 0;
    for (int i = 0; i < count; i++) {
        if (entries[i]->d_name[0] != '.') {
            files++;
            good += replay(argv[1], entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    const bool all = files > 0 && good == files;
    printf("%s 1 - %d of %d inputs replayed\n", all ? "ok" : "not ok", good, files);
    return all ? EXIT_SUCCESS : EXIT_FAILURE;
}
