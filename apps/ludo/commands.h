/* SPDX-License-Identifier: Apache-2.0
 *
 * The commands of the program; main.c has their table. */
#ifndef LUDO_APP_COMMANDS_H
#define LUDO_APP_COMMANDS_H

#include "terminal/options.h"

extern const command ludo_command_simulate;
extern const command ludo_command_sweep;
extern const command ludo_command_info;
extern const command ludo_command_step_limit;
extern const command ludo_command_convert;
extern const command ludo_command_integrators;
extern const command ludo_command_report;
extern const command ludo_command_compare;
extern const command ludo_command_plot;

#endif
