/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables of a spec: its kinds of things and their fields. */
#include "trajectory/spec_tables.h"

_Static_assert(sizeof(ludo_mesh_inertia) == sizeof(int32_t) &&
                   sizeof(ludo_note_kind) == sizeof(int32_t) &&
                   sizeof(ludo_object) == sizeof(int32_t),
               "enums are written as integers");

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* ---- substructures ---- */

static const field place_fields[] = {TEXT(ludo_place, file), INT(ludo_place, line),
                                     INT(ludo_place, column)};
static const record place = RECORD_OF(ludo_place, place_fields);

static const field frame_fields[] = {REAL(ludo_frame, position), REAL(ludo_frame, orientation)};
static const record frame = RECORD_OF(ludo_frame, frame_fields);

static const field dof_fields[] = {
    REAL(ludo_dof_def, stiffness),     REAL(ludo_dof_def, rest),    REAL(ludo_dof_def, damping),
    REAL(ludo_dof_def, armature),      FLAG(ludo_dof_def, limited), REAL(ludo_dof_def, range),
    REAL(ludo_dof_def, friction_loss), REAL(ludo_dof_def, effort),  REAL(ludo_dof_def, speed)};
static const record dof = RECORD_OF(ludo_dof_def, dof_fields);

static const field term_fields[] = {INT(ludo_tendon_term, joint), INT(ludo_tendon_term, dof),
                                    REAL(ludo_tendon_term, weight)};
static const record term = RECORD_OF(ludo_tendon_term, term_fields);

static const field point_fields[] = {INT(ludo_path_point, site), INT(ludo_path_point, geom),
                                     INT(ludo_path_point, side), REAL(ludo_path_point, divisor)};
static const record point = RECORD_OF(ludo_path_point, point_fields);

#define PLACE(type) RECORD(type, place, ludo_place, &place)
#define FRAME(type, member) RECORD(type, member, ludo_frame, &frame)

/* ---- definitions ---- */

static const field body_fields[] = {
    TEXT(ludo_body_def, name),     REAL(ludo_body_def, mass),
    REAL(ludo_body_def, com),      REAL(ludo_body_def, inertia),
    PLACE(ludo_body_def),          REAL(ludo_body_def, gravity_compensation),
    REAL(ludo_body_def, drag_axes)};
enum { BODY_FORCES = 2 };

static const field joint_fields[] = {TEXT(ludo_joint_def, name),
                                     TEXT(ludo_joint_def, type),
                                     INT(ludo_joint_def, parent),
                                     INT(ludo_joint_def, child),
                                     FLAG(ludo_joint_def, continues),
                                     FRAME(ludo_joint_def, in_parent),
                                     FRAME(ludo_joint_def, in_child),
                                     REAL(ludo_joint_def, axis),
                                     REAL(ludo_joint_def, axis2),
                                     REAL(ludo_joint_def, reference),
                                     RECORD(ludo_joint_def, along, ludo_dof_def, &dof),
                                     PLACE(ludo_joint_def),
                                     REAL(ludo_joint_def, stiffness_curve),
                                     REAL(ludo_joint_def, damping_curve)};
enum { JOINT_FORCES = 2 };

static const field coupling_fields[] = {
    TEXT(ludo_coupling_def, name),    INT(ludo_coupling_def, joint),
    INT(ludo_coupling_def, dof),      INT(ludo_coupling_def, from),
    INT(ludo_coupling_def, from_dof), REAL(ludo_coupling_def, coefficient),
    PLACE(ludo_coupling_def),         FLAG(ludo_coupling_def, of_springs),
    INT(ludo_coupling_def, spring),   INT(ludo_coupling_def, from_spring)};
enum { COUPLING_SPRINGS = 3 };

static const field site_fields[] = {TEXT(ludo_site_def, name),   INT(ludo_site_def, body),
                                    FRAME(ludo_site_def, frame), PLACE(ludo_site_def),
                                    TEXT(ludo_site_def, type),   REAL(ludo_site_def, size)};
enum { SITE_SHAPE = 2 };

static const field mesh_fields[] = {TEXT(ludo_mesh_def, name),
                                    TEXT(ludo_mesh_def, file),
                                    INT(ludo_mesh_def, vertex_count),
                                    INT(ludo_mesh_def, face_count),
                                    REAL(ludo_mesh_def, scale),
                                    INT(ludo_mesh_def, inertia),
                                    PLACE(ludo_mesh_def)};

