/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts of MJCF for tests. */
#ifndef LUDO_TESTS_MJCF_TEXT_H
#define LUDO_TESTS_MJCF_TEXT_H

#include "model_text.h"

#define INERTIAL "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
#define MUJOCO(inner) "<mujoco>" inner "</mujoco>"
#define WORLD(inner) "<worldbody>" inner "</worldbody>"
#define BODY(attributes, inner) "<body " attributes ">" INERTIAL inner "</body>"

#endif
