/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts of SDF for tests. */
#ifndef LUDO_TESTS_SDF_TEXT_H
#define LUDO_TESTS_SDF_TEXT_H

#include "model_text.h"

#define SDF(inner) "<sdf version='1.11'>" inner "</sdf>"
#define IN_WORLD(inner) SDF("<world name='w'>" inner "</world>")
#define MODEL(name, inner) "<model name='" name "'>" inner "</model>"
#define LINK(name, inner) "<link name='" name "'>" inner "</link>"
#define JOINT(name, type, parent, child, inner)                                                    \
    "<joint name='" name "' type='" type "'><parent>" parent "</parent><child>" child              \
    "</child>" inner "</joint>"
#define AXIS(inner) "<axis><xyz>0 0 1</xyz>" inner "</axis>"
#define SPHERE "<geometry><sphere><radius>0.1</radius></sphere></geometry>"
#define COLLISION(name, inner) "<collision name='" name "'>" SPHERE inner "</collision>"

/* Two links and a joint 'j' between them. */
#define PAIR(type, inner) LINK("base", "") LINK("arm", "") JOINT("j", type, "base", "arm", inner)

#endif
