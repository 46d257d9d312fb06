/* SPDX-License-Identifier: Apache-2.0
 *
 * Keyframes of attached models. Joints and actuators of such a model get the places of their
 * numbers in its keyframes, which they keep wherever they are copied to. */
#include "formats/mjcf_expand/expand.h"
#include "formats/mjcf/read.h"

#include <stdio.h>
#include <string.h>

static const char own[] = "k";

static bool is_called(const expansion *x, int32_t element, const char *name)
{
    return strcmp(xml_at(x->doc, element)->name, name) == 0;
}

static void mark(expansion *x, int32_t element, const int32_t *numbers, int32_t count)
{
    char text[64];
    int length = snprintf(text, sizeof text, "%s", own);
    for (int32_t i = 0; i < count; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length, " %d", (int)numbers[i]);
    }
    ludo_mjcf_expand_attribute(x, element, "#part", text);
}

static bool is_actuator(const expansion *x, int32_t element)
{
    const int32_t section = xml_at(x->doc, element)->parent;
    return section > 0 && xml_at(x->doc, section)->parent == 0 && is_called(x, section, "actuator");
}

/* A keyframe of the document itself; others have a #part already. */
static bool is_own_key(const expansion *x, int32_t element)
{
    return is_called(x, element, "key") && ludo_xml_attribute(x->doc, element, "#part") == NULL;
}

static bool has_keys(const expansion *x)
{
    for (int32_t e = 0; e < x->doc->elements.count; e++) {
        if (is_own_key(x, e)) {
            return true;
        }
    }
    return false;
}

static void mark_all(expansion *x, const mjcf_layout *layout)
{
    int32_t actuators = 0;
    for (int32_t e = 1; e < x->doc->elements.count && x->base.status == LUDO_OK; e++) {
        if (layout->position[e] >= 0) {
            mark(x, e, (int32_t[]){layout->position[e], layout->rate[e]}, 2);
        } else if (is_actuator(x, e)) {
            mark(x, e, &actuators, 1);
            actuators++;
        }
    }
    for (int32_t e = 1; e < x->doc->elements.count && x->base.status == LUDO_OK; e++) {
        if (is_own_key(x, e)) {
            mark(x, e, (int32_t[]){layout->positions, layout->rates, actuators}, 3);
        }
    }
}

void ludo_mjcf_expand_mark_keys(expansion *x)
{
    const ludo_allocator *a = &x->doc->allocator;
    if (x->base.status != LUDO_OK || !has_keys(x)) {
        return;
    }
    mjcf_layout layout;
    x->base.status = ludo_mjcf_find_layout(&x->base, x->totals, &layout);
    if (x->base.status == LUDO_OK) {
        mark_all(x, &layout);
    }
    memory_give(a, layout.position);
    memory_give(a, layout.rate);
}
