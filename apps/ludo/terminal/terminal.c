/* SPDX-License-Identifier: Apache-2.0
 *
 * A clock and a progress line with POSIX. */
#define _POSIX_C_SOURCE 200809L

#include "terminal/terminal.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LINES_PER_SECOND = 10 };

double ludo_terminal_clock(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

progress ludo_terminal_progress_begin(bool wanted, const char *unit)
{
    return (progress){wanted && isatty(STDERR_FILENO) == 1, 0.0, unit};
}

void ludo_terminal_progress_show(progress *p, double now, double done, double all)
{
    if (p->shown && now >= p->next) {
        fprintf(stderr, "\r%3.0f %%  %.6g of %.6g %s\033[K", 100.0 * done / all, done, all,
                p->unit);
        fflush(stderr);
        p->next = now + 1.0 / LINES_PER_SECOND;
    }
}

void ludo_terminal_progress_end(const progress *p)
{
    if (p->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}
