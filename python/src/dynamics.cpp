/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamics at given coordinates: a workspace of a model as an object of Python. */
#include "dynamics.h"
#include "fields.h"
#include "model.h"

#include <memory>

class Dynamics
{
  public:
    explicit Dynamics(Model &model)
        : model_(model), workspace_(create(model), ludo_dynamics_destroy)
    {
    }
    ludo_dynamics *get() const
    {
        return workspace_.get();
    }
    const nb::object &model_object() const
    {
        return model_.object();
    }
    int32_t nq() const
    {
        return model_->positions();
    }
    int32_t nv() const
    {
        return model_->rates();
    }
    int32_t nu() const
    {
        return model_->actuators();
    }
    int32_t rows() const
    {
        return ludo_dynamics_loop_rows(get());
    }
    std::atomic<bool> busy{false};

  private:
    static ludo_dynamics *create(const Model &model)
    {
        ludo_dynamics *out = nullptr;
        check(ludo_dynamics_create(model.get(), nullptr, &out), "dynamics");
        return out;
    }
    model_use model_;
    std::unique_ptr<ludo_dynamics, decltype(&ludo_dynamics_destroy)> workspace_;
};

static size_t size_of(int32_t count)
{
    return static_cast<size_t>(count);
}

static array list_of(const numbers &x)
{
    return make_array(x.data(), {x.size()});
}

static array matrix_of(const numbers &x, int32_t rows, int32_t columns)
{
    return make_array(x.data(), {size_of(rows), size_of(columns)});
}

/* NULL for None, else the numbers, kept in `keep`. */
static const double *optional(nb::handle value, int32_t count, const char *name, numbers &keep)
{
    if (value.is_none()) {
        return nullptr;
    }
    keep = read_numbers(value, count, name);
    return keep.data();
}

/* ---- motion ---- */

static array mass_matrix(Dynamics &d, nb::handle q)
{
    const use guard(d.busy, "workspace");
    numbers M = room_for(size_of(d.nv()) * size_of(d.nv()));
    check(ludo_dynamics_mass_matrix(d.get(), read_numbers(q, d.nq(), "q").data(), M.data()), "q");
    return matrix_of(M, d.nv(), d.nv());
}

static array inverse(Dynamics &d, nb::handle q, nb::handle v, nb::handle a)
{
    const use guard(d.busy, "workspace");
    numbers effort = room_for(size_of(d.nv()));
    check(ludo_dynamics_inverse(d.get(), read_numbers(q, d.nq(), "q").data(),
                                read_numbers(v, d.nv(), "v").data(),
                                read_numbers(a, d.nv(), "a").data(), effort.data()),
          "inverse dynamics");
    return list_of(effort);
}

static array forward(Dynamics &d, nb::handle q, nb::handle v, nb::handle effort)
{
    const use guard(d.busy, "workspace");
    numbers a = room_for(size_of(d.nv()));
    check(ludo_dynamics_forward(d.get(), read_numbers(q, d.nq(), "q").data(),
                                read_numbers(v, d.nv(), "v").data(),
                                read_numbers(effort, d.nv(), "effort").data(), a.data()),
          "forward dynamics");
    return list_of(a);
}

static nb::tuple forces(Dynamics &d, nb::handle q, nb::handle v, nb::handle u)
{
    const use guard(d.busy, "workspace");
    numbers controls, effort = room_for(size_of(d.nv())), force = room_for(size_of(d.nu()));
    check(ludo_dynamics_forces(d.get(), read_numbers(q, d.nq(), "q").data(),
                               read_numbers(v, d.nv(), "v").data(),
                               optional(u, d.nu(), "u", controls), effort.data(), force.data()),
          "forces");
    return nb::make_tuple(list_of(effort), list_of(force));
}

