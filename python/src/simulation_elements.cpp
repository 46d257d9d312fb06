/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of single joints, bodies, sites, springs and loops of a simulation. */
#include "fields.h"
#include "simulation.h"

static ludo_joint_info joint_info(const Simulation &s, int32_t joint)
{
    ludo_joint_info info = {};
    info.struct_size = sizeof info;
    check(ludo_model_joint(s.model().get(), joint, &info), "joint");
    return info;
}

/* ---- joints ---- */

/* Read or set the numbers of a joint, which has `count` of them. */
using joint_reader = ludo_status (*)(ludo_sim *sim, int32_t joint, double *out);
using joint_setter = ludo_status (*)(ludo_sim *sim, int32_t joint, const double *values);

template <joint_reader read, int32_t ludo_joint_info::*count>
static nb::any get_joint(Simulation &s, int32_t joint)
{
    const use guard(s.busy, "simulation");
    const ludo_joint_info info = joint_info(s, joint);
    double x[7] = {};
    s.apply_controls();
    check(read(s.sim(), joint, x), info.name);
    return info.*count == 1
               ? nb::borrow<nb::any>(nb::float_(x[0]))
               : nb::borrow<nb::any>(make_array(x, {static_cast<size_t>(info.*count)}));
}

template <joint_setter set, int32_t ludo_joint_info::*count>
static void set_joint(Simulation &s, int32_t joint, nb::handle values)
{
    const change guard(s);
    s.started = false;
    const ludo_joint_info info = joint_info(s, joint);
    double x[7] = {};
    read_into(values, x, static_cast<size_t>(info.*count), info.name);
    check(set(s.sim(), joint, x), info.name);
}

static ludo_status read_effort(ludo_sim *sim, int32_t joint, double *out)
{
    return ludo_sim_joint_effort(sim, joint, out);
}

static ludo_status read_stop_force(ludo_sim *sim, int32_t joint, double *out)
{
    return ludo_sim_stop_force(sim, joint, out);
}

static void set_servo(Simulation &s, int32_t joint, int32_t dof, double target, double kp,
                      double kd)
{
    const change guard(s);
    check(ludo_sim_set_servo(s.sim(), joint, dof, target, kp, kd), joint_info(s, joint).name);
}

static nb::tuple wrench_to_python(const ludo_wrench &w)
{
    return nb::make_tuple(to_python(w.force), to_python(w.torque));
}

static nb::tuple reaction(Simulation &s, int32_t joint)
{
    const use guard(s.busy, "simulation");
    ludo_wrench w = {};
    s.apply_controls();
    check(ludo_sim_reaction(s.sim(), joint, &w), joint_info(s, joint).name);
    return wrench_to_python(w);
}

/* ---- bodies ---- */

static const field body_state_fields[] = {
    LUDO_READ_FIELD(ludo_body_state, position),
    LUDO_READ_FIELD(ludo_body_state, orientation),
    LUDO_READ_FIELD(ludo_body_state, com),
    LUDO_READ_FIELD(ludo_body_state, linear_velocity),
    LUDO_READ_FIELD(ludo_body_state, angular_velocity),
};

static const char *body_name(const Simulation &s, int32_t body)
{
    const char *name = ludo_model_body_name(s.model().get(), body);
    return name != nullptr ? name : "body";
}

static nb::dict body_state(Simulation &s, int32_t body)
{
    const use guard(s.busy, "simulation");
    ludo_body_state state;
    s.apply_controls();
    check(ludo_sim_body_state(s.sim(), body, &state), body_name(s, body));
    return struct_to_dict(fields_of(body_state_fields), &state);
}

/* Parts of the state that are None stay. */
static void set_body_state(Simulation &s, int32_t body, nb::handle position, nb::handle orientation,
                           nb::handle linear, nb::handle angular)
{
    const change guard(s);
    s.started = false;
    ludo_body_state state;
    check(ludo_sim_body_state(s.sim(), body, &state), body_name(s, body));
    state.position = position.is_none() ? state.position : read_vec3(position, "position");
    state.orientation =
        orientation.is_none() ? state.orientation : read_quat(orientation, "orientation");
    state.linear_velocity =
        linear.is_none() ? state.linear_velocity : read_vec3(linear, "linear_velocity");
    state.angular_velocity =
        angular.is_none() ? state.angular_velocity : read_vec3(angular, "angular_velocity");
    check(ludo_sim_set_body_state(s.sim(), body, &state), body_name(s, body));
}

