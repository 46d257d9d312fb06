/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as a file of loops beside a small robot. */
#include "formats/urdf/loop_file.h"
#include "model_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A base and two arms of two links, with a frame at the end of the first arm. */
#define ROD(name)                                                                                  \
    "<link name='" name "'><inertial><origin xyz='.5 0 0'/><mass value='1'/><inertia ixx='.1' "    \
    "iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
#define JOINT(name, type, parent, child, at)                                                       \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child        \
    "'/><origin xyz='" at "'/><axis xyz='0 1 0'/></joint>"

static const char robot[] = "<robot name='r'><link name='base'/>" ROD("a") ROD("b") ROD("c")
    ROD("d") "<link name='tip'/>" JOINT("ja", "continuous", "base", "a", "0 0 0")
        JOINT("jb", "continuous", "a", "b", "1 0 0") JOINT("jc", "spherical", "base", "c", "0 0 1")
            JOINT("jd", "prismatic", "c", "d", "1 0 0")
                JOINT("jt", "fixed", "b", "tip", "1 0 0") "</robot>";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_side_file(robot, ludo_loop_file_parse, data, size);
    return 0;
}
