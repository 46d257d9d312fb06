/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF actuators pid and dcmotor: their parameters, inputs and laws. A pid without states is a
 * position servo; of each further input Ludo makes a motor, whose force is added. */
#include "formats/mjcf/read_law.h"
#include "formats/mjcf/read_values.h"
#include "spec/items.h"

#include <stdio.h>
#include <string.h>

static const char input_words[] = "pos vel ff voltage";

/* ---- inputs ---- */

/* Read a list of inputs, which replaces another; a word that is none fails. */
static void read_inputs(mjcf *r, int32_t element, mjcf_law *l)
{
    const char *text = ludo_xml_attribute(r->base.doc, element, "input");
    if (text == NULL) {
        return;
    }
    l->inputs = 0;
    while (*text != '\0') {
        const size_t length = strcspn(text, " \t\r\n");
        char word[16] = "";
        if (length > 0 && length < sizeof word) {
            memcpy(word, text, length);
        }
        const int32_t input = length > 0 ? ludo_reader_find_word(input_words, word) : 0;
        if (input < 0 && strcmp(word, "none") != 0) {
            ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                             "attribute 'input' may have the words: pos, vel, ff, voltage, none");
            return;
        }
        l->inputs |= length > 0 && input >= 0 ? 1 << input : 0;
        text += length + strspn(text + length, " \t\r\n");
    }
}

static bool is_one_input(int32_t inputs)
{
    return (inputs & (inputs - 1)) == 0;
}

int32_t ludo_mjcf_count_inputs(mjcf *r, int32_t element)
{
    if (strcmp(xml_at(r->base.doc, element)->name, "pid") != 0) {
        return 1;
    }
    const int32_t inputs = ludo_mjcf_law(r, element).inputs;
    const int32_t count =
        ((inputs & INPUT_POS) != 0) + ((inputs & INPUT_VEL) != 0) + ((inputs & INPUT_FF) != 0);
    return count > 0 ? count : 1;
}

/* The range of an input: a position's is posrange or ctrlrange. */
static void read_range(mjcf *r, int32_t element, mjcf_input input, ludo_actuator_def *def)
{
    const char *name = input == INPUT_VEL  ? "velrange"
                       : input == INPUT_FF ? "ffrange"
                                           : "ctrlrange";
    const bool named = ludo_mjcf_find_template(r, element, "posrange") >= 0;
    name = input == INPUT_POS && named ? "posrange" : name;
    def->control_range[0] = def->control_range[1] = 0.0;
    def->control_limited = ludo_mjcf_limited(r, element, name, "ctrllimited", def->control_range) &&
                           !r->no_control_limits;
}

static mjcf_input first_input(const mjcf_law *l)
{
    return l->inputs & INPUT_POS ? INPUT_POS : l->inputs & INPUT_VEL ? INPUT_VEL : INPUT_FF;
}

double ludo_mjcf_first_gain(const mjcf_law *l)
{
    const mjcf_input first = first_input(l);
    return first == INPUT_FF                  ? 1.0
           : first == INPUT_VEL               ? 0.0 - l->bias[2]
           : l->dynamics_type == LAW_INTEGRAL ? l->gain[PID_KI]
                                              : l->gain[0];
}

void ludo_mjcf_read_input_range(mjcf *r, int32_t element, const mjcf_law *l, ludo_actuator_def *def)
{
    if (strcmp(l->kind, "pid") == 0) {
        read_range(r, element, first_input(l), def);
    }
}

/* The further inputs are velocity, times kv, and force. */
void ludo_mjcf_add_inputs(mjcf *r, int32_t element, const mjcf_law *l, const ludo_actuator_def *def)
{
    static const struct {
        mjcf_input input;
        const char *suffix;
    } further[] = {{INPUT_VEL, "_vel"}, {INPUT_FF, "_ff"}};
    const bool off = r->no_actuation || ludo_mjcf_is_disabled(r, element);
    for (int i = 0; i < 2 && strcmp(l->kind, "pid") == 0; i++) {
        if (!(l->inputs & (int32_t)further[i].input) || first_input(l) == further[i].input) {
            continue;
        }
        char name[256] = "";
        ludo_actuator_def motor = ludo_actuator_motor();
        motor.on_spring = def->on_spring, motor.target = def->target, motor.dof = def->dof;
        motor.gear = def->gear, motor.place = def->place;
        motor.gain = off ? 0.0 : further[i].input == INPUT_FF ? 1.0 : 0.0 - def->bias[2];
        if (def->name != NULL && strlen(def->name) < sizeof name - 8) {
            (void)snprintf(name, sizeof name, "%s%s", def->name, further[i].suffix);
            motor.name = name;
        }
        read_range(r, element, further[i].input, &motor);
        ludo_reader_check(&r->base, element, ludo_spec_add_actuator(r->base.spec, &motor, NULL));
    }
}

