/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as an SDF file. */
#include "model_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const ludo_load_options options = {.struct_size = sizeof options, .base = LUDO_BASE_FIXED};
    try_model(data, size, &options);
    return 0;
}
