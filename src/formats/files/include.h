/* SPDX-License-Identifier: Apache-2.0
 *
 * Documents made of several files. */
#ifndef LUDO_FORMATS_FILES_INCLUDE_H
#define LUDO_FORMATS_FILES_INCLUDE_H

#include "formats/files/resolver.h"
#include "formats/text/xml.h"

/* How many files may include each other. */
enum { INCLUDE_MAX_DEPTH = 32 };

/* Put what is in the root element of a file in the place of every <include file="FILE"/> that names
 * it, of those in included files as well; each file once. FILE is found from the folder of the
 * model or, if it isn't there, of the file that includes it. Elements know the file they stand in.
 * On failure the document holds a part; release it in any case.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_BAD_MODEL (a file is missing, outside, or there twice),
 *         LUDO_PARSE (an include or a file is not what it should be, a limit is passed): with the
 *         place in `why` */
ludo_status ludo_xml_include(xml_document *doc, sources *files, ludo_diagnostic *why);

#endif
