/* SPDX-License-Identifier: Apache-2.0
 *
 * A clock, and a progress line for terminals. */
#ifndef LUDO_APP_TERMINAL_TERMINAL_H
#define LUDO_APP_TERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

/* Seconds of a monotonic clock. */
double ludo_terminal_clock(void);

/* A progress line on stderr. */
typedef struct progress {
    bool shown;         /* stderr is a terminal and the line is requested */
    double begun, next; /* times of the start and of the next update, by ludo_terminal_clock() */
    const char *unit;
    int32_t failed; /* units of the finished work that failed; set by the caller, 0 is not shown */
} progress;

/* Begin a progress line; it is shown if `wanted` and stderr is a terminal. `unit`: of the work,
 * such as "s"; not copied. */
progress ludo_terminal_progress_begin(bool wanted, const char *unit);

/* Show at clock time `now` that `done` of `all` units of work are finished, and after the first
 * second the time that the rest takes at this speed; updates at most ten times per second. */
void ludo_terminal_progress_show(progress *p, double now, double done, double all);

/* Erase the line. */
void ludo_terminal_progress_end(const progress *p);

#endif
