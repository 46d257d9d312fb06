/* SPDX-License-Identifier: Apache-2.0
 *
 * Recording the steps of a simulation to a file, and reading such a file. */
#include "recording.h"
#include "fields.h"
#include "lock.h"
#include "simulation.h"

#include <algorithm>
#include <chrono>
#include <memory>

/* ---- quantities that are recorded on demand ---- */

/* Their names are those of columns, too. */
static const struct {
    const char *name;
    uint32_t bit;
} records[] = {
    {"sensors", LUDO_RECORD_SENSORS},
    {"sites", LUDO_RECORD_SITES},
    {"accelerations", LUDO_RECORD_ACCELERATIONS},
    {"reactions", LUDO_RECORD_REACTIONS},
    {"torques", LUDO_RECORD_TORQUES},
};

static nb::dict record_bits()
{
    nb::dict bits;
    for (const auto &record : records) {
        bits[record.name] = record.bit;
    }
    return bits;
}

/* ---- recording ---- */

class Recorder
{
  public:
    Recorder(Simulation &s, const std::string &path, int32_t every, const std::string &title,
             const std::string &integrator, uint32_t record)
        : sim_(nb::find(s)), simulation_(&s)
    {
        const use guard(s.busy, "simulation");
        ludo_recorder_options o = ludo_recorder_options_default();
        ludo_diagnostic why = {};
        o.every = every;
        o.title = title.empty() ? nullptr : to_c(title, "title");
        o.integrator = integrator.c_str();
        o.dt = s.dt;
        o.record = record;
        s.apply_controls();
        check(ludo_recorder_create(to_c(path, "path"), s.model().spec(), s.sim(), &o, nullptr,
                                   &recorder_, &why),
              path.c_str(), &why);
    }
    ~Recorder()
    {
        ludo_recorder_destroy(recorder_);
    }
    Recorder(const Recorder &) = delete;
    Recorder &operator=(const Recorder &) = delete;

    /* Take steps and record them, without the GIL. `controls`: None, or a row for each step. Steps
     * of length `h`. Stops for a signal some milliseconds later. */
    void run(int64_t steps, double h, nb::handle controls)
    {
        Simulation &s = *simulation_;
        const change guard(s);
        const numbers rows = read_rows(steps, controls);
        s.apply_controls();
        const refresh after(s, !rows.empty());
        for (int64_t taken = 0; taken < steps;) {
            ludo_step_report report = {};
            ludo_diagnostic why = {};
            report.struct_size = sizeof report;
            const outcome got = group(taken, steps, h, rows, report, why);
            check(got.control, "controls");
            if (got.step != LUDO_OK) {
                raise_step_error(got.step, report, s.model().get());
            }
            check(got.record, "recording", &why);
            if (PyErr_CheckSignals() != 0) {
                throw nb::python_error();
            }
        }
    }

    void finish(double wall, const std::string &message)
    {
        const use guard(simulation_->busy, "simulation");
        ludo_run_end end = ludo_run_end_default();
        ludo_diagnostic why = {};
        end.wall = wall;
        end.message = message.c_str();
        check(ludo_recorder_finish(recorder_, &end, &why), "recording", &why);
    }

  private:
    struct outcome {
        ludo_status control, step, record;
    };

    /* Shows the last row of controls in sim.u, after steps that failed, too. */
    class refresh
    {
      public:
        refresh(Simulation &s, bool needed) : s_(s), needed_(needed)
        {
        }
        ~refresh()
        {
            if (needed_) {
                s_.refresh_controls();
            }
        }
        refresh(const refresh &) = delete;
        refresh &operator=(const refresh &) = delete;

      private:
        Simulation &s_;
        bool needed_;
    };

    numbers read_rows(int64_t steps, nb::handle controls) const
    {
        const size_t nu = static_cast<size_t>(simulation_->model().actuators());
        numbers rows;
        if (!controls.is_none()) {
            rows = read_numbers(controls, -1, "controls");
            if (nu == 0
                    ? !rows.empty()
                    : rows.size() % nu != 0 ||
                          rows.size() / nu != static_cast<size_t>(std::max<int64_t>(steps, 0))) {
                raise_argument("controls: expected a row for each step");
            }
        }
        return rows;
    }

