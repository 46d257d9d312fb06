/* SPDX-License-Identifier: Apache-2.0
 *
 * The file formats: one line each, root element and reader. */
#ifndef LUDO_FORMATS_LIST_H
#define LUDO_FORMATS_LIST_H

#include "formats/files/resolver.h"
#include "formats/text/xml.h"

#define LUDO_FORMAT_LIST(X)                                                                        \
    X("mujoco", ludo_mjcf_read)                                                                    \
    X("robot", ludo_urdf_read)                                                                     \
    X("sdf", ludo_sdf_read)

/* Reads a parsed document into an empty spec; `why` gets the first problem and its place. */
#define X(root, read)                                                                              \
    ludo_status read(xml_document *doc, resolver *files, ludo_spec *spec, ludo_diagnostic *why);
LUDO_FORMAT_LIST(X)
#undef X

#endif
