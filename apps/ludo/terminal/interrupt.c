/* SPDX-License-Identifier: Apache-2.0
 *
 * Wishes to stop, by POSIX. */
#define _XOPEN_SOURCE 700

#include "terminal/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t noted;

static void note(int number)
{
    (void)number;
    noted = 1;
}

static void catch_one(int number)
{
    /* calls to the system go on; the next one finds what was there by default */
    struct sigaction wanted = {.sa_flags = SA_RESTART | (int)SA_RESETHAND}, old;
    wanted.sa_handler = note;
    (void)sigemptyset(&wanted.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
        (void)sigaction(number, &wanted, NULL);
    }
}

void ludo_interrupt_catch(void)
{
    static const int wishes[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        catch_one(wishes[i]);
    }
}

bool ludo_interrupt_noted(void)
{
    return noted != 0;
}
