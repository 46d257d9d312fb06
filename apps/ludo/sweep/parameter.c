/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of parameters, and how each is changed. */
#include "sweep/parameter.h"

#include "data/joint_words.h"
#include "reading.h"

#include <string.h>

/* ---- of the model ---- */

static ludo_status scale_mass(const varied *v, int32_t body, size_t part, double factor)
{
    ludo_body_info b = body_info_of(v->model, body);
    (void)part;
    if (b.merged_into != body || b.mass == 0.0) {
        return LUDO_REFUSED;
    }
    for (int i = 0; i < 6; i++) {
        b.inertia[i] *= factor;
    }
    return ludo_model_set_body_inertia(v->model, body, b.mass * factor, b.com, b.inertia);
}

/* The mass of a merged body is part of that of another one. */
static int32_t heavier_body(const ludo_model *model, int32_t body)
{
    const int32_t into = body_info_of(model, body).merged_into;
    return into != body && into != LUDO_WORLD ? into : -1;
}

static ludo_status scale_gravity(const varied *v, int32_t number, size_t part, double factor)
{
    const ludo_vec3 g = gravity_of(v->model);
    (void)number, (void)part;
    return ludo_model_set_gravity(v->model, (ludo_vec3){g.x * factor, g.y * factor, g.z * factor});
}

/* Scale the number at `field` of ludo_dof_def along all rates that have one. */
static ludo_status scale_along(const varied *v, int32_t joint, size_t field, double factor)
{
    const ludo_joint_info j = joint_info_of(v->model, joint);
    ludo_status status = LUDO_REFUSED;
    for (int32_t i = 0; i < j.velocity_count; i++) {
        ludo_dof_def along = j.along[i];
        double *value = (double *)((char *)&along + field);
        if (*value > 0.0) {
            *value *= factor;
            status = ludo_model_set_dof(v->model, joint, i, &along);
            if (status != LUDO_OK) {
                return status;
            }
        }
    }
    return status;
}

static ludo_status scale_stiffness(const varied *v, int32_t spring, size_t part, double factor)
{
    const ludo_spring_info s = spring_info_of(v->model, spring);
    (void)part;
    return s.stiffness > 0.0
               ? ludo_model_set_spring(v->model, spring, s.stiffness * factor, s.damping, s.rest)
               : LUDO_REFUSED;
}

static ludo_status scale_damping(const varied *v, int32_t spring, size_t part, double factor)
{
    const ludo_spring_info s = spring_info_of(v->model, spring);
    (void)part;
    return s.damping > 0.0
               ? ludo_model_set_spring(v->model, spring, s.stiffness, s.damping * factor, s.rest)
               : LUDO_REFUSED;
}

static ludo_status scale_gain(const varied *v, int32_t actuator, size_t part, double factor)
{
    const ludo_actuator_info a = actuator_info_of(v->model, actuator);
    const double bias[3] = {a.bias[0] * factor, a.bias[1] * factor, a.bias[2] * factor};
    (void)part;
    return ludo_model_set_actuator_gains(v->model, actuator, a.gain * factor, bias);
}

/* ---- of contacts ---- */

/* Change both numbers of a geom, and keep them if it has contacts. */
static ludo_status set_surface(const varied *v, int32_t geom, surface changed)
{
    const ludo_status status =
        ludo_model_set_geom_contact(v->model, geom, changed.friction, changed.restitution);
    if (status == LUDO_OK) {
        v->surface[geom] = changed;
    }
    return status;
}

static ludo_status scale_friction(const varied *v, int32_t geom, size_t part, double factor)
{
    surface s = v->surface[geom];
    (void)part;
    s.friction *= factor;
    return v->surface[geom].friction > 0.0 ? set_surface(v, geom, s) : LUDO_REFUSED;
}

static ludo_status set_restitution(const varied *v, int32_t geom, size_t part, double value)
{
    surface s = v->surface[geom];
    (void)part;
    s.restitution = value;
    return set_surface(v, geom, s);
}

/* ---- of the start ---- */

/* Coordinates that are numbers of their own: all but those of a quaternion, which are the last. */
static int32_t scalar_coordinates(const ludo_model *model, int32_t joint)
{
    const ludo_joint_info j = joint_info_of(model, joint);
    return j.position_count > j.velocity_count ? j.position_count - 4 : j.position_count;
}

static int32_t rates(const ludo_model *model, int32_t joint)
{
    return joint_info_of(model, joint).velocity_count;
}

static const char *position_unit(const ludo_model *model, int32_t joint, int32_t part)
{
    const ludo_joint_info j = joint_info_of(model, joint);
    return ludo_joint_words_coordinate(&j, part).unit;
}

