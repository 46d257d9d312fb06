/* SPDX-License-Identifier: Apache-2.0
 *
 * Derivatives of steps of a simulation. */
#include "linearizer.h"
#include "simulation.h"

class Linearizer
{
  public:
    explicit Linearizer(Simulation &s)
        : model_(s.model()), linearizer_(create(s), ludo_linearizer_destroy)
    {
    }

    /* Take a step; (A, B) of it. */
    nb::tuple step(Simulation &s)
    {
        const change guard(s);
        ludo_step_report report = {};
        report.struct_size = sizeof report;
        s.apply_controls();
        const ludo_status status = ludo_linearizer_step(get(), s.sim(), s.dt, &report);
        if (status != LUDO_OK) {
            raise_step_error(status, report, s.model().get());
        }
        const size_t n = static_cast<size_t>(2 * s.model().rates());
        const size_t controls = static_cast<size_t>(s.model().actuators());
        return nb::make_tuple(make_array(ludo_linearizer_A(get()), {n, n}),
                              make_array(ludo_linearizer_B(get()), {n, controls}));
    }

  private:
    ludo_linearizer *get() const
    {
        return linearizer_.get();
    }
    static ludo_linearizer *create(Simulation &s)
    {
        const use guard(s.busy, "simulation");
        ludo_linearizer *out = nullptr;
        ludo_diagnostic why = {};
        check(ludo_linearizer_create(s.sim(), nullptr, &out, &why), "linearize", &why);
        return out;
    }
    model_use model_;
    std::unique_ptr<ludo_linearizer, decltype(&ludo_linearizer_destroy)> linearizer_;
};

void bind_linearizer(nb::module_ &m)
{
    nb::class_<Linearizer>(m, "Linearizer", "Derivatives of steps, for simulations of one kind.")
        .def(nb::init<Simulation &>(), nb::arg("sim"))
        .def("step", &Linearizer::step, nb::arg("sim"));
}
