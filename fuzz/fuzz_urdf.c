/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as a URDF file, with its root fixed and free. */
#include "model_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const ludo_load_options fixed = {.struct_size = sizeof fixed, .base = LUDO_BASE_FIXED},
                            floats = {.struct_size = sizeof floats, .base = LUDO_BASE_FREE};
    try_model(data, size, &fixed);
    try_model(data, size, &floats);
    return 0;
}
