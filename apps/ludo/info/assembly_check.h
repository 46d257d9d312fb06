/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly of a model in the pose of its file, as at the start of a simulation. */
#ifndef LUDO_APP_INFO_ASSEMBLY_CHECK_H
#define LUDO_APP_INFO_ASSEMBLY_CHECK_H

#include "ludo/ludo.h"

/* The result. Trees need no assembly. */
typedef struct assembly_check {
    ludo_status status;      /* LUDO_OK: all loops are closed */
    ludo_sim *sim;           /* NULL: a tree, or a model that can't be simulated */
    ludo_diagnostic why;     /* reason why it can't be simulated */
    ludo_start_report start; /* corrections, or the loop that stays open */
    ludo_mobility mobility;  /* all -1 if the loops are not closed */
    int32_t fill;            /* fill-in of the LDU factors; -1 without a simulation of loops */
} assembly_check;

/* Assemble; false without memory. */
bool ludo_assembly_check_begin(assembly_check *t, const ludo_model *model);

/* Release the result. */
void ludo_assembly_check_end(assembly_check *t);

/* The redundant rows of a loop: bit j for row j; 0 if unknown. */
uint32_t ludo_assembly_check_dependent(const assembly_check *t, int32_t loop);

#endif