static void set_body_force(Simulation &s, int32_t body, nb::handle force, nb::handle torque)
{
    const change guard(s);
    const ludo_wrench w = {read_vec3(force, "force"), read_vec3(torque, "torque")};
    check(ludo_sim_set_body_force(s.sim(), body, &w), body_name(s, body));
}

/* ---- sites, springs, actuators, loops ---- */

static nb::tuple site_state(Simulation &s, int32_t site)
{
    const use guard(s.busy, "simulation");
    ludo_point_state state;
    s.apply_controls();
    check(ludo_sim_site(s.sim(), site, &state), "site");
    return nb::make_tuple(to_python(state.position), to_python(state.velocity));
}

using tendon_reader = ludo_status (*)(ludo_sim *sim, int32_t number, ludo_tendon_state *out);

template <tendon_reader read> static nb::tuple tendon_state(Simulation &s, int32_t number)
{
    const use guard(s.busy, "simulation");
    ludo_tendon_state state = {};
    state.struct_size = sizeof state;
    s.apply_controls();
    check(read(s.sim(), number, &state), "spring or actuator");
    return nb::make_tuple(state.length, state.rate, state.force);
}

static const field loop_state_fields[] = {
    LUDO_READ_FIELD(ludo_loop_state, gap),
    LUDO_READ_FIELD(ludo_loop_state, tilt),
    LUDO_READ_FIELD(ludo_loop_state, velocity),
    LUDO_READ_FIELD(ludo_loop_state, redundant),
};

static nb::dict loop_state(Simulation &s, int32_t loop)
{
    const use guard(s.busy, "simulation");
    ludo_loop_state state = {};
    state.struct_size = sizeof state;
    check(ludo_sim_loop(s.sim(), loop, &state), "loop");
    return struct_to_dict(fields_of(loop_state_fields), &state);
}

static nb::tuple loop_reaction(Simulation &s, int32_t loop)
{
    const use guard(s.busy, "simulation");
    ludo_wrench w = {};
    s.apply_controls();
    check(ludo_sim_loop_reaction(s.sim(), loop, &w), "loop");
    return wrench_to_python(w);
}

static void hold_joint(Simulation &s, int32_t joint)
{
    const change guard(s);
    check(ludo_sim_hold_joint(s.sim(), joint), "joint");
}

static void hold_rates(Simulation &s, int32_t joint)
{
    const change guard(s);
    check(ludo_sim_hold_rates(s.sim(), joint), "joint");
}

static array sensor_value(Simulation &s, int32_t sensor)
{
    const use guard(s.busy, "simulation");
    ludo_sensor_info info = {};
    info.struct_size = sizeof info;
    double x[4] = {};
    check(ludo_model_sensor(s.model().get(), sensor, &info), "sensor");
    s.apply_controls();
    check(ludo_sim_sensor(s.sim(), sensor, x), info.name);
    return make_array(x, {static_cast<size_t>(info.count)});
}

void bind_elements(nb::class_<Simulation> &c)
{
    constexpr auto positions = &ludo_joint_info::position_count;
    constexpr auto rates = &ludo_joint_info::velocity_count;
    c.def("_joint_position", get_joint<ludo_sim_joint_position, positions>)
        .def("_joint_velocity", get_joint<ludo_sim_joint_velocity, rates>)
        .def("_joint_effort", get_joint<read_effort, rates>)
        .def("_stop_force", get_joint<read_stop_force, rates>)
        .def("_set_joint_position", set_joint<ludo_sim_set_joint_position, positions>)
        .def("_set_joint_velocity", set_joint<ludo_sim_set_joint_velocity, rates>)
        .def("_set_joint_effort", set_joint<ludo_sim_set_joint_effort, rates>)
        .def("_set_servo", set_servo)
        .def("_hold_joint", hold_joint)
        .def("_hold_rates", hold_rates)
        .def("_reaction", reaction)
        .def("_body_state", body_state)
        .def("_set_body_state", set_body_state, nb::arg("body"), nb::arg("position").none(),
             nb::arg("orientation").none(), nb::arg("linear_velocity").none(),
             nb::arg("angular_velocity").none())
        .def("_set_body_force", set_body_force)
        .def("_site_state", site_state)
        .def("_spring_state", tendon_state<ludo_sim_spring>)
        .def("_actuator_state", tendon_state<ludo_sim_actuator>)
        .def("_sensor_value", sensor_value)
        .def("_loop_state", loop_state)
        .def("_loop_reaction", loop_reaction);
}
