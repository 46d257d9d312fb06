/* SPDX-License-Identifier: Apache-2.0
 *
 * POSIX paths. */
#define _XOPEN_SOURCE 700

#include "formats/files/paths.h"

#include <limits.h>
#include <string.h>

#include <stdlib.h>
#include <sys/stat.h>

_Static_assert(PATH_SIZE >= PATH_MAX, "a resolved path has room");

bool ludo_path_set(pathname *p, const char *text, size_t length)
{
    const bool fits = length < sizeof p->text;
    if (fits) {
        memcpy(p->text, text, length);
    }
    p->text[fits ? length : 0] = '\0';
    return fits;
}

bool ludo_path_join(pathname *p, const char *folder, const char *name)
{
    const size_t before = name[0] == '/' ? 0 : strlen(folder);
    const size_t slash = before > 0 && folder[before - 1] != '/' ? 1 : 0;
    const size_t behind = strlen(name);
    if (before + slash + behind >= sizeof p->text) {
        p->text[0] = '\0';
        return false;
    }
    memmove(p->text, folder, before);
    memset(p->text + before, '/', slash);
    memcpy(p->text + before + slash, name, behind + 1);
    return true;
}

pathname ludo_path_folder(const char *file)
{
    pathname folder;
    const char *slash = strrchr(file, '/');
    const size_t length = slash == NULL ? 0 : slash == file ? 1 : (size_t)(slash - file);
    (void)ludo_path_set(&folder, file, length);
    return folder;
}

bool ludo_path_resolve(pathname *p, const char *given)
{
    return realpath(given[0] != '\0' ? given : ".", p->text) != NULL;
}

const char *ludo_path_name(const pathname *resolved)
{
    return strrchr(resolved->text, '/') + 1;
}

bool ludo_path_up(pathname *resolved)
{
    char *slash = strrchr(resolved->text, '/');
    const bool more = slash[1] != '\0';
    slash[slash == resolved->text ? 1 : 0] = '\0';
    return more;
}

bool ludo_path_is_below(const pathname *resolved, const char *folder)
{
    pathname top;
    if (!ludo_path_resolve(&top, folder)) {
        return false;
    }
    const size_t length = strlen(top.text);
    return strncmp(resolved->text, top.text, length) == 0 &&
           (length == 1 || resolved->text[length] == '/' || resolved->text[length] == '\0');
}

bool ludo_path_is_folder(const char *given)
{
    struct stat s;
    return stat(given[0] != '\0' ? given : ".", &s) == 0 && S_ISDIR(s.st_mode);
}

bool ludo_path_is_file(const char *given)
{
    struct stat s;
    return stat(given, &s) == 0 && S_ISREG(s.st_mode);
}

bool ludo_path_is_link(const char *given)
{
    struct stat s;
    return lstat(given, &s) == 0 && S_ISLNK(s.st_mode);
}

bool ludo_path_identify(const char *given, file_identity *identity)
{
    struct stat s;
    if (stat(given, &s) != 0) {
        return false;
    }
    *identity = (file_identity){(uint64_t)s.st_dev, (uint64_t)s.st_ino};
    return true;
}
