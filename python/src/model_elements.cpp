/* SPDX-License-Identifier: Apache-2.0
 *
 * Information on the elements of a model, their names and notes. */
#include "model.h"
#include "elements.h"

#include <cstring>

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

/* ---- the class ---- */

void bind_model_elements(nb::module_ &m, nb::class_<Model> &c)
{
    c.def("_info", info, nb::arg("kind"), nb::arg("number"))
        .def("_names", names, nb::arg("kind"))
        .def("_notes", notes);
    m.def("suggest", suggest, nb::arg("wanted"), nb::arg("names"));
}
