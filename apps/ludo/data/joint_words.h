/* SPDX-License-Identifier: Apache-2.0
 *
 * What the coordinates and rates of joints are called, and their units, by the type of the joint.
 */
#ifndef LUDO_APP_DATA_JOINT_WORDS_H
#define LUDO_APP_DATA_JOINT_WORDS_H

#include "ludo/model.h"

/* What a number is. */
typedef struct number_words {
    const char *name, *unit; /* unit: "" where there is none */
} number_words;

/* A joint's coordinate, and its rate, by their numbers in the joint. */
number_words ludo_joint_words_coordinate(const ludo_joint_info *joint, int32_t number);
number_words ludo_joint_words_rate(const ludo_joint_info *joint, int32_t number);

#endif
