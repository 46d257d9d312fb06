/* SPDX-License-Identifier: Apache-2.0
 *
 * Ctrl-C, and a terminal that is closed, as wishes to stop, so that a run can end in order. */
#ifndef LUDO_APP_TERMINAL_INTERRUPT_H
#define LUDO_APP_TERMINAL_INTERRUPT_H

#include <stdbool.h>

/* From here on the first SIGINT, SIGTERM or SIGHUP is only noted; another one of the same kind
 * kills. Who started the program without one of them (nohup) has it without. */
void ludo_interrupt_catch(void);

/* Whether there was one of them. */
bool ludo_interrupt_noted(void);

#endif
