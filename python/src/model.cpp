/* SPDX-License-Identifier: Apache-2.0 */
#include "model.h"
#include "elements.h"

#include <cstring>

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

/* ---- information on elements ---- */

/* A kind of element of a model. */
struct info_kind {
    const char *name;
    fields of;
    int32_t (*count)(const ludo_model *model);
    const char *(*name_of)(const ludo_model *model, int32_t number);
    int32_t (*find)(const ludo_model *model, const char *name);
    ludo_status (*get)(const ludo_model *model, int32_t number, void *info);
};

static nb::object get_along(const void *from)
{
    const ludo_joint_info *info = static_cast<const ludo_joint_info *>(from);
    return dof_entries(info->along, info->velocity_count);
}

static nb::object get_terms(const void *from)
{
    const ludo_spring_info *info = static_cast<const ludo_spring_info *>(from);
    return tendon_terms(info->term, info->term_count);
}

static nb::object get_path(const void *from)
{
    const ludo_spring_info *info = static_cast<const ludo_spring_info *>(from);
    return path_points(info->path, info->path_count);
}

template <auto P, auto N> nb::object get_list(const void *from)
{
    using S = typename member_of<decltype(P)>::in;
    const S *info = static_cast<const S *>(from);
    return make_array(info->*P, {static_cast<size_t>(info->*N)});
}

static const field body_fields[] = {
    LUDO_READ_FIELD(ludo_body_info, name),
    LUDO_READ_FIELD(ludo_body_info, parent),
    LUDO_READ_FIELD(ludo_body_info, mass),
    LUDO_READ_FIELD(ludo_body_info, com),
    LUDO_READ_FIELD(ludo_body_info, inertia),
    LUDO_READ_FIELD(ludo_body_info, merged_into),
    LUDO_READ_FIELD(ludo_body_info, frame_in_merged),
};

static const field joint_fields[] = {
    LUDO_READ_FIELD(ludo_joint_info, name),
    LUDO_READ_FIELD(ludo_joint_info, type),
    LUDO_READ_FIELD(ludo_joint_info, parent),
    LUDO_READ_FIELD(ludo_joint_info, child),
    LUDO_READ_FIELD(ludo_joint_info, axis),
    LUDO_READ_FIELD(ludo_joint_info, anchor),
    LUDO_READ_FIELD(ludo_joint_info, dof),
    LUDO_READ_FIELD(ludo_joint_info, rows),
    LUDO_READ_FIELD(ludo_joint_info, position_count),
    LUDO_READ_FIELD(ludo_joint_info, position_first),
    LUDO_READ_FIELD(ludo_joint_info, velocity_count),
    LUDO_READ_FIELD(ludo_joint_info, velocity_first),
    LUDO_READ_FIELD(ludo_joint_info, continues),
    {"along", get_along, nullptr},
    LUDO_READ_FIELD(ludo_joint_info, merged),
    LUDO_READ_FIELD(ludo_joint_info, loop),
};

static const field loop_fields[] = {
    LUDO_READ_FIELD(ludo_loop_info, name),
    LUDO_READ_FIELD(ludo_loop_info, type),
    LUDO_READ_FIELD(ludo_loop_info, rows),
    LUDO_READ_FIELD(ludo_loop_info, translations),
    LUDO_READ_FIELD(ludo_loop_info, parent),
    LUDO_READ_FIELD(ludo_loop_info, child),
    LUDO_READ_FIELD(ludo_loop_info, joint),
    {"from_joint", get_member<&ludo_loop_info::from>, nullptr},
    LUDO_READ_FIELD(ludo_loop_info, place),
    LUDO_READ_FIELD(ludo_loop_info, spring),
    LUDO_READ_FIELD(ludo_loop_info, from_spring),
};

static const field geom_fields[] = {
    LUDO_READ_FIELD(ludo_geom_info, name), LUDO_READ_FIELD(ludo_geom_info, type),
    LUDO_READ_FIELD(ludo_geom_info, body), LUDO_READ_FIELD(ludo_geom_info, frame),
    LUDO_READ_FIELD(ludo_geom_info, size), LUDO_READ_FIELD(ludo_geom_info, mesh),
};

