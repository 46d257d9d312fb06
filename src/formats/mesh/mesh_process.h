/* SPDX-License-Identifier: Apache-2.0
 *
 * The helper program ludo-mesh (apps/ludo-mesh): reads mesh formats that the library does not read
 * itself, in a process of its own. */
#ifndef LUDO_FORMATS_MESH_MESH_PROCESS_H
#define LUDO_FORMATS_MESH_MESH_PROCESS_H

#include "formats/files/paths.h"
#include "formats/files/whole_file.h"
#include "formats/mesh/mesh_file.h"

/* A program, and the limits of one run. */
typedef struct mesh_helper {
    const char *program;
    double seconds; /* the program is killed after this time */
    size_t bytes;   /* the longest answer */
} mesh_helper;

enum { MESH_HELPER_SECONDS = 60, MESH_HELPER_BYTES = 256 * 1024 * 1024 };

/* Whether files of this name are read by the helper. */
bool ludo_mesh_helper_knows(const char *path);

/* The installed program: that of the environment variable LUDO_MESH_HELPER ("": none), one beside
 * the running program or in ../libexec/ludo from there, or that of the installation; false if there
 * is none. */
bool ludo_mesh_helper_find(pathname *program);

/* Run the program on a file and take its answer. The caller frees the bytes, also after a failure.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_IO (it can't be started), LUDO_PARSE (it exceeds a limit or
 *         ends without an answer): with the file and the reason in `why` */
ludo_status ludo_mesh_helper_run(const mesh_helper *h, const char *path, whole_file *answer,
                                 const ludo_allocator *a, ludo_diagnostic *why);

/* Read the surface in an answer into an empty one; release it in any case. Answers are checked like
 * files. @return LUDO_OK, LUDO_NO_MEMORY, LUDO_PARSE */
ludo_status ludo_mesh_answer_read(mesh_surface *surface, const char *bytes, size_t length,
                                  const char *path, const ludo_allocator *a, ludo_diagnostic *why);

/* Find the program, run it on a file, and read its answer.
 * @return as above; LUDO_UNSUPPORTED without the program */
ludo_status ludo_mesh_helper_read(mesh_surface *surface, const char *path, const ludo_allocator *a,
                                  ludo_diagnostic *why);

#endif
