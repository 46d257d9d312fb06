/* SPDX-License-Identifier: Apache-2.0
 *
 * Folders of files by POSIX. */
#define _XOPEN_SOURCE 700

#include "folder.h"

#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, PATHS = 4, OPEN_AT_ONCE = 16 };

static char root[PATH_SIZE], before[PATH_SIZE];

static int remove_one(const char *path, const struct stat *what, int kind, struct FTW *where)
{
    (void)what, (void)kind, (void)where;
    return remove(path);
}

/* The path is free of links, as the library resolves it. */
void folder_open(const char *name)
{
    const char *build = getenv("LUDO_BUILD");
    char base[PATH_SIZE];
    assert_non_null(realpath(build != NULL ? build : ".", base));
    assert_true(strlen(base) + strlen(name) + 2 < sizeof root);
    (void)strcat(strcat(strcpy(root, base), "/"), name);
    (void)nftw(root, remove_one, OPEN_AT_ONCE, FTW_DEPTH | FTW_PHYS);
    assert_int_equal(mkdir(root, 0777), 0);
}

void folder_close(void)
{
    assert_int_equal(nftw(root, remove_one, OPEN_AT_ONCE, FTW_DEPTH | FTW_PHYS), 0);
}

int folder_tear_down(void **state)
{
    (void)state;
    folder_close();
    return 0;
}

const char *folder_path(const char *file)
{
    static char paths[PATHS][PATH_SIZE];
    static int next;
    char *path = paths[next++ % PATHS];
    assert_true(strlen(root) + strlen(file) + 2 < PATH_SIZE);
    (void)strcpy(path, root);
    return file[0] != '\0' ? strcat(strcat(path, "/"), file) : path;
}

/* Create the folders that a file is in. */
static const char *folders_for(const char *file)
{
    const char *path = folder_path(file);
    char part[PATH_SIZE];
    for (const char *slash = strchr(path + strlen(root) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        memcpy(part, path, (size_t)(slash - path));
        part[slash - path] = '\0';
        (void)mkdir(part, 0777);
    }
    return path;
}

void folder_write(const char *file, const char *text)
{
    FILE *f = fopen(folders_for(file), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
    assert_int_equal(fclose(f), 0);
}

bool folder_has(const char *file)
{
    struct stat found;
    return stat(folder_path(file), &found) == 0;
}

char *folder_read(const char *file)
{
    FILE *f = fopen(folder_path(file), "rb");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    const long size = ftell(f);
    assert_true(size >= 0);
    rewind(f);
    char *text = calloc(1, (size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, f), size);
    assert_int_equal(fclose(f), 0);
    return text;
}

void folder_link(const char *link, const char *target)
{
    assert_int_equal(symlink(target, folders_for(link)), 0);
}

void folder_make_pipe(const char *pipe)
{
    assert_int_equal(mkfifo(folders_for(pipe), 0666), 0);
}

void environment_set(const char *variable, const char *value)
{
    assert_int_equal(value != NULL ? setenv(variable, value, 1) : unsetenv(variable), 0);
}

void folder_enter(void)
{
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(root), 0);
}

void folder_leave(void)
{
    assert_int_equal(chdir(before), 0);
}
