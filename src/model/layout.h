/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory of a model: one block, the struct and then its arrays. */
#ifndef LUDO_MODEL_LAYOUT_H
#define LUDO_MODEL_LAYOUT_H

#include "geometry/facets.h"
#include "geometry/height_field.h"
#include "geometry/polytope.h"
#include "model/model.h"
#include "model/sensor.h"

/* The one list of arrays: member, count, type. */
#define LUDO_MODEL_ARRAYS(X)                                                                       \
    X(joint, slots, joint_data)                                                                    \
    X(inertia, slots, body_inertia)                                                                \
    X(weight, slots, body_weight)                                                                  \
    X(parent, slots, int32_t)                                                                      \
    X(column, slots + 1, int32_t)                                                                  \
    X(joint_block, slots + 1, int32_t)                                                             \
    X(position, slots + 1, int32_t)                                                                \
    X(column_scale, columns, double)                                                               \
    X(column_kind, columns, joint_column)                                                          \
    X(along, columns, ludo_dof_def)                                                                \
    X(acts, columns, bool)                                                                         \
    X(part, columns, joint_part)                                                                   \
    X(body_of, slots, int32_t)                                                                     \
    X(joint_of, slots, int32_t)                                                                    \
    X(batch, batches, joint_batch)                                                                 \
    X(part_lanes, part_lane_count, part_lanes)                                                     \
    X(intermediate, intermediates, joint_data)                                                     \
    X(order, body_count, int32_t)                                                                  \
    X(tendon, spring_count, tendon_data)                                                           \
    X(segment, segment_count, tendon_segment)                                                      \
    X(term, term_count, tendon_term)                                                               \
    X(tendon_term, term_count, ludo_tendon_term)                                                   \
    X(path_point, path_count, ludo_path_point)                                                     \
    X(actuator, actuator_count, actuator_data)                                                     \
    X(ball_spring, ball_springs, ball_spring_data)                                                 \
    X(tether, tethers, tether_data)                                                                \
    X(curve, curves, curve_data)                                                                   \
    X(loop, loop_count, loop_data)                                                                 \
    X(contacts.collider, contacts.collider_count, collider)                                        \
    X(contacts.pair, contacts.pair_count, collider_pair)                                           \
    X(contacts.apart, contacts.apart_count, body_pair)                                             \
    X(contacts.held, contacts.held_count, held_pair)                                               \
    X(contacts.hull, contacts.hull_count, polytope)                                                \
    X(contacts.hull_memory, contacts.hull_size, char)                                              \
    X(contacts.field, contacts.field_count, height_field)                                          \
    X(contacts.field_memory, contacts.field_size, char)                                            \
    X(contacts.facets, contacts.facets_count, facets)                                              \
    X(contacts.facets_memory, contacts.facets_size, char)                                          \
    X(limits.limit, limits.limit_count, limit_data)                                                \
    X(limits.friction, limits.friction_count, dry_friction_data)                                   \
    X(limits.speed, limits.speed_count, speed_data)                                                \
    X(fluid, fluids, fluid_data)                                                                   \
    X(drag, drags, drag_data)                                                                      \
    X(body, body_count, model_body)                                                                \
    X(joints, joint_count, model_joint)                                                            \
    X(site, site_count, ludo_site_info)                                                            \
    X(site_on, site_count, attached_frame)                                                         \
    X(geom, geom_count, ludo_geom_info)                                                            \
    X(loop_info, loop_count, ludo_loop_info)                                                       \
    X(held, held_room, int32_t)                                                                    \
    X(spring, spring_count, model_spring)                                                          \
    X(actuator_info, actuator_count, ludo_actuator_info)                                           \
    X(sensor_info, sensor_count, ludo_sensor_info)                                                 \
    X(sensor, sensor_count, sensor_data)                                                           \
    X(ray_target, ray_target_count, ray_target)                                                    \
    X(ray_vertex, ray_vertex_count, double)                                                        \
    X(ray_face, ray_face_count, int32_t)                                                           \
    X(sensor_names, sensor_count, name_entry)                                                      \
    X(keyframe, keyframe_count, model_keyframe)                                                    \
    X(note, note_count, ludo_note_info)                                                            \
    X(body_names, body_count, name_entry)                                                          \
    X(joint_names, joint_count, name_entry)                                                        \
    X(site_names, site_count, name_entry)                                                          \
    X(geom_names, geom_count, name_entry)                                                          \
    X(loop_names, loop_count, name_entry)                                                          \
    X(spring_names, spring_count, name_entry)                                                      \
    X(actuator_names, actuator_count, name_entry)                                                  \
    X(keyframe_names, keyframe_count, name_entry)                                                  \
    X(numbers, number_count, double)                                                               \
    X(text, text_size, char)

/* Take all arrays of a model with its counts: runs twice, to measure and to place. Counts may
 * become smaller later. */
void ludo_model_layout(ludo_model *m, arena *a);

#endif
