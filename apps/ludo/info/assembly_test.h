/* SPDX-License-Identifier: Apache-2.0
 *
 * Putting a model together in the pose of its file, as a simulation starts. */
#ifndef LUDO_APP_INFO_ASSEMBLY_TEST_H
#define LUDO_APP_INFO_ASSEMBLY_TEST_H

#include "ludo/ludo.h"

/* How that went. Trees are together. */
typedef struct assembly_test {
    ludo_status status;      /* LUDO_OK: all loops are closed */
    ludo_sim *sim;           /* NULL: a tree, or what can't be simulated */
    ludo_diagnostic why;     /* it can't be */
    ludo_start_report start; /* what closing the loops took, or what keeps them open */
    ludo_mobility mobility;  /* all -1 where loops aren't closed */
    int32_t fill;            /* -1 where there is no simulation of loops */
} assembly_test;

/* Try; false where memory ran out. */
bool ludo_assembly_test_begin(assembly_test *t, const ludo_model *model);

/* Release what it needed. */
void ludo_assembly_test_end(assembly_test *t);

/* Which rows of a loop are redundant: bit j for row j. 0 where that isn't known. */
uint32_t ludo_assembly_test_dependent(const assembly_test *t, int32_t loop);

#endif