    /* Take steps from `taken` on, for some milliseconds. */
    outcome group(int64_t &taken, int64_t steps, double h, const numbers &rows,
                  ludo_step_report &report, ludo_diagnostic &why)
    {
        using clock = std::chrono::steady_clock;
        ludo_sim *sim = simulation_->sim();
        const int32_t nu = simulation_->model().actuators();
        outcome got = {LUDO_OK, LUDO_OK, LUDO_OK};
        without_lock([&] {
            const clock::time_point end = clock::now() + std::chrono::milliseconds(20);
            do {
                if (!rows.empty()) {
                    got.control =
                        ludo_sim_set_controls(sim, &rows[static_cast<size_t>(taken * nu)], nu);
                }
                if (got.control == LUDO_OK) {
                    got.step = ludo_step(sim, h, &report);
                }
                if (got.control == LUDO_OK && got.step == LUDO_OK) {
                    got.record = ludo_recorder_step(recorder_, &report, &why);
                    taken++;
                }
            } while (taken < steps && got.control == LUDO_OK && got.step == LUDO_OK &&
                     got.record == LUDO_OK && clock::now() < end);
        });
        return got;
    }

    nb::object sim_; /* kept alive */
    Simulation *simulation_;
    ludo_recorder *recorder_ = nullptr;
};

/* ---- reading ---- */

/* A column of samples: numbers of each. */
struct sample_column {
    const char *name;
    size_t (*width)(const ludo_model *model);
    const double *(*data)(const ludo_sample &sample, numbers &scratch);
};

static size_t body_width(const ludo_model *model, size_t columns)
{
    return columns * static_cast<size_t>(ludo_model_body_count(model));
}

template <double ludo_sample::*member>
static const double *sample_number(const ludo_sample &sample, numbers &)
{
    return &(sample.*member);
}

template <const double *ludo_sample::*member>
static const double *sample_list(const ludo_sample &sample, numbers &)
{
    return sample.*member;
}

static const double *sample_energy(const ludo_sample &sample, numbers &scratch)
{
    const ludo_energy &e = sample.energy;
    scratch = {e.kinetic, e.potential, e.springs, e.work, e.dissipated, e.contact};
    return scratch.data();
}

static const double *sample_momentum(const ludo_sample &sample, numbers &scratch)
{
    const ludo_vec3 &p = sample.momentum.linear, &l = sample.momentum.angular;
    scratch = {p.x, p.y, p.z, l.x, l.y, l.z};
    return scratch.data();
}

static const double *sample_effort(const ludo_sample &sample, numbers &scratch)
{
    scratch = {static_cast<double>(sample.iterations), static_cast<double>(sample.substeps),
               static_cast<double>(sample.points)};
    return scratch.data();
}