static array actuation(Dynamics &d, nb::handle q)
{
    const use guard(d.busy, "workspace");
    numbers B = room_for(size_of(d.nv()) * size_of(d.nu()));
    check(ludo_dynamics_actuation(d.get(), read_numbers(q, d.nq(), "q").data(), B.data()), "q");
    return matrix_of(B, d.nv(), d.nu());
}

static array forward_all(Dynamics &d, nb::handle q, nb::handle v, nb::handle u, nb::handle effort)
{
    const use guard(d.busy, "workspace");
    numbers controls, efforts, a = room_for(size_of(d.nv()));
    check(ludo_dynamics_forward_all(d.get(), read_numbers(q, d.nq(), "q").data(),
                                    read_numbers(v, d.nv(), "v").data(),
                                    optional(u, d.nu(), "u", controls),
                                    optional(effort, d.nv(), "effort", efforts), a.data()),
          "forward dynamics");
    return list_of(a);
}

/* ---- loops ---- */

static nb::tuple loops(Dynamics &d, nb::handle q)
{
    const use guard(d.busy, "workspace");
    numbers g = room_for(size_of(d.rows())), G = room_for(size_of(d.rows()) * size_of(d.nv()));
    check(ludo_dynamics_loops(d.get(), read_numbers(q, d.nq(), "q").data(), g.data(), G.data()),
          "loops");
    return nb::make_tuple(list_of(g), matrix_of(G, d.rows(), d.nv()));
}

static array loops_bias(Dynamics &d, nb::handle q, nb::handle v)
{
    const use guard(d.busy, "workspace");
    numbers bias = room_for(size_of(d.rows()));
    check(ludo_dynamics_loops_bias(d.get(), read_numbers(q, d.nq(), "q").data(),
                                   read_numbers(v, d.nv(), "v").data(), bias.data()),
          "loops");
    return list_of(bias);
}

static nb::tuple forward_loops(Dynamics &d, nb::handle q, nb::handle v, nb::handle effort)
{
    const use guard(d.busy, "workspace");
    numbers a = room_for(size_of(d.nv())), lambda = room_for(size_of(d.rows()));
    check(ludo_dynamics_forward_loops(
              d.get(), read_numbers(q, d.nq(), "q").data(), read_numbers(v, d.nv(), "v").data(),
              read_numbers(effort, d.nv(), "effort").data(), a.data(), lambda.data()),
          "forward dynamics with loops");
    return nb::make_tuple(list_of(a), list_of(lambda));
}

static array inverse_loops(Dynamics &d, nb::handle q, nb::handle v, nb::handle a,
                           nb::handle strength)
{
    const use guard(d.busy, "workspace");
    numbers weights, effort = room_for(size_of(d.nv()));
    check(ludo_dynamics_inverse_loops(
              d.get(), read_numbers(q, d.nq(), "q").data(), read_numbers(v, d.nv(), "v").data(),
              read_numbers(a, d.nv(), "a").data(), optional(strength, d.nv(), "strength", weights),
              effort.data()),
          "inverse dynamics with loops");
    return list_of(effort);
}

/* ---- points and frames ---- */

static nb::tuple site(Dynamics &d, nb::handle q, int32_t number)
{
    const use guard(d.busy, "workspace");
    ludo_vec3 position = {0.0, 0.0, 0.0};
    numbers J = room_for(3 * size_of(d.nv()));
    check(ludo_dynamics_site(d.get(), read_numbers(q, d.nq(), "q").data(), number, &position,
                             J.data()),
          "site");
    return nb::make_tuple(to_python(position), matrix_of(J, 3, d.nv()));
}

static nb::tuple point(Dynamics &d, nb::handle q, int32_t body, nb::handle in_body)
{
    const use guard(d.busy, "workspace");
    ludo_vec3 position = {0.0, 0.0, 0.0};
    numbers J = room_for(3 * size_of(d.nv()));
    check(ludo_dynamics_point(d.get(), read_numbers(q, d.nq(), "q").data(), body,
                              read_vec3(in_body, "point"), &position, J.data()),
          "body");
    return nb::make_tuple(to_python(position), matrix_of(J, 3, d.nv()));
}

