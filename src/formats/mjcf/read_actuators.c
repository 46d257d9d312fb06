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
            const int32_t target = ludo_mjcf_named(r, targets[i].family, element, targets[i].name);
            def->on_spring = targets[i].family == FAMILY_TENDON;
            def->target = target >= 0 ? r->scope[target].number : -1;
            return target;
        }
    }
    if (ludo_mjcf_find_template(r, element, "site slidersite cranksite refsite body") < 0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "has no target: name a joint, tendon or site");
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

/* Armature and damping of an actuator act along its target, by the square of its gear. */
static void count_target(mjcf *r, int32_t element, int32_t target)
{
    mjcf_scope *s = &r->scope[target];
    s->actuators++;
    double gear[6] = {1.0};
    (void)ludo_mjcf_some(r, element, "gear", 1, 6, gear);
    s->armature += gear[0] * gear[0] * ludo_mjcf_number(r, element, "armature", 0.0);
    s->damping += gear[0] * gear[0] * ludo_mjcf_coefficient(r, element, "damping");
}

static void count_drive(mjcf *r, int32_t element)
{
    for (int i = 0; i < TARGETS; i++) {
        const char *name = ludo_xml_attribute(r->base.doc, element, targets[i].name);
        const int32_t target =
            ludo_name_table_find(&r->base.names, (int32_t)targets[i].family, "", name);
        if (name == NULL || target <= 0) {
            continue;
        }
        count_target(r, element, target);
        if (targets[i].family == FAMILY_TENDON && r->scope[target].actuators == 1) {
            count_terms(r, target);
            r->path_driven =
                r->path_driven || strcmp(xml_at(r->base.doc, target)->name, "spatial") == 0;
        }
    }
}

