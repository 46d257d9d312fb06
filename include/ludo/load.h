/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading a description from model files. */
#ifndef LUDO_LOAD_H
#define LUDO_LOAD_H

#include "ludo/edit.h"
#include "ludo/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The base of a URDF: fixed to the world or floating; in MJCF and SDF the model decides. */
typedef enum ludo_base { LUDO_BASE_FIXED, LUDO_BASE_FREE } ludo_base;

/** Options of reading a model; begin with ludo_load_options_default(). */
typedef struct ludo_load_options {
    size_t struct_size;
    ludo_base base;                  /* free: a free joint named `root` above a URDF's root */
    const char *const *package_dirs; /* folders that package://NAME/ is searched in, as NAME or as
                                        the package itself; files may be read from them */
    int32_t package_dir_count;
    bool allow_outside; /* files may also be read from outside the model's folder and the package
                           folders */
    const char *loops;  /* path of a loop file: closures that the model's format cannot express
                           (YAML, see docs/formats.md); NULL: none */
    bool repair;        /* then replace masses and inertias that no body can have, as
                           ludo_spec_repair() with its defaults does */
    const char *srdf;   /* path of an SRDF file of the robot: pairs of links without contacts, and
                           named states, see docs/urdf.md; NULL: none */
} ludo_load_options;

/** The default options: a fixed base, no folders of packages, no loop or SRDF file, no repair. */
static inline ludo_load_options ludo_load_options_default(void)
{
    ludo_load_options options = LUDO_ZERO;
    options.struct_size = sizeof options;
    return options;
}

/** Read a model file (MJCF, URDF or SDF) into a new description.
 *
 * Included files and meshes are read as well, see docs/formats.md.
 *
 * @param path       the file; its root element determines the format
 * @param options    NULL: the defaults
 * @param allocator  may be NULL; used for the spec and by the reader, except in qhull
 * @param out        the description; NULL unless LUDO_OK is returned
 * @param why        the error, with file, line, column and name; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: an unknown base, fewer folders of packages than
 *         their count says), LUDO_NO_MEMORY, LUDO_IO (the file can't be read),
 *         LUDO_PARSE (not well-formed, an unknown element or attribute, a bad number, a limit of
 *         the reader exceeded), LUDO_BAD_MODEL (well-formed, but no possible mechanism; an included
 *         file or a mesh that mass comes from is missing or outside), LUDO_UNSUPPORTED (an
 *         element that this version cannot read as part of a mechanism); with `repair` also as
 *         ludo_spec_repair() */
LUDO_API ludo_status ludo_load_file(const char *path, const ludo_load_options *options,
                                    const ludo_allocator *allocator, ludo_spec **out,
                                    ludo_diagnostic *why);

/** Read a model file as ludo_load_file(), and compile it as ludo_compile(). A recorder needs the
 * description, too: to record, use these two.
 * @param out  the model; NULL unless LUDO_OK is returned
 * @return as both */
LUDO_API ludo_status ludo_load_model(const char *path, const ludo_load_options *options,
                                     const ludo_allocator *allocator, ludo_model **out,
                                     ludo_diagnostic *why);

/** Read a model file as ludo_load_file(), and append it as ludo_spec_append(): a second robot
 * beside the first, of any format. `at->prefix` keeps names apart.
 *
 * @param options    NULL: the defaults; a loop file is read last, and its names are those of `spec`
 *                   with what was appended
 * @param at         NULL: ludo_attachment_default()
 * @param allocator  may be NULL; used by the reader
 * @return as both; `spec` is unchanged unless LUDO_OK is returned (after LUDO_NO_MEMORY with a loop
 *         file some of its elements may be added) */
LUDO_API ludo_status ludo_load_append(ludo_spec *spec, const char *path,
                                      const ludo_load_options *options, const ludo_attachment *at,
                                      const ludo_allocator *allocator, ludo_diagnostic *why);

/** As ludo_load_file(), from `length` bytes of memory; messages have `name` as the file,
 * beside which other files are searched; `name` may be NULL. */
LUDO_API ludo_status ludo_load_string(const char *text, size_t length, const char *name,
                                      const ludo_load_options *options,
                                      const ludo_allocator *allocator, ludo_spec **out,
                                      ludo_diagnostic *why);

#ifdef __cplusplus
}
#endif
#endif