/* ---- pid ---- */

void ludo_mjcf_read_pid(mjcf *r, int32_t element, mjcf_law *l)
{
    double kv = 0.0, ratio = 0.0;
    if (strcmp(l->kind, "pid") != 0) {
        *l = ludo_mjcf_plain_law;
        l->inputs = INPUT_POS | INPUT_VEL;
    }
    (void)ludo_reader_numbers(&r->base, element, "kp", 1, &l->gain[0]);
    (void)ludo_reader_numbers(&r->base, element, "ki", 1, &l->gain[PID_KI]);
    (void)ludo_reader_numbers(&r->base, element, "imax", 1, &l->gain[PID_IMAX]);
    (void)ludo_reader_numbers(&r->base, element, "slewmax", 1, &l->gain[PID_SLEW]);
    const bool absolute = ludo_reader_numbers(&r->base, element, "kv", 1, &kv);
    const bool relative = ludo_reader_numbers(&r->base, element, "dampratio", 1, &ratio);
    if (kv < 0.0 || ratio < 0.0 || (absolute && relative)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "give either 'kv' or 'dampratio', not negative");
    }
    if (l->gain[PID_KI] < 0.0 || l->gain[PID_IMAX] < 0.0 || l->gain[PID_SLEW] < 0.0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "'ki', 'imax' and 'slewmax' are not negative");
    }
    if (absolute || relative) {
        l->bias[2] = absolute ? -kv : ratio;
    }
    l->bias[1] = -l->gain[0];
    l->bias_type = LAW_AFFINE;
    l->dynamics_type = l->gain[PID_KI] > 0.0     ? LAW_INTEGRAL
                       : l->gain[PID_SLEW] > 0.0 ? LAW_SLEW
                                                 : LAW_FIXED;
    read_inputs(r, element, l);
}

static const char *pid_problem(mjcf *r, int32_t element, const mjcf_law *l,
                               const ludo_actuator_def *def)
{
    if ((l->inputs & INPUT_VOLTAGE) || l->inputs == 0) {
        return "a pid needs inputs pos, vel or ff";
    }
    if (l->dynamics_type != LAW_FIXED && !(l->inputs & INPUT_POS)) {
        return "'ki' and 'slewmax' need the input pos";
    }
    if (l->gain[PID_KI] > 0.0 && l->gain[PID_SLEW] > 0.0) {
        return "a pid with both ki and slewmax is not simulated yet; remove one";
    }
    if (!(l->inputs & INPUT_POS) && l->bias[2] > 0.0) {
        return "dampratio of a pid without the input pos is not simulated yet; give kv";
    }
    if (!is_one_input(l->inputs) &&
        (def->force_limited || ludo_mjcf_has_range_of_force(r, element))) {
        return "a pid with several inputs and a range of its force, its own or that of its target, "
               "is "
               "not simulated yet; give input='pos' or remove the range";
    }
    return NULL;
}

/* ---- dcmotor ---- */

/* The back EMF constant of a nominal point fills in for one that is not given; the constant is the
 * mean of two. */
static void read_constants(mjcf *r, int32_t element, mjcf_law *l)
{
    double k[2] = {0.0, 0.0}, nominal[3] = {0.0, 0.0, 0.0}, resistance = 0.0;
    const bool given = ludo_reader_some(&r->base, element, "motorconst", 1, 2, k) > 0;
    const bool point = ludo_reader_numbers(&r->base, element, "nominal", 3, nominal);
    if (point && k[1] <= 0.0 && nominal[2] > 0.0) {
        k[1] = nominal[0] / nominal[2];
    }
    if (given || point) {
        l->gain[MOTOR_K] = k[0] > 0.0 && k[1] > 0.0 ? sqrt(k[0] * k[1]) : fmax(k[0], k[1]);
    }
    if (ludo_reader_numbers(&r->base, element, "resistance", 1, &resistance) && resistance > 0.0) {
        l->gain[MOTOR_R] = resistance;
    } else if (point && nominal[1] > 0.0) {
        l->gain[MOTOR_R] = l->gain[MOTOR_K] * nominal[0] / nominal[1];
    }
}

