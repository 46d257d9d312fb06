/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly of the initial state: closes loops, lists the joints that moved, and reports failures.
 */
#ifndef LUDO_APP_SIMULATE_ASSEMBLY_REPORT_H
#define LUDO_APP_SIMULATE_ASSEMBLY_REPORT_H

#include "text/json.h"
#include "terminal/paragraph.h"

/* Close the loops of the initial state. If a loop can't be closed, print its name, the remaining
 * error and advice. With `warns`, print warnings on geoms that overlap, joints that were or
 * are outside of their limits, redundant rows that were dropped, and sleep without effect. `path`:
 * of the model. The first step reports all other failures. */
outcome ludo_assembly_report_assemble(ludo_sim *sim, const char *path, bool warns);

/* Advice for joints that loops hold outside of their limits. */
extern const char *const ludo_assembly_report_outside_advice;

/* Print a heading, the joints that moved most and the number of all others that moved. Prints
 * nothing if no joint moved by more than round-off. */
void ludo_assembly_report_print(FILE *file, const char *heading, const ludo_sim *sim);

/* Write the joints that moved as an object: name and displacement. */
void ludo_assembly_report_write(json *j, const char *key, const ludo_sim *sim);

/* Write the loops with dropped rows as an object: name and remaining error. */
void ludo_assembly_report_write_dropped(json *j, const char *key, ludo_sim *sim);

/* Warn of joints that moved, other than onto a limit, although `kept` (one entry per joint) marks
 * them as held. */
void ludo_assembly_report_warn_moved(ludo_sim *sim, const bool *kept, const char *path);

#endif
