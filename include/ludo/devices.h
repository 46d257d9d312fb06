/* SPDX-License-Identifier: Apache-2.0
 *
 * Definitions of the devices on a mechanism: actuators and sensors. Each has a default function,
 * with which to begin, as the elements of definitions.h do. */
#ifndef LUDO_DEVICES_H
#define LUDO_DEVICES_H

#include "ludo/definitions.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An actuator: along a joint's scalar coordinate or along a spring's length it exerts the force
 *
 *     gear * clamp(G w + B, force_range)
 *
 * with L = gear times that coordinate or length, G and B functions of L and dL/dt, and the input w:
 * its control u, clamped to control_range, or its activation a, a state of its own that follows u.
 *
 *     gain_type      fixed    G = gain
 *                    affine   G = gain + gain_slope[0] L + gain_slope[1] dL/dt
 *                    muscle   G = -F FL(l) FV(v)
 *     bias_type      affine   B = bias[0] + bias[1] L + bias[2] dL/dt
 *                    muscle   B = -F FP(l)
 *                    cogging  affine, plus cogging[0] sin(cogging[1] L + cogging[2])
 *     dynamics_type  none        w = u
 *                    integrator  w = a,   da/dt = u
 *                    filter      w = a,   da/dt = (u - a) / time_constant[0]
 *                    muscle      w = a,   da/dt = (u - a) / T(u, a)
 *                    slew        w = a,   a follows u with |da/dt| <= slew_rate
 *                    integral    w = time_constant[0] u + a,   da/dt = u - L
 *                    current     w = a,   da/dt = ((u - back_emf dL/dt) / resistance - a)
 *                                                 / time_constant[0]
 *
 * An activation stays within activation_range. A muscle's l and v are its length and velocity in
 * units of its optimum length; docs/theory/forces.md has its curves and T. With the dynamics
 * integral and current the actuator is on a joint, or on a spring whose rate is that of its length:
 * of type distance, path, tendon or slider_crank.
 *
 * Integrator maximal evaluates the force at the middle of the motion over a step, so that stiff
 * servos are stable. The other integrators evaluate it at their quadrature points, and stiff servos
 * bound their step. */
typedef struct ludo_actuator_def {
    size_t struct_size;
    const char *name; /* NULL or "": actuator<i> */
    bool on_spring;   /* `target` is a spring; else it is a joint */
    int32_t target;   /* number of a joint or a spring */
    int32_t dof;      /* of a joint: which rate; not one of a quaternion */
    double gear;
    double gain, bias[3];
    bool control_limited, force_limited; /* whether the range below applies */
    double control_range[2], force_range[2];
    ludo_place place;
    const char *gain_type;     /* NULL or "": fixed */
    const char *bias_type;     /* NULL or "": affine */
    const char *dynamics_type; /* NULL or "": none */
    double gain_slope[2];      /* of an affine gain */
    double length_range[2];    /* of a muscle: the shortest and greatest L */
    double muscle[8]; /* of a muscle: l at both ends of length_range; F; the shortest and greatest l
                         with an active force (around 1); velocity of shortening without force
                         [optimum lengths/s]; FP at the greatest l; greatest FV (above 1) */
    double time_constant[3]; /* [s] filter, current: the first, > 0; integral: the first, >= 0;
                                muscle: of activation, of deactivation, and
                                the range of u - a over which one passes to the other (>= 0, [1]) */
    bool activation_limited; /* whether the range below applies */
    double activation_range[2];
    double slew_rate;  /* of type slew, > 0 [1/s] */
    double resistance; /* of type current, > 0: of a winding [Ohm] */
    double back_emf;   /* of type current: voltage per rate [V s/rad, V s/m] */
    double cogging[3]; /* of a cogging bias: amplitude [N m], poles [1/rad], phase [rad] */
} ludo_actuator_def;

/** An actuator whose force is its control: gain 1, gear 1, on joint 0. Set its target. */
static inline ludo_actuator_def ludo_actuator_default(void)
{
    ludo_actuator_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    def.gear = 1.0;
    def.gain = 1.0;
    return def;
}

/** An actuator whose force is its control, as ludo_actuator_default(). */
static inline ludo_actuator_def ludo_actuator_motor(void)
{
    return ludo_actuator_default();
}

/** An actuator that pulls to the position u: force kp (u - L) - kv dL/dt. Set its target. */
static inline ludo_actuator_def ludo_actuator_position(double kp, double kv)
{
    ludo_actuator_def def = ludo_actuator_default();
    def.gain = kp;
    def.bias[1] = -kp;
    def.bias[2] = -kv;
    return def;
}

/** An actuator that pulls to the velocity u: force kv (u - dL/dt). Set its target. */
static inline ludo_actuator_def ludo_actuator_velocity(double kv)
{
    ludo_actuator_def def = ludo_actuator_default();
    def.gain = kv;
    def.bias[2] = -kv;
    return def;
}

