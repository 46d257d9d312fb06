/* SPDX-License-Identifier: Apache-2.0
 *
 * A simulation as an object of Python. Arrays that it returned keep the memory that they show. */
#ifndef LUDO_PYTHON_SIMULATION_H
#define LUDO_PYTHON_SIMULATION_H

#include "fields.h"
#include "model.h"
#include "values.h"

#include <memory>

/* The simulation and the controls of the user: shared by the object and its arrays, so that an
 * array outlives the object. */
struct simulation_memory {
    explicit simulation_memory(Model &model);
    ~simulation_memory();
    simulation_memory(const simulation_memory &) = delete;
    simulation_memory &operator=(const simulation_memory &) = delete;

    std::unique_ptr<model_use> model;
    ludo_sim *sim = nullptr;
    numbers controls; /* as the user wrote them; applied before they are needed */
    numbers applied;  /* as the simulation has them */
};

class Simulation
{
  public:
    Simulation(Model &model, const nb::dict &options, double dt);

    ludo_sim *sim() const
    {
        return memory_->sim;
    }
    Model &model() const
    {
        return **memory_->model;
    }
    const nb::object &model_object() const
    {
        return memory_->model->object();
    }
    void set_model(Model &model);

    /* Advance by steps of length dt, without the GIL; stops for a signal. Stops at the first step
     * that fails, and raises. */
    void step(int64_t steps);

    /* A quantity as a cached array, refreshed. */
    array view(ludo_quantity quantity);

    /* The array of controls. */
    array controls();

    /* Give the controls of the user to the simulation. */
    void apply_controls();

    /* Read the controls of the simulation, after its state has been replaced. */
    void refresh_controls();

    double dt;
    std::atomic<bool> busy{false};
    int64_t version = 0;  /* of the state: arrays are refreshed where it differs */
    bool started = false; /* warnings of the start have been given */

  private:
    ludo_status advance(int64_t steps, ludo_step_report &report);
    nb::object owner();

    std::shared_ptr<simulation_memory> memory_;
    nb::object views_[LUDO_QUANTITY_COUNT];
    int64_t seen_[LUDO_QUANTITY_COUNT]; /* version of the state that an array shows */
    nb::object controls_;
};

/* Uses a simulation and changes its state. */
class change
{
  public:
    explicit change(Simulation &s) : guard_(s.busy, "simulation")
    {
        s.version++;
    }

  private:
    use guard_;
};

/* A length of steps, if it is one; else raise. */
double checked_dt(double dt);

/* Options of a simulation from a dict; `keep` has their texts. */
ludo_sim_options read_options(const nb::dict &options, memory &keep);

/* ludo.StepError of a report. */
nb::object step_error(ludo_status status, const ludo_step_report &report, const ludo_model *model);

/* Raise it. */
[[noreturn]] void raise_step_error(ludo_status status, const ludo_step_report &report,
                                   const ludo_model *model);

void bind_simulation(nb::module_ &m);

/* Parts of the class: whole quantities, state of elements, and of the whole. */
void bind_quantities(nb::class_<Simulation> &c);
void bind_elements(nb::class_<Simulation> &c);
void bind_diagnostics(nb::class_<Simulation> &c);

#endif
