/* SPDX-License-Identifier: Apache-2.0
 *
 * The law of force of an MJCF actuator. */
#ifndef LUDO_FORMATS_MJCF_READ_LAW_H
#define LUDO_FORMATS_MJCF_READ_LAW_H

#include "formats/mjcf/read.h"

/* Numbers of parameters in a file. */
enum { LAW_PARAMETERS = 10 };

/* Types of gain, bias and dynamics; LAW_OTHER: one that is not simulated. */
typedef enum mjcf_law_type {
    LAW_FIXED, /* of gain; of bias and dynamics: none */
    LAW_AFFINE,
    LAW_MUSCLE,
    LAW_INTEGRATOR,
    LAW_FILTER,
    LAW_SLEW,
    LAW_INTEGRAL,
    LAW_MOTOR, /* gain and dynamics of a dcmotor */
    LAW_OTHER
} mjcf_law_type;

/* The accumulated law: force = gain times input + bias. */
typedef struct mjcf_law {
    const char *kind; /* kind of the last element */
    mjcf_law_type gain_type, bias_type, dynamics_type;
    double gain[LAW_PARAMETERS];
    double bias[LAW_PARAMETERS]; /* of the length L: bias[0] + bias[1] L + bias[2] dL/dt; if gain =
                                    -bias[1], a positive bias[2] is a damping ratio */
    double dynamics[LAW_PARAMETERS];
    bool exact;     /* of a filter: filterexact, which a position servo has */
    int32_t inputs; /* of pid and dcmotor: bits of mjcf_input; 0: one control */
} mjcf_law;

/* Inputs of an actuator, each a control of its own, in their order. */
typedef enum mjcf_input {
    INPUT_POS = 1,
    INPUT_VEL = 2,
    INPUT_FF = 4,
    INPUT_VOLTAGE = 8
} mjcf_input;

/* Where the parameters of a pid are: in `gain`, behind kp; and those of a dcmotor, whose cogging is
 * `bias` and whose electrical time constant is dynamics[0]. */
enum { PID_KI = 1, PID_IMAX = 2, PID_SLEW = 3 };
enum { MOTOR_R = 0, MOTOR_K = 1, MOTOR_TORQUE = 2, MOTOR_UNKNOWN = 3 };

/* Whether the joint or tendon of an actuator limits the force of its actuators. */
bool ludo_mjcf_has_range_of_force(mjcf *r, int32_t element);

/* Read a pid and a dcmotor (read_controllers.c). */
void ludo_mjcf_read_pid(mjcf *r, int32_t element, mjcf_law *l);
void ludo_mjcf_read_dcmotor(mjcf *r, int32_t element, mjcf_law *l);

/* Why a pid or dcmotor cannot be simulated; NULL: it can, or it is neither. */
const char *ludo_mjcf_controller_problem(mjcf *r, int32_t element, const mjcf_law *l,
                                         const ludo_actuator_def *def);

/* Write the law of a dcmotor to an actuator. */
void ludo_mjcf_write_motor(mjcf *r, int32_t element, const mjcf_law *l, ludo_actuator_def *def);

/* The gain of the first input of a pid: kp, ki of integral action, kv or 1. */
double ludo_mjcf_first_gain(const mjcf_law *l);

/* The range of the first input of a pid. */
void ludo_mjcf_read_input_range(mjcf *r, int32_t element, const mjcf_law *l,
                                ludo_actuator_def *def);

/* Add a motor for each further input of a pid, whose first one is `def`. */
void ludo_mjcf_add_inputs(mjcf *r, int32_t element, const mjcf_law *l,
                          const ludo_actuator_def *def);

/* The number of controls of an actuator. */
int32_t ludo_mjcf_count_inputs(mjcf *r, int32_t element);

/* The law that kinds begin with: a motor. */
extern const mjcf_law ludo_mjcf_plain_law;

/* Accumulate the default classes, from the outermost, then the element itself. */
mjcf_law ludo_mjcf_law(mjcf *r, int32_t element);

/* Whether the law is that of a position servo: gain kp, bias -kp L. */
static inline bool mjcf_law_is_servo(const mjcf_law *l)
{
    return l->gain_type == LAW_FIXED && l->bias_type == LAW_AFFINE && l->gain[0] == -l->bias[1];
}

/* Whether the damping is relative to the inertia that the actuator sees. */
static inline bool mjcf_law_is_ratio(const mjcf_law *l)
{
    return mjcf_law_is_servo(l) && l->bias[2] > 0.0;
}

/* Write gain, bias and dynamics to an actuator whose target is known (read_activation.c). Returns
 * why that cannot be simulated; NULL: it can. */
const char *ludo_mjcf_write_law(mjcf *r, int32_t element, const mjcf_law *l,
                                ludo_actuator_def *def);

/* Add the transmission of an actuator on a site or a slider-crank as a spring of its own and make
 * it the target, which stays -1 if it is not simulated (read_transmission.c). */
void ludo_mjcf_read_transmission(mjcf *r, int32_t element, ludo_actuator_def *def);

/* Make a spring along rates of a ball or free joint, an element, the target of an actuator on that
 * joint (read_rates.c). */
void ludo_mjcf_read_rates(mjcf *r, int32_t element, int32_t joint, ludo_actuator_def *def);

/* Whether the target of an actuator is such a spring. */
bool ludo_mjcf_is_of_rates(const mjcf *r, const ludo_actuator_def *def);

#endif
