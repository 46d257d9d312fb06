/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing MJCF actuators. */
#include "formats/mjcf_write/write.h"
#include "math/quat.h"
#include "spec/items.h"

#include <string.h>

/* The law of force, by the most specific kind of actuator that has it. */
typedef struct actuator_kind {
    const char *element;
    const char *gain, *rate; /* attributes; NULL: omitted */
} actuator_kind;

/* Whether a type of a law is its default. */
static bool is_type(const char *type, const char *otherwise)
{
    return type == NULL || *type == '\0' || strcmp(type, otherwise) == 0;
}

static actuator_kind kind_of(const ludo_actuator_def *a)
{
    const double *b = a->bias;
    if (!is_type(a->gain_type, "fixed") || !is_type(a->bias_type, "affine") ||
        !is_type(a->dynamics_type, "none")) {
        return (actuator_kind){"general", NULL, NULL};
    }
    if (a->gain == 1.0 && b[0] == 0.0 && b[1] == 0.0 && b[2] == 0.0) {
        return (actuator_kind){"motor", NULL, NULL};
    }
    if (a->gain > 0.0 && b[0] == 0.0 && b[1] == -a->gain && b[2] <= 0.0) {
        return (actuator_kind){"position", "kp", "kv"};
    }
    if (a->gain > 0.0 && b[0] == 0.0 && b[1] == 0.0 && b[2] == -a->gain) {
        return (actuator_kind){"velocity", "kv", NULL};
    }
    return (actuator_kind){"general", NULL, NULL};
}

/* The parameters of a muscle, in the order of the file: behind the force its scale, which has no
 * effect. */
static void write_muscle(writer *w, const char *name, const ludo_actuator_def *a)
{
    const double *m = a->muscle;
    const double numbers[] = {m[0], m[1], m[2], 200.0, m[3], m[4], m[5], m[6], m[7]};
    ludo_write_numbers(w, name, numbers, 9);
}

static void write_gain(writer *w, const ludo_actuator_def *a)
{
    const double gain[] = {a->gain, a->gain_slope[0], a->gain_slope[1]};
    if (!is_type(a->gain_type, "fixed")) {
        ludo_write_text(w, "gaintype", a->gain_type);
    }
    if (is_type(a->gain_type, "fixed") || strcmp(a->gain_type, "affine") == 0) {
        ludo_write_numbers(w, "gainprm", gain, is_type(a->gain_type, "fixed") ? 1 : 3);
    } else {
        write_muscle(w, "gainprm", a);
    }
}

static void write_bias(writer *w, const ludo_actuator_def *a)
{
    const bool affine = is_type(a->bias_type, "affine");
    ludo_write_text(w, "biastype", affine ? "affine" : a->bias_type);
    if (affine) {
        ludo_write_numbers(w, "biasprm", a->bias, 3);
    } else {
        write_muscle(w, "biasprm", a);
    }
}

/* The format's `filter` and Ludo's are one equation; its `filterexact` solves it as Ludo does. */
static void write_dynamics(writer *w, const ludo_actuator_def *a)
{
    if (is_type(a->dynamics_type, "none")) {
        return;
    }
    const bool filter = strcmp(a->dynamics_type, "filter") == 0;
    ludo_write_text(w, "dyntype", filter ? "filterexact" : a->dynamics_type);
    if (strcmp(a->dynamics_type, "integrator") != 0) {
        ludo_write_numbers(w, "dynprm", a->time_constant, filter ? 1 : 3);
    }
    ludo_mjcf_write_range(w, "actrange", "actlimited", a->activation_limited, a->activation_range);
}

static void write_law(writer *w, const ludo_actuator_def *a, const actuator_kind *kind)
{
    if (strcmp(kind->element, "general") == 0) {
        write_gain(w, a);
        write_bias(w, a);
        write_dynamics(w, a);
    }
    if (a->length_range[0] < a->length_range[1]) {
        ludo_write_numbers(w, "lengthrange", a->length_range, 2);
    }
    if (kind->gain != NULL) {
        ludo_write_number(w, kind->gain, a->gain);
    }
    if (kind->rate != NULL) {
        ludo_write_number_unless(w, kind->rate, 0.0 - a->bias[2], 0.0);
    }
}

/* ---- target ---- */

bool ludo_mjcf_is_transmission(const ludo_spring_def *s)
{
    return strcmp(s->type, "wrench") == 0 || strcmp(s->type, "slider_crank") == 0 ||
           strncmp(s->type, "rates", 5) == 0;
}

static void write_site(writer *w, const char *name, int32_t site)
{
    if (site >= 0 && site < ludo_spec_site_count(w->spec)) {
        ludo_write_text(w, name, w->name[THING_SITE][site]);
    }
}

