/* SPDX-License-Identifier: Apache-2.0
 *
 * Ctrl-C as a wish to stop, so that a run can end in order. */
#ifndef LUDO_APP_INTERRUPT_H
#define LUDO_APP_INTERRUPT_H

#include <stdbool.h>

/* From here on the first SIGINT or SIGTERM is only noted; another one of the same kind kills. Who
 * started the program without them (nohup) has it without. */
void ludo_interrupt_catch(void);

/* Whether there was one. */
bool ludo_interrupt_noted(void);

#endif
