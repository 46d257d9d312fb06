/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of a run, for the tables of all commands that run simulations. */
#ifndef LUDO_APP_SIMULATE_RUN_OPTIONS_H
#define LUDO_APP_SIMULATE_RUN_OPTIONS_H

#include "simulate/simulate.h"

#define RUN_FIELD(name) offsetof(simulate_settings, name)

/* The options from --duration to --force of settings that begin with simulate_settings. */
/* clang-format off */
#define RUN_OPTIONS                                                                                \
    {"--duration", "S", "simulated time [s] (10)", ludo_options_set_not_negative,                  \
     RUN_FIELD(duration)},                                                                         \
    {"--dt", "S", "time step [s] (the model's, or 0.01)", ludo_options_set_positive,               \
     RUN_FIELD(dt)},                                                                               \
    {"--integrator", "NAME", "integrator; ludo integrators lists them (maximal)",                  \
     ludo_simulate_set_integrator, RUN_FIELD(sim.integrator)},                                     \
    {"--order", "N", "order of the integrator (its default)", ludo_options_set_count,              \
     RUN_FIELD(sim.order)},                                                                        \
    {"--scheme", "NAME", "scheme of the integrator (its default)", ludo_options_set_text,          \
     RUN_FIELD(sim.scheme)},                                                                       \
    {"--rotation", "exponential|quaternion",                                                       \
     "rotation update of maximal (exponential; order 1: quaternion)", ludo_options_set_choice,     \
     RUN_FIELD(sim.rotation)},                                                                     \
    {"--solver", "recursion|ldu|newton|riqn|riqn-broyden",                                         \
     "step solver (maximal: recursion; galerkin: newton)", ludo_options_set_choice,                \
     RUN_FIELD(sim.solver)},                                                                       \
    {"--damping", "symmetric|implicit",                                                            \
     "damper discretization of maximal: symmetric has order 2, implicit never oscillates "         \
     "(symmetric)",                                                                                \
     ludo_options_set_choice, RUN_FIELD(sim.damping)},                                             \
    {"--tolerance", "T", "Newton tolerance [rad, or m over joint length] (1e-10)",                 \
     ludo_options_set_positive, RUN_FIELD(sim.tolerance)},                                         \
    {"--accuracy", "A",                                                                            \
     "divide steps such that the error of the energy balance is about A times the largest "        \
     "kinetic energy: at least 1e-12, less than 1 (steps are whole)",                              \
     ludo_options_set_positive, RUN_FIELD(sim.accuracy)},                                          \
    {"--max-substeps", "N", "most substeps of a step that fails (32; 1: none)",                    \
     ludo_options_set_count, RUN_FIELD(sim.max_substeps)},                                         \
    {"--certify", NULL,                                                                            \
     "prove before each step that it has exactly one solution nearby, and count (galerkin of "     \
     "order 2, lie-group, rigid-body, dual-quaternion)",                                           \
     ludo_options_set_flag, RUN_FIELD(sim.certify)},                                               \
    {"--cone", "exact|linear4|linear8",                                                            \
     "friction cone: exact, or an inscribed pyramid with 4 or 8 facets (exact)",                   \
     ludo_options_set_choice, RUN_FIELD(sim.cone)},                                                \
    {"--ground", "HEIGHT", "add a ground plane at this height [m] (none)",                         \
     ludo_options_set_number,                                                                      \
     RUN_FIELD(ground.height)},                                                                    \
    {"--ground-friction", "MU", "friction coefficient of that ground (1)",                         \
     ludo_options_set_not_negative, RUN_FIELD(ground.friction)},                                   \
    {"--no-contact", NULL, "ignore contacts", ludo_options_clear_flag, RUN_FIELD(sim.contacts)},   \
    {"--no-rest", NULL, "solve bodies at rest in every step; those of --sleep still fall asleep",  \
     ludo_options_clear_flag, RUN_FIELD(sim.rest)},                                                \
    {"--sleep", "SPEED", "bodies in contact slower than this fall asleep [m/s] (none)",            \
     ludo_options_set_positive, RUN_FIELD(sim.sleep_speed)},                                       \
    {"--sleep-time", "S", "with --sleep: after so long [s] (0.5)", ludo_options_set_not_negative,  \
     RUN_FIELD(sleep_time)},                                                                       \
    {"--no-limits", NULL, "ignore joint limits", ludo_options_clear_flag, RUN_FIELD(sim.limits)},  \
    {"--keyframe", "NAME", "initial state: a keyframe of the model", ludo_options_set_text,        \
     RUN_FIELD(keyframe)},                                                                         \
    {"--qpos", "JOINT=v[,v..]", "initial position of a joint [rad, m] (repeatable)",               \
     ludo_simulate_add_assignment, ASSIGN_POSITION},                                               \
    {"--qvel", "JOINT=v[,v..]", "initial velocity of a joint [rad/s, m/s] (repeatable)",           \
     ludo_simulate_add_assignment, ASSIGN_VELOCITY},                                               \
    {"--control", "ACTUATOR=v", "constant control of an actuator (repeatable)",                    \
     ludo_simulate_add_assignment, ASSIGN_CONTROL},                                                \
    {"--control-file", "FILE.csv", "controls as functions of time: columns time, ACTUATOR, ...",   \
     ludo_options_set_file, RUN_FIELD(control_file)},                                              \
    {"--servo", "JOINT=target,kp,kd", "PD control of a joint (repeatable)",                        \
     ludo_simulate_add_assignment, ASSIGN_SERVO},                                                  \
    {"--force", "BODY=fx,fy,fz", "constant force at the centre of mass [N] (repeatable)",          \
     ludo_simulate_add_assignment, ASSIGN_FORCE}
/* clang-format on */

#endif
