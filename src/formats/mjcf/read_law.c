/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF actuators: their law of force. Attributes of several kinds of actuator in default classes
 * accumulate. A class has one law, that of its last element; without an element, that of the class
 * around it. An element extends the innermost law, of its own class or one around, that its kind
 * can extend; without one it starts a new law. */
#include "formats/mjcf/read_law.h"

#include "formats/mjcf/read_values.h"
#include "math/elementary.h"

#include <string.h>

const mjcf_law ludo_mjcf_plain_law = {.kind = "motor", .gain = {1.0}, .dynamics = {1.0}};

/* Read a type of the element itself as one of `words`, whose types are `types`. */
static void read_type(mjcf *r, int32_t element, const char *name, const char *words,
                      const mjcf_law_type *types, mjcf_law_type *out)
{
    const char *text = ludo_xml_attribute(r->base.doc, element, name);
    if (text != NULL) {
        const int32_t word = ludo_reader_find_word(words, text);
        *out = word >= 0 ? types[word] : LAW_OTHER;
    }
}

static void read_general(mjcf *r, int32_t element, mjcf_law *l)
{
    static const mjcf_law_type gains[] = {LAW_FIXED, LAW_AFFINE, LAW_MUSCLE};
    static const mjcf_law_type dynamics[] = {LAW_FIXED, LAW_INTEGRATOR, LAW_FILTER, LAW_FILTER,
                                             LAW_MUSCLE};
    if (l->inputs != 0) { /* parameters of a controller */
        l->gain_type = LAW_OTHER;
    }
    (void)ludo_reader_some(&r->base, element, "gainprm", 1, LAW_PARAMETERS, l->gain);
    (void)ludo_reader_some(&r->base, element, "biasprm", 1, LAW_PARAMETERS, l->bias);
    (void)ludo_reader_some(&r->base, element, "dynprm", 1, LAW_PARAMETERS, l->dynamics);
    read_type(r, element, "gaintype", "fixed affine muscle", gains, &l->gain_type);
    read_type(r, element, "biastype", "none affine muscle", gains, &l->bias_type);
    read_type(r, element, "dyntype", "none integrator filter filterexact muscle", dynamics,
              &l->dynamics_type);
    const char *dynamics_name = ludo_xml_attribute(r->base.doc, element, "dyntype");
    if (dynamics_name != NULL) {
        l->exact = strcmp(dynamics_name, "filterexact") == 0;
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

/* Extends a position servo or, except for its constant force and other dynamics than filterexact, a
 * general actuator. */
static void read_position(mjcf *r, int32_t element, mjcf_law *l)
{
    double n;
    l->dynamics_type = l->dynamics_type == LAW_FILTER && l->exact ? LAW_FILTER : LAW_FIXED;
    (void)ludo_reader_numbers(&r->base, element, "kp", 1, &l->gain[0]);
    l->bias[0] = 0.0;
    l->bias[1] = -l->gain[0];
    read_damping(r, element, l);
    if (ludo_reader_numbers(&r->base, element, "timeconst", 1, &n)) {
        l->dynamics[0] = n;
        l->dynamics_type = n != 0.0 ? LAW_FILTER : LAW_FIXED;
        l->exact = true;
    }
    l->bias_type = LAW_AFFINE;
}

/* A position servo whose position is the integral of the control. */
static void read_intvelocity(mjcf *r, int32_t element, mjcf_law *l)
{
    read_position(r, element, l);
    l->dynamics_type = LAW_INTEGRATOR;
}

static void read_velocity(mjcf *r, int32_t element, mjcf_law *l)
{
    (void)ludo_reader_numbers(&r->base, element, "kv", 1, &l->gain[0]);
    l->bias[0] = l->bias[1] = 0.0;
    l->bias[2] = -l->gain[0];
    l->bias_type = LAW_AFFINE;
    l->dynamics_type = LAW_FIXED;
}

/* A damper whose coefficient is kv times the control. */
static void read_damper(mjcf *r, int32_t element, mjcf_law *l)
{
    double kv = -l->gain[2];
    (void)ludo_reader_numbers(&r->base, element, "kv", 1, &kv);
    if (kv < 0.0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "'kv' of a damper is negative");
    }
    l->gain[0] = l->gain[1] = 0.0;
    l->gain[2] = -kv;
    l->gain_type = LAW_AFFINE;
    l->bias_type = LAW_FIXED;
    l->dynamics_type = LAW_FIXED;
}

/* A cylinder whose pressure follows the control. */
static void read_cylinder(mjcf *r, int32_t element, mjcf_law *l)
{
    double diameter;
    (void)ludo_reader_numbers(&r->base, element, "timeconst", 1, &l->dynamics[0]);
    (void)ludo_reader_numbers(&r->base, element, "area", 1, &l->gain[0]);
    (void)ludo_reader_some(&r->base, element, "bias", 3, 3, l->bias);
    if (ludo_reader_numbers(&r->base, element, "diameter", 1, &diameter)) {
        l->gain[0] = 0.25 * PI * diameter * diameter;
    }
    l->bias_type = LAW_AFFINE;
    l->dynamics_type = LAW_FILTER;
    l->exact = false;
}

/* The parameters of a muscle, in the order of gainprm, and their values by default. */
static void read_muscle(mjcf *r, int32_t element, mjcf_law *l)
{
    static const struct {
        const char *name;
        int at;
        double unset, otherwise; /* a parameter that was never set, and what it stands for */
    } numbers[] = {{NULL, 0, 1.0, 0.75},   {NULL, 1, 0.0, 1.05},   {"force", 2, 0.0, -1.0},
                   {"scale", 3, 0.0, 200}, {"lmin", 4, 0.0, 0.5},  {"lmax", 5, 0.0, 1.6},
                   {"vmax", 6, 0.0, 1.5},  {"fpmax", 7, 0.0, 1.3}, {"fvmax", 8, 0.0, 1.2}};
    l->dynamics[0] = l->dynamics[0] == 1.0 ? 0.01 : l->dynamics[0];
    l->dynamics[1] = l->dynamics[1] == 0.0 ? 0.04 : l->dynamics[1];
    (void)ludo_reader_some(&r->base, element, "timeconst", 2, 2, l->dynamics);
    (void)ludo_reader_numbers(&r->base, element, "tausmooth", 1, &l->dynamics[2]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        double *to = &l->gain[numbers[i].at];
        *to = *to == numbers[i].unset ? numbers[i].otherwise : *to;
        if (numbers[i].name != NULL) {
            (void)ludo_reader_numbers(&r->base, element, numbers[i].name, 1, to);
        }
    }
    (void)ludo_reader_some(&r->base, element, "range", 2, 2, l->gain);
    memcpy(l->bias, l->gain, sizeof l->bias);
    l->gain_type = l->bias_type = l->dynamics_type = LAW_MUSCLE;
}

/* The kinds that are values of a general actuator. */
static const struct {
    const char *kind;
    void (*read)(mjcf *r, int32_t element, mjcf_law *l);
} shortcuts[] = {{"position", read_position}, {"intvelocity", read_intvelocity},
                 {"velocity", read_velocity}, {"damper", read_damper},
                 {"cylinder", read_cylinder}, {"muscle", read_muscle},
                 {"pid", ludo_mjcf_read_pid}, {"dcmotor", ludo_mjcf_read_dcmotor}};

static void read_shortcut(mjcf *r, int32_t element, const char *kind, mjcf_law *l)
{
    for (size_t i = 0; i < sizeof shortcuts / sizeof *shortcuts; i++) {
        if (strcmp(kind, shortcuts[i].kind) == 0) {
            shortcuts[i].read(r, element, l);
            return;
        }
    }
    l->gain_type = strcmp(kind, "motor") == 0 ? l->gain_type : LAW_OTHER;
}

/* Whether an element of a kind extends a law: one of its own kind, or of a general actuator whose
 * gain is a number. */
static bool extends(const char *kind, const mjcf_law *l)
{
    return strcmp(kind, l->kind) == 0 ||
           (strcmp(l->kind, "general") == 0 && l->gain_type == LAW_FIXED);
}

/* The law that an element starts with, of those of `count` classes, the innermost last. */
static mjcf_law start(const char *kind, const mjcf_law *laws, int32_t count)
{
    if (strcmp(kind, "general") == 0) {
        return laws[count - 1];
    }
    for (int32_t i = count; i-- > 0 && strcmp(kind, "motor") != 0;) {
        if (extends(kind, &laws[i])) {
            return laws[i];
        }
    }
    return ludo_mjcf_plain_law;
}

/* Make the law of the innermost class that of one more element. */
static void add_element(mjcf *r, int32_t element, mjcf_law *laws, int32_t count)
{
    const char *kind = xml_at(r->base.doc, element)->name;
    mjcf_law *l = &laws[count - 1];
    *l = start(kind, laws, count);
    if (strcmp(kind, "general") == 0) {
        read_general(r, element, l);
    } else {
        read_shortcut(r, element, kind, l);
    }
    l->kind = kind;
}

/* Add the elements of a default class that an element inherits. */
static void add_class(mjcf *r, int32_t class, int32_t element, mjcf_law *laws, int32_t count)
{
    for (int32_t e = xml_at(r->base.doc, class)->first_child; e >= 0;
         e = xml_at(r->base.doc, e)->next_sibling) {
        if (ludo_mjcf_is_template(r, e, element)) {
            add_element(r, e, laws, count);
        }
    }
}

/* The laws of no class, of a class and of all classes around it, the innermost last. */
static bool add_classes(mjcf *r, int32_t class, int32_t element, growing *laws)
{
    const bool ok = class < 0 || add_classes(r, r->scope[class].class, element, laws);
    mjcf_law *l = ok ? ludo_growing_add(laws, sizeof *l, &r->base.doc->allocator) : NULL;
    if (l == NULL) {
        return false;
    }
    *l = class < 0 ? ludo_mjcf_plain_law : l[-1];
    if (class >= 0) {
        add_class(r, class, element, laws->items, laws->count);
    }
    return true;
}

mjcf_law ludo_mjcf_law(mjcf *r, int32_t element)
{
    mjcf_law l = ludo_mjcf_plain_law;
    growing laws = {0};
    if (add_classes(r, r->scope[element].class, element, &laws)) {
        add_element(r, element, laws.items, laws.count);
        l = ((const mjcf_law *)laws.items)[laws.count - 1];
    } else {
        ludo_reader_check(&r->base, element, LUDO_NO_MEMORY);
    }
    memory_give(&r->base.doc->allocator, laws.items);
    return l;
}