/* The part of the outline that is a ball or free joint. */
static const outline_part *find_rates(writer *w, const outline *o, const ludo_spring_def *s)
{
    const int32_t joint = s->term_count > 0 ? s->term[0].joint : -1;
    for (int32_t i = 0; i < o->part_count; i++) {
        const outline_part *p = &o->part[i];
        if (p->joint == joint && (p->type == PART_BALL || p->type == PART_FREE)) {
            return p;
        }
    }
    ludo_write_fail(w, LUDO_BAD_MODEL, s->place,
                    "spring '%.200s' acts along rates of a joint that is neither a ball nor free",
                    s->name);
    return NULL;
}

/* A ball or free joint, and the weights of its rates; those of a ball in the axes of its body. */
static void write_rates(writer *w, const outline *o, const ludo_spring_def *s, double gear)
{
    const outline_part *p = find_rates(w, o, s);
    double weight[6] = {0.0};
    for (int32_t k = 0; k < s->term_count; k++) {
        const int32_t dof = s->term[k].dof;
        weight[dof >= 0 && dof < 6 ? dof : 0] += gear * s->term[k].weight;
    }
    if (p != NULL && p->type == PART_BALL) {
        const ludo_vec3 axis = q_rotate(p->turn, v3_at(weight));
        weight[0] = axis.x, weight[1] = axis.y, weight[2] = axis.z;
    }
    ludo_write_text(w, strcmp(s->type, "rates") == 0 ? "joint" : "jointinparent",
                    p != NULL ? p->name : NULL);
    ludo_write_numbers(w, "gear", weight, p != NULL && p->type == PART_BALL ? 3 : 6);
}

/* The sites of a wrench or a slider-crank, and its gear with that of the actuator. */
static void write_sites(writer *w, const ludo_spring_def *s, double gear)
{
    if (strcmp(s->type, "slider_crank") == 0) {
        write_site(w, "slidersite", s->site_a);
        write_site(w, "cranksite", s->site_b);
        ludo_write_number(w, "cranklength", s->rod);
        ludo_write_number_unless(w, "gear", gear, 1.0);
        return;
    }
    double both[6];
    for (int i = 0; i < 6; i++) {
        both[i] = gear * s->gear[i];
    }
    write_site(w, "site", s->site_b);
    write_site(w, "refsite", s->site_a);
    ludo_write_numbers(w, "gear", both, 6);
}

static void write_target(writer *w, const outline *o, const ludo_actuator_def *a)
{
    const bool on_spring =
        a->on_spring && a->target >= 0 && a->target < ludo_spec_spring_count(w->spec);
    if (on_spring && ludo_mjcf_is_transmission(ludo_spec_spring_at(w->spec, a->target))) {
        const ludo_spring_def *s = ludo_spec_spring_at(w->spec, a->target);
        if (strncmp(s->type, "rates", 5) == 0) {
            write_rates(w, o, s, a->gear);
        } else {
            write_sites(w, s, a->gear);
        }
        return;
    }
    if (!a->on_spring) {
        const outline_part *p = ludo_outline_scalar(w, o, a->target, a->dof, a->place);
        ludo_write_text(w, "joint", p != NULL ? p->name : NULL);
    } else if (on_spring) {
        ludo_write_text(w, "tendon", w->name[THING_SPRING][a->target]);
    } else {
        ludo_write_fail(w, LUDO_BAD_MODEL, a->place, "actuator '%.200s': its spring does not exist",
                        a->name);
    }
    ludo_write_number_unless(w, "gear", a->gear, 1.0);
}

void ludo_mjcf_write_actuators(writer *w, const outline *o)
{
    const int32_t count = ludo_spec_actuator_count(w->spec);
    for (int32_t i = 0; i < count && w->status == LUDO_OK; i++) {
        const ludo_actuator_def *a = ludo_spec_actuator_at(w->spec, i);
        const char *controller = ludo_mjcf_controller_of(a);
        const actuator_kind kind =
            controller == NULL ? kind_of(a) : (actuator_kind){.element = controller};
        ludo_mjcf_open_section(w, "actuator", i);
        ludo_write_open(w, kind.element);
        ludo_write_text(w, "name", w->name[THING_ACTUATOR][i]);
        write_target(w, o, a);
        if (controller != NULL) {
            ludo_mjcf_write_controller(w, a);
        } else {
            write_law(w, a, &kind);
            ludo_mjcf_write_range(w, "ctrlrange", "ctrllimited", a->control_limited,
                                  a->control_range);
            ludo_mjcf_write_range(w, "forcerange", "forcelimited", a->force_limited,
                                  a->force_range);
        }
        ludo_write_close(w, kind.element);
    }
    ludo_mjcf_close_section(w, "actuator", count);
}
