/* SPDX-License-Identifier: Apache-2.0
 *
 * Names and units of joint coordinates and rates, by joint type. */
#ifndef LUDO_APP_DATA_JOINT_WORDS_H
#define LUDO_APP_DATA_JOINT_WORDS_H

#include "ludo/model.h"

/* The name and unit of a number. */
typedef struct number_words {
    const char *name, *unit; /* unit: "" for a dimensionless number */
} number_words;

/* A coordinate or rate of a joint, by its number within the joint. */
number_words ludo_joint_words_coordinate(const ludo_joint_info *joint, int32_t number);
number_words ludo_joint_words_rate(const ludo_joint_info *joint, int32_t number);

#endif
