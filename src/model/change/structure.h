/* SPDX-License-Identifier: Apache-2.0
 *
 * Comparison of models by structure. */
#ifndef LUDO_MODEL_CHANGE_STRUCTURE_H
#define LUDO_MODEL_CHANGE_STRUCTURE_H

#include "model/model.h"

/* Whether a state of one model is a state of the other: the same bodies, joints of the same types
 * in the same tree, equally many loops, springs, actuators and geoms. Parameters, frames and names
 * may differ. If not, `why` (may be NULL) has the difference. */
bool ludo_model_same_structure(const ludo_model *a, const ludo_model *b, ludo_diagnostic *why);

#endif
