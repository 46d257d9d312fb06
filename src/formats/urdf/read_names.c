/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: named elements, and warnings about elements. */
#include "formats/urdf/read.h"

/* Names of the families, for messages. */
static const char *const nouns[] = {[FAMILY_LINK] = "link", [FAMILY_JOINT] = "joint"};

void ludo_urdf_register(urdf *u, urdf_family family, int32_t element)
{
    reader *r = &u->r;
    const char *name = ludo_reader_text(r, element, "name");
    if (*name == '\0') {
        ludo_reader_fail(r, LUDO_PARSE, element, "the attribute 'name' is missing");
        return;
    }
    const int32_t other = ludo_name_table_add(&u->r.names, (int32_t)family, "", name, element);
    if (other != 0) {
        ludo_reader_fail(r, LUDO_BAD_MODEL, element,
                         "the name is used by another %s in line %d: rename one", nouns[family],
                         (int)xml_at(r->doc, other)->line);
    }
}

int32_t ludo_urdf_named(urdf *u, urdf_family family, int32_t element, const char *attribute)
{
    const char *name = ludo_reader_text(&u->r, element, attribute);
    const int32_t found = ludo_name_table_find(&u->r.names, (int32_t)family, "", name);
    if (found == 0) {
        ludo_reader_fail(&u->r, LUDO_BAD_MODEL, element, "unknown %s '%.64s'", nouns[family], name);
    }
    return found > 0 ? found : -1;
}

void ludo_urdf_warn(urdf *u, int32_t element, const char *detail)
{
    const xml_element *e = xml_at(u->r.doc, element);
    ludo_reader_warn(&u->r, LUDO_NOTE_WARNING, element, xml_at(u->r.doc, e->parent)->name, e->name,
                     detail);
}
