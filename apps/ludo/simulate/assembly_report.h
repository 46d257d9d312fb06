/* SPDX-License-Identifier: Apache-2.0
 *
 * Closing the loops of a start: which joints moved for it, which were to stay and couldn't, and
 * what is said where it fails. */
#ifndef LUDO_APP_SIMULATE_ASSEMBLY_REPORT_H
#define LUDO_APP_SIMULATE_ASSEMBLY_REPORT_H

#include "data/json.h"
#include "terminal/paragraph.h"

/* Close the loops of a start, if they are open. Says which one can't be closed, how far open it
 * stays, and what to try, `path` being the model's; warns of rows that are left to others; anything
 * else that goes wrong is left to the first step to tell. */
outcome ludo_assembly_report_assemble(ludo_sim *sim, const char *path);

/* Print the joints that moved most behind a heading, and how many more there are; nothing where
 * none did by more than round-off. */
void ludo_assembly_report_print(FILE *file, const char *heading, const ludo_sim *sim);

/* Write all that did as an object: by how much. */
void ludo_assembly_report_write(json *j, const char *key, const ludo_sim *sim);

/* Write all loops that leave rows to others as an object: by how much each is open. */
void ludo_assembly_report_write_dropped(json *j, const char *key, ludo_sim *sim);

/* Warn of joints that were to stay, as `kept` says of each, and had to move. */
void ludo_assembly_report_warn_moved(const ludo_sim *sim, const bool *kept, const char *path);

#endif