/* An actuator between sites moves the joints between them, as one on a path does. */
static void count_sites(mjcf *r, int32_t element)
{
    r->path_driven = r->path_driven || ludo_mjcf_find_template(r, element, "site cranksite") >= 0;
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
                count_sites(r, e);
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

bool ludo_mjcf_has_range_of_force(mjcf *r, int32_t element)
{
    bool limited = false;
    for (int i = 0; i < TARGETS; i++) {
        const char *name = ludo_xml_attribute(r->base.doc, element, targets[i].name);
        const int32_t target =
            ludo_name_table_find(&r->base.names, (int32_t)targets[i].family, "", name);
        limited = limited || (name != NULL && target > 0 && r->scope[target].force_limited);
    }
    return limited;
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

/* Whether a range is that of the target: of a position servo, unless the nearest element with
 * either attribute is a <position> with ctrlrange, or an <intvelocity> with actrange. */
static bool inherits_range(mjcf *r, int32_t element, const mjcf_law *l)
{
    const bool integrates = l->dynamics_type == LAW_INTEGRATOR;
    const char *kind = integrates ? "intvelocity" : "position";
    const char *own = integrates ? "actrange" : "ctrlrange";
    const int32_t says = ludo_mjcf_find_template(
        r, element, integrates ? "actrange inheritrange" : "ctrlrange inheritrange");
    if (says >= 0 && strcmp(xml_at(r->base.doc, says)->name, kind) == 0 &&
        ludo_xml_attribute(r->base.doc, says, own) != NULL) {
        if (ludo_xml_attribute(r->base.doc, says, "inheritrange") != NULL) {
            ludo_reader_fail(&r->base, LUDO_BAD_MODEL, says,
                             "'%s' and 'inheritrange' exclude each other: remove one", own);
        }
        return false;
    }
    return mjcf_law_is_servo(l) && ludo_mjcf_number(r, element, "inheritrange", 0.0) > 0.0;
}

/* That range: a multiple of the target's range about its middle. */
static void inherit_range(mjcf *r, int32_t element, int32_t target, const mjcf_law *l,
                          ludo_actuator_def *def)
{
    double n[2] = {0.0, 0.0};
    const double multiple = ludo_mjcf_number(r, element, "inheritrange", 0.0);
    (void)ludo_mjcf_numbers(r, target, "range", 2, n);
    if (!(n[0] < n[1]) || ludo_mjcf_is_of_rates(r, def)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "'inheritrange' needs a hinge, a slide or a tendon with a range");
        return;
    }
    const bool hinge =
        !def->on_spring && ludo_mjcf_choice(r, target, "type", "hinge slide", 0) == 0;
    const double middle = 0.5 * (n[0] + n[1]), half = 0.5 * multiple * (n[1] - n[0]);
    const double range[2] = {hinge ? ludo_mjcf_angle(r, element, middle - half) : middle - half,
                             hinge ? ludo_mjcf_angle(r, element, middle + half) : middle + half};
    const bool integrates = l->dynamics_type == LAW_INTEGRATOR;
    const char *limited = integrates ? "actlimited" : "ctrllimited";
    const bool held = ludo_mjcf_choice(r, element, limited, "false true auto", 2) != 0;
    memcpy(integrates ? def->activation_range : def->control_range, range, sizeof range);
    if (integrates) {
        def->activation_limited = held;
    } else {
        def->control_limited = held && !r->no_control_limits;
    }
}

/* ---- damping relative to inertia ---- */

/* Load the joints of an actuator with its unit force. */
static void load_joints(mjcf *r, int32_t element, const ludo_actuator_def *def)
{
    if (r->dof_inertia == NULL) {
        ludo_reader_check(
            &r->base, element,
            ludo_dof_inertia_create(r->base.spec, &r->base.doc->allocator, &r->dof_inertia));
    }
    if (r->base.status != LUDO_OK) {
        return;
    }
    if (!def->on_spring) {
        ludo_dof_inertia_add_force(r->dof_inertia, def->target, 0, def->gear);
    } else {
        const ludo_spring_def *tendon = ludo_spec_spring_at(r->base.spec, def->target);
        for (int32_t i = 0; i < tendon->term_count; i++) {
            const ludo_tendon_term *t = &tendon->term[i];
            ludo_dof_inertia_add_force(r->dof_inertia, t->joint, 0, def->gear * t->weight);
        }
    }
}

double ludo_mjcf_unit_acceleration(mjcf *r, int32_t element, const ludo_actuator_def *def)
{
    load_joints(r, element, def);
    if (r->base.status != LUDO_OK || ludo_mjcf_inverse_inertia(r, element) == 0.0) {
        return 0.0;
    }
    return ludo_dof_inertia_acceleration(r->dof_inertia);
}

/* Critical damping: a ratio of 1 stands for 2 sqrt(kp m), with m the inertia that the actuator
 * sees. */
static void resolve_damping_ratio(mjcf *r, int32_t element, const mjcf_law *l,
                                  ludo_actuator_def *def)
{
    if (!mjcf_law_is_ratio(l) || r->no_actuation || ludo_mjcf_is_disabled(r, element)) {
        return;
    }
    load_joints(r, element, def);
    const double inverse = r->base.status == LUDO_OK ? ludo_mjcf_inverse_inertia(r, element) : 1.0;
    if (!(inverse > 0.0) || !(l->gain[0] > 0.0)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "'dampratio' needs a positive kp and a target with inertia");
        return;
    }
    def->bias[2] = -2.0 * l->bias[2] * sqrt(l->gain[0] / inverse);
}

/* ---- actuator ---- */

bool ludo_mjcf_is_disabled(mjcf *r, int32_t element)
{
    const int32_t group = ludo_mjcf_integer(r, element, "group", 0);
    return group >= 0 && group < 31 && (r->disabled_groups >> group & 1u) != 0;
}

static bool is_sum(const mjcf *r, int32_t spring)
{
    return strcmp(ludo_spec_spring_at(r->base.spec, spring)->type, "tendon") == 0;
}