static nb::tuple point_rate(Dynamics &d, nb::handle q, nb::handle v, int32_t body,
                            nb::handle in_body)
{
    const use guard(d.busy, "workspace");
    const numbers x = read_numbers(q, d.nq(), "q"), w = read_numbers(v, d.nv(), "v");
    const ludo_vec3 p = read_vec3(in_body, "point");
    ludo_vec3 bias = {0.0, 0.0, 0.0};
    numbers J = room_for(3 * size_of(d.nv()));
    check(ludo_dynamics_point_rate(d.get(), x.data(), w.data(), body, p, J.data()), "body");
    check(ludo_dynamics_point_bias(d.get(), x.data(), w.data(), body, p, &bias), "body");
    return nb::make_tuple(matrix_of(J, 3, d.nv()), to_python(bias));
}

static nb::tuple body(Dynamics &d, nb::handle q, int32_t number)
{
    const use guard(d.busy, "workspace");
    ludo_frame frame = {};
    numbers J = room_for(6 * size_of(d.nv()));
    check(
        ludo_dynamics_body(d.get(), read_numbers(q, d.nq(), "q").data(), number, &frame, J.data()),
        "body");
    return nb::make_tuple(to_python(frame), matrix_of(J, 6, d.nv()));
}

static nb::tuple body_rate(Dynamics &d, nb::handle q, nb::handle v, int32_t number)
{
    const use guard(d.busy, "workspace");
    const numbers x = read_numbers(q, d.nq(), "q"), w = read_numbers(v, d.nv(), "v");
    double bias[6] = {};
    numbers J = room_for(6 * size_of(d.nv()));
    check(ludo_dynamics_body_rate(d.get(), x.data(), w.data(), number, J.data()), "body");
    check(ludo_dynamics_body_bias(d.get(), x.data(), w.data(), number, bias), "body");
    return nb::make_tuple(matrix_of(J, 6, d.nv()), make_array(bias, {6}));
}

/* ---- centres of mass and momentum ---- */

static nb::tuple center(Dynamics &d, nb::handle q, int32_t number)
{
    const use guard(d.busy, "workspace");
    ludo_vec3 position = {0.0, 0.0, 0.0};
    numbers J = room_for(3 * size_of(d.nv()));
    check(ludo_dynamics_center(d.get(), read_numbers(q, d.nq(), "q").data(), number, &position,
                               J.data()),
          "body");
    return nb::make_tuple(to_python(position), matrix_of(J, 3, d.nv()));
}

static array momentum(Dynamics &d, nb::handle q, nb::handle about)
{
    const use guard(d.busy, "workspace");
    const ludo_vec3 at = about.is_none() ? ludo_vec3{} : read_vec3(about, "about");
    numbers A = room_for(6 * size_of(d.nv()));
    check(ludo_dynamics_momentum(d.get(), read_numbers(q, d.nq(), "q").data(),
                                 about.is_none() ? nullptr : &at, A.data()),
          "momentum");
    return matrix_of(A, 6, d.nv());
}

static array momentum_bias(Dynamics &d, nb::handle q, nb::handle v, nb::handle about)
{
    const use guard(d.busy, "workspace");
    const ludo_vec3 at = about.is_none() ? ludo_vec3{} : read_vec3(about, "about");
    double bias[6] = {};
    check(ludo_dynamics_momentum_bias(d.get(), read_numbers(q, d.nq(), "q").data(),
                                      read_numbers(v, d.nv(), "v").data(),
                                      about.is_none() ? nullptr : &at, bias),
          "momentum");
    return make_array(bias, {6});
}

/* ---- inverse kinematics ---- */

static const field target_fields[] = {
    LUDO_FIELD(ludo_ik_target, site),
    LUDO_FIELD(ludo_ik_target, body),
    LUDO_FIELD(ludo_ik_target, frame),
    LUDO_FIELD(ludo_ik_target, goal),
    LUDO_FIELD(ludo_ik_target, position_weight),
    LUDO_FIELD(ludo_ik_target, orientation_weight),
};

