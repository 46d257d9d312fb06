/* SPDX-License-Identifier: Apache-2.0
 *
 * Puts an inertial unit on the first site of a robot and a sensor on its first joint, and reads
 * them during a run; of examples/quadruped.xml or the model file that is named:
 *
 *     sensors [MODEL] */
#include "check.h"

/* An accelerometer on site 0, the coordinate of joint 1, a clock that is removed again. */
static void add_sensors(ludo_spec *spec)
{
    ludo_sensor_def sensor = ludo_sensor_default();
    int32_t clock = -1;
    sensor.name = "watch";
    check(ludo_spec_add_sensor(spec, &sensor, &clock), NULL);
    sensor.name = "imu", sensor.type = "accelerometer";
    sensor.of = LUDO_OBJECT_SITE, sensor.object = 0;
    check(ludo_spec_add_sensor(spec, &sensor, NULL), NULL);
    sensor.name = "angle", sensor.type = "jointpos";
    sensor.of = LUDO_OBJECT_JOINT, sensor.object = 1;
    check(ludo_spec_add_sensor(spec, &sensor, NULL), NULL);
    check(ludo_spec_remove_sensor(spec, clock), NULL);
}

/* A range of 20 m/s^2, as real units have one. */
static void limit(ludo_spec *spec)
{
    ludo_sensor_def imu = ludo_sensor_default();
    const int32_t number = ludo_spec_sensor_find(spec, "imu");
    check(ludo_spec_sensor(spec, number, &imu), NULL);
    imu.cutoff = 20.0;
    check(ludo_spec_set_sensor(spec, number, &imu), NULL);
    printf("%d sensors are described\n", (int)ludo_spec_sensor_count(spec));
}

static void print_sensors(const ludo_model *model)
{
    ludo_sensor_info info = {.struct_size = sizeof info};
    for (int32_t i = 0; i < ludo_model_sensor_count(model); i++) {
        check(ludo_model_sensor(model, i, &info), NULL);
        printf("%s: %s, numbers %d to %d\n", ludo_model_sensor_name(model, i), info.type,
               (int)info.first, (int)(info.first + info.count - 1));
    }
}

static void run(const ludo_model *model)
{
    ludo_sim *sim = NULL;
    double all[4], acceleration[3];
    check(ludo_sim_create(model, NULL, NULL, &sim, NULL), NULL);
    check(ludo_sim_run(sim, 0.001, 100, NULL), NULL);
    check(ludo_sim_sensor(sim, ludo_model_sensor_find(model, "imu"), acceleration), NULL);
    check(ludo_sim_get_sensors(sim, all, ludo_model_quantity_count(model, LUDO_SENSORS)), NULL);
    printf("up %g m/s^2, angle %g rad\n", acceleration[2], all[3]);
    ludo_sim_destroy(sim);
}

int main(int argc, char **argv)
{
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_diagnostic why = {.message = ""};
    const char *path = argc > 1 ? argv[1] : "examples/quadruped.xml";
    check(ludo_load_file(path, NULL, NULL, &spec, &why), &why);
    add_sensors(spec);
    limit(spec);
    check(ludo_compile(spec, NULL, &model, &why), &why);
    print_sensors(model);
    run(model);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
    return 0;
}
