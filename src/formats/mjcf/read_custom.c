/* SPDX-License-Identifier: Apache-2.0
 *
 * Custom numeric elements with properties that MJCF does not have:
 *
 *     ludo.restitution             of all geoms
 *     ludo.restitution.NAME        of the geom, or else the pair, of that name
 *     ludo.concave.GEOM            whether a mesh touches others as it is, not as its hull
 *     ludo.added_mass.BODY         of the fluid around a body
 *     ludo.displaced_mass.BODY     of the fluid around a body */
#include "formats/mjcf/read.h"

#include <string.h>

typedef struct setting {
    const char *name;
    mjcf_family family; /* under which the element is registered, by its subject */
    void (*use)(mjcf *r, int32_t numeric, const char *subject);
} setting;

static const setting settings[] = {
    {"ludo.restitution", FAMILY_RESTITUTION, ludo_mjcf_check_restitution},
    {"ludo.concave", FAMILY_CONCAVE, ludo_mjcf_check_concave},
    {"ludo.added_mass", FAMILY_ADDED_MASS, ludo_mjcf_read_added_mass},
    {"ludo.displaced_mass", FAMILY_DISPLACED_MASS, ludo_mjcf_read_displaced_mass},
};

static const char own[] = "ludo.";

/* Split a name into property and subject: the subject is the rest, which may contain dots; "": all;
 * NULL: unknown property. */
static const setting *setting_of(const char *name, const char **subject)
{
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        const size_t length = strlen(settings[i].name);
        if (strncmp(name, settings[i].name, length) == 0 &&
            (name[length] == '\0' || (name[length] == '.' && name[length + 1] != '\0'))) {
            *subject = name + length + (name[length] == '.');
            return &settings[i];
        }
    }
    return NULL;
}

void ludo_mjcf_read_numeric(mjcf *r, int32_t element)
{
    const char *name = ludo_reader_text(&r->base, element, "name"), *subject;
    const setting *s = setting_of(name, &subject);
    if (s != NULL) {
        (void)ludo_reader_text(&r->base, element, "data");
        const char *around = *subject == '\0' ? mjcf_part_of(r, element)->key : "";
        ludo_mjcf_register_in(r, s->family, element, around, subject);
    } else if (strncmp(name, own, sizeof own - 1) == 0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "unknown setting of Ludo: use ludo.restitution[.NAME], ludo.concave.GEOM, "
                         "ludo.added_mass.BODY or ludo.displaced_mass.BODY");
    } else {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "numeric", "ignored");
    }
}

void ludo_mjcf_read_custom(mjcf *r, int32_t element)
{
    for (int32_t e = xml_at(r->base.doc, element)->first_child; e >= 0;
         e = xml_at(r->base.doc, e)->next_sibling) {
        const bool numeric = strcmp(xml_at(r->base.doc, e)->name, "numeric") == 0;
        const char *name = ludo_xml_attribute(r->base.doc, e, "name"), *subject;
        const setting *s = numeric && name != NULL ? setting_of(name, &subject) : NULL;
        if (s != NULL && r->base.status == LUDO_OK) {
            s->use(r, e, subject);
        }
    }
}
