/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as an MSH file. */
#include "mesh_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_mesh("fuzz.msh", data, size);
    return 0;
}
