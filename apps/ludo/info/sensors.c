/* SPDX-License-Identifier: Apache-2.0
 *
 * The sensors of a model: as JSON and as text. */
#include "info/info.h"
#include "reading.h"

/* Kinds of elements that sensors are on, with the reader of their names. */
static const struct kind {
    const char *word;
    const char *(*name)(const ludo_model *model, int32_t number);
} kinds[] = {
    [LUDO_OBJECT_NONE] = {"none", NULL},
    [LUDO_OBJECT_BODY] = {"body", ludo_model_body_name},
    [LUDO_OBJECT_CENTER] = {"center", ludo_model_body_name},
    [LUDO_OBJECT_SITE] = {"site", ludo_model_site_name},
    [LUDO_OBJECT_GEOM] = {"geom", ludo_model_geom_name},
    [LUDO_OBJECT_JOINT] = {"joint", ludo_model_joint_name},
    [LUDO_OBJECT_SPRING] = {"spring", ludo_model_spring_name},
    [LUDO_OBJECT_ACTUATOR] = {"actuator", ludo_model_actuator_name},
};

static ludo_sensor_info sensor_info_of(const ludo_model *model, int32_t sensor)
{
    ludo_sensor_info info = {.struct_size = sizeof info};
    (void)ludo_model_sensor(model, sensor, &info);
    return info;
}

/* The name of an element; NULL: the world, or none. */
static const char *name_of(const ludo_model *model, ludo_object of, int32_t number)
{
    return kinds[of].name != NULL ? kinds[of].name(model, number) : NULL;
}

static void write_sensor(json *j, const void *of, int32_t i)
{
    const ludo_model *model = of;
    const ludo_sensor_info s = sensor_info_of(model, i);
    ludo_json_open_named(j, s.name);
    ludo_json_text(j, "type", s.type);
    ludo_json_text(j, "of", kinds[s.of].word);
    ludo_json_text(j, "object", name_of(model, s.of, s.object));
    ludo_json_integer(j, "dof", s.dof);
    ludo_json_text(j, "reference_of", kinds[s.reference_of].word);
    ludo_json_text(j, "reference", name_of(model, s.reference_of, s.reference));
    ludo_json_number(j, "cutoff", s.cutoff);
    ludo_json_number(j, "noise", s.noise);
    ludo_json_integer(j, "first", s.first);
    ludo_json_integer(j, "count", s.count);
    ludo_json_close_object(j);
}

void ludo_info_write_sensors(json *j, const ludo_model *model)
{
    ludo_json_array(j, "sensors", ludo_model_sensor_count(model), write_sensor, model);
}

/* Print a preposition, and an element by its kind and name. */
static void print_element(paragraph *p, const ludo_model *model, const char *preposition,
                          ludo_object of, int32_t number)
{
    const char *name = name_of(model, of, number);
    if (of != LUDO_OBJECT_NONE && name == NULL) {
        ludo_paragraph_add(p, "", "%s the world", preposition);
    } else if (of != LUDO_OBJECT_NONE) {
        ludo_paragraph_add(p, "", "%s %s %s", preposition,
                           of == LUDO_OBJECT_CENTER ? "the centre of" : kinds[of].word, name);
    }
}

void ludo_info_print_sensors(FILE *file, const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_sensor_count(model); i++) {
        const ludo_sensor_info s = sensor_info_of(model, i);
        fputs(i == 0 ? "\nsensors\n" : "", file);
        paragraph p = ludo_paragraph_begin(file, 6, "  %s, %s", s.name, s.type);
        print_element(&p, model, "on", s.of, s.object);
        print_element(&p, model, "relative to", s.reference_of, s.reference);
        if (s.cutoff > 0.0) {
            ludo_paragraph_add(&p, ",", "cutoff %.6g", s.cutoff);
        }
        if (s.noise > 0.0) {
            ludo_paragraph_add(&p, ",", "noise %.6g", s.noise);
        }
        ludo_paragraph_end(&p);
    }
}
