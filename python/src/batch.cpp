/* SPDX-License-Identifier: Apache-2.0
 *
 * A batch as an object of Python. Its arrays keep it alive. */
#include "batch.h"
#include "fields.h"
#include "lock.h"

#include <nanobind/stl/optional.h>

#include <algorithm>
#include <chrono>
#include <map>

namespace
{

/* The batch and the models of its simulations: shared by the object and its arrays. */
struct batch_memory {
    batch_memory() = default;
    batch_memory(const batch_memory &) = delete;
    batch_memory &operator=(const batch_memory &) = delete;
    ~batch_memory()
    {
        const nb::gil_scoped_acquire gil; /* the last owner may be an array */
        ludo_batch_destroy(batch);
        own.clear();
        model.reset();
    }

    std::unique_ptr<model_use> model;
    std::map<int32_t, std::unique_ptr<model_use>> own; /* of simulations with another one */
    ludo_batch *batch = nullptr;
};

/* A byte per simulation, 0 or 1; batch.py makes it. */
using mask = nb::ndarray<const uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
static_assert(sizeof(bool) == 1);

class Batch
{
  public:
    Batch(Model &model, const nb::dict &options, int32_t count, int32_t threads, double dt);

    ludo_batch *batch() const
    {
        return memory_->batch;
    }
    Model &model() const
    {
        return **memory_->model;
    }
    const nb::object &model_object() const
    {
        return memory_->model->object();
    }
    int32_t count() const
    {
        return ludo_batch_count(batch());
    }
    nb::object owner() const;
    void step(int64_t steps, nb::handle controls, int64_t every, std::optional<mask> where,
              nb::object before);
    array rows(const std::string &name);
    void set_model(int32_t which, Model &model);

    double dt;
    std::atomic<bool> busy{false};

  private:
    ludo_status advance(ludo_batch_run run, int64_t steps);