static const field site_fields[] = {
    LUDO_READ_FIELD(ludo_site_info, name),
    LUDO_READ_FIELD(ludo_site_info, body),
    LUDO_READ_FIELD(ludo_site_info, frame),
};

static const field spring_fields[] = {
    LUDO_READ_FIELD(ludo_spring_info, name),
    LUDO_READ_FIELD(ludo_spring_info, type),
    LUDO_READ_FIELD(ludo_spring_info, site_a),
    LUDO_READ_FIELD(ludo_spring_info, site_b),
    {"terms", get_terms, nullptr},
    LUDO_READ_FIELD(ludo_spring_info, stiffness),
    LUDO_READ_FIELD(ludo_spring_info, damping),
    LUDO_READ_FIELD(ludo_spring_info, rest),
    {"path", get_path, nullptr},
    LUDO_READ_FIELD(ludo_spring_info, limited),
    LUDO_READ_FIELD(ludo_spring_info, range),
    LUDO_READ_FIELD(ludo_spring_info, friction_loss),
    LUDO_READ_FIELD(ludo_spring_info, armature),
    LUDO_READ_FIELD(ludo_spring_info, gear),
    LUDO_READ_FIELD(ludo_spring_info, rod),
};

static const field sensor_fields[] = {
    LUDO_READ_FIELD(ludo_sensor_info, name),      LUDO_READ_FIELD(ludo_sensor_info, type),
    LUDO_READ_FIELD(ludo_sensor_info, of),        LUDO_READ_FIELD(ludo_sensor_info, object),
    LUDO_READ_FIELD(ludo_sensor_info, dof),       LUDO_READ_FIELD(ludo_sensor_info, reference_of),
    LUDO_READ_FIELD(ludo_sensor_info, reference), LUDO_READ_FIELD(ludo_sensor_info, cutoff),
    LUDO_READ_FIELD(ludo_sensor_info, noise),     LUDO_READ_FIELD(ludo_sensor_info, first),
    LUDO_READ_FIELD(ludo_sensor_info, count),
};

static const field actuator_fields[] = {
    LUDO_READ_FIELD(ludo_actuator_info, name),
    LUDO_READ_FIELD(ludo_actuator_info, on_spring),
    LUDO_READ_FIELD(ludo_actuator_info, target),
    LUDO_READ_FIELD(ludo_actuator_info, dof),
    LUDO_READ_FIELD(ludo_actuator_info, gear),
    LUDO_READ_FIELD(ludo_actuator_info, gain),
    LUDO_READ_FIELD(ludo_actuator_info, bias),
    LUDO_READ_FIELD(ludo_actuator_info, control_limited),
    LUDO_READ_FIELD(ludo_actuator_info, force_limited),
    LUDO_READ_FIELD(ludo_actuator_info, control_range),
    LUDO_READ_FIELD(ludo_actuator_info, force_range),
    LUDO_READ_FIELD(ludo_actuator_info, gain_type),
    LUDO_READ_FIELD(ludo_actuator_info, bias_type),
    LUDO_READ_FIELD(ludo_actuator_info, dynamics_type),
    LUDO_READ_FIELD(ludo_actuator_info, gain_slope),
    LUDO_READ_FIELD(ludo_actuator_info, length_range),
    LUDO_READ_FIELD(ludo_actuator_info, muscle),
    LUDO_READ_FIELD(ludo_actuator_info, time_constant),
    LUDO_READ_FIELD(ludo_actuator_info, activation),
    LUDO_READ_FIELD(ludo_actuator_info, activation_limited),
    LUDO_READ_FIELD(ludo_actuator_info, activation_range),
    LUDO_READ_FIELD(ludo_actuator_info, slew_rate),
    LUDO_READ_FIELD(ludo_actuator_info, resistance),
    LUDO_READ_FIELD(ludo_actuator_info, back_emf),
    LUDO_READ_FIELD(ludo_actuator_info, cogging),
};