void ludo_mjcf_read_dcmotor(mjcf *r, int32_t element, mjcf_law *l)
{
    double inductance[2] = {0.0, 0.0}, limits[3] = {0.0, 0.0, 0.0};
    static const char *const unknown[] = {"thermal", "lugre", "controller"};
    if (strcmp(l->kind, "dcmotor") != 0) {
        *l = (mjcf_law){.kind = "dcmotor", .inputs = INPUT_VOLTAGE};
    }
    l->gain_type = LAW_MOTOR;
    l->bias_type = l->dynamics_type = LAW_FIXED;
    read_constants(r, element, l);
    (void)ludo_reader_some(&r->base, element, "cogging", 1, 3, l->bias);
    if (ludo_reader_some(&r->base, element, "inductance", 1, 2, inductance) > 0) {
        const double R = l->gain[MOTOR_R];
        l->dynamics[0] = inductance[0] > 0.0 && R > 0.0 ? inductance[0] / R : inductance[1];
    }
    if (ludo_reader_some(&r->base, element, "saturation", 1, 3, limits) > 0) {
        l->gain[MOTOR_TORQUE] = limits[0] > 0.0 ? limits[0] : limits[1] * l->gain[MOTOR_K];
        l->dynamics[1] = limits[2];
    }
    for (int i = 0; i < 3; i++) {
        double n[6] = {0.0};
        if (ludo_reader_some(&r->base, element, unknown[i], 1, 6, n) > 0) {
            l->gain[MOTOR_UNKNOWN + i] = n[0] != 0.0 || n[1] != 0.0 || n[2] != 0.0 || n[3] != 0.0;
        }
    }
    read_inputs(r, element, l);
}

static const char *motor_problem(const mjcf_law *l)
{
    if (l->inputs != INPUT_VOLTAGE) {
        return "a dcmotor with other inputs than voltage is not simulated yet; a pid has inputs "
               "pos, vel and ff";
    }
    static const char *const unknown[] = {
        "thermal of a dcmotor is not simulated yet",
        "lugre of a dcmotor is not simulated yet; the frictionloss of its joint is dry friction",
        "controller of a dcmotor is not simulated yet"};
    for (int i = 0; i < 3; i++) {
        if (l->gain[MOTOR_UNKNOWN + i] != 0.0) {
            return unknown[i];
        }
    }
    if (l->dynamics[1] > 0.0 && l->dynamics[0] > 0.0) {
        return "a saturation of the rate of current is not simulated yet";
    }
    return l->bias[0] != 0.0 && l->gain[MOTOR_TORQUE] > 0.0
               ? "cogging of a dcmotor with a saturation of its torque, which excludes the "
                 "cogging, "
                 "is not simulated yet"
               : NULL;
}

/* Without inductance torque = K / R (u - K v); with it K times the current. */
void ludo_mjcf_write_motor(mjcf *r, int32_t element, const mjcf_law *l, ludo_actuator_def *def)
{
    const double R = l->gain[MOTOR_R], K = l->gain[MOTOR_K];
    const bool stores = l->dynamics[0] > 0.0,
               off = r->no_actuation || ludo_mjcf_is_disabled(r, element);
    if (!(R > 0.0) || !(K > 0.0)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "a dcmotor needs its constants: give 'motorconst' and 'resistance', or "
                         "'nominal'");
        return;
    }
    def->gain = off ? 0.0 : stores ? K : K / R;
    def->bias[2] = off || stores ? 0.0 : -K * K / R;
    if (stores) {
        def->dynamics_type = "current";
        def->time_constant[0] = l->dynamics[0];
        def->resistance = R;
        def->back_emf = K;
    }
    if (l->bias[0] != 0.0 && !off) {
        def->bias_type = "cogging";
        memcpy(def->cogging, l->bias, sizeof def->cogging);
    }
    if (l->gain[MOTOR_TORQUE] > 0.0) {
        def->force_limited = true;
        def->force_range[0] = -l->gain[MOTOR_TORQUE];
        def->force_range[1] = l->gain[MOTOR_TORQUE];
    }
}

/* ---- both ---- */

static bool has_length(const mjcf *r, const ludo_actuator_def *def)
{
    return !def->on_spring || def->target < 0 ||
           (!ludo_mjcf_is_of_rates(r, def) &&
            strcmp(ludo_spec_spring_at(r->base.spec, def->target)->type, "wrench") != 0);
}

const char *ludo_mjcf_controller_problem(mjcf *r, int32_t element, const mjcf_law *l,
                                         const ludo_actuator_def *def)
{
    const bool motor = l->gain_type == LAW_MOTOR;
    const bool follows = l->dynamics_type == LAW_INTEGRAL || (motor && l->dynamics[0] > 0.0);
    if (follows && !has_length(r, def)) {
        return "ki of a pid and inductance of a dcmotor are simulated on hinges, slides, tendons "
               "and "
               "slider-cranks alone";
    }
    return motor                         ? motor_problem(l)
           : strcmp(l->kind, "pid") == 0 ? pid_problem(r, element, l, def)
                                         : NULL;
}