static const field geom_fields[] = {TEXT(ludo_geom_def, name),
                                    TEXT(ludo_geom_def, type),
                                    INT(ludo_geom_def, body),
                                    FRAME(ludo_geom_def, frame),
                                    REAL(ludo_geom_def, size),
                                    INT(ludo_geom_def, mesh),
                                    REAL(ludo_geom_def, mass),
                                    REAL(ludo_geom_def, density),
                                    FLAG(ludo_geom_def, shell),
                                    INT(ludo_geom_def, group),
                                    REAL(ludo_geom_def, rgba),
                                    INT(ludo_geom_def, contype),
                                    INT(ludo_geom_def, conaffinity),
                                    INT(ludo_geom_def, condim),
                                    INT(ludo_geom_def, priority),
                                    REAL(ludo_geom_def, friction),
                                    PLACE(ludo_geom_def),
                                    REAL(ludo_geom_def, restitution),
                                    FLAG(ludo_geom_def, concave),
                                    FLAG(ludo_geom_def, drag_ellipsoid),
                                    REAL(ludo_geom_def, drag)};
enum { GEOM_CONCAVE = 1, GEOM_FORCES = 2 };

static const field pair_fields[] = {TEXT(ludo_pair_def, name),
                                    INT(ludo_pair_def, geom_a),
                                    INT(ludo_pair_def, geom_b),
                                    INT(ludo_pair_def, condim),
                                    REAL(ludo_pair_def, friction),
                                    REAL(ludo_pair_def, restitution),
                                    PLACE(ludo_pair_def),
                                    REAL(ludo_pair_def, spin_friction),
                                    REAL(ludo_pair_def, roll_friction)};
enum { PAIR_ROLLING = 2 };

static const field exclude_fields[] = {TEXT(ludo_exclude_def, name), INT(ludo_exclude_def, body_a),
                                       INT(ludo_exclude_def, body_b), PLACE(ludo_exclude_def)};

static const field fluid_fields[] = {INT(ludo_fluid_def, body), REAL(ludo_fluid_def, added_mass),
                                     REAL(ludo_fluid_def, displaced_mass),
                                     REAL(ludo_fluid_def, buoyancy), PLACE(ludo_fluid_def)};

static const field spring_fields[] = {TEXT(ludo_spring_def, name),
                                      TEXT(ludo_spring_def, type),
                                      INT(ludo_spring_def, site_a),
                                      INT(ludo_spring_def, site_b),
                                      INT(ludo_spring_def, term_count),
                                      REAL(ludo_spring_def, stiffness),
                                      REAL(ludo_spring_def, damping),
                                      REAL(ludo_spring_def, rest),
                                      PLACE(ludo_spring_def),
                                      REAL(ludo_spring_def, gear),
                                      REAL(ludo_spring_def, rod),
                                      INT(ludo_spring_def, path_count),
                                      FLAG(ludo_spring_def, limited),
                                      REAL(ludo_spring_def, range),
                                      REAL(ludo_spring_def, friction_loss),
                                      REAL(ludo_spring_def, armature)};
enum { SPRING_ROBOTS = 7 };

static const field actuator_fields[] = {TEXT(ludo_actuator_def, name),
                                        FLAG(ludo_actuator_def, on_spring),
                                        INT(ludo_actuator_def, target),
                                        INT(ludo_actuator_def, dof),
                                        REAL(ludo_actuator_def, gear),
                                        REAL(ludo_actuator_def, gain),
                                        REAL(ludo_actuator_def, bias),
                                        FLAG(ludo_actuator_def, control_limited),
                                        FLAG(ludo_actuator_def, force_limited),
                                        REAL(ludo_actuator_def, control_range),
                                        REAL(ludo_actuator_def, force_range),
                                        PLACE(ludo_actuator_def),
                                        TEXT(ludo_actuator_def, gain_type),
                                        TEXT(ludo_actuator_def, bias_type),
                                        TEXT(ludo_actuator_def, dynamics_type),
                                        REAL(ludo_actuator_def, gain_slope),
                                        REAL(ludo_actuator_def, length_range),
                                        REAL(ludo_actuator_def, muscle),
                                        REAL(ludo_actuator_def, time_constant),
                                        FLAG(ludo_actuator_def, activation_limited),
                                        REAL(ludo_actuator_def, activation_range),
                                        REAL(ludo_actuator_def, slew_rate),
                                        REAL(ludo_actuator_def, resistance),
                                        REAL(ludo_actuator_def, back_emf),
                                        REAL(ludo_actuator_def, cogging)};
