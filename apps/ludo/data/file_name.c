/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of paths. */
#include "data/file_name.h"

#include <string.h>

const char *ludo_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

const char *ludo_file_suffix(const char *path)
{
    const char *name = ludo_file_name(path), *dot = strrchr(name, '.');
    return dot != NULL && dot > name ? dot : name + strlen(name);
}
