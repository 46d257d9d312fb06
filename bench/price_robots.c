/* SPDX-License-Identifier: Apache-2.0
 *
 * Robots from files on a floor, held by servos. */
#include "price_robots.h"

#include "ludo/ludo.h"

#include <string.h>

enum { ANGLES = 8, COORDINATES = 64 };

/* A robot's stance: hinges by a part of their names; others are at zero. */
typedef struct stance {
    const char *file;          /* the end of the path */
    double height;             /* of the base [m] */
    double stiffness, damping; /* of servos [N m/rad, N m s/rad] */
    struct {
        const char *joint;
        double angle; /* [rad] */
    } angle[ANGLES];
} stance;

static const stance stances[] = {
    {"a1.urdf", 0.2987, 60.0, 2.0, {{"_thigh_joint", 0.8}, {"_calf_joint", -1.6}}},
    {"anymal.urdf",
     0.56,
     250.0,
     8.0,
     {{"LF_HFE", 0.4},
      {"RF_HFE", 0.4},
      {"LH_HFE", -0.4},
      {"RH_HFE", -0.4},
      {"LF_KFE", -0.8},
      {"RF_KFE", -0.8},
      {"LH_KFE", 0.8},
      {"RH_KFE", 0.8}}},
};

static const stance *stance_of(const char *robot)
{
    for (size_t i = 0; i < sizeof stances / sizeof stances[0]; i++) {
        if (strstr(robot, stances[i].file) != NULL) {
            return &stances[i];
        }
    }
    return NULL;
}

static double angle_of(const stance *s, const char *joint)
{
    for (int i = 0; i < ANGLES && s->angle[i].joint != NULL; i++) {
        if (strstr(joint, s->angle[i].joint) != NULL) {
            return s->angle[i].angle;
        }
    }
    return 0.0;
}

static bool add_floor(ludo_spec *spec)
{
    ludo_geom_def floor = ludo_geom_default();
    floor.type = "plane";
    floor.body = LUDO_WORLD;
    floor.size[0] = floor.size[1] = floor.size[2] = 9.0;
    floor.friction[0] = 0.8;
    floor.priority = 1;
    return ludo_spec_add_geom(spec, &floor, NULL) == LUDO_OK;
}

/* MuJoCo refuses the singular inertia of a link of 1e-6 kg, as of some bases: without inertia. */
static bool clear_small_links(ludo_spec *spec)
{
    bool done = true;
    for (int32_t b = 0; b < ludo_spec_body_count(spec) && done; b++) {
        ludo_body_def body = ludo_body_default();
        done = ludo_spec_body(spec, b, &body) == LUDO_OK;
        if (done && body.mass <= 1e-6) {
            body.mass = 0.0;
            memset(body.inertia, 0, sizeof body.inertia);
            done = ludo_spec_set_body(spec, b, &body) == LUDO_OK;
        }
    }
    return done;
}

/* A servo whose damping is that of the hinge: MuJoCo solves that implicitly. */
static bool add_servo(ludo_spec *spec, const stance *s, int32_t number, ludo_joint_def *joint)
{
    ludo_actuator_def servo = ludo_actuator_default();
    servo.target = number;
    servo.gain = s->stiffness;
    servo.bias[1] = -s->stiffness;
    joint->along[0].damping = s->damping;
    return ludo_spec_set_joint(spec, number, joint) == LUDO_OK &&
           ludo_spec_add_actuator(spec, &servo, NULL) == LUDO_OK;
}

/* Servos on all hinges, and the keyframe: the base is the first joint of the file. */
static bool add_servos(ludo_spec *spec, const stance *s)
{
    double position[COORDINATES] = {0.0, 0.0, s->height, 1.0}, control[COORDINATES];
    ludo_keyframe_def key = ludo_keyframe_default();
    key.name = "stand";
    key.position_count = 7;
    for (int32_t j = 0; j < ludo_spec_joint_count(spec); j++) {
        ludo_joint_def joint = ludo_joint_default();
        if (ludo_spec_joint(spec, j, &joint) != LUDO_OK || key.position_count == COORDINATES) {
            return false;
        }
        if (strcmp(joint.type, "hinge") == 0) {
            position[key.position_count++] = control[key.control_count++] = angle_of(s, joint.name);
            if (!add_servo(spec, s, j, &joint)) {
                return false;
            }
        }
    }
    key.position = position;
    key.control = control;
    return ludo_spec_add_keyframe(spec, &key, NULL) == LUDO_OK;
}

bool ludo_price_stand(const char *robot, const char *path)
{
    const stance *s = stance_of(robot);
    ludo_spec *spec = NULL;
    ludo_load_options options = ludo_load_options_default();
    options.base = LUDO_BASE_FREE;
    const bool done = s != NULL && ludo_load_file(robot, &options, NULL, &spec, NULL) == LUDO_OK &&
                      clear_small_links(spec) && add_floor(spec) && add_servos(spec, s) &&
                      ludo_save_file(spec, path, "mjcf", NULL, NULL, NULL) == LUDO_OK;
    ludo_spec_destroy(spec);
    return done;
}
