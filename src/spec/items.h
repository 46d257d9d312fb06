/* SPDX-License-Identifier: Apache-2.0
 *
 * Definitions of a spec in place, for rooms of the library that read many of them. A pointer is
 * valid until the spec changes; NULL where the number is out of range. Texts are "", not NULL. */
#ifndef LUDO_SPEC_ITEMS_H
#define LUDO_SPEC_ITEMS_H

#include "ludo/spec.h"

const ludo_body_def *ludo_spec_body_at(const ludo_spec *spec, int32_t body);
const ludo_joint_def *ludo_spec_joint_at(const ludo_spec *spec, int32_t joint);
const ludo_joint_def *ludo_spec_closure_at(const ludo_spec *spec, int32_t closure);
const ludo_coupling_def *ludo_spec_coupling_at(const ludo_spec *spec, int32_t coupling);
const ludo_site_def *ludo_spec_site_at(const ludo_spec *spec, int32_t site);
const ludo_mesh_def *ludo_spec_mesh_at(const ludo_spec *spec, int32_t mesh);
const ludo_geom_def *ludo_spec_geom_at(const ludo_spec *spec, int32_t geom);
const ludo_pair_def *ludo_spec_pair_at(const ludo_spec *spec, int32_t pair);
const ludo_exclude_def *ludo_spec_exclude_at(const ludo_spec *spec, int32_t exclude);
const ludo_fluid_def *ludo_spec_fluid_at(const ludo_spec *spec, int32_t fluid);
const ludo_spring_def *ludo_spec_spring_at(const ludo_spec *spec, int32_t spring);
const ludo_actuator_def *ludo_spec_actuator_at(const ludo_spec *spec, int32_t actuator);
const ludo_sensor_def *ludo_spec_sensor_at(const ludo_spec *spec, int32_t sensor);
const ludo_keyframe_def *ludo_spec_keyframe_at(const ludo_spec *spec, int32_t keyframe);

#endif
