/* SPDX-License-Identifier: Apache-2.0
 *
 * Repairs a robot whose camera has a shape, but no mass: the shape gives one, as of plastic. */
#include "check.h"

#include <string.h>

static const char text[] =
    "<robot name='r'><link name='base'/><link name='camera'><collision><geometry>"
    "<box size='0.05 0.08 0.03'/></geometry></collision></link>"
    "<joint name='pan' type='continuous'><parent link='base'/><child link='camera'/>"
    "<axis xyz='0 0 1'/></joint></robot>";

int main(void)
{
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_diagnostic why = {.message = ""};
    ludo_repair_options options = ludo_repair_options_default();
    int32_t changed = 0;
    check(ludo_load_string(text, strlen(text), "camera.urdf", NULL, NULL, &spec, &why), &why);
    if (ludo_compile(spec, NULL, &model, &why) == LUDO_BAD_MODEL) {
        printf("%s\n", why.message);
    }
    options.density = 1100.0;
    check(ludo_spec_repair(spec, &options, &changed, &why), &why);
    check(ludo_compile(spec, NULL, &model, &why), &why);
    printf("%d body repaired, mass %g kg\n", (int)changed, ludo_model_mass(model));
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
    return 0;
}
