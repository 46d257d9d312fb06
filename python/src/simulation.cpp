/* SPDX-License-Identifier: Apache-2.0
 *
 * Creating, stepping, saving. */
#include "simulation.h"
#include "fields.h"
#include "lock.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <cstring>

/* ---- memory ---- */

simulation_memory::simulation_memory(Model &m) : model(new model_use(m))
{
}

simulation_memory::~simulation_memory()
{
    const nb::gil_scoped_acquire gil; /* the last owner may be an array */
    ludo_sim_destroy(sim);
    model.reset();
}

static const field option_fields[] = {
    LUDO_FIELD(ludo_sim_options, integrator),   LUDO_FIELD(ludo_sim_options, order),
    LUDO_FIELD(ludo_sim_options, scheme),       LUDO_FIELD(ludo_sim_options, rotation),
    LUDO_FIELD(ludo_sim_options, solver),       LUDO_FIELD(ludo_sim_options, damping),
    LUDO_FIELD(ludo_sim_options, tolerance),    LUDO_FIELD(ludo_sim_options, max_iterations),
    LUDO_FIELD(ludo_sim_options, max_substeps), LUDO_FIELD(ludo_sim_options, cone),
    LUDO_FIELD(ludo_sim_options, contacts),     LUDO_FIELD(ludo_sim_options, limits),
    LUDO_FIELD(ludo_sim_options, certify),      LUDO_FIELD(ludo_sim_options, rest),
    LUDO_FIELD(ludo_sim_options, sleep_speed),  LUDO_FIELD(ludo_sim_options, sleep_time),
    LUDO_FIELD(ludo_sim_options, accuracy),
};

double checked_dt(double dt)
{
    if (!(dt > 0.0 && dt < HUGE_VAL)) {
        raise_argument("dt: expected a time > 0 [s]");
    }
    return dt;
}

ludo_sim_options read_options(const nb::dict &options, memory &keep)
{
    ludo_sim_options o = ludo_sim_options_default();
    dict_to_struct(fields_of(option_fields), options, &o, keep);
    return o;
}

Simulation::Simulation(Model &model, const nb::dict &options, double step_length)
    : dt(checked_dt(step_length)), memory_(std::make_shared<simulation_memory>(model))
{
    ludo_diagnostic why = {};
    memory keep;
    std::fill(std::begin(seen_), std::end(seen_), -1);
    const ludo_sim_options o = read_options(options, keep);
    check(ludo_sim_create(model.get(), &o, nullptr, &memory_->sim, &why), "simulation", &why);
    refresh_controls();
}

void Simulation::set_model(Model &model)
{
    ludo_diagnostic why = {};
    std::unique_ptr<model_use> next(new model_use(model));
    check(ludo_sim_set_model(sim(), model.get(), &why), "model", &why);
    memory_->model.swap(next);
}

/* ---- controls ---- */

void Simulation::refresh_controls()
{
    const size_t count = static_cast<size_t>(model().actuators());
    memory_->controls.resize(count);
    memory_->applied.resize(count);
    check(ludo_sim_get_controls(sim(), memory_->applied.data(), static_cast<int32_t>(count)),
          "controls");
    std::copy(memory_->applied.begin(), memory_->applied.end(), memory_->controls.begin());
}

void Simulation::apply_controls()
{
    numbers &u = memory_->controls, &applied = memory_->applied;
    if (!u.empty() && std::memcmp(u.data(), applied.data(), u.size() * sizeof(double)) != 0) {
        check(ludo_sim_set_controls(sim(), u.data(), static_cast<int32_t>(u.size())),
              "sim.u has a control that is not finite");
        applied = u;
        version++;
    }
}

/* ---- arrays ---- */

nb::object Simulation::owner()
{
    return nb::capsule(new std::shared_ptr<simulation_memory>(memory_), [](void *p) noexcept {
        delete static_cast<std::shared_ptr<simulation_memory> *>(p);
    });
}

