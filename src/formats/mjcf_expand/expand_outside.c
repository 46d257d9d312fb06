/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements outside of bodies that refer to copied elements: contacts, tendons, equalities,
 * actuators, sensors, settings. */
#include "formats/mjcf_expand/expand.h"

#include <string.h>

/* Tendons before equalities and actuators, and actuators before sensors, which refer to them. */
static const char *const families[] = {"contact",  "tendon", "equality",
                                       "actuator", "sensor", "custom"};

static bool is_named(const expansion *x, int32_t element, const char *name)
{
    return strcmp(xml_at(x->doc, element)->name, name) == 0;
}

/* Equalities between a copied element and another one are left out, as in MuJoCo. */
static void warn_of_equality(expansion *x, int32_t element)
{
    ludo_reader_note(&x->base, LUDO_NOTE_WARNING, element,
                     "left out, as in MuJoCo, because it connects a replicated element with one "
                     "that is not: move both into the replicate");
}

/* Unlink an element from a section; `before`: the sibling before it, -1: it is the first. */
static void unlink(expansion *x, int32_t section, int32_t before, int32_t element)
{
    const int32_t next = expand_at(x, element)->next_sibling;
    if (before < 0) {
        expand_at(x, section)->first_child = next;
    } else {
        expand_at(x, before)->next_sibling = next;
    }
}

/* Whether an element is copied; *leaves: it leaves its section. */
static bool is_copied(expansion *x, const outside_copies *c, int32_t element, bool *leaves)
{
    ludo_mjcf_expand_visit(x, ludo_mjcf_count_inside(x->doc, element));
    const references count = ludo_mjcf_count_references(x->doc, element, c->names);
    const bool cut = count.outside > 0 && is_named(x, xml_at(x->doc, element)->parent, "equality");
    *leaves = count.inside > 0 && !c->keep;
    if (*leaves && cut) {
        warn_of_equality(x, element);
    }
    return count.inside > 0 && !cut;
}

static void add_item(expansion *x, growing *items, int32_t element)
{
    int32_t *item = ludo_growing_add(items, sizeof *item, &x->doc->allocator);
    if (item == NULL) {
        ludo_reader_check(&x->base, x->where, LUDO_NO_MEMORY);
    } else {
        *item = element;
    }
}

/* Collect the elements of a section that are copied. */
static void collect(expansion *x, const outside_copies *c, int32_t section, growing *items)
{
    int32_t before = -1;
    int32_t e = xml_at(x->doc, section)->first_child;
    while (e >= 0 && x->base.status == LUDO_OK) {
        const int32_t next = xml_at(x->doc, e)->next_sibling;
        bool leaves;
        if (is_copied(x, c, e, &leaves)) {
            add_item(x, items, e);
        }
        if (leaves) {
            unlink(x, section, before, e);
        } else {
            before = e;
        }
        e = next;
    }
}

/* Copies go into a section of their own at the end of the document. */
static void copy_items(expansion *x, const outside_copies *c, const char *family,
                       const growing *items)
{
    const int32_t section = ludo_mjcf_expand_add(x, family);
    int32_t last = -1;
    ludo_mjcf_expand_link(x, 0, &x->last, section);
    for (int32_t i = 0; i < c->count && x->base.status == LUDO_OK; i++) {
        const renaming names = c->rename(x, i, c->user);
        for (int32_t k = 0; k < items->count && x->base.status == LUDO_OK; k++) {
            const int32_t item = ((const int32_t *)items->items)[k];
            ludo_mjcf_expand_link(x, section, &last,
                                  ludo_mjcf_expand_copy(x, x->doc, item, &names));
        }
    }
}

static void copy_family(expansion *x, const outside_copies *c, const char *family)
{
    growing items = {NULL, 0, 0};
    for (int32_t s = xml_at(x->doc, 0)->first_child; s >= 0 && x->base.status == LUDO_OK;
         s = xml_at(x->doc, s)->next_sibling) {
        if (is_named(x, s, family)) {
            collect(x, c, s, &items);
        }
    }
    for (int32_t k = 0; k < items.count; k++) {
        ludo_mjcf_collect_names(x->doc, ((const int32_t *)items.items)[k], c->names);
    }
    if (items.count > 0 && x->base.status == LUDO_OK) {
        copy_items(x, c, family, &items);
    }
    memory_give(&x->doc->allocator, items.items);
}

void ludo_mjcf_copy_outside(expansion *x, const outside_copies *c)
{
    for (size_t i = 0; i < sizeof families / sizeof *families && x->base.status == LUDO_OK; i++) {
        copy_family(x, c, families[i]);
    }
}
