/* SPDX-License-Identifier: Apache-2.0
 *
 * Names in MJCF: elements that others refer to, in a hash table. */
#include "formats/mjcf.h"

#include <string.h>

/* The names of elements of a family, and what a message calls them. */
static const struct {
    const char *elements, *noun;
} families[] = {
    [FAMILY_JOINT] = {"joint freejoint", "joint"},
    [FAMILY_SITE] = {"site", "site"},
    [FAMILY_TENDON] = {"fixed spatial", "tendon"},
};

static uint32_t hash_of(mjcf_family family, const char *name)
{
    uint32_t hash = 2166136261u ^ (uint32_t)family; /* FNV-1a */
    for (const char *p = name; *p != '\0'; p++) {
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    }
    return hash;
}

static bool has_name(const mjcf *r, int32_t element, mjcf_family family, const char *name)
{
    return strcmp(ludo_xml_attribute(r->doc, element, "name"), name) == 0 &&
           ludo_word_find(families[family].elements, xml_at(r->doc, element)->name) >= 0;
}

/* Where an element of that name is in the table, or the free place where it belongs. */
static int32_t *place_of(const mjcf *r, mjcf_family family, const char *name)
{
    const uint32_t mask = r->name_places - 1;
    uint32_t i = hash_of(family, name) & mask;
    while (r->names[i] != 0 && !has_name(r, r->names[i], family, name)) {
        i = (i + 1) & mask;
    }
    return &r->names[i];
}

/* Of elements with the same name the first is kept; ludo_compile() refuses the others. */
void ludo_mjcf_register(mjcf *r, mjcf_family family, int32_t element)
{
    const char *name = ludo_xml_attribute(r->doc, element, "name");
    if (name != NULL) {
        int32_t *place = place_of(r, family, name);
        *place = *place == 0 ? element : *place; /* element 0 is the root, which has no name */
    }
}

int32_t ludo_mjcf_named(mjcf *r, mjcf_family family, int32_t element, const char *name)
{
    const char *text = ludo_xml_attribute(r->doc, element, name);
    const char *noun = families[family].noun;
    const int32_t found = text != NULL ? *place_of(r, family, text) : 0;
    if (text == NULL) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "needs a %s", noun);
    } else if (found == 0) {
        ludo_mjcf_fail(r, LUDO_BAD_MODEL, element, "there is no %s '%.64s'", noun, text);
    }
    return found > 0 ? found : -1;
}