/** A muscle: its activation follows the control from 0 to 1, and it pulls with the force F at most.
 * Set its target and length_range, whose ends are 0.75 and 1.05 optimum lengths of the muscle. */
static inline ludo_actuator_def ludo_actuator_muscle(double F)
{
    static const double curves[8] = {0.75, 1.05, 0.0, 0.5, 1.6, 1.5, 1.3, 1.2};
    ludo_actuator_def def = ludo_actuator_default();
    def.gain_type = def.bias_type = def.dynamics_type = "muscle";
    for (int i = 0; i < 8; i++) {
        def.muscle[i] = curves[i];
    }
    def.muscle[2] = F;
    def.time_constant[0] = 0.01;
    def.time_constant[1] = 0.04;
    def.control_limited = true;
    def.control_range[1] = 1.0;
    return def;
}

/** The kind of the element that a sensor is on. */
typedef enum ludo_object {
    LUDO_OBJECT_NONE,    /* none */
    LUDO_OBJECT_BODY,    /* a body, by its frame; LUDO_WORLD is the world */
    LUDO_OBJECT_CENTER,  /* a body, by its centre of mass; with the axes of its frame */
    LUDO_OBJECT_SITE,    /* a site */
    LUDO_OBJECT_GEOM,    /* a geom */
    LUDO_OBJECT_JOINT,   /* a joint; `dof` chooses one of its scalar coordinates */
    LUDO_OBJECT_SPRING,  /* a spring or tendon */
    LUDO_OBJECT_ACTUATOR /* an actuator */
} ludo_object;

/** A sensor: numbers that are computed from the state at a knot. Types, what they are on, and what
 * they read (numbers in brackets; frame: body, center, site or geom):
 *
 *     accelerometer        site     acceleration minus gravity, site frame [3, m/s^2]
 *     gyro                 site     angular velocity, site frame [3, rad/s]
 *     velocimeter          site     velocity, site frame [3, m/s]
 *     force                site     force of the joint of its body on the body, site frame [3, N]
 *     torque               site     torque of that joint about the site, site frame [3, N m]
 *     touch                site     sum of the normal forces of contacts of its body inside the
 *                                   shape of the site [1, N]
 *     rangefinder          site     distance along z to the nearest geom of another body, -1
 *                                   without one [1, m]
 *     jointpos             joint    a scalar coordinate [1, rad or m]
 *     jointvel             joint    its rate [1, rad/s or m/s]
 *     jointactuatorfrc     joint    effort of all actuators along it [1, N m or N]
 *     ballquat             joint    its quaternion [4]
 *     ballangvel           joint    the rates of its quaternion [3, rad/s]
 *     tendonpos            spring   length [1]
 *     tendonvel            spring   rate of its length [1]
 *     tendonactuatorfrc    spring   force of all actuators on it [1]
 *     actuatorpos          actuator length, gear included [1]
 *     actuatorvel          actuator rate of that length [1]
 *     actuatorfrc          actuator force at the knot, before its gear [1]
 *     framepos             frame    position of its origin [3, m]
 *     framequat            frame    orientation [4]
 *     framexaxis, -y-, -z- frame    direction of an axis [3]
 *     framelinvel          frame    velocity of its origin [3, m/s]
 *     frameangvel          frame    angular velocity [3, rad/s]
 *     framelinacc          frame    acceleration of its origin minus gravity, world [3, m/s^2]
 *     frameangacc          frame    angular acceleration, world [3, rad/s^2]
 *     subtreecom           body     centre of mass of the body and all bodies below it [3, m]
 *     subtreelinvel        body     velocity of this centre [3, m/s]
 *     subtreeangmom        body     angular momentum about this centre, world [3, kg m^2/s]
 *     e_potential          none     energy of gravity and springs [1, J]
 *     e_kinetic            none     kinetic energy [1, J]
 *     clock                none     time [1, s]
 *
 * Values of frames are in the world, or relative to a reference frame and in its axes: velocities
 * are then those that an observer in the reference frame sees. Between a body with a force or
 * torque sensor and its parent, a fixed joint is not merged. */
typedef struct ludo_sensor_def {
    size_t struct_size;
    const char *name;         /* NULL or "": sensor<i> */
    const char *type;         /* of the list above */
    ludo_object of;           /* the kind of what it is on */
    int32_t object;           /* its number */
    int32_t dof;              /* of a joint: which of its scalar coordinates */
    ludo_object reference_of; /* of a frame: the kind of the reference frame; none: the world */
    int32_t reference;        /* its number */
    double cutoff;            /* > 0: values stay within it; not of quaternions and axes */
    double noise;             /* standard deviation, >= 0; kept for readers, never added */
    ludo_place place;
} ludo_sensor_def;

/** A clock. */
static inline ludo_sensor_def ludo_sensor_default(void)
{
    ludo_sensor_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    def.type = "clock";
    return def;
}

#ifdef __cplusplus
}
#endif

#endif