array Simulation::view(ludo_quantity quantity)
{
    const use guard(busy, "simulation");
    apply_controls();
    if (seen_[quantity] == version) {
        return nb::borrow<array>(views_[quantity]);
    }
    const double *data = nullptr;
    int32_t count = 0;
    check(ludo_sim_view(sim(), quantity, &data, &count), "reading the state");
    if (!views_[quantity].is_valid()) {
        const size_t n = static_cast<size_t>(count);
        const bool poses = quantity == LUDO_BODY_POSES || quantity == LUDO_SITE_POSES;
        const bool of_frames = poses || quantity == LUDO_BODY_VELOCITIES ||
                               quantity == LUDO_SITE_VELOCITIES || quantity == LUDO_CONTACT_FORCES;
        const size_t columns = poses ? 7 : 6;
        views_[quantity] = of_frames ? make_view(data, {n / columns, columns}, owner())
                                     : make_view(data, {n}, owner());
    }
    seen_[quantity] = version;
    return nb::borrow<array>(views_[quantity]);
}

array Simulation::controls()
{
    static double none = 0.0; /* the address of an empty array */
    if (!controls_.is_valid()) {
        numbers &u = memory_->controls;
        double *address = u.empty() ? &none : u.data();
        controls_ = nb::borrow<array>(
            nb::cast(nb::ndarray<nb::numpy, double>(address, {u.size()}, owner())));
    }
    return nb::borrow<array>(controls_);
}

/* ---- steps ---- */

nb::object step_error(ludo_status status, const ludo_step_report &report, const ludo_model *model)
{
    char node[512] = "";
    ludo_node_format(model, &report.node, node, sizeof node);
    return nb::module_::import_("ludo.errors")
        .attr("from_step")(static_cast<int>(status), ludo_status_text(status), report.time,
                           to_text(node), report.residual, report.substeps);
}

void raise_step_error(ludo_status status, const ludo_step_report &report, const ludo_model *model)
{
    raise_object(step_error(status, report, model));
}

/* Steps in groups of some milliseconds; after each, signals may raise. */
ludo_status Simulation::advance(int64_t steps, ludo_step_report &report)
{
    using clock = std::chrono::steady_clock;
    ludo_status status = LUDO_OK;
    int64_t group = 1;
    while (steps > 0 && status == LUDO_OK) {
        const int64_t now = group < steps ? group : steps;
        clock::duration time;
        without_lock([&] {
            const clock::time_point start = clock::now();
            status = ludo_sim_run(sim(), dt, now, &report);
            time = clock::now() - start;
        });
        if (PyErr_CheckSignals() != 0) {
            throw nb::python_error();
        }
        steps -= now;
        group = time < std::chrono::milliseconds(10) ? 2 * group : group;
    }
    return status;
}

void Simulation::step(int64_t steps)
{
    if (!started) {
        nb::find(*this).attr("_warn_of_start")();
    }
    const change guard(*this);
    ludo_step_report report = {};
    ludo_status status = LUDO_OK;
    report.struct_size = sizeof report;
    if (steps < 0) {
        raise_argument("n: expected a number of steps >= 0");
    }
    apply_controls();
    if (steps == 1) {
        without_lock([&] { status = ludo_step(sim(), dt, &report); });
    } else {
        status = advance(steps, report);
    }
    if (status != LUDO_OK) {
        raise_step_error(status, report, model().get());
    }
}

/* ---- whole states ---- */

static void reset(Simulation &s, int32_t keyframe)
{
    const change guard(s);
    s.started = false;
    check(ludo_sim_reset(s.sim(), keyframe), "keyframe");
    s.refresh_controls();
}

static nb::bytes save(Simulation &s)
{
    const use guard(s.busy, "simulation");
    s.apply_controls();
    std::vector<char> bytes(ludo_sim_state_size(s.sim()));
    check(ludo_sim_get_state(s.sim(), bytes.data()), "state");
    return nb::bytes(bytes.data(), bytes.size());
}

