/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: content of elements that are settings of other programs (gazebo, transmission,
 * ros2_control). Their values are texts between tags or attributes `value`; what Ludo cannot use is
 * a warning. */
#include "formats/text/number.h"
#include "formats/urdf/read.h"

#include <string.h>

int32_t ludo_urdf_next(const urdf *u, int32_t element, int32_t before, const char *names)
{
    int32_t e = before >= 0 ? xml_at(u->r.doc, before)->next_sibling
                            : xml_at(u->r.doc, element)->first_child;
    while (e >= 0 && ludo_reader_find_word(names, xml_at(u->r.doc, e)->name) < 0) {
        e = xml_at(u->r.doc, e)->next_sibling;
    }
    return e;
}

const char *ludo_urdf_value(const urdf *u, int32_t element)
{
    const char *value = ludo_xml_attribute(u->r.doc, element, "value");
    return value != NULL ? value : xml_at(u->r.doc, element)->text;
}

double ludo_urdf_number(urdf *u, int32_t element, const char *names, double otherwise)
{
    const int32_t e = ludo_urdf_next(u, element, -1, names);
    double number = otherwise;
    if (e < 0) {
        return otherwise;
    }
    const char *end = ludo_number_read(ludo_urdf_value(u, e), &number);
    if (end == NULL || end[strspn(end, " \t\r\n")] != '\0' || isinf(number)) {
        ludo_urdf_warn(u, e, "ignored: it is not a number");
        return otherwise;
    }
    return number;
}
