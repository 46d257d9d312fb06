/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of MJCF elements, and the attributes that refer to them, in copies. */
#include "formats/mjcf_expand/expand.h"

#include <string.h>

/* ---- attributes that refer to other elements ---- */

typedef struct reference_rule {
    const char *attributes, *kind;
    bool asset;
} reference_rule;

static const reference_rule rules[] = {
    {"body body1 body2 target", "body", false},
    {"joint joint1 joint2 jointinparent", "joint", false},
    {"site site1 site2 refsite slidersite cranksite sidesite", "site", false},
    {"geom geom1 geom2", "geom", false},
    {"tendon tendon1 tendon2", "tendon", false},
    {"actuator", "actuator", false},
    {"camera", "camera", false},
    {"mesh", "mesh", true},
    {"hfield", "hfield", true},
    {"material", "material", true},
    {"texture", "texture", true},
    {"flex", "flex", true},
};

static const reference_rule *rule_of(const char *attribute)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (ludo_reader_find_word(rules[i].attributes, attribute) >= 0) {
            return &rules[i];
        }
    }
    return NULL;
}

/* The kind that another attribute names: xbody is a body. */
static const char *typed_kind(const xml_document *doc, int32_t element, const char *attribute)
{
    const char *type = ludo_xml_attribute(doc, element, attribute);
    return type != NULL && strcmp(type, "xbody") == 0 ? "body" : type;
}

const char *ludo_mjcf_reference_kind(const xml_document *doc, int32_t element,
                                     const xml_attribute *a)
{
    if (strcmp(a->name, "objname") == 0) {
        return typed_kind(doc, element, "objtype");
    }
    if (strcmp(a->name, "refname") == 0) {
        return typed_kind(doc, element, "reftype");
    }
    const reference_rule *rule = rule_of(a->name);
    return rule != NULL ? rule->kind : NULL;
}

/* ---- settings of Ludo ---- */

const char *ludo_mjcf_setting_subject(const xml_document *doc, int32_t element)
{
    static const char own[] = "ludo.";
    const char *name = ludo_xml_attribute(doc, element, "name");
    if (strcmp(xml_at(doc, element)->name, "numeric") != 0 || name == NULL ||
        strncmp(name, own, sizeof own - 1) != 0) {
        return NULL;
    }
    const char *dot = strchr(name + sizeof own - 1, '.');
    return dot != NULL ? dot + 1 : name + strlen(name);
}

bool ludo_mjcf_has_subject(const name_table *names, const char *subject)
{
    static const char *const kinds[] = {"body",    "joint",  "geom",    "site",
                                        "contact", "tendon", "actuator"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (ludo_name_table_find(names, 0, kinds[i], subject) > 0) {
            return true;
        }
    }
    return false;
}

/* ---- names ---- */

/* The kind of an element's name: that of its section, or its own. */
static const char *kind_of(const xml_document *doc, int32_t element)
{
    const xml_element *e = xml_at(doc, element);
    const char *around = e->parent >= 0 ? xml_at(doc, e->parent)->name : "";
    if (ludo_reader_find_word("tendon actuator sensor equality contact", around) >= 0) {
        return around;
    }
    return strcmp(e->name, "freejoint") == 0 ? "joint" : e->name;
}

void ludo_mjcf_collect_names(const xml_document *doc, int32_t element, name_table *names)
{
    for (int32_t e = element; e >= 0; e = ludo_xml_next(doc, element, e)) {
        const char *name = ludo_xml_attribute(doc, e, "name");
        if (name != NULL) {
            (void)ludo_name_table_add(names, 0, kind_of(doc, e), name, e > 0 ? e : 1);
        }
    }
}

int32_t ludo_mjcf_count_inside(const xml_document *doc, int32_t element)
{
    int32_t count = 0;
    for (int32_t e = element; e >= 0; e = ludo_xml_next(doc, element, e)) {
        count++;
    }
    return count;
}

/* ---- references ---- */

static void count_one(const xml_document *doc, int32_t element, const xml_attribute *a,
                      const name_table *names, references *count)
{
    const reference_rule *rule = rule_of(a->name);
    const char *kind = ludo_mjcf_reference_kind(doc, element, a);
    const bool world = kind != NULL && strcmp(kind, "body") == 0 && strcmp(a->value, "world") == 0;
    if (kind != NULL && !world && (rule == NULL || !rule->asset)) {
        const bool inside = ludo_name_table_find(names, 0, kind, a->value) > 0;
        count->inside += inside;
        count->outside += !inside;
    }
}

references ludo_mjcf_count_references(const xml_document *doc, int32_t element,
                                      const name_table *names)
{
    references count = {0, 0};
    for (int32_t e = element; e >= 0; e = ludo_xml_next(doc, element, e)) {
        const char *subject = ludo_mjcf_setting_subject(doc, e);
        if (subject != NULL && *subject != '\0') {
            const bool inside = ludo_mjcf_has_subject(names, subject);
            count.inside += inside;
            count.outside += !inside;
        }
        for (int32_t i = 0; i < xml_at(doc, e)->attributes; i++) {
            count_one(doc, e, xml_attribute_at(doc, e, i), names, &count);
        }
    }
    return count;
}
