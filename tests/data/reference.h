/* SPDX-License-Identifier: Apache-2.0
 *
 * Reference solutions of the scenes of the same names, exact to the digits written: integrated in
 * 32 digits by extrapolation, or in closed form. Orientations are body to world, scalar first;
 * angular velocities in body axes; angles of planar systems from hanging towards +x. */
#ifndef LUDO_TESTS_DATA_REFERENCE_H
#define LUDO_TESTS_DATA_REFERENCE_H

#include "ludo/base.h"

/* Body orientations and angular velocities. */
typedef struct reference_body {
    ludo_quat orientation;
    ludo_vec3 angular_velocity;
} reference_body;

/* The spherical double pendulum at 1 s: upper, lower. */
static const reference_body spherical_double_pendulum_1s[2] = {
    {{0.5408607600710153113, -0.23054147028066267769, -0.0091973415625801439597,
      0.80884836502549423939},
     {-1.2280700679915089334, 0.67431132291367732101, 1.774682483576616377}},
    {{0.71789821258492538456, -0.51528651850179866075, 0.33781502646177255374,
      0.32401075308436400097},
     {-2.1282204648919863911, 1.1669131610953362259, 2.4782143016065719981}},
};

/* The heavy top at 0.25 s. */
static const reference_body heavy_top_025s = {
    {0.3126297065712885417, 0.16465042836866319952, -0.29078282212763612654,
     0.88915592185097280864},
    {-0.0095696463758101513208, -1.6817581505333785531, 60.0},
};

/* The torque-free body at 20 s. */
static const reference_body torque_free_body_20s = {
    {0.98039701056856494888, 0.048480343746761723243, 0.18521865522027305735,
     0.046533941341891356432},
    {0.37402951658027984174, 1.0100009508543653678, 0.18248112164758106199},
};

/* The planar double pendulum at 1 s: absolute angles [rad], their rates [rad/s]. */
static const double planar_double_pendulum_1s_angle[2] = {-1.2077162381906379939,
                                                          -0.81439102309129635145};
static const double planar_double_pendulum_1s_rate[2] = {-3.4065175329719577744,
                                                         -0.51604547210520891676};

/* The half swing of scale 1: time [s], angle [rad], rate [rad/s] at 1/8, 2/8, 3/8 and 4/8 of the
 * small-angle period. Scale s has the same angles at s times the time. */
static const double half_swing[4][3] = {
    {0.20474332323915948606, 1.2633445399499595785, -2.9843638146814369071},
    {0.40948664647831897213, 0.39532147566901147143, -5.2115397728709975628},
    {0.61422996971747845819, -0.68133633951115255541, -4.7811311651482261824},
    {0.81897329295663794425, -1.4104407018104833388, -2.1677331218200070411},
};

/* The tip of the chain of 10 hinges from horizontal at 0.5 s: x, z [m]. */
static const double chain_10_tip[2] = {9.667469818600583, -1.2262781410964465};

#endif
