/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: named elements, warnings about elements. */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"

/* Names of the kinds, for messages. */
static const char *const nouns[] = {
    [FAMILY_BODY] = "body",
    [FAMILY_JOINT] = "joint",
    [FAMILY_SITE] = "site",
    [FAMILY_GEOM] = "geom",
    [FAMILY_PAIR] = "pair",
    [FAMILY_EXCLUDE] = "exclude",
    [FAMILY_TENDON] = "tendon",
    [FAMILY_ACTUATOR] = "actuator",
    [FAMILY_SENSOR] = "sensor",
    [FAMILY_MESH] = "mesh",
    [FAMILY_FIELD] = "hfield",
    [FAMILY_MATERIAL] = "material",
    [FAMILY_RESTITUTION] = "restitution",
    [FAMILY_CONCAVE] = "concave mesh",
    [FAMILY_ADDED_MASS] = "added mass",
    [FAMILY_DISPLACED_MASS] = "displaced mass",
    [FAMILY_CLASS] = "default class",
};

void ludo_mjcf_register_in(mjcf *r, mjcf_family family, int32_t element, const char *around,
                           const char *name)
{
    const int32_t first =
        name != NULL ? ludo_name_table_add(&r->base.names, (int32_t)family, around, name, element)
                     : 0;
    if (first != 0 && first != element) {
        const ludo_place place = xml_place(r->base.doc, first);
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "the name '%.64s' is used twice, first in %.120s:%d: rename one", name,
                         place.file, (int)place.line);
    }
}

void ludo_mjcf_register_as(mjcf *r, mjcf_family family, int32_t element, const char *name)
{
    ludo_mjcf_register_in(r, family, element, "", name);
}

void ludo_mjcf_register(mjcf *r, mjcf_family family, int32_t element)
{
    ludo_mjcf_register_as(r, family, element, ludo_xml_attribute(r->base.doc, element, "name"));
}

int32_t ludo_mjcf_named(mjcf *r, mjcf_family family, int32_t element, const char *name)
{
    const char *text = ludo_mjcf_text(r, element, name);
    const int32_t found = ludo_name_table_find(&r->base.names, (int32_t)family, "", text);
    if (text == NULL) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element, "needs a %s", nouns[family]);
    } else if (found == 0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "unknown %s '%.64s'", nouns[family],
                         text);
    }
    return found > 0 ? found : -1;
}

/* ---- warnings ---- */

void ludo_mjcf_unsupported(mjcf *r, int32_t element, const char *message)
{
    ludo_reader_unsupported(&r->base, element, message);
}

void ludo_mjcf_warn(mjcf *r, ludo_note_kind kind, int32_t element, const char *what,
                    const char *detail)
{
    ludo_reader_warn(&r->base, kind, element, "", what, detail);
}
