/* SPDX-License-Identifier: Apache-2.0
 *
 * Documents that include other files. */
#ifndef LUDO_FORMATS_FILES_INCLUDE_H
#define LUDO_FORMATS_FILES_INCLUDE_H

#include "formats/files/resolver.h"
#include "formats/text/xml.h"

/* Maximum depth of nested files. */
enum { INCLUDE_MAX_DEPTH = 32 };

/* Replace every <include file="FILE"/>, also in included files, by the children of FILE's root
 * element; each file once. FILE is resolved against the folder of `model`, the document's file,
 * then against that of the including file. Elements keep the name of their file. On failure the
 * document is incomplete; release it in any case.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_BAD_MODEL (a file is missing, not allowed, or included
 *          twice), LUDO_PARSE (an include or a file is malformed, a limit is exceeded): with the
 *          place in `why` */
ludo_status ludo_include_expand(xml_document *doc, const char *model, resolver *files,
                                ludo_diagnostic *why);

#endif
