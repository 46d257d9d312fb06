/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF actuators: their targets (joints or tendons), ranges and damping. */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"
#include "formats/mjcf/read_law.h"
#include "spec/items.h"

#include <string.h>

/* ---- target ---- */

/* The attributes that name a target. */
static const struct {
    const char *name;
    mjcf_family family;
} targets[] = {{"joint", FAMILY_JOINT}, {"jointinparent", FAMILY_JOINT}, {"tendon", FAMILY_TENDON}};
enum { TARGETS = sizeof targets / sizeof *targets };

/* The target joint or tendon; -1 if the target is of another kind, or on failure. */
static int32_t read_target(mjcf *r, int32_t element, ludo_actuator_def *def)
{
    for (int i = 0; i < TARGETS; i++) {
        if (ludo_xml_attribute(r->base.doc, element, targets[i].name) != NULL) {
            def->on_spring = targets[i].family == FAMILY_TENDON;
            return ludo_mjcf_named(r, targets[i].family, element, targets[i].name);
        }
    }
    if (ludo_mjcf_find_template(r, element, "site slidersite cranksite refsite body") < 0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "has no target: name a joint or tendon");
    }
    return -1;
}

/* ---- number of actuators per target ---- */

/* A joint driven by a tendon of several joints is not driven by that tendon alone. */
static void count_terms(mjcf *r, int32_t tendon)
{
    for (int32_t e = xml_at(r->base.doc, tendon)->first_child; e >= 0;
         e = xml_at(r->base.doc, e)->next_sibling) {
        const char *name = ludo_xml_attribute(r->base.doc, e, "joint");
        const int32_t joint = ludo_name_table_find(&r->base.names, FAMILY_JOINT, "", name);
        r->scope[joint].actuators += 2;
    }
}

static void count_drive(mjcf *r, int32_t element)
{
    for (int i = 0; i < TARGETS; i++) {
        const char *name = ludo_xml_attribute(r->base.doc, element, targets[i].name);
        const int32_t target =
            ludo_name_table_find(&r->base.names, (int32_t)targets[i].family, "", name);
        r->scope[target].actuators++;
        if (targets[i].family == FAMILY_TENDON && target > 0 && r->scope[target].actuators == 1) {
            count_terms(r, target);
            r->path_driven =
                r->path_driven || strcmp(xml_at(r->base.doc, target)->name, "spatial") == 0;
        }
    }
}

void ludo_mjcf_count_actuators(mjcf *r)
{
    void (*const read[])(mjcf *, int32_t) = {ludo_mjcf_read_tendon, ludo_mjcf_read_actuator};
    for (int i = 0; i < 2; i++) {
        for (int32_t e = 1; e < r->base.doc->elements.count; e++) {
            if (r->scope[e].rule == NULL || r->scope[e].rule->read != read[i]) {
                continue;
            }
            if (i == 0) {
                ludo_mjcf_register(r, FAMILY_TENDON, e);
            } else {
                count_drive(r, e);
            }
        }
    }
}

bool ludo_mjcf_has_single_clamp(const mjcf *r, int32_t target)
{
    const mjcf_scope *s = &r->scope[target];
    const bool joint = strcmp(xml_at(r->base.doc, target)->name, "joint") == 0;
    return s->force_limited && s->actuators == 1 && !(joint && r->path_driven);
}

/* Whether a joint has one coordinate, or a tendon is simulated. */
static bool is_scalar(mjcf *r, int32_t target, bool tendon)
{
    return tendon ? r->scope[target].number >= 0 : ludo_mjcf_is_scalar(r, target);
}

/* ---- ranges ---- */

static double clamp(double x, const double range[2])
{
    return x < range[0] ? range[0] : x > range[1] ? range[1] : x;
}

/* The range of a target limits the sum of its actuators. With one actuator it becomes a range of
 * its own force: two clamps in sequence equal one clamp to the first range clamped to the
 * second. */
