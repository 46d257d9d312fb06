/* SPDX-License-Identifier: Apache-2.0
 *
 * Documents that are put together: copies of elements, and their texts. */
#include "formats/text/xml_copy.h"

int32_t ludo_xml_copy(xml_document *whole, const xml_document *from, int32_t element,
                      int32_t parent)
{
    xml_element *e = ludo_growing_add(&whole->elements, sizeof *e, &whole->allocator);
    if (e == NULL) {
        return -1;
    }
    *e = *xml_at(from, element);
    e->parent = parent;
    e->first_attribute = whole->attributes.count;
    for (int32_t i = 0; i < e->attributes; i++) {
        xml_attribute *a = ludo_growing_add(&whole->attributes, sizeof *a, &whole->allocator);
        if (a == NULL) {
            return -1;
        }
        *a = *xml_attribute_at(from, element, i);
    }
    return whole->elements.count - 1;
}

bool ludo_xml_move_texts(xml_document *whole, xml_document *from)
{
    char **chunks = from->chunks.items;
    while (from->chunks.count > 0) {
        char **slot = ludo_growing_add(&whole->chunks, sizeof *slot, &whole->allocator);
        if (slot == NULL) {
            return false;
        }
        *slot = chunks[--from->chunks.count];
    }
    return true;
}
