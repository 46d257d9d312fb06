/* SPDX-License-Identifier: Apache-2.0
 *
 * A compiled actuator: the laws of its force, and the tables of their operations.
 *
 *     force = clamp( gain(L, dL/dt) input + bias(L, dL/dt) )
 *
 * along a length L, the gear included. The input is the control or, with activation dynamics, the
 * activation: a number that follows the control, and perhaps the length, by an ordinary
 * differential equation. */
#ifndef LUDO_MODEL_ACTUATOR_H
#define LUDO_MODEL_ACTUATOR_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct actuator_data actuator_data;

/* A gain or bias at one length and rate, with its derivatives. */
typedef struct law_value {
    double value, by_length, by_rate;
} law_value;

/* A type of gain or bias. */
typedef struct actuator_law {
    const char *name;
    bool is_muscle; /* has parameters of a muscle; else coefficients of an affine function */
    law_value (*at)(const actuator_data *a, double length, double rate);
} actuator_law;

/* The motion of an actuator over a time: its length at the end and the mean rate of it. */
typedef struct actuator_motion {
    double length, rate;
} actuator_motion;

/* A type of activation dynamics, at a control u that is constant. One whose equation contains the
 * motion has `motion_rate` and `follow`, others `rate` and `advance`. */
typedef struct actuator_dynamics {
    const char *name;
    bool forgets;      /* states that differ come together: steps back in time lose digits */
    int32_t constants; /* number of positive time constants */

    /* The derivative of an activation by time. */
    double (*rate)(const actuator_data *a, double u, double activation);

    /* The activation after a time h, which may be negative. */
    double (*advance)(const actuator_data *a, double u, double activation, double h);

    /* Both with the motion; the derivatives of the second are by length and rate of the motion. */
    double (*motion_rate)(const actuator_data *a, double u, double activation, double length,
                          double rate);
    law_value (*follow)(const actuator_data *a, double u, double activation, double h,
                        const actuator_motion *to);

    /* The input of the gain; NULL: the activation. */
    double (*input)(const actuator_data *a, double u, double activation);
} actuator_dynamics;

/* The curves of a muscle over its length in units of the optimum length L0: active force between
 * `shortest` and `longest` (greatest at 1), and passive force beyond 1. */
typedef struct muscle_data {
    double optimum, first; /* L0; the muscle's length [L0] where the actuator's length is start */
    double start;          /* the shortest length of the actuator */
    double force;          /* greatest active force */
    double shortest, longest; /* [L0] */
    double fastest;           /* shortening velocity without force [L0/s] */
    double passive;           /* passive force at `longest`, in units of `force` */
    double lengthening;       /* active force at saturation when it lengthens, likewise */
} muscle_data;

/* An actuator; a range without limits is infinite. */
struct actuator_data {
    int32_t tendon, column; /* the tendon or the column that it acts along; the other is -1 */
    double gear, gain, bias[3];
    double period; /* of a position servo of a rotation: its positions are equal modulo that; 0:
                      they are not */
    double control_range[2], force_range[2];
    double gain_slope[2]; /* of an affine gain: by length and by rate */
    muscle_data muscle;
    const actuator_law *gain_law, *bias_law;
    const actuator_dynamics *dynamics; /* NULL: the input is the control */
    int32_t activation;                /* its number among all activations; -1: none */
    double time_constant[3];
    double activation_range[2];
    double slew_rate;            /* > 0: of an activation of type slew */
    double resistance, back_emf; /* of an activation of type current */
    double cogging[3];           /* of a bias of type cogging: amplitude, poles, phase */
};

/* The type of a name in the lists of the room tendons, "" standing for `fixed` and `affine`; NULL:
 * unknown. */
const actuator_law *ludo_actuator_gain_find(const char *name);
const actuator_law *ludo_actuator_bias_find(const char *name);

/* The same; NULL, too, for "" and `none`: no activation. */
const actuator_dynamics *ludo_actuator_dynamics_find(const char *name);

/* Whether the activation depends on the motion of the actuator. */
static inline bool actuator_follows(const actuator_data *a)
{
    return a->dynamics != NULL && a->dynamics->follow != NULL;
}

/* Whether the force depends on the length, or on its rate. */
static inline bool actuator_feels_length(const actuator_data *a)
{
    return a->bias[1] != 0.0 || a->gain_slope[0] != 0.0 || a->gain_law->is_muscle ||
           a->bias_law->is_muscle || a->cogging[0] != 0.0 || actuator_follows(a);
}

static inline bool actuator_feels_rate(const actuator_data *a)
{
    return a->bias[2] != 0.0 || a->gain_slope[1] != 0.0 || a->gain_law->is_muscle ||
           actuator_follows(a);
}

/* Whether the force depends on the input alone: gain times input, and bias[0]. */
static inline bool actuator_feels_nothing(const actuator_data *a)
{
    return !(a->period > 0.0) && !actuator_feels_length(a) && !actuator_feels_rate(a);
}

#endif
