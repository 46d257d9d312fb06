/* SPDX-License-Identifier: Apache-2.0
 *
 * Quantities that are recorded on demand: of sensors, velocities of sites, accelerations, reactions
 * and torques. */
#include "data/quantities_list.h"

#include "data/joint_words.h"
#include "reading.h"

#include <string.h>

/* Add a number of the list at `field` of a knot. */
static bool add_listed(quantities *q, const owner *of, const char *label, size_t field,
                       int32_t index)
{
    const bool sensor = field == offsetof(ludo_sample, sensor);
    const quantity one = {.label = label,
                          .group = sensor ? "sensor" : "other",
                          .unit = "",
                          .read = ludo_quantities_read_listed,
                          .field = field,
                          .index = index};
    return ludo_quantities_add(q, one, of);
}

static bool add_of_sensors(quantities *q, const ludo_model *model)
{
    bool added = true;
    for (int32_t i = 0; i < ludo_model_sensor_count(model) && added; i++) {
        ludo_sensor_info s = {.struct_size = sizeof s};
        (void)ludo_model_sensor(model, i, &s);
        for (int32_t k = 0; k < s.count && added; k++) {
            const owner of = {"sensor", s.name, "", s.count > 1 ? k : -1, 1};
            added = add_listed(q, &of, s.type, offsetof(ludo_sample, sensor), s.first + k);
        }
    }
    return added;
}

/* A list of numbers along all rates. */
typedef struct along_rates {
    const char *suffix; /* ".LABEL" */
    size_t field;
    const char *angular, *linear; /* units */
} along_rates;

static const along_rates accelerations = {".acceleration", offsetof(ludo_sample, acceleration),
                                          "rad/s^2", "m/s^2"};
static const along_rates torques = {".torque", offsetof(ludo_sample, torque), "N m", "N"};

static bool add_along_rates(quantities *q, const ludo_model *model, const along_rates *list)
{
    bool added = true;
    for (int32_t i = 0; i < ludo_model_joint_count(model) && added; i++) {
        const ludo_joint_info j = joint_info_of(model, i);
        for (int32_t k = 0; k < j.velocity_count && added; k++) {
            const bool turns = strcmp(ludo_joint_words_rate(&j, k).unit, "rad/s") == 0;
            const quantity one = {.label = list->suffix + 1,
                                  .group = "other",
                                  .unit = turns ? list->angular : list->linear,
                                  .read = ludo_quantities_read_listed,
                                  .field = list->field,
                                  .index = j.velocity_first + k};
            const int32_t number = j.velocity_count > 1 ? k : -1;
            added = ludo_quantities_add(q, one, &(owner){"joint", j.name, list->suffix, number, 0});
        }
    }
    return added;
}

static bool add_of_reactions(quantities *q, const ludo_model *model)
{
    static const char *const parts[6] = {".fx", ".fy", ".fz", ".tx", ".ty", ".tz"};
    bool added = true;
    for (int32_t i = 0; i < 6 * ludo_model_joint_count(model) && added; i++) {
        const owner of = {"reaction", ludo_model_joint_name(model, i / 6), parts[i % 6], -1, 1};
        added = add_listed(q, &of, "reaction", offsetof(ludo_sample, reaction), i);
    }
    return added;
}

static bool add_of_velocities(quantities *q, const ludo_model *model)
{
    static const char *const parts[3] = {".vx", ".vy", ".vz"};
    bool added = true;
    for (int32_t i = 0; i < 3 * ludo_model_site_count(model) && added; i++) {
        const owner of = {"site", ludo_model_site_name(model, i / 3), parts[i % 3], -1, 0};
        added =
            add_listed(q, &of, "velocity", offsetof(ludo_sample, site), 6 * (i / 3) + 3 + i % 3);
    }
    return added;
}

bool ludo_quantities_add_sensors(quantities *q, const ludo_model *model, const ludo_sample *knot)
{
    return knot->sensor == NULL || add_of_sensors(q, model);
}

bool ludo_quantities_add_on_demand(quantities *q, const ludo_model *model, const ludo_sample *knot)
{
    return (knot->site == NULL || add_of_velocities(q, model)) &&
           (knot->acceleration == NULL || add_along_rates(q, model, &accelerations)) &&
           (knot->reaction == NULL || add_of_reactions(q, model)) &&
           (knot->torque == NULL || add_along_rates(q, model, &torques));
}