enum { ACTUATOR_LAWS = 13 };

static const field sensor_fields[] = {
    TEXT(ludo_sensor_def, name),     TEXT(ludo_sensor_def, type),
    INT(ludo_sensor_def, of),        INT(ludo_sensor_def, object),
    INT(ludo_sensor_def, dof),       INT(ludo_sensor_def, reference_of),
    INT(ludo_sensor_def, reference), REAL(ludo_sensor_def, cutoff),
    REAL(ludo_sensor_def, noise),    PLACE(ludo_sensor_def)};

static const field keyframe_fields[] = {
    TEXT(ludo_keyframe_def, name),           REAL(ludo_keyframe_def, time),
    INT(ludo_keyframe_def, position_count),  INT(ludo_keyframe_def, velocity_count),
    INT(ludo_keyframe_def, control_count),   PLACE(ludo_keyframe_def),
    INT(ludo_keyframe_def, activation_count)};

static const field note_fields[] = {INT(ludo_note_info, kind), PLACE(ludo_note_info),
                                    TEXT(ludo_note_info, message)};

static const field held_fields[] = {INT(held_joint, joint)};

/* ---- lists ---- */

#define LIST_SINCE(era, type, member, kind, count, record)                                         \
    {                                                                                              \
        {#member, kind, offsetof(type, member), count, record, false},                             \
            offsetof(type, member##_count), era                                                    \
    }
#define LIST_OF(...) LIST_SINCE(ERA_MOTION, __VA_ARGS__)

static const spec_list mesh_lists[] = {LIST_OF(ludo_mesh_def, vertex, FIELD_REAL, 3, NULL),
                                       LIST_OF(ludo_mesh_def, face, FIELD_INT, 3, NULL)};
static const spec_list spring_lists[] = {
    LIST_OF(ludo_spring_def, term, FIELD_RECORD, 1, &term),
    LIST_SINCE(ERA_ROBOTS, ludo_spring_def, path, FIELD_RECORD, 1, &point)};
static const spec_list keyframe_lists[] = {
    LIST_OF(ludo_keyframe_def, position, FIELD_REAL, 1, NULL),
    LIST_OF(ludo_keyframe_def, velocity, FIELD_REAL, 1, NULL),
    LIST_OF(ludo_keyframe_def, control, FIELD_REAL, 1, NULL),
    LIST_SINCE(ERA_ROBOTS, ludo_keyframe_def, activation, FIELD_REAL, 1, NULL)};

/* ---- access ---- */

#define GET(thing, type)                                                                           \
    static void get_##thing(const ludo_spec *spec, int32_t number, void *def)                      \
    {                                                                                              \
        *(type *)def = (type){.struct_size = sizeof(type)};                                        \
        (void)ludo_spec_##thing(spec, number, def);                                                \
    }
#define ADD(thing, type)                                                                           \
    static ludo_status add_##thing(ludo_spec *spec, const void *def)                               \
    {                                                                                              \
        type sized = *(const type *)def;                                                           \
        sized.struct_size = sizeof sized;                                                          \
        return ludo_spec_add_##thing(spec, &sized, NULL);                                          \
    }

GET(body, ludo_body_def)
GET(joint, ludo_joint_def)
GET(closure, ludo_joint_def)
GET(coupling, ludo_coupling_def)
GET(site, ludo_site_def)
GET(mesh, ludo_mesh_def)
GET(geom, ludo_geom_def)
GET(pair, ludo_pair_def)
GET(exclude, ludo_exclude_def)
GET(fluid, ludo_fluid_def)
GET(spring, ludo_spring_def)
GET(actuator, ludo_actuator_def)
GET(sensor, ludo_sensor_def)
GET(keyframe, ludo_keyframe_def)

ADD(body, ludo_body_def)
ADD(joint, ludo_joint_def)
ADD(closure, ludo_joint_def)
ADD(coupling, ludo_coupling_def)
ADD(site, ludo_site_def)
ADD(geom, ludo_geom_def)
ADD(pair, ludo_pair_def)
ADD(exclude, ludo_exclude_def)
ADD(fluid, ludo_fluid_def)
ADD(spring, ludo_spring_def)
ADD(actuator, ludo_actuator_def)
ADD(sensor, ludo_sensor_def)
ADD(keyframe, ludo_keyframe_def)

static ludo_status add_mesh(ludo_spec *spec, const void *def)
{
    ludo_mesh_def sized = *(const ludo_mesh_def *)def;
    sized.struct_size = sizeof sized;
    return (uint32_t)sized.inertia <= LUDO_MESH_SHELL ? ludo_spec_add_mesh(spec, &sized, NULL)
                                                      : LUDO_BAD_ARGUMENT;
}

static void get_note(const ludo_spec *spec, int32_t number, void *def)
{
    *(ludo_note_info *)def = (ludo_note_info){.struct_size = sizeof(ludo_note_info)};
    (void)ludo_spec_note(spec, number, def);
}

static ludo_status add_note(ludo_spec *spec, const void *def)
{
    const ludo_note_info *n = def;
    const char *message = n->message != NULL ? n->message : "";
    return (uint32_t)n->kind <= LUDO_NOTE_LIMIT
               ? ludo_spec_add_note(spec, n->kind, n->place, message)
               : LUDO_BAD_ARGUMENT;
}

static void get_held(const ludo_spec *spec, int32_t number, void *def)
{
    *(held_joint *)def = (held_joint){ludo_spec_held(spec, number)};
}

static ludo_status add_held(ludo_spec *spec, const void *def)
{
    return ludo_spec_hold_joint(spec, ((const held_joint *)def)->joint);
}

/* ---- all kinds ---- */

#define KIND_GROWN(name, thing, type, ...)                                                         \
    {                                                                                              \
        name, RECORD_OF(type, thing##_fields), NULL, 0, ludo_spec_##thing##_count, get_##thing,    \
            add_##thing,                                                                           \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define KIND_SINCE(era, name, thing, type)                                                         \
    KIND_GROWN(name, thing, type, {COUNT_OF(thing##_fields), era})
#define KIND(name, thing, type) KIND_GROWN(name, thing, type, {0, ERA_MOTION})
#define KIND_WITH_LISTS_GROWN(name, thing, type, ...)                                              \
    {                                                                                              \
        name, RECORD_OF(type, thing##_fields), thing##_lists, COUNT_OF(thing##_lists),             \
            ludo_spec_##thing##_count, get_##thing, add_##thing,                                   \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define KIND_WITH_LISTS(name, thing, type) KIND_WITH_LISTS_GROWN(name, thing, type, {0, ERA_MOTION})
#define closure_fields joint_fields

const spec_table ludo_spec_tables[SPEC_TABLES] = {
    KIND_GROWN("bodies", body, ludo_body_def, {BODY_FORCES, ERA_ROBOTS}),
    KIND_GROWN("joints", joint, ludo_joint_def, {JOINT_FORCES, ERA_ROBOTS}),
    KIND_GROWN("closures", closure, ludo_joint_def, {JOINT_FORCES, ERA_ROBOTS}),
    KIND_GROWN("couplings", coupling, ludo_coupling_def, {COUPLING_SPRINGS, ERA_ROBOTS}),
    KIND_GROWN("sites", site, ludo_site_def, {SITE_SHAPE, ERA_ROBOTS}),
    KIND_WITH_LISTS("meshes", mesh, ludo_mesh_def),
    KIND_GROWN("geoms", geom, ludo_geom_def, {1, ERA_CONTACTS}, {GEOM_CONCAVE, ERA_CONCAVE},
               {GEOM_FORCES, ERA_ROBOTS}),
    KIND_GROWN("pairs", pair, ludo_pair_def, {COUNT_OF(pair_fields) - PAIR_ROLLING, ERA_CONTACTS},
               {PAIR_ROLLING, ERA_ROLLING}),
    KIND_SINCE(ERA_CONTACTS, "excludes", exclude, ludo_exclude_def),
    KIND_SINCE(ERA_FLUIDS, "fluids", fluid, ludo_fluid_def),
    KIND_WITH_LISTS_GROWN("springs", spring, ludo_spring_def, {SPRING_ROBOTS, ERA_ROBOTS}),
    KIND_GROWN("actuators", actuator, ludo_actuator_def, {ACTUATOR_LAWS, ERA_ROBOTS}),
    KIND_SINCE(ERA_ROBOTS, "sensors", sensor, ludo_sensor_def),
    KIND_WITH_LISTS_GROWN("keyframes", keyframe, ludo_keyframe_def, {1, ERA_ROBOTS}),
    KIND("kept", held, held_joint),
    KIND("notes", note, ludo_note_info)};