static void clamp_to_target(mjcf *r, int32_t target, ludo_actuator_def *def)
{
    double n[2];
    (void)ludo_mjcf_limited(r, target, "actuatorfrcrange", "actuatorfrclimited", n);
    if (!(n[0] < n[1]) || def->gear == 0.0) {
        return;
    }
    const bool turned = def->gear < 0.0;
    const double taken[2] = {n[turned] / def->gear, n[!turned] / def->gear};
    for (int i = 0; i < 2; i++) {
        def->force_range[i] = def->force_limited ? clamp(def->force_range[i], taken) : taken[i];
    }
    def->force_limited = true;
}

/* Whether the control range is that of the target: of a position servo, unless the nearest element
 * with either attribute is a <position> with ctrlrange. */
static bool inherits_range(mjcf *r, int32_t element, const mjcf_law *l)
{
    const int32_t says = ludo_mjcf_find_template(r, element, "ctrlrange inheritrange");
    if (says >= 0 && strcmp(xml_at(r->base.doc, says)->name, "position") == 0 &&
        ludo_xml_attribute(r->base.doc, says, "ctrlrange") != NULL) {
        if (ludo_xml_attribute(r->base.doc, says, "inheritrange") != NULL) {
            ludo_reader_fail(&r->base, LUDO_BAD_MODEL, says,
                             "'ctrlrange' and 'inheritrange' exclude each other: remove one");
        }
        return false;
    }
    return !l->varying && l->biased && l->gain[0] == -l->bias[1] &&
           ludo_mjcf_number(r, element, "inheritrange", 0.0) > 0.0;
}

/* That range: a multiple of the target's range about its middle. */
static void inherit_range(mjcf *r, int32_t element, int32_t target, ludo_actuator_def *def)
{
    double n[2] = {0.0, 0.0};
    const double multiple = ludo_mjcf_number(r, element, "inheritrange", 0.0);
    (void)ludo_mjcf_numbers(r, target, "range", 2, n);
    if (!(n[0] < n[1])) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "'inheritrange' needs a joint or tendon with a range");
        return;
    }
    const bool hinge =
        !def->on_spring && ludo_mjcf_choice(r, target, "type", "hinge slide", 0) == 0;
    const double middle = 0.5 * (n[0] + n[1]), half = 0.5 * multiple * (n[1] - n[0]);
    const bool held = ludo_mjcf_choice(r, element, "ctrllimited", "false true auto", 2) != 0;
    def->control_limited = held && !r->no_control_limits;
    def->control_range[0] = hinge ? ludo_mjcf_angle(r, element, middle - half) : middle - half;
    def->control_range[1] = hinge ? ludo_mjcf_angle(r, element, middle + half) : middle + half;
}

/* ---- damping relative to inertia ---- */

/* Inverse of the inertia that an actuator's unit force sees. */
static double inverse_inertia_of(mjcf *r, int32_t target, const ludo_actuator_def *def)
{
    if (!def->on_spring) {
        ludo_dof_inertia_add_force(r->dof_inertia, r->scope[target].number, 0, def->gear);
    } else {
        const ludo_spring_def *tendon = ludo_spec_spring_at(r->base.spec, r->scope[target].number);
        for (int32_t i = 0; i < tendon->term_count; i++) {
            const ludo_tendon_term *t = &tendon->term[i];
            ludo_dof_inertia_add_force(r->dof_inertia, t->joint, 0, def->gear * t->weight);
        }
    }
    return ludo_mjcf_inverse_inertia(r, target);
}

/* Critical damping: a ratio of 1 stands for 2 sqrt(kp m), with m the inertia that the actuator
 * sees. */
static void resolve_damping_ratio(mjcf *r, int32_t element, int32_t target, const mjcf_law *l,
                                  ludo_actuator_def *def)
{
    if (!mjcf_law_is_ratio(l) || r->no_actuation) {
        return;
    }
    if (r->dof_inertia == NULL) {
        ludo_reader_check(
            &r->base, element,
            ludo_dof_inertia_create(r->base.spec, &r->base.doc->allocator, &r->dof_inertia));
    }
    const double inverse = r->base.status == LUDO_OK ? inverse_inertia_of(r, target, def) : 1.0;
    if (!(inverse > 0.0) || !(l->gain[0] > 0.0)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "'dampratio' needs a positive kp and a target with inertia");
        return;
    }
    def->bias[2] = -2.0 * l->bias[2] * sqrt(l->gain[0] / inverse);
}

