/* SPDX-License-Identifier: Apache-2.0
 *
 * The integrators by number and by name. */
#include "integrators/list.h"

#include "core/sized.h"
#include "integrators/capabilities.h"

static const integrator *const integrators[] = {
#define X(name) &ludo_integrator_##name,
    LUDO_INTEGRATOR_LIST(X)
#undef X
};

int32_t ludo_integrator_count(void)
{
    return (int32_t)(sizeof integrators / sizeof *integrators);
}

ludo_status ludo_integrator_get(int32_t number, ludo_integrator_info *out)
{
    if (number < 0 || number >= ludo_integrator_count() || !SIZED_KNOWN(out)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_integrator_info info = integrators[number]->info;
    info.capabilities = ludo_capabilities_of(integrators[number]);
    SIZED_WRITE(out, &info);
    return LUDO_OK;
}

const integrator *ludo_integrator_at(int32_t number)
{
    return integrators[number];
}
