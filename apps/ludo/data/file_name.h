/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of paths. */
#ifndef LUDO_APP_DATA_FILE_NAME_H
#define LUDO_APP_DATA_FILE_NAME_H

/* The name of a file without its folders. */
const char *ludo_file_name_base(const char *path);

/* The end of that name from its last '.' on; "" where it has none but at its beginning. */
const char *ludo_file_name_suffix(const char *path);

#endif
