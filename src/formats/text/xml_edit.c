/* SPDX-License-Identifier: Apache-2.0
 *
 * Changing a document: elements are added and linked in any order, then brought into document
 * order. */
#include "formats/text/xml.h"

static xml_element *element_at(xml_document *doc, int32_t element)
{
    return (xml_element *)doc->elements.items + element;
}

int32_t ludo_xml_next(const xml_document *doc, int32_t root, int32_t element)
{
    if (xml_at(doc, element)->first_child >= 0) {
        return xml_at(doc, element)->first_child;
    }
    while (element != root && xml_at(doc, element)->next_sibling < 0) {
        element = xml_at(doc, element)->parent;
    }
    return element != root ? xml_at(doc, element)->next_sibling : -1;
}

bool ludo_xml_add_attribute(xml_document *doc, int32_t element, xml_attribute attribute)
{
    const int32_t first = doc->attributes.count, count = xml_at(doc, element)->attributes;
    for (int32_t i = 0; i <= count; i++) {
        xml_attribute *a = ludo_growing_add(&doc->attributes, sizeof *a, &doc->allocator);
        if (a == NULL) {
            return false;
        }
        *a = i < count ? *xml_attribute_at(doc, element, i) : attribute;
    }
    element_at(doc, element)->first_attribute = first;
    element_at(doc, element)->attributes = count + 1;
    return true;
}

ludo_status ludo_xml_flatten(xml_document *doc)
{
    const ludo_allocator *a = &doc->allocator;
    growing ordered = {NULL, 0, 0};
    int32_t *number = memory_take(a, (size_t)doc->elements.count * sizeof *number);
    ludo_status status = number != NULL ? LUDO_OK : LUDO_NO_MEMORY;
    for (int32_t e = 0; e >= 0 && status == LUDO_OK; e = ludo_xml_next(doc, 0, e)) {
        xml_element *copy = ludo_growing_add(&ordered, sizeof *copy, a);
        if (copy == NULL) {
            status = LUDO_NO_MEMORY;
        } else {
            number[e] = ordered.count - 1;
            *copy = *xml_at(doc, e);
            copy->parent = e > 0 ? number[copy->parent] : -1;
        }
    }
    memory_give(a, number);
    if (status != LUDO_OK) {
        memory_give(a, ordered.items);
        return status;
    }
    memory_give(a, doc->elements.items);
    doc->elements = ordered;
    ludo_xml_link(doc);
    return LUDO_OK;
}