static const char *velocity_unit(const ludo_model *model, int32_t joint, int32_t part)
{
    const ludo_joint_info j = joint_info_of(model, joint);
    return ludo_joint_words_rate(&j, part).unit;
}

/* A position is held when loops are closed, as that of --qpos. */
static ludo_status set_position(const varied *v, int32_t joint, size_t part, double value)
{
    ludo_status status = LUDO_OK;
    if (joint_info_of(ludo_sim_model(v->sim), joint).position_count > 1) {
        status = ludo_sim_joint_position(v->sim, joint, v->numbers);
    }
    v->numbers[part] = value;
    status = status == LUDO_OK ? ludo_sim_set_joint_position(v->sim, joint, v->numbers) : status;
    return status == LUDO_OK ? ludo_sim_hold_joint(v->sim, joint) : status;
}

static ludo_status set_velocity(const varied *v, int32_t joint, size_t part, double value)
{
    ludo_status status = LUDO_OK;
    if (rates(ludo_sim_model(v->sim), joint) > 1) {
        status = ludo_sim_joint_velocity(v->sim, joint, v->numbers);
    }
    v->numbers[part] = value;
    status = status == LUDO_OK ? ludo_sim_set_joint_velocity(v->sim, joint, v->numbers) : status;
    return status == LUDO_OK ? ludo_sim_hold_rates(v->sim, joint) : status;
}

static ludo_status set_control(const varied *v, int32_t actuator, size_t part, double value)
{
    (void)part;
    return ludo_sim_set_control(v->sim, actuator, value);
}

/* ---- the list ---- */

static int32_t one(const ludo_model *model)
{
    (void)model;
    return 1;
}

static const char *no_name(const ludo_model *model, int32_t number)
{
    (void)model, (void)number;
    return "";
}

#define BODY .noun = "body", .count = ludo_model_body_count, .name = ludo_model_body_name
#define GEOM .noun = "geom", .count = ludo_model_geom_count, .name = ludo_model_geom_name
#define JOINT .noun = "joint", .count = ludo_model_joint_count, .name = ludo_model_joint_name
#define SPRING .noun = "spring", .count = ludo_model_spring_count, .name = ludo_model_spring_name
#define ACTUATOR                                                                                   \
    .noun = "actuator", .count = ludo_model_actuator_count, .name = ludo_model_actuator_name
#define ALONG(member) JOINT, .apply = scale_along, .field = offsetof(ludo_dof_def, member)

static const char not_negative[] = "factors of 0 or more";
static const char any[] = "finite numbers";

const parameter ludo_parameters[] = {
    {"mass", BODY, .apply = scale_mass, .instead = heavier_body, .takes = "factors above 0",
     .needs = "a body that moves, has mass and is not merged with another one"},
    {"friction", GEOM, .apply = scale_friction, .takes = not_negative,
     .needs = "a geom with contacts and a friction above 0"},
    {"restitution", GEOM, .absolute = true, .apply = set_restitution,
     .takes = "numbers from 0 to 1", .needs = "a geom with contacts"},
    {"damping", ALONG(damping), .takes = not_negative,
     .needs = "a joint with coordinates and a damping above 0"},
    {"stiffness", ALONG(stiffness), .takes = not_negative,
     .needs = "a joint with coordinates and a stiffness above 0"},
    {"armature", ALONG(armature), .takes = not_negative,
     .needs = "a joint with coordinates and an armature above 0"},
    {"dry-friction", ALONG(friction_loss), .takes = "factors above 0",
     .needs = "a joint with dry friction"},
    {"spring-stiffness", SPRING, .apply = scale_stiffness, .takes = not_negative,
     .needs = "a spring with a stiffness above 0"},
    {"spring-damping", SPRING, .apply = scale_damping, .takes = not_negative,
     .needs = "a spring with a damping above 0"},
    {"gain", ACTUATOR, .apply = scale_gain, .takes = "finite factors",
     .needs = "an actuator that is no muscle"},
    {"gravity", .count = one, .name = no_name, .apply = scale_gravity, .takes = "finite factors",
     .needs = "a model"},
    {"position", JOINT, .absolute = true, .of_start = true, .parts = scalar_coordinates,
     .unit = position_unit, .apply = set_position, .takes = any,
     .needs = "a coordinate that is no part of a quaternion"},
    {"velocity", JOINT, .absolute = true, .of_start = true, .parts = rates, .unit = velocity_unit,
     .apply = set_velocity, .takes = any, .needs = "a rate of a joint"},
    {"control", ACTUATOR, .absolute = true, .of_start = true, .apply = set_control, .takes = any,
     .needs = "an actuator"},
};
const int32_t ludo_parameter_count = sizeof ludo_parameters / sizeof *ludo_parameters;