    std::shared_ptr<batch_memory> memory_;
    nb::object rows_[LUDO_QUANTITY_COUNT];
};

Batch::Batch(Model &model, const nb::dict &options, int32_t count, int32_t threads, double length)
    : dt(checked_dt(length)), memory_(std::make_shared<batch_memory>())
{
    memory keep;
    const ludo_sim_options o = read_options(options, keep);
    ludo_diagnostic why = {};
    memory_->model = std::make_unique<model_use>(model);
    check(ludo_batch_create(model.get(), &o, count, threads, nullptr, &memory_->batch, &why),
          "batch", &why);
}

nb::object Batch::owner() const
{
    return nb::capsule(new std::shared_ptr<batch_memory>(memory_), [](void *p) noexcept {
        delete static_cast<std::shared_ptr<batch_memory> *>(p);
    });
}

/* ---- arrays ---- */

/* The quantities by the names that they have in Python. */
const struct {
    const char *name;
    ludo_quantity quantity;
} quantities[] = {
    {"q", LUDO_POSITIONS},
    {"v", LUDO_VELOCITIES},
    {"u", LUDO_CONTROLS},
    {"act", LUDO_ACTIVATIONS},
    {"joint_efforts", LUDO_JOINT_EFFORTS},
    {"accelerations", LUDO_ACCELERATIONS},
    {"actuator_forces", LUDO_ACTUATOR_FORCES},
    {"servo_efforts", LUDO_SERVO_EFFORTS},
    {"drive_efforts", LUDO_DRIVE_EFFORTS},
    {"stop_forces", LUDO_STOP_FORCES},
    {"sensors", LUDO_SENSORS},
    {"body_poses", LUDO_BODY_POSES},
    {"body_velocities", LUDO_BODY_VELOCITIES},
    {"contact_forces", LUDO_CONTACT_FORCES},
    {"site_poses", LUDO_SITE_POSES},
    {"site_velocities", LUDO_SITE_VELOCITIES},
    {"energies", LUDO_ENERGIES},
};

ludo_quantity quantity_of(const std::string &name)
{
    for (const auto &known : quantities) {
        if (name == known.name) {
            return known.quantity;
        }
    }
    raise_argument("no quantity '" + name + "'");
}

/* The array of a quantity, (count, numbers); it stays the same object. */
array Batch::rows(const std::string &name)
{
    static double none = 0.0; /* the address of an empty array */
    const ludo_quantity quantity = quantity_of(name);
    nb::object &array_of = rows_[quantity];
    if (!array_of.is_valid()) { /* others may be read by a function that step() calls */
        const use guard(busy, "batch");
        double *rows = nullptr;
        ludo_status status = LUDO_OK;
        without_lock([&] { status = ludo_batch_rows(batch(), quantity, &rows); });
        check(status, "rows");
        const int32_t length = ludo_model_quantity_count(model().get(), quantity);
        array_of = nb::cast(nb::ndarray<nb::numpy, double>(
            rows != nullptr ? rows : &none,
            {static_cast<size_t>(count()), static_cast<size_t>(length)}, owner()));
    }
    return nb::borrow<array>(array_of);
}

nb::any status_of(Batch &b)
{
    const nb::object status = nb::cast(nb::ndarray<nb::numpy, int32_t>(
        ludo_batch_status(b.batch()), {static_cast<size_t>(b.count())}, b.owner()));
    return nb::borrow<nb::any>(status);
}

array time_of(Batch &b)
{
    return make_view(ludo_batch_time(b.batch()), {static_cast<size_t>(b.count())}, b.owner());
}

/* ---- steps ---- */

/* A function of Python that is called for groups of simulations. */
struct group_function {
    nb::object function;
    std::exception_ptr error; /* the first one; it ends the run. Written and read with the lock */
};

bool call_for_group(void *user, ludo_batch *, int32_t first, int32_t count, int64_t begun)
{
    group_function &f = *static_cast<group_function *>(user);
    const nb::gil_scoped_acquire gil;
    try {
        if (!f.error) {
            f.function(nb::slice(nb::int_(first), nb::int_(first + count), nb::int_(1)), begun);
        }
    } catch (...) {
        f.error = std::current_exception();
    }
    return !f.error;
}

/* Calls of some milliseconds; after each, signals may raise. A run with a table or a function is
 * one call. */
ludo_status Batch::advance(ludo_batch_run run, int64_t steps)
{
    using clock = std::chrono::steady_clock;
    constexpr int64_t few = 10000; /* steps of single simulations */
    ludo_status status = LUDO_OK;
    const bool whole = run.controls != nullptr || run.before != nullptr;
    int64_t group = whole ? steps : std::max<int64_t>(1, few / count());
    do {
        clock::duration time;
        run.steps = std::min(group, steps);
        without_lock([&] {
            const clock::time_point start = clock::now();
            status = ludo_batch_advance(batch(), &run);
            time = clock::now() - start;
        });
        if (PyErr_CheckSignals() != 0) {
            throw nb::python_error();
        }
        steps -= run.steps;
        group = time < std::chrono::milliseconds(10) ? 2 * group : group;
    } while (steps > 0);
    return status;
}

void Batch::step(int64_t steps, nb::handle controls, int64_t every, std::optional<mask> where,
                 nb::object before)
{
    const use guard(busy, "batch");
    if (steps < 0 || every < 0) {
        raise_argument("n, every: expected numbers of steps >= 0");
    }
    ludo_batch_run run = ludo_batch_run_default();
    run.h = dt;
    run.every = every;
    run.where = where ? reinterpret_cast<const bool *>(where->data()) : nullptr;
    numbers table;
    if (!controls.is_none()) {
        const int64_t changes = every > 0 && every < steps ? (steps - 1) / every + 1 : 1;
        table = read_numbers(controls, count() * changes * model().actuators(), "controls");
        run.controls = table.data();
    }
    group_function function = {std::move(before), nullptr};
    if (!function.function.is_none()) {
        run.before = call_for_group;
        run.user = &function;
    }
    const ludo_status status = advance(run, steps);
    if (function.error) {
        std::rethrow_exception(function.error);
    }
    if (status == LUDO_NO_MEMORY) {
        check(LUDO_NO_MEMORY, "batch");
    }
}

void reset(Batch &b, nb::handle which, int32_t keyframe)
{
    const use guard(b.busy, "batch");
    std::vector<int32_t> list;
    if (!which.is_none()) {
        for (const double k : read_numbers(which, -1, "which")) {
            list.push_back(read_integer(k, "which"));
        }
        if (list.empty()) {
            return;
        }
    }
    ludo_status status = LUDO_OK;
    const int32_t *numbers_of = which.is_none() ? nullptr : list.data();
    const int32_t length = static_cast<int32_t>(list.size());
    without_lock([&] { status = ludo_batch_reset(b.batch(), numbers_of, length, keyframe); });
    check(status, "which: no such simulation, or one twice");
}

/* The StepError of a simulation that failed, not raised; or None. */
nb::any error_of(Batch &b, int32_t which)
{
    ludo_step_report report = {};
    report.struct_size = sizeof report;
    check(ludo_batch_report(b.batch(), which, &report), "no such simulation");
    const int32_t status = ludo_batch_status(b.batch())[which];
    nb::object error = nb::none();
    if (status != LUDO_OK) {
        error = step_error(static_cast<ludo_status>(status), report, b.model().get());
    }
    return nb::borrow<nb::any>(error);
}

/* ---- one simulation ---- */

void Batch::set_model(int32_t which, Model &other)
{
    const use guard(busy, "batch");
    ludo_diagnostic why = {};
    auto next = std::make_unique<model_use>(other);
    check(ludo_batch_set_model(batch(), which, other.get(), &why), "model", &why);
    memory_->own[which] = std::move(next);
}

void get_simulation(Batch &b, int32_t which, Simulation &to)
{
    const use guard(b.busy, "batch");
    const change to_guard(to);
    to.started = true;
    check(ludo_batch_get_sim(b.batch(), which, to.sim()),
          "no such simulation, or one of other options or another model");
    to.refresh_controls();
}

void set_simulation(Batch &b, int32_t which, Simulation &from)
{
    const use guard(b.busy, "batch");
    const use from_guard(from.busy, "simulation");
    from.apply_controls();
    check(ludo_batch_set_sim(b.batch(), which, from.sim()),
          "no such simulation, or one of other options or another model");
}

nb::tuple memory_of(Batch &b)
{
    ludo_batch_memory m = {};
    m.struct_size = sizeof m;
    check(ludo_batch_get_memory(b.batch(), &m), "memory");
    return nb::make_tuple(m.state, m.room, m.rows, m.workspace, m.lanes);
}

} // namespace

