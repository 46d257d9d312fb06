/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole quantities of a simulation, as arrays. */
#include "simulation.h"

#include <cmath>

/* ---- setting ---- */

/* Raise unless all numbers are finite. */
static void check_finite(const numbers &x, const char *name)
{
    for (size_t i = 0; i < x.size(); i++) {
        if (!std::isfinite(x[i])) {
            raise_argument(std::string(name) + "[" + std::to_string(i) +
                           "]: " + std::to_string(x[i]) + " is not finite");
        }
    }
}

static void set_positions(Simulation &s, nb::handle q)
{
    const change guard(s);
    s.started = false;
    const numbers x = read_numbers(q, s.model().positions(), "q");
    check_finite(x, "q");
    const ludo_status status = ludo_sim_set_positions(s.sim(), x.data(), s.model().positions());
    if (status == LUDO_BAD_ARGUMENT) {
        raise_argument("q: a quaternion of length 0; that of no rotation is 1 0 0 0");
    }
    check(status, "q");
}

static void set_velocities(Simulation &s, nb::handle v)
{
    const change guard(s);
    const numbers x = read_numbers(v, s.model().rates(), "v");
    check_finite(x, "v");
    check(ludo_sim_set_velocities(s.sim(), x.data(), s.model().rates()), "v");
}

static void set_joint_efforts(Simulation &s, nb::handle effort)
{
    const change guard(s);
    const numbers x = read_numbers(effort, s.model().rates(), "joint_efforts");
    check_finite(x, "joint_efforts");
    check(ludo_sim_set_joint_efforts(s.sim(), x.data(), s.model().rates()), "joint_efforts");
}

static void set_controls(Simulation &s, nb::handle u)
{
    const change guard(s);
    const numbers x = read_numbers(u, s.model().actuators(), "u");
    check_finite(x, "u");
    check(ludo_sim_set_controls(s.sim(), x.data(), s.model().actuators()), "u");
    s.refresh_controls();
}

static void set_activations(Simulation &s, nb::handle activation)
{
    const change guard(s);
    const numbers x = read_numbers(activation, s.model().activations(), "act");
    check_finite(x, "act");
    check(ludo_sim_set_activations(s.sim(), x.data(), s.model().activations()), "act");
}

/* ---- the class ---- */

template <ludo_quantity quantity> static array get_view(Simulation &s)
{
    return s.view(quantity);
}

void bind_quantities(nb::class_<Simulation> &c)
{
    c.def_prop_rw("q", get_view<LUDO_POSITIONS>, set_positions,
                  "Coordinates of all joints at the knot, (nq,) [rad, m; quaternions w x y z].\n\n"
                  "A read-only array with one address, refreshed by each access; assign to set.",
                  nb::for_setter(nb::sig("def q(self, q: object, /) -> None")))
        .def_prop_rw("v", get_view<LUDO_VELOCITIES>, set_velocities,
                     "Rates of all joints at the knot, (nv,) [rad/s, m/s]; read-only, as q.",
                     nb::for_setter(nb::sig("def v(self, v: object, /) -> None")))
        .def_prop_rw(
            "u", [](Simulation &s) { return s.controls(); }, set_controls,
            "Controls of all actuators, (nu,): an array to write to. They act from the next step "
            "on.",
            nb::for_setter(nb::sig("def u(self, u: object, /) -> None")))
        .def_prop_rw("act", get_view<LUDO_ACTIVATIONS>, set_activations,
                     "Activations of all actuators that have one, at the knot, (na,); read-only, "
                     "as q.",
                     nb::for_setter(nb::sig("def act(self, act: object, /) -> None")))
        .def_prop_rw(
            "joint_efforts", get_view<LUDO_JOINT_EFFORTS>, set_joint_efforts,
            "Efforts that the user applies along all rates, (nv,) [N m, N]; constant until "
            "set again.",
            nb::for_setter(nb::sig("def joint_efforts(self, effort: object, /) -> None")))
        .def_prop_ro("accelerations", get_view<LUDO_ACCELERATIONS>,
                     "Derivatives of the rates at the knot, (nv,) [rad/s^2, m/s^2]; read-only.")
        .def_prop_ro("actuator_forces", get_view<LUDO_ACTUATOR_FORCES>,
                     "Forces of all actuators in the last step, (nu,) [N, N m]; read-only.")
        .def_prop_ro("servo_efforts", get_view<LUDO_SERVO_EFFORTS>,
                     "Efforts of servos at the knot, (nv,) [N m, N]; read-only.")
        .def_prop_ro("drive_efforts", get_view<LUDO_DRIVE_EFFORTS>,
                     "Efforts of servos and actuators together at the knot, within effort limits, "
                     "(nv,) [N m, N]; read-only.")
        .def_prop_ro("stop_forces", get_view<LUDO_STOP_FORCES>,
                     "Forces of limits and dry friction in the last step, (nv,) [N m, N]; "
                     "read-only.")
        .def_prop_ro("sensors", get_view<LUDO_SENSORS>,
                     "Numbers of all sensors at the knot, in order: those of a sensor begin at "
                     "model.sensor[name].first; read-only.")
        .def_prop_ro("body_poses", get_view<LUDO_BODY_POSES>,
                     "Frames of all bodies at the knot, (bodies, 7): origin [m], orientation "
                     "w x y z; read-only.")
        .def_prop_ro("body_velocities", get_view<LUDO_BODY_VELOCITIES>,
                     "Velocities of all bodies at the knot, (bodies, 6): of the centre of mass, "
                     "world frame [m/s]; angular, body frame [rad/s]; read-only.")
        .def_prop_ro("site_poses", get_view<LUDO_SITE_POSES>,
                     "Frames of all sites at the knot, (sites, 7): origin [m], orientation "
                     "w x y z; read-only.")
        .def_prop_ro("site_velocities", get_view<LUDO_SITE_VELOCITIES>,
                     "Velocities of all sites at the knot, (sites, 6): of the origin, world frame "
                     "[m/s]; angular, site frame [rad/s]; read-only.")
        .def_prop_ro("contact_forces", get_view<LUDO_CONTACT_FORCES>,
                     "Contact forces on all bodies in the last step, (bodies, 6): force, world "
                     "frame [N]; torque about the centre of mass, body frame [N m]; read-only.");
}
