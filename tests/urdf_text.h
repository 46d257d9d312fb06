/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts of URDF for tests, and descriptions from them. */
#ifndef LUDO_TESTS_URDF_TEXT_H
#define LUDO_TESTS_URDF_TEXT_H

#include "support.h"

#include <string.h>

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

/* The description of a text that has no faults; the caller's to destroy. */
static inline ludo_spec *spec_with(const char *text, const ludo_load_options *options)
{
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = 0};
    if (ludo_load_string(text, strlen(text), "file.urdf", options, NULL, &spec, &why) != LUDO_OK) {
        fail_msg("'%.200s': %d:%d: %s", text, (int)why.line, (int)why.column, why.message);
    }
    return spec;
}

static inline ludo_spec *spec_of(const char *text)
{
    return spec_with(text, NULL);
}

#endif