/* clang-format off */
#define NUMBER_COLUMN(member)                                                                      \
    {#member, [](const ludo_model *) -> size_t { return 1; }, sample_number<&ludo_sample::member>}
/* clang-format on */

static const sample_column columns[] = {
    NUMBER_COLUMN(time),
    {"q", [](const ludo_model *m) { return static_cast<size_t>(ludo_model_position_count(m)); },
     sample_list<&ludo_sample::coordinate>},
    {"v", [](const ludo_model *m) { return static_cast<size_t>(ludo_model_dof(m)); },
     sample_list<&ludo_sample::rate>},
    {"u", [](const ludo_model *m) { return static_cast<size_t>(ludo_model_actuator_count(m)); },
     sample_list<&ludo_sample::control>},
    {"act", [](const ludo_model *m) { return static_cast<size_t>(ludo_model_activation_count(m)); },
     sample_list<&ludo_sample::activation>},
    {"body_poses", [](const ludo_model *m) { return body_width(m, 7); },
     sample_list<&ludo_sample::pose>},
    {"body_velocities", [](const ludo_model *m) { return body_width(m, 6); },
     sample_list<&ludo_sample::velocity>},
    {"sensors",
     [](const ludo_model *m) {
         return static_cast<size_t>(ludo_model_quantity_count(m, LUDO_SENSORS));
     },
     sample_list<&ludo_sample::sensor>},
    {"sites", [](const ludo_model *m) { return 6 * static_cast<size_t>(ludo_model_site_count(m)); },
     sample_list<&ludo_sample::site>},
    {"accelerations", [](const ludo_model *m) { return static_cast<size_t>(ludo_model_dof(m)); },
     sample_list<&ludo_sample::acceleration>},
    {"reactions",
     [](const ludo_model *m) { return 6 * static_cast<size_t>(ludo_model_joint_count(m)); },
     sample_list<&ludo_sample::reaction>},
    {"torques", [](const ludo_model *m) { return static_cast<size_t>(ludo_model_dof(m)); },
     sample_list<&ludo_sample::torque>},
    {"energy", [](const ludo_model *) -> size_t { return 6; }, sample_energy},
    {"momentum", [](const ludo_model *) -> size_t { return 6; }, sample_momentum},
    {"effort", [](const ludo_model *) -> size_t { return 3; }, sample_effort},
    NUMBER_COLUMN(energy_error),
    NUMBER_COLUMN(position_violation),
    NUMBER_COLUMN(velocity_violation),
    NUMBER_COLUMN(normal_force),
    NUMBER_COLUMN(penetration),
};

static const sample_column &find_column(const std::string &name)
{
    for (const sample_column &column : columns) {
        if (name == column.name) {
            return column;
        }
    }
    raise_argument("no column '" + name + "' of samples");
}

class Trajectory
{
  public:
    explicit Trajectory(const std::string &path)
    {
        ludo_diagnostic why = {};
        check(ludo_trajectory_open(to_c(path, "path"), nullptr, &trajectory_, &why), path.c_str(),
              &why);
    }
    ~Trajectory()
    {
        ludo_trajectory_close(trajectory_);
    }
    Trajectory(const Trajectory &) = delete;
    Trajectory &operator=(const Trajectory &) = delete;

    int64_t count() const
    {
        return ludo_trajectory_sample_count(trajectory_);
    }

    Spec spec() const
    {
        return Spec(copy_spec(ludo_trajectory_spec(trajectory_)));
    }

    /* Numbers of all samples, (samples, width). */
    array column(const std::string &name)
    {
        const use guard(busy_, "trajectory");
        const sample_column &c = find_column(name);
        const size_t width = c.width(model());
        numbers out, scratch;
        out.reserve(width * static_cast<size_t>(count()));
        for (int64_t i = 0; i < count(); i++) {
            const ludo_sample sample = read(i);
            const double *x = c.data(sample, scratch);
            if (x == nullptr && width > 0) {
                raise_argument(name + " were not recorded: simulate with record=['" + name +
                               "'] or, by the program, with --record " + name);
            }
            out.insert(out.end(), x, x + width);
        }
        return make_array(out.data(), {static_cast<size_t>(count()), width});
    }

    nb::bytes contacts(int64_t number)
    {
        const use guard(busy_, "trajectory");
        ludo_diagnostic why = {};
        const ludo_sample sample = read(number);
        std::vector<ludo_contact> out(static_cast<size_t>(sample.contact_count));
        check(ludo_trajectory_contacts(trajectory_, &sample, out.data(), &why), "contacts", &why);
        return nb::bytes(out.data(), out.size() * sizeof(ludo_contact));
    }

    nb::dict facts() const
    {
        static const field fields[] = {
            LUDO_READ_FIELD(ludo_run_facts, title),  LUDO_READ_FIELD(ludo_run_facts, integrator),
            LUDO_READ_FIELD(ludo_run_facts, scheme), LUDO_READ_FIELD(ludo_run_facts, version),
            LUDO_READ_FIELD(ludo_run_facts, order),  LUDO_READ_FIELD(ludo_run_facts, dt),
            LUDO_READ_FIELD(ludo_run_facts, every),  LUDO_READ_FIELD(ludo_run_facts, complete),
            LUDO_READ_FIELD(ludo_run_facts, wall),   LUDO_READ_FIELD(ludo_run_facts, message),
        };
        ludo_run_facts out = {};
        out.struct_size = sizeof out;
        check(ludo_trajectory_facts(trajectory_, &out), "trajectory");
        nb::dict d = struct_to_dict(fields_of(fields), &out);
        d["steps"] = out.steps;
        return d;
    }

  private:
    /* The model of the run, which has the sizes of samples. */
    const ludo_model *model()
    {
        if (!model_) {
            model_ = std::make_unique<Model>(spec());
        }
        return model_->get();
    }
    ludo_sample read(int64_t number)
    {
        ludo_diagnostic why = {};
        ludo_sample sample = {};
        sample.struct_size = sizeof sample;
        check(ludo_trajectory_sample(trajectory_, number, &sample, &why), "sample", &why);
        return sample;
    }
    std::atomic<bool> busy_{false};
    ludo_trajectory *trajectory_ = nullptr;
    std::unique_ptr<Model> model_;
};

void bind_recording(nb::module_ &m)
{
    m.def("record_bits", record_bits, "Quantities that a Recorder writes on demand, as bits.");
    nb::class_<Recorder>(m, "Recorder", "Records the steps of a simulation to a file.")
        .def(nb::init<Simulation &, const std::string &, int32_t, const std::string &,
                      const std::string &, uint32_t>(),
             nb::arg("sim"), nb::arg("path"), nb::arg("every"), nb::arg("title"),
             nb::arg("integrator"), nb::arg("record") = 0)
        .def("run", &Recorder::run, nb::arg("steps"), nb::arg("h"), nb::arg("controls").none())
        .def("finish", &Recorder::finish, nb::arg("wall"), nb::arg("message"));
    nb::class_<Trajectory>(m, "Trajectory", "A recorded run; ludo.Run is for users.")
        .def(nb::init<const std::string &>(), nb::arg("path"))
        .def_prop_ro("count", &Trajectory::count)
        .def("spec", &Trajectory::spec)
        .def("column", &Trajectory::column, nb::arg("name"))
        .def("contacts", &Trajectory::contacts, nb::arg("sample"))
        .def("facts", &Trajectory::facts);
}