/* ---- actuator ---- */

static bool is_distance(const mjcf *r, int32_t tendon)
{
    return ludo_spec_spring_at(r->base.spec, r->scope[tendon].number)->term_count == 0;
}

/* Why an actuator cannot be simulated; NULL: it can. */
static const char *find_unsupported(mjcf *r, int32_t element, int32_t target, const mjcf_law *l,
                                    const ludo_actuator_def *def)
{
    static const char *const extras[] = {"armature", "damping", "delay",
                                         "nsample",  "ffrange", "velrange"};
    if (target < 0 || !is_scalar(r, target, def->on_spring)) {
        return "only hinges, slides and simulated tendons are supported as targets of actuators";
    }
    if (l->varying || l->dynamic) {
        return "actuators with activation states, or with other than fixed gain and affine bias, "
               "are not simulated yet";
    }
    if (mjcf_law_is_ratio(l) && def->on_spring && is_distance(r, target)) {
        return "dampratio along tendons between sites is not simulated yet";
    }
    for (size_t i = 0; i < sizeof extras / sizeof *extras; i++) {
        if (ludo_mjcf_nonzero(r, element, extras[i])) {
            return "armature, damping, delay and velocity inputs of actuators are not simulated "
                   "yet";
        }
    }
    if (ludo_mjcf_find_template(r, element, "input") >= 0) {
        return "inputs of actuators other than one control are not simulated yet";
    }
    if (def->on_spring && r->scope[target].force_limited && r->scope[target].actuators > 1) {
        return "actuatorfrcrange of a tendon with several actuators is not simulated yet";
    }
    return NULL;
}

static void read_numbers(mjcf *r, int32_t element, const mjcf_law *l, ludo_actuator_def *def)
{
    double gear[6] = {1.0};
    (void)ludo_mjcf_some(r, element, "gear", 1, 6, gear);
    def->gear = gear[0];
    def->gain = r->no_actuation ? 0.0 : l->gain[0];
    for (int i = 0; i < 3; i++) {
        def->bias[i] = l->biased && !r->no_actuation ? l->bias[i] : 0.0;
    }
    def->force_limited =
        ludo_mjcf_limited(r, element, "forcerange", "forcelimited", def->force_range);
    def->control_limited =
        ludo_mjcf_limited(r, element, "ctrlrange", "ctrllimited", def->control_range) &&
        !r->no_control_limits;
}

static void add_actuator(mjcf *r, int32_t element, int32_t target, const mjcf_law *l,
                         ludo_actuator_def *def)
{
    if (ludo_mjcf_has_single_clamp(r, target)) {
        clamp_to_target(r, target, def);
    }
    if (inherits_range(r, element, l)) {
        inherit_range(r, element, target, def);
    }
    def->target = r->scope[target].number;
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, element, ludo_spec_add_actuator(r->base.spec, def, NULL));
    }
}

void ludo_mjcf_read_actuator(mjcf *r, int32_t element)
{
    const mjcf_law l = ludo_mjcf_law(r, element);
    ludo_actuator_def def = {.struct_size = sizeof def,
                             .name = ludo_xml_attribute(r->base.doc, element, "name"),
                             .place = xml_place(r->base.doc, element)};
    const int32_t target = read_target(r, element, &def);
    read_numbers(r, element, &l, &def);
    if (r->base.status != LUDO_OK) {
        return;
    }
    const char *problem = find_unsupported(r, element, target, &l, &def);
    if (problem != NULL) {
        r->actuators_left_out = true;
        ludo_mjcf_unsupported(r, element, problem);
    } else {
        resolve_damping_ratio(r, element, target, &l, &def);
        add_actuator(r, element, target, &l, &def);
    }
}
