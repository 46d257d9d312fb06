/* SPDX-License-Identifier: Apache-2.0
 *
 * The columns of knots in files. */
#include "trajectory/knot_columns.h"

_Static_assert(offsetof(ludo_energy, contact) == 5 * sizeof(double) &&
                   sizeof(ludo_momentum) == 6 * sizeof(double),
               "energies but the last, and momenta, are written one after the other");

#define COLUMN(field, kind, axis, per, unit)                                                       \
    {                                                                                              \
        "knots/" #field, unit, kind, offsetof(ludo_sample, field), axis, per                       \
    }

const column ludo_knot_columns[KNOT_COLUMNS] = {
    COLUMN(time, FIELD_REAL, OF_KNOT, 1, "s"),
    COLUMN(pose, FIELD_REAL, OF_BODIES, 7, "m, 1"),
    COLUMN(velocity, FIELD_REAL, OF_BODIES, 6, "m/s, rad/s"),
    COLUMN(coordinate, FIELD_REAL, OF_COORDINATES, 1, "m, rad, 1"),
    COLUMN(rate, FIELD_REAL, OF_RATES, 1, "m/s, rad/s"),
    COLUMN(control, FIELD_REAL, OF_ACTUATORS, 1, ""),
    COLUMN(energy, FIELD_REAL, OF_KNOT, 5, "J"),
    COLUMN(momentum, FIELD_REAL, OF_KNOT, 6, "kg m/s, kg m^2/s"),
    COLUMN(steps, FIELD_INT, OF_KNOT, 1, ""),
    COLUMN(energy_error, FIELD_REAL, OF_KNOT, 1, "J"),
    COLUMN(position_violation, FIELD_REAL, OF_KNOT, 1, "m, rad"),
    COLUMN(velocity_violation, FIELD_REAL, OF_KNOT, 1, "m/s, rad/s"),
    COLUMN(residual, FIELD_REAL, OF_KNOT, 1, ""),
    COLUMN(iterations, FIELD_INT, OF_KNOT, 1, ""),
    COLUMN(substeps, FIELD_INT, OF_KNOT, 1, ""),
    COLUMN(contact_first, FIELD_LONG, OF_KNOT, 1, ""),
    COLUMN(contact_count, FIELD_INT, OF_KNOT, 1, ""),
    COLUMN(points, FIELD_INT, OF_KNOT, 1, ""),
    COLUMN(normal_force, FIELD_REAL, OF_KNOT, 1, "N"),
    COLUMN(penetration, FIELD_REAL, OF_KNOT, 1, "m"),
    COLUMN(signorini, FIELD_REAL, OF_KNOT, 1, "N m"),
    COLUMN(friction_excess, FIELD_REAL, OF_KNOT, 1, "N"),
    COLUMN(dissipation, FIELD_REAL, OF_KNOT, 1, "W"),
    COLUMN(retries, FIELD_INT, OF_KNOT, 1, ""),
    {"knots/contact_energy", "J", FIELD_REAL, offsetof(ludo_sample, energy.contact), OF_KNOT, 1},
    COLUMN(activation, FIELD_REAL, OF_ACTIVATIONS, 1, ""),
    COLUMN(sensor, FIELD_REAL, OF_SENSORS, 1, ""),
    COLUMN(site, FIELD_REAL, OF_SITES, 6, "m, m/s"),
    COLUMN(acceleration, FIELD_REAL, OF_ACCELERATIONS, 1, "m/s^2, rad/s^2"),
    COLUMN(reaction, FIELD_REAL, OF_JOINTS, 6, "N, N m"),
    COLUMN(torque, FIELD_REAL, OF_TORQUES, 1, "N, N m")};

knot_counts ludo_knots_counts(const ludo_model *model, uint32_t on_demand)
{
    const int32_t sensors = ludo_model_quantity_count(model, LUDO_SENSORS);
    return (knot_counts){
        .bodies = ludo_model_body_count(model),
        .coordinates = ludo_model_position_count(model),
        .rates = ludo_model_dof(model),
        .actuators = ludo_model_actuator_count(model),
        .activations = ludo_model_activation_count(model),
        .sensors = (on_demand & LUDO_RECORD_SENSORS) != 0 ? sensors : 0,
        .sites = (on_demand & LUDO_RECORD_SITES) != 0 ? ludo_model_site_count(model) : 0,
        .accelerations = (on_demand & LUDO_RECORD_ACCELERATIONS) != 0 ? ludo_model_dof(model) : 0,
        .joints = (on_demand & LUDO_RECORD_REACTIONS) != 0 ? ludo_model_joint_count(model) : 0,
        .torques = (on_demand & LUDO_RECORD_TORQUES) != 0 ? ludo_model_dof(model) : 0,
    };
}

static hsize_t axis_length(column_axis axis, knot_counts counts)
{
    const int32_t lengths[] = {[OF_KNOT] = 1,
                               [OF_BODIES] = counts.bodies,
                               [OF_COORDINATES] = counts.coordinates,
                               [OF_RATES] = counts.rates,
                               [OF_ACTUATORS] = counts.actuators,
                               [OF_ACTIVATIONS] = counts.activations,
                               [OF_SENSORS] = counts.sensors,
                               [OF_SITES] = counts.sites,
                               [OF_ACCELERATIONS] = counts.accelerations,
                               [OF_JOINTS] = counts.joints,
                               [OF_TORQUES] = counts.torques};
    return (hsize_t)lengths[axis];
}

extents ludo_knot_column_extents(const column *c, knot_counts counts)
{
    extents e = {.rank = 1};
    if (c->axis != OF_KNOT) {
        e.of[e.rank++] = axis_length(c->axis, counts);
    }
    if (c->per > 1) {
        e.of[e.rank++] = c->per;
    }
    return e;
}

size_t ludo_knot_column_number_size(const column *c)
{
    return ludo_field_size(&(field){.kind = c->kind, .count = 1});
}

hid_t ludo_knot_column_type(const column *c)
{
    return c->kind == FIELD_REAL   ? H5T_NATIVE_DOUBLE
           : c->kind == FIELD_LONG ? H5T_NATIVE_INT64
                                   : H5T_NATIVE_INT32;
}

size_t ludo_knot_column_bytes(const column *c, const extents *e)
{
    size_t bytes = ludo_knot_column_number_size(c);
    for (int i = 1; i < e->rank; i++) {
        bytes *= (size_t)e->of[i];
    }
    return bytes;
}
