/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as an SRDF file beside a small robot. */
#include "formats/urdf/srdf_file.h"
#include "model_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A chain of a hinge, a slide, a ball and a hinge that follows the first. */
#define ROD(name)                                                                                  \
    "<link name='" name "'><inertial><origin xyz='.5 0 0'/><mass value='1'/><inertia ixx='.1' "    \
    "iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
#define JOINT(name, type, parent, child, more)                                                     \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child        \
    "'/><axis xyz='0 1 0'/>" more "</joint>"

static const char robot[] = "<robot name='r'><link name='base'/>" ROD("a") ROD("b") ROD("c")
    ROD("d") JOINT("ja", "continuous", "base", "a", "")
        JOINT("jb", "prismatic", "a", "b", "<limit lower='-1' upper='1'/>") JOINT("jc", "spherical",
                                                                                  "b", "c", "")
            JOINT("jd", "continuous", "c", "d", "<mimic joint='ja' multiplier='2'/>") "</robot>";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_side_file(robot, ludo_srdf_file_parse, data, size);
    return 0;
}
