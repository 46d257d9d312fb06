/* SPDX-License-Identifier: Apache-2.0 */
#include "terminal/method_name.h"
#include "reading.h"

#include <ludo/integrators.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_first_scheme(const char *integrator, const char *scheme)
{
    for (int32_t i = 0; i < ludo_integrator_count(); i++) {
        const ludo_integrator_info info = integrator_info_of(i);
        if (strcmp(info.name, integrator) == 0) {
            return strcmp(info.schemes[0], scheme) == 0;
        }
    }
    return false;
}

method_name ludo_method_name(const char *integrator, const char *scheme)
{
    method_name name;
    const bool named = scheme[0] != '\0' && !is_first_scheme(integrator, scheme);
    (void)snprintf(name.text, sizeof name.text, "%s%s%s", integrator, named ? " " : "",
                   named ? scheme : "");
    return name;
}
