/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts of URDF for tests. */
#ifndef LUDO_TESTS_URDF_TEXT_H
#define LUDO_TESTS_URDF_TEXT_H

#include "model_text.h"

#define INERTIAL                                                                                   \
    "<inertial><mass value='1'/>"                                                                  \
    "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"
#define ROBOT(inner) "<robot name='r'>" inner "</robot>"
#define LINK(name, inner) "<link name='" name "'>" inner "</link>"
#define JOINT(name, type, parent, child, inner)                                                    \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child        \
    "'/>" inner "</joint>"

/* Two links and a joint 'j' between them. */
#define PAIR(type, inner)                                                                          \
    LINK("base", INERTIAL) LINK("arm", INERTIAL) JOINT("j", type, "base", "arm", inner)

#endif