static void load(Simulation &s, const nb::bytes &state)
{
    const change guard(s);
    s.started = true;
    const ludo_status status = ludo_sim_set_state(s.sim(), state.c_str(), state.size());
    ludo_diagnostic why = {};
    std::snprintf(
        why.message, sizeof why.message,
        "it is of another model (or other parameters), other options of the simulation, or "
        "another version");
    check(status, "state", status == LUDO_REFUSED ? &why : nullptr);
    s.refresh_controls();
}

static void save_file(Simulation &s, const std::string &path)
{
    const use guard(s.busy, "simulation");
    ludo_diagnostic why = {};
    s.apply_controls();
    check(ludo_save_state(s.sim(), to_c(path, "path"), &why), path.c_str(), &why);
}

static void load_file(Simulation &s, const std::string &path)
{
    const change guard(s);
    s.started = true;
    ludo_diagnostic why = {};
    check(ludo_load_state(s.sim(), to_c(path, "path"), &why), path.c_str(), &why);
    s.refresh_controls();
}

static void copy_state(Simulation &to, Simulation &from)
{
    const change to_guard(to);
    to.started = true;
    const use from_guard(from.busy, "simulation");
    from.apply_controls();
    check(ludo_sim_copy(to.sim(), from.sim()), "copy");
    to.refresh_controls();
}

static void set_model(Simulation &s, Model &model)
{
    const change guard(s);
    s.started = false;
    s.apply_controls();
    s.set_model(model);
}

static void set_force_function(Simulation &s, uintptr_t function, uintptr_t user)
{
    const change guard(s);
    check(ludo_sim_set_force_function(s.sim(), reinterpret_cast<ludo_force_function *>(function),
                                      reinterpret_cast<void *>(user)),
          "force function");
}

/* ---- the class ---- */

void bind_simulation(nb::module_ &m)
{
    nb::class_<Simulation> c(m, "Simulation", nb::type_slots(slots_with_model<Simulation>()),
                             "A simulation; ludo.Simulation is for users.");
    c.def(nb::init<Model &, const nb::dict &, double>(), nb::arg("model"), nb::arg("options"),
          nb::arg("dt"))
        .def("step", &Simulation::step, nb::arg("n") = 1,
             "Advance by n steps of dt. Other threads run meanwhile.\n\n"
             "Raises StepError at the first step that fails: the state is that before it.")
        .def_prop_rw(
            "dt", [](Simulation &s) { return s.dt; },
            [](Simulation &s, double dt) {
                const use guard(s.busy, "simulation");
                s.dt = checked_dt(dt);
            },
            "Length of a step [s].")
        .def_prop_rw(
            "time", [](Simulation &s) { return ludo_sim_time(s.sim()); },
            [](Simulation &s, double t) {
                const change guard(s);
                check(ludo_sim_set_time(s.sim(), t), "time");
            },
            "Time of the knot [s].")
        .def_prop_ro(
            "order", [](Simulation &s) { return ludo_sim_order(s.sim()); },
            "Order of the integrator.")
        .def_prop_ro(
            "scheme", [](Simulation &s) { return ludo_sim_scheme(s.sim()); },
            "Scheme of the integrator.")
        .def_prop_ro("_model", [](Simulation &s) { return nb::borrow<nb::any>(s.model_object()); })
        .def("_set_model", set_model, nb::arg("model"))
        .def_rw("_started", &Simulation::started)
        .def("_reset", reset, nb::arg("keyframe"))
        .def("_save", save)
        .def("_load", load, nb::arg("state"))
        .def("_save_file", save_file, nb::arg("path"))
        .def("_load_file", load_file, nb::arg("path"))
        .def("_copy_state", copy_state, nb::arg("source"))
        .def("_set_force_function", set_force_function, nb::arg("function"), nb::arg("user"));
    bind_quantities(c);
    bind_elements(c);
    bind_diagnostics(c);
}
