/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of file paths. */
#ifndef LUDO_APP_DATA_FILE_NAME_H
#define LUDO_APP_DATA_FILE_NAME_H

/* The name of a file without its folders. */
const char *ludo_file_name_base(const char *path);

/* The suffix of a file name with its '.', "" if there is none (a leading '.' is no suffix). */
const char *ludo_file_name_suffix(const char *path);

#endif
