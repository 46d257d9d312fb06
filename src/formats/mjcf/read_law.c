/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF actuators: their law of force. Attributes of several kinds of actuator in default classes
 * accumulate, from the outermost class to the element itself; a kind that cannot extend the law of
 * the kind before starts a new one. */
#include "formats/mjcf/read_law.h"

#include "formats/mjcf/read_values.h"

#include <string.h>

static const mjcf_law plain = {.kind = "motor", .gain = {1.0, 0.0, 0.0}};

/* Whether an element itself has an attribute; *is: whether its value is one of some words. */
static bool says_word(const mjcf *r, int32_t element, const char *name, const char *words, bool *is)
{
    const char *text = ludo_xml_attribute(r->base.doc, element, name);
    *is = text != NULL && ludo_reader_find_word(words, text) >= 0;
    return text != NULL;
}

static void read_general(mjcf *r, int32_t element, mjcf_law *l)
{
    enum { MOST_PARAMETERS = 10 };
    double gain[MOST_PARAMETERS], bias[MOST_PARAMETERS];
    bool is;
    const int32_t gains = ludo_reader_some(&r->base, element, "gainprm", 1, MOST_PARAMETERS, gain);
    const int32_t biases = ludo_reader_some(&r->base, element, "biasprm", 1, MOST_PARAMETERS, bias);
    memcpy(l->gain, gain, (size_t)(gains < 3 ? gains : 3) * sizeof *gain);
    memcpy(l->bias, bias, (size_t)(biases < 3 ? biases : 3) * sizeof *bias);
    if (says_word(r, element, "gaintype", "fixed", &is)) {
        l->varying = !is;
    }
    if (says_word(r, element, "biastype", "none affine", &is)) {
        l->varying = l->varying || !is;
        l->biased = strcmp(ludo_xml_attribute(r->base.doc, element, "biastype"), "none") != 0;
    }
    if (says_word(r, element, "dyntype", "none", &is)) {
        l->dynamic = !is;
    }
}

static void read_damping(mjcf *r, int32_t element, mjcf_law *l)
{
    double kv = 0.0, ratio = 0.0;
    const bool absolute = ludo_reader_numbers(&r->base, element, "kv", 1, &kv);
    const bool relative = ludo_reader_numbers(&r->base, element, "dampratio", 1, &ratio);
    if (kv < 0.0 || ratio < 0.0 || (absolute && relative)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "give either 'kv' or 'dampratio', not negative");
    }
    if (absolute || relative) {
        l->bias[2] = absolute ? -kv : ratio;
    }
}

/* Extends a position servo or, except for its constant force, a general actuator. */
static void read_position(mjcf *r, int32_t element, mjcf_law *l)
{
    double n;
    l->dynamic = l->dynamic && strcmp(l->kind, "position") == 0;
    (void)ludo_reader_numbers(&r->base, element, "kp", 1, &l->gain[0]);
    l->bias[0] = 0.0;
    l->bias[1] = -l->gain[0];
    read_damping(r, element, l);
    if (ludo_reader_numbers(&r->base, element, "timeconst", 1, &n)) {
        l->dynamic = n != 0.0;
    }
    l->biased = true;
}

static void read_velocity(mjcf *r, int32_t element, mjcf_law *l)
{
    (void)ludo_reader_numbers(&r->base, element, "kv", 1, &l->gain[0]);
    l->bias[0] = l->bias[1] = 0.0;
    l->bias[2] = -l->gain[0];
    l->biased = true;
    l->dynamic = false;
}

/* Add one element's attributes. */
static void add_element(mjcf *r, int32_t element, mjcf_law *l)
{
    const char *kind = xml_at(r->base.doc, element)->name;
    const bool goes_on = strcmp(kind, l->kind) == 0 || strcmp(l->kind, "general") == 0;
    if (strcmp(kind, "general") == 0) {
        read_general(r, element, l);
    } else {
        *l = goes_on && strcmp(kind, "motor") != 0 ? *l : plain;
        l->varying = false;
        if (strcmp(kind, "position") == 0) {
            read_position(r, element, l);
        } else if (strcmp(kind, "velocity") == 0) {
            read_velocity(r, element, l);
        } else if (strcmp(kind, "motor") != 0) { /* a general actuator cannot extend other kinds */
            l->varying = true;
        }
    }
    l->kind = kind;
}

mjcf_law ludo_mjcf_law(mjcf *r, int32_t element)
{
    mjcf_law l = plain;
    growing classes = {0};
    for (int32_t c = r->scope[element].class; c >= 0; c = r->scope[c].class) {
        int32_t *slot = ludo_growing_add(&classes, sizeof *slot, &r->base.doc->allocator);
        if (slot == NULL) {
            ludo_reader_check(&r->base, element, LUDO_NO_MEMORY);
            break;
        }
        *slot = c;
    }
    const int32_t *class = classes.items;
    for (int32_t i = classes.count; i-- > 0;) {
        for (int32_t e = xml_at(r->base.doc, class[i])->first_child; e >= 0;
             e = xml_at(r->base.doc, e)->next_sibling) {
            if (ludo_mjcf_is_template(r, e, element)) {
                add_element(r, e, &l);
            }
        }
    }
    memory_give(&r->base.doc->allocator, classes.items);
    add_element(r, element, &l);
    return l;
}
