/* SPDX-License-Identifier: Apache-2.0
 *
 * Labels of knot data for other tools: "knots/COLUMN_names", equal to the column names of `ludo
 * simulate --output FILE.csv`. */
#include "trajectory/knots.h"

#include <stdio.h>
#include <string.h>

/* ---- fixed labels ---- */

#define NAMES(dataset, ...)                                                                        \
    {                                                                                              \
        dataset, {__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)  \
    }

static const struct {
    const char *dataset, *name[7];
    size_t count;
} known[] = {
    NAMES("knots/pose_names", "x", "y", "z", "qw", "qx", "qy", "qz"),
    NAMES("knots/velocity_names", "vx", "vy", "vz", "wx", "wy", "wz"),
    NAMES("knots/energy_names", "kinetic", "potential", "springs", "work", "dissipated"),
    NAMES("knots/momentum_names", "linear x", "linear y", "linear z", "angular x", "angular y",
          "angular z"),
};

/* ---- labels of the model ---- */

/* A list of labels, and memory for the generated ones. */
typedef struct name_list {
    const char **name;
    size_t count;
    char *text;
    size_t room, used;
} name_list;

/* The labels of a joint's numbers: with a suffix, several with a number. */
static void list_joint(name_list *list, const char *joint, const char *suffix, int32_t numbers)
{
    for (int32_t i = 0; i < numbers; i++) {
        char *text = list->text + list->used;
        char number[16] = "";
        if (numbers > 1) {
            (void)snprintf(number, sizeof number, ".%d", (int)i);
        }
        list->used +=
            1 + (size_t)snprintf(text, list->room - list->used, "%s%s%s", joint, suffix, number);
        list->name[list->count++] = text;
    }
}

static void list_bodies(name_list *list, const ludo_model *m)
{
    for (int32_t i = 0; i < ludo_model_body_count(m); i++) {
        list->name[list->count++] = ludo_model_body_name(m, i);
    }
}

static void list_coordinates(name_list *list, const ludo_model *m)
{
    for (int32_t i = 0; i < ludo_model_joint_count(m); i++) {
        ludo_joint_info j = {.struct_size = sizeof j};
        (void)ludo_model_joint(m, i, &j);
        list_joint(list, j.name, "", j.position_count);
    }
}

static void list_rates(name_list *list, const ludo_model *m)
{
    for (int32_t i = 0; i < ludo_model_joint_count(m); i++) {
        ludo_joint_info j = {.struct_size = sizeof j};
        (void)ludo_model_joint(m, i, &j);
        list_joint(list, j.name, ".rate", j.velocity_count);
    }
}

static void list_actuators(name_list *list, const ludo_model *m)
{
    for (int32_t i = 0; i < ludo_model_actuator_count(m); i++) {
        list->name[list->count++] = ludo_model_actuator_name(m, i);
    }
}

static void list_sensors(name_list *list, const ludo_model *m)
{
    for (int32_t i = 0; i < ludo_model_sensor_count(m); i++) {
        ludo_sensor_info s = {.struct_size = sizeof s};
        (void)ludo_model_sensor(m, i, &s);
        list_joint(list, s.name, "", s.count);
    }
}

static const struct {
    const char *dataset;
    void (*list)(name_list *list, const ludo_model *m);
} of_model[] = {{"knots/body_names", list_bodies},
                {"knots/coordinate_names", list_coordinates},
                {"knots/rate_names", list_rates},
                {"knots/control_names", list_actuators},
                {"knots/sensor_names", list_sensors}};

/* Memory for the longest list: joints have up to 7 numbers, sensors up to 4. */
static ludo_status make_room(const h5_file *f, const ludo_model *m, name_list *list)
{
    size_t most = (size_t)ludo_model_body_count(m) + (size_t)ludo_model_actuator_count(m);
    for (int32_t i = 0; i < ludo_model_joint_count(m); i++) {
        list->room += 7 * (strlen(ludo_model_joint_name(m, i)) + sizeof ".rate.0");
    }
    for (int32_t i = 0; i < ludo_model_sensor_count(m); i++) {
        list->room += 4 * (strlen(ludo_model_sensor_name(m, i)) + sizeof ".0");
    }
    most += 7 * (size_t)ludo_model_joint_count(m) + 4 * (size_t)ludo_model_sensor_count(m);
    list->name = memory_take(&f->allocator, (most + 1) * sizeof *list->name);
    list->text = memory_take(&f->allocator, list->room + 1);
    return list->name != NULL && list->text != NULL ? LUDO_OK : ludo_h5_no_memory(f);
}

ludo_status ludo_knots_write_names(const h5_file *f, const ludo_model *model, uint32_t on_demand)
{
    const bool sensors =
        (on_demand & LUDO_RECORD_SENSORS) != 0 && ludo_model_sensor_count(model) > 0;
    const size_t lists = sizeof of_model / sizeof *of_model - (sensors ? 0 : 1); /* the last one */
    name_list list = {.name = NULL};
    ludo_status status = make_room(f, model, &list);
    for (size_t i = 0; i < sizeof known / sizeof *known && status == LUDO_OK; i++) {
        status = ludo_dataset_write_texts(f, known[i].dataset, known[i].name, known[i].count);
    }
    for (size_t i = 0; i < lists && status == LUDO_OK; i++) {
        list.count = list.used = 0;
        of_model[i].list(&list, model);
        status = ludo_dataset_write_texts(f, of_model[i].dataset, list.name, list.count);
    }
    memory_give(&f->allocator, list.text);
    memory_give(&f->allocator, list.name);
    return status;
}
