/* SPDX-License-Identifier: Apache-2.0
 *
 * From files to a description. */
#ifndef LUDO_LOAD_H
#define LUDO_LOAD_H

#include "ludo/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the root of a URDF stands on; in MJCF the model decides. */
typedef enum ludo_base { LUDO_BASE_FIXED, LUDO_BASE_FREE } ludo_base;

/** How a model is read. All zero, or no options at all, is a good choice. */
typedef struct ludo_load_options {
    ludo_base base;                  /* free: a free joint named `root` above a URDF's root */
    const char *const *package_dirs; /* folders in which package://NAME/ is looked for, as NAME or
                                        as the package itself; and from which files may come */
    int32_t package_dir_count;
    bool allow_outside; /* whether files may also come from anywhere else than below the model's
                           folder and the package folders */
    const char *loops; /* a file of loops beside the model, which its format knows nothing of (YAML,
                          see docs/formats.md), wherever it is; NULL: none */
} ludo_load_options;

/** Read a model file (MJCF or URDF) into a new description.
 *
 * Files that it includes or takes meshes from are read as well, see docs/formats.md.
 *
 * @param path       the file; its format is told by its root element
 * @param options    may be NULL
 * @param allocator  may be NULL; used for the spec and for everything the reader needs but qhull
 * @param out        the description; NULL unless LUDO_OK is returned
 * @param why        what is wrong, with file, line, column and name; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY, LUDO_IO (the file can't be read),
 *         LUDO_PARSE (not well-formed, an unknown element or attribute, a bad number, a limit of
 *         the reader passed), LUDO_BAD_MODEL (well-formed, but no possible mechanism; an included
 *         file or a mesh that mass comes from is missing or outside), LUDO_UNSUPPORTED (what can't
 *         be read as a mechanism yet) */
LUDO_API ludo_status ludo_load_file(const char *path, const ludo_load_options *options,
                                    const ludo_allocator *allocator, ludo_spec **out,
                                    ludo_diagnostic *why);

/** As ludo_load_file(), from `length` bytes of memory; `name` stands for the file in messages.
 * Other files are looked for beside it. */
LUDO_API ludo_status ludo_load_string(const char *text, size_t length, const char *name,
                                      const ludo_load_options *options,
                                      const ludo_allocator *allocator, ludo_spec **out,
                                      ludo_diagnostic *why);

#ifdef __cplusplus
}
#endif
#endif