static const field keyframe_fields[] = {
    LUDO_READ_FIELD(ludo_keyframe_info, name),
    LUDO_READ_FIELD(ludo_keyframe_info, time),
    {"position", get_list<&ludo_keyframe_info::position, &ludo_keyframe_info::position_count>,
     nullptr},
    {"velocity", get_list<&ludo_keyframe_info::velocity, &ludo_keyframe_info::velocity_count>,
     nullptr},
    {"control", get_list<&ludo_keyframe_info::control, &ludo_keyframe_info::control_count>,
     nullptr},
    {"activation", get_list<&ludo_keyframe_info::activation, &ludo_keyframe_info::activation_count>,
     nullptr},
};

template <class I, ludo_status (*get)(const ludo_model *, int32_t, I *)>
ludo_status get_info(const ludo_model *model, int32_t number, void *info)
{
    I *out = static_cast<I *>(info);
    *out = {};
    out->struct_size = sizeof *out;
    return get(model, number, out);
}

/* clang-format off */
#define KIND(kind)                                                                                 \
    {#kind, fields_of(kind##_fields), ludo_model_##kind##_count, ludo_model_##kind##_name,         \
     ludo_model_##kind##_find, get_info<ludo_##kind##_info, ludo_model_##kind>}
/* clang-format on */

static const info_kind kinds[] = {
    KIND(body),   KIND(joint),    KIND(loop),   KIND(site),     KIND(geom),
    KIND(spring), KIND(actuator), KIND(sensor), KIND(keyframe),
};

static const info_kind &find_info_kind(const char *name)
{
    for (const info_kind &kind : kinds) {
        if (std::strcmp(kind.name, name) == 0) {
            return kind;
        }
    }
    std::string known;
    for (const info_kind &kind : kinds) {
        known += std::string(known.empty() ? "" : ", ") + kind.name;
    }
    const std::string message =
        std::string("a model has no elements '") + name + "'; there are " + known;
    raise_argument(message);
}

union any_info {
    ludo_body_info body;
    ludo_joint_info joint;
    ludo_loop_info loop;
    ludo_site_info site;
    ludo_geom_info geom;
    ludo_spring_info spring;
    ludo_actuator_info actuator;
    ludo_sensor_info sensor;
    ludo_keyframe_info keyframe;
};

static nb::dict info(const Model &model, const char *kind_name, int32_t number)
{
    const info_kind &kind = find_info_kind(kind_name);
    any_info out;
    if (number < 0 || number >= kind.count(model.get())) {
        throw nb::index_error(
            ("no " + std::string(kind.name) + " " + std::to_string(number)).c_str());
    }
    check(kind.get(model.get(), number, &out), kind.name);
    return struct_to_dict(kind.of, &out);
}

static nb::list names(const Model &model, const char *kind_name)
{
    const info_kind &kind = find_info_kind(kind_name);
    nb::list out;
    for (int32_t i = 0; i < kind.count(model.get()); i++) {
        out.append(get_value(kind.name_of(model.get(), i)));
    }
    return out;
}

static nb::list notes(const Model &model)
{
    nb::list out;
    for (int32_t i = 0; i < ludo_model_note_count(model.get()); i++) {
        ludo_note_info note = {};
        note.struct_size = sizeof note;
        check(ludo_model_note(model.get(), i, &note), "note");
        out.append(nb::make_tuple(static_cast<int>(note.kind), get_value(note.place),
                                  to_text(note.message)));
    }
    return out;
}

/* ---- suggestions for misspelt names ---- */

static const char *name_in_list(const void *of, int32_t number)
{
    return static_cast<const std::vector<std::string> *>(of)
        ->at(static_cast<size_t>(number))
        .c_str();
}

static nb::str suggest(const std::string &wanted, const std::vector<std::string> &names)
{
    char text[512];
    const ludo_name_list list = {static_cast<int32_t>(names.size()), name_in_list, &names};
    ludo_names_suggest(wanted.c_str(), &list, text, sizeof text);
    return to_text(text);
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
        .def("_spec", [](const Model &x) { return Spec(copy_spec(x.spec())); })
        .def("_info", info, nb::arg("kind"), nb::arg("number"))
        .def("_names", names, nb::arg("kind"))
        .def("_notes", notes);
    bind_parameters(c);
    m.def("suggest", suggest, nb::arg("wanted"), nb::arg("names"));
}
