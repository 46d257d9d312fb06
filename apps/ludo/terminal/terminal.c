/* SPDX-License-Identifier: Apache-2.0
 *
 * A clock and a progress line with POSIX. */
#define _POSIX_C_SOURCE 200809L

#include "terminal/terminal.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LINES_PER_SECOND = 10, BAR = 10 };

static const double known_after = 1.0; /* the remaining time [s] */

double ludo_terminal_clock(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

progress ludo_terminal_progress_begin(bool wanted, const char *unit)
{
    return (progress){.shown = wanted && isatty(STDERR_FILENO) == 1,
                      .begun = ludo_terminal_clock(),
                      .unit = unit};
}

static void show_bar(double share)
{
    for (int i = 1; i <= BAR; i++) {
        fputc(i <= share * BAR ? '#' : '.', stderr);
    }
}

/* The remaining time as h:mm:ss, if there is a speed to estimate it by. */
static void show_rest(double spent, double done, double all)
{
    static const double most = 3.6e8; /* [s] */
    const double rest = spent * (all - done) / done;
    if (spent >= known_after && rest >= 0.0 && rest < most) {
        const int seconds = (int)rest;
        fprintf(stderr, ", %d:%02d:%02d left", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}

void ludo_terminal_progress_show(progress *p, double now, double done, double all)
{
    if (p->shown && now >= p->next) {
        fputs("\r[", stderr);
        show_bar(done / all);
        fprintf(stderr, "] %3.0f %%  %.6g of %.6g %s", 100.0 * done / all, done, all, p->unit);
        if (p->failed > 0) {
            fprintf(stderr, ", %d failed", (int)p->failed);
        }
        show_rest(now - p->begun, done, all);
        fputs("\033[K", stderr);
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
