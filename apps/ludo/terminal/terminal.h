/* SPDX-License-Identifier: Apache-2.0
 *
 * A clock, and a line that shows on a terminal how far a run has come. */
#ifndef LUDO_APP_TERMINAL_TERMINAL_H
#define LUDO_APP_TERMINAL_TERMINAL_H

#include <stdbool.h>

/* Seconds on a clock that never jumps. */
double ludo_terminal_clock(void);

/* A progress line on stderr. */
typedef struct progress {
    bool shown;  /* whether stderr is a terminal and the line is wanted */
    double next; /* when it is written again, on ludo_terminal_clock() */
} progress;

/* A progress line, if it is wanted and there is a terminal. */
progress ludo_terminal_progress_begin(bool wanted);

/* Say that at `now` by the clock the run is at `done` of `all` seconds; mostly does nothing. */
void ludo_terminal_progress_show(progress *p, double now, double done, double all);

/* Wipe the line away. */
void ludo_terminal_progress_end(const progress *p);

#endif
