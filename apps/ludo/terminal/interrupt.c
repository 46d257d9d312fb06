/* SPDX-License-Identifier: Apache-2.0
 *
 * Stop signals of POSIX. */
#define _XOPEN_SOURCE 700

#include "terminal/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t received;

static void record_signal(int number)
{
    (void)number;
    received = 1;
}

static void catch_one(int number)
{
    /* system calls are restarted; a second signal of a kind has its default action */
    struct sigaction wanted = {.sa_flags = SA_RESTART | (int)SA_RESETHAND}, old;
    wanted.sa_handler = record_signal;
    (void)sigemptyset(&wanted.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
        (void)sigaction(number, &wanted, NULL);
    }
}

void ludo_interrupt_catch(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        catch_one(signals[i]);
    }
}

bool ludo_interrupt_received(void)
{
    return received != 0;
}