static const field ik_option_fields[] = {
    LUDO_FIELD(ludo_ik_options, max_iterations),
    LUDO_FIELD(ludo_ik_options, tolerance),
    LUDO_FIELD(ludo_ik_options, damping),
    LUDO_FIELD(ludo_ik_options, ignore_limits),
};

static const field ik_report_fields[] = {
    LUDO_READ_FIELD(ludo_ik_report, iterations), LUDO_READ_FIELD(ludo_ik_report, residual),
    LUDO_READ_FIELD(ludo_ik_report, position),   LUDO_READ_FIELD(ludo_ik_report, orientation),
    LUDO_READ_FIELD(ludo_ik_report, loops),      LUDO_READ_FIELD(ludo_ik_report, worst),
    LUDO_READ_FIELD(ludo_ik_report, limited),    LUDO_READ_FIELD(ludo_ik_report, stationary),
};

/* (converged, q, report); targets: dicts with the members of ludo_ik_target. */
static nb::tuple inverse_kinematics(Dynamics &d, const nb::list &targets, nb::handle start,
                                    const nb::dict &options)
{
    const use guard(d.busy, "workspace");
    numbers q = read_numbers(start, d.nq(), "q");
    std::vector<ludo_ik_target> all;
    ludo_ik_options o = ludo_ik_options_default();
    ludo_ik_report report = {};
    memory keep;
    for (const nb::handle target : targets) {
        all.push_back(ludo_ik_target_default());
        dict_to_struct(fields_of(target_fields), nb::cast<nb::dict>(target), &all.back(), keep);
    }
    dict_to_struct(fields_of(ik_option_fields), options, &o, keep);
    report.struct_size = sizeof report;
    const ludo_status status = ludo_dynamics_inverse_kinematics(
        d.get(), all.data(), static_cast<int32_t>(all.size()), &o, q.data(), &report);
    if (status != LUDO_NOT_CONVERGED) {
        check(status, "inverse kinematics");
    }
    return nb::make_tuple(status == LUDO_OK, list_of(q),
                          struct_to_dict(fields_of(ik_report_fields), &report));
}

void bind_dynamics(nb::module_ &m)
{
    nb::class_<Dynamics>(m, "Dynamics", nb::type_slots(slots_with_model<Dynamics>()),
                         "A workspace; ludo.Dynamics is for users.")
        .def(nb::init<Model &>(), nb::arg("model"))
        .def_prop_ro("_model",
                     [](const Dynamics &d) { return nb::borrow<nb::any>(d.model_object()); })
        .def_prop_ro("loop_rows", &Dynamics::rows, "Number of constraint rows of all loops.")
        .def("_mass_matrix", mass_matrix)
        .def("_inverse", inverse)
        .def("_forward", forward)
        .def("_forces", forces, nb::arg("q"), nb::arg("v"), nb::arg("u").none())
        .def("_actuation", actuation)
        .def("_forward_all", forward_all, nb::arg("q"), nb::arg("v"), nb::arg("u").none(),
             nb::arg("effort").none())
        .def("_loops", loops)
        .def("_loops_bias", loops_bias)
        .def("_forward_loops", forward_loops)
        .def("_inverse_loops", inverse_loops, nb::arg("q"), nb::arg("v"), nb::arg("a"),
             nb::arg("strength").none())
        .def("_site", site)
        .def("_point", point)
        .def("_point_rate", point_rate)
        .def("_body_jacobian", body)
        .def("_body_rate", body_rate)
        .def("_center", center)
        .def("_momentum", momentum, nb::arg("q"), nb::arg("about").none())
        .def("_momentum_bias", momentum_bias, nb::arg("q"), nb::arg("v"), nb::arg("about").none())
        .def("_inverse_kinematics", inverse_kinematics);
}
