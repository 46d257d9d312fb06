/* SPDX-License-Identifier: Apache-2.0
 *
 * Documents that are put together from those of several files. */
#ifndef LUDO_FORMATS_TEXT_XML_COPY_H
#define LUDO_FORMATS_TEXT_XML_COPY_H

#include "formats/text/xml.h"

/* Copy an element with its attributes to the end of `whole`, below its element `parent`. Texts are
 * not copied: they stay where they are. Returns the number of the copy, which ludo_xml_link() has
 * yet to link; -1 without memory. */
int32_t ludo_xml_copy(xml_document *whole, const xml_document *from, int32_t element,
                      int32_t parent);

/* Move all texts of a document into another one. false without memory: the texts that were not
 * moved stay in `from`. */
bool ludo_xml_move_texts(xml_document *whole, xml_document *from);

#endif
