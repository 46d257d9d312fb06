/* SPDX-License-Identifier: Apache-2.0
 *
 * The bodies of a model in a fluid: as JSON and as text. */
#include "info/info.h"
#include "reading.h"

void ludo_info_write_fluids(json *j, const ludo_model *model)
{
    ludo_json_open_array(j, "fluids");
    for (int32_t i = 0; i < ludo_model_fluid_count(model); i++) {
        const ludo_fluid_info f = fluid_info_of(model, i);
        ludo_json_open_object(j, NULL);
        ludo_json_text(j, "body", ludo_model_body_name(model, f.body));
        ludo_json_open_array(j, "added_mass");
        for (int r = 0; r < 6; r++) {
            ludo_json_numbers(j, NULL, f.added_mass[r], 6);
        }
        ludo_json_close_array(j);
        ludo_json_number(j, "displaced_mass", f.displaced_mass);
        ludo_json_vec3(j, "buoyancy", f.buoyancy);
        ludo_json_close_object(j);
    }
    ludo_json_close_array(j);
}

void ludo_info_print_fluids(FILE *file, const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_fluid_count(model); i++) {
        const ludo_fluid_info f = fluid_info_of(model, i);
        const double(*A)[6] = f.added_mass;
        paragraph p = ludo_paragraph_begin(file, 14, "  fluid       around %s",
                                           ludo_model_body_name(model, f.body));
        ludo_paragraph_add(&p, ":", "adds %.6g %.6g %.6g kg", A[3][3], A[4][4], A[5][5]);
        ludo_paragraph_add(&p, ",", "%.6g %.6g %.6g kg m^2", A[0][0], A[1][1], A[2][2]);
        ludo_paragraph_add(&p, "", "along and about the body axes at the centre of mass");
        if (f.displaced_mass > 0.0) {
            ludo_paragraph_add(&p, ";", "displaces %.6g kg", f.displaced_mass);
        }
        ludo_paragraph_end(&p);
    }
}
