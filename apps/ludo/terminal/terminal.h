/* SPDX-License-Identifier: Apache-2.0
 *
 * A clock, and a progress line for terminals. */
#ifndef LUDO_APP_TERMINAL_TERMINAL_H
#define LUDO_APP_TERMINAL_TERMINAL_H

#include <stdbool.h>

/* Seconds of a monotonic clock. */
double ludo_terminal_clock(void);

/* A progress line on stderr. */
typedef struct progress {
    bool shown;  /* stderr is a terminal and the line is requested */
    double next; /* time of the next update, by ludo_terminal_clock() */
} progress;

/* Begin a progress line; it is shown if `wanted` and stderr is a terminal. */
progress ludo_terminal_progress_begin(bool wanted);

/* Show at clock time `now` that `done` of `all` simulated seconds are finished; updates at most ten
 * times per second. */
void ludo_terminal_progress_show(progress *p, double now, double done, double all);

/* Erase the line. */
void ludo_terminal_progress_end(const progress *p);

#endif