/* Why an actuator cannot be simulated; NULL: it can. */
static const char *find_unsupported(mjcf *r, int32_t element, int32_t target, const mjcf_law *l,
                                    const ludo_actuator_def *def)
{
    static const char *const extras[] = {"delay", "nsample", "ffrange", "velrange"};
    const char *problem = ludo_mjcf_controller_problem(r, element, l, def);
    if (problem != NULL) {
        return problem;
    }
    if (def->target < 0 || (target >= 0 && !is_scalar(r, target, def->on_spring))) {
        return "only joints, simulated tendons, sites and slider-cranks are supported as targets "
               "of "
               "actuators, and refsite with a force only on a body that carries the site, or above "
               "it";
    }
    if (l->gain_type == LAW_OTHER || l->bias_type == LAW_OTHER || l->dynamics_type == LAW_OTHER) {
        return "actuators with a gain, bias or dynamics other than fixed, affine, muscle, "
               "integrator, filter and filterexact are not simulated yet";
    }
    if (l->gain_type == LAW_MUSCLE && l->bias_type == LAW_MUSCLE &&
        memcmp(l->gain, l->bias, 9 * sizeof *l->gain) != 0) {
        return "muscles whose gainprm and biasprm differ are not simulated yet";
    }
    const bool rates = ludo_mjcf_is_of_rates(r, def);
    if (def->on_spring && !rates && ludo_mjcf_nonzero(r, element, "armature")) {
        return "armature of actuators that do not act along a joint is not simulated yet";
    }
    if (target < 0 && ludo_mjcf_nonzero(r, element, "damping")) {
        return "damping of actuators on sites and slider-cranks is not simulated yet";
    }
    if (mjcf_law_is_ratio(l) && def->on_spring && !is_sum(r, def->target)) {
        return "dampratio along tendons between sites, of sites, slider-cranks, balls and free "
               "joints is not simulated yet; give kv";
    }
    for (size_t i = 0; i < (l->inputs == 0 ? 4 : 2); i++) {
        if (ludo_mjcf_nonzero(r, element, extras[i])) {
            return "delay and velocity inputs of actuators are not simulated yet";
        }
    }
    if (l->inputs == 0 && ludo_mjcf_find_template(r, element, "input") >= 0) {
        return "inputs of actuators other than one control are not simulated yet";
    }
    if (target >= 0 && def->on_spring && !rates && r->scope[target].force_limited &&
        r->scope[target].actuators > 1) {
        return "actuatorfrcrange of a tendon with several actuators is not simulated yet";
    }
    return NULL;
}

static void read_numbers(mjcf *r, int32_t element, ludo_actuator_def *def)
{
    double gear[6] = {1.0};
    (void)ludo_mjcf_some(r, element, "gear", 1, 6, gear);
    def->gear = gear[0];
    def->force_limited =
        ludo_mjcf_limited(r, element, "forcerange", "forcelimited", def->force_range);
    def->control_limited =
        ludo_mjcf_limited(r, element, "ctrlrange", "ctrllimited", def->control_range) &&
        !r->no_control_limits;
}

/* The control of a damper is its coefficient. */
static void check_damper(mjcf *r, int32_t element)
{
    double range[2] = {0.0, 0.0};
    if (strcmp(xml_at(r->base.doc, element)->name, "damper") == 0) {
        (void)ludo_mjcf_numbers(r, element, "ctrlrange", 2, range);
        if (!(0.0 <= range[0] && range[0] < range[1])) {
            ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                             "a damper needs a 'ctrlrange' that is not negative");
        }
    }
}

static void add_actuator(mjcf *r, int32_t element, int32_t target, const mjcf_law *l,
                         ludo_actuator_def *def)
{
    const bool rates = ludo_mjcf_is_of_rates(r, def);
    if (target >= 0 && !rates && ludo_mjcf_has_single_clamp(r, target)) {
        clamp_to_target(r, target, def);
    }
    if (target >= 0 && inherits_range(r, element, l)) {
        inherit_range(r, element, target, l, def);
    }
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, element,
                          ludo_spec_add_actuator(r->base.spec, def, &r->scope[element].number));
        ludo_mjcf_register(r, FAMILY_ACTUATOR, element);
        ludo_mjcf_add_inputs(r, element, l, def);
    }
}

void ludo_mjcf_read_actuator(mjcf *r, int32_t element)
{
    const mjcf_law l = ludo_mjcf_law(r, element);
    ludo_actuator_def def = {.struct_size = sizeof def,
                             .name = ludo_xml_attribute(r->base.doc, element, "name"),
                             .target = -1,
                             .place = xml_place(r->base.doc, element)};
    const int32_t target = read_target(r, element, &def);
    check_damper(r, element);
    read_numbers(r, element, &def);
    if (target < 0) {
        ludo_mjcf_read_transmission(r, element, &def);
    } else if (!def.on_spring && def.target >= 0 && !ludo_mjcf_is_scalar(r, target)) {
        ludo_mjcf_read_rates(r, element, target, &def);
    }
    ludo_mjcf_read_input_range(r, element, &l, &def);
    if (r->base.status != LUDO_OK) {
        return;
    }
    const char *problem = find_unsupported(r, element, target, &l, &def);
    problem = problem == NULL ? ludo_mjcf_write_law(r, element, &l, &def) : problem;
    if (problem != NULL) {
        r->actuators_left_out = true;
        ludo_mjcf_unsupported(r, element, problem);
    } else {
        resolve_damping_ratio(r, element, &l, &def);
        add_actuator(r, element, target, &l, &def);
    }
}
