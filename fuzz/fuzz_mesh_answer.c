/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as the answer of the program ludo-mesh. */
#include "formats/mesh/mesh_process.h"
#include "mesh_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    mesh_surface s = {0};
    ludo_diagnostic why = {.line = 0};
    const char *bytes = size > 0 ? (const char *)data : "";
    const ludo_status status = ludo_mesh_answer_read(&s, bytes, size, "fuzz.dae", &a, &why);
    check(status == LUDO_OK || status == LUDO_PARSE);
    check_said(status, status == LUDO_OK, &why);
    if (status == LUDO_OK) {
        check_surface(&s);
    }
    ludo_mesh_surface_release(&s, &a);
    return 0;
}
