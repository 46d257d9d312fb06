/* SPDX-License-Identifier: Apache-2.0
 *
 * Stop signals (Ctrl-C, a closed terminal): a run that is interrupted still writes its files. */
#ifndef LUDO_APP_TERMINAL_INTERRUPT_H
#define LUDO_APP_TERMINAL_INTERRUPT_H

#include <stdbool.h>

/* From now on the first SIGINT, SIGTERM or SIGHUP is only recorded; a second one of the same kind
 * ends the program. A signal ignored at program start (nohup) stays ignored. */
void ludo_interrupt_catch(void);

/* True after the first such signal. */
bool ludo_interrupt_received(void);

#endif
