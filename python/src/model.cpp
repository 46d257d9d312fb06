/* SPDX-License-Identifier: Apache-2.0 */
#include "model.h"
#include "elements.h"

static ludo_model *compile(const Spec &spec)
{
    ludo_diagnostic why = {};
    ludo_model *model = nullptr;
    check(ludo_compile(spec.get(), nullptr, &model, &why), "model", &why);
    return model;
}

static ludo_model *copy_model(const ludo_model *model)
{
    ludo_model *copy = nullptr;
    check(ludo_model_copy(model, nullptr, &copy), "model");
    return copy;
}

Model::Model(const Spec &spec)
    : spec_(std::make_shared<Spec>(copy_spec(spec.get()))),
      model_(compile(spec), ludo_model_destroy)
{
}

Model::Model(const Model &other)
    : spec_(other.spec_), model_(copy_model(other.get()), ludo_model_destroy)
{
}

Spec &Model::description()
{
    if (spec_.use_count() > 1) {
        spec_ = std::make_shared<Spec>(copy_spec(spec_->get()));
    }
    return *spec_;
}

ludo_model *Model::changeable()
{
    if (users > 0) {
        throw std::runtime_error("the model is in use: change a copy, model.copy(), and give it to "
                                 "the simulation, sim.model = copy");
    }
    return model_.get();
}

/* ---- parameters ----
 *
 * Values are read before the model is asked for: reading them may run code of Python. */

static void set_gravity(Model &model, nb::handle gravity)
{
    const ludo_vec3 g = read_vec3(gravity, "gravity");
    check(ludo_model_set_gravity(model.changeable(), g), "gravity");
}

static void set_body_inertia(Model &model, int32_t body, double mass, nb::handle com,
                             nb::handle inertia)
{
    double J[6];
    read_into(inertia, J, 6, "inertia");
    const ludo_vec3 c = read_vec3(com, "com");
    check(ludo_model_set_body_inertia(model.changeable(), body, mass, c, J), "inertia of a body");
}

static void set_dof(Model &model, int32_t joint, int32_t dof, const nb::dict &values)
{
    ludo_joint_info j = {};
    j.struct_size = sizeof j;
    check(ludo_model_joint(model.get(), joint, &j), "joint");
    if (dof < 0 || dof >= j.velocity_count) {
        throw nb::index_error("the joint has no such rate");
    }
    ludo_dof_def along = j.along[dof];
    set_dof_entry(along, values);
    check(ludo_model_set_dof(model.changeable(), joint, dof, &along), "parameters of a joint");
}

static void set_spring(Model &model, int32_t spring, double stiffness, double damping,
                       nb::handle rest)
{
    double range[2];
    read_into(rest, range, 2, "rest");
    check(ludo_model_set_spring(model.changeable(), spring, stiffness, damping, range), "spring");
}

static void set_actuator_gains(Model &model, int32_t actuator, double gain, nb::handle bias)
{
    double b[3];
    read_into(bias, b, 3, "bias");
    check(ludo_model_set_actuator_gains(model.changeable(), actuator, gain, b), "actuator");
}

static void set_geom_contact(Model &model, int32_t geom, double friction, double restitution)
{
    check(ludo_model_set_geom_contact(model.changeable(), geom, friction, restitution), "geom");
}

/* ---- the class ---- */

static array gravity(const Model &model)
{
    ludo_vec3 g = {0.0, 0.0, 0.0};
    check(ludo_model_gravity(model.get(), &g), "gravity");
    return to_python(g);
}

static void bind_parameters(nb::class_<Model> &c)
{
    c.def("_description", &Model::description, nb::rv_policy::reference_internal)
        .def("_set_gravity", set_gravity, nb::arg("gravity"))
        .def("_set_body_inertia", set_body_inertia, nb::arg("body"), nb::arg("mass"),
             nb::arg("com"), nb::arg("inertia"))
        .def("_set_dof", set_dof, nb::arg("joint"), nb::arg("dof"), nb::arg("values"))
        .def("_set_spring", set_spring, nb::arg("spring"), nb::arg("stiffness"), nb::arg("damping"),
             nb::arg("rest"))
        .def("_set_actuator_gains", set_actuator_gains, nb::arg("actuator"), nb::arg("gain"),
             nb::arg("bias"))
        .def("_set_geom_contact", set_geom_contact, nb::arg("geom"), nb::arg("friction"),
             nb::arg("restitution"));
}

void bind_model(nb::module_ &m)
{
    nb::class_<Model> c(m, "Model", "A compiled mechanism; ludo.Model is for users.");
    c.def(nb::init<const Spec &>(), nb::arg("spec"))
        .def(nb::init<const Model &>(), nb::arg("model"))
        .def_prop_ro("nq", &Model::positions, "Number of coordinates of all joints.")
        .def_prop_ro("nv", &Model::rates, "Number of rates of all joints (degrees of freedom).")
        .def_prop_ro("nu", &Model::actuators, "Number of actuators, and of controls.")
        .def_prop_ro("na", &Model::activations,
                     "Number of activations: of actuators with activation dynamics.")
        .def_prop_ro(
            "mass", [](const Model &x) { return ludo_model_mass(x.get()); },
            "Sum of all masses [kg].")
        .def_prop_ro("gravity", gravity, "Gravity, world frame, (3,) [m/s^2].")
        .def_prop_ro(
            "timestep", [](const Model &x) { return ludo_model_timestep(x.get()); },
            "Time step of the description [s].")
        .def_prop_ro(
            "name", [](const Model &x) { return to_text(ludo_model_name(x.get())); },
            "Name of the mechanism, '' where it has none.")
        .def("_spec", [](const Model &x) { return Spec(copy_spec(x.spec())); });
    bind_model_elements(m, c);
    bind_parameters(c);
}
