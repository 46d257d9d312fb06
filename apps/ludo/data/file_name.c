/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of file paths. */
#include "data/file_name.h"

#include <string.h>

const char *ludo_file_name_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

const char *ludo_file_name_suffix(const char *path)
{
    const char *name = ludo_file_name_base(path), *dot = strrchr(name, '.');
    return dot != NULL && dot > name ? dot : name + strlen(name);
}