void bind_batch(nb::module_ &m)
{
    nb::class_<Batch>(m, "Batch", nb::type_slots(slots_with_model<Batch>()),
                      "A batch; ludo.Batch is for users.")
        .def(nb::init<Model &, const nb::dict &, int32_t, int32_t, double>(), nb::arg("model"),
             nb::arg("options"), nb::arg("count"), nb::arg("threads"), nb::arg("dt"))
        .def_prop_ro("count", &Batch::count, "Number of simulations.")
        .def_prop_ro(
            "threads", [](Batch &b) { return ludo_batch_threads(b.batch()); },
            "Number of threads that step them.")
        .def_prop_rw(
            "dt", [](Batch &b) { return b.dt; },
            [](Batch &b, double dt) {
                const use guard(b.busy, "batch");
                b.dt = checked_dt(dt);
            },
            "Length of a step [s].")
        .def_prop_ro("_model", [](Batch &b) { return nb::borrow<nb::any>(b.model_object()); })
        .def("_rows", &Batch::rows, nb::arg("name"))
        .def("_status", status_of)
        .def("_time", time_of)
        .def("_step", &Batch::step, nb::arg("n"), nb::arg("controls").none(), nb::arg("every"),
             nb::arg("where").none(), nb::arg("before").none())
        .def("_reset", reset, nb::arg("which").none(), nb::arg("keyframe"))
        .def("_error", error_of, nb::arg("which"))
        .def("_set_model", &Batch::set_model, nb::arg("which"), nb::arg("model"))
        .def("_get_simulation", get_simulation, nb::arg("which"), nb::arg("to"))
        .def("_set_simulation", set_simulation, nb::arg("which"), nb::arg("source"))
        .def("_memory", memory_of);
}
