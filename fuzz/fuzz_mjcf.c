/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as an MJCF file. */
#include "model_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_model(data, size, NULL);
    return 0;
}
