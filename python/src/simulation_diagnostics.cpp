/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts, energies, momenta, violations and limits of the step of a simulation. */
#include "fields.h"
#include "simulation.h"

#include <cstddef>

/* ---- contacts ---- */

/* The layout of ludo_contact as NumPy's dtype has it. */
static nb::dict contact_layout()
{
    struct row {
        const char *name, *format;
        size_t offset;
    };
    static const row rows[] = {
        {"geom_a", "i4", offsetof(ludo_contact, geom_a)},
        {"geom_b", "i4", offsetof(ludo_contact, geom_b)},
        {"body_a", "i4", offsetof(ludo_contact, body_a)},
        {"body_b", "i4", offsetof(ludo_contact, body_b)},
        {"point", "3f8", offsetof(ludo_contact, point)},
        {"normal", "3f8", offsetof(ludo_contact, normal)},
        {"tangent", "(2,3)f8", offsetof(ludo_contact, tangent)},
        {"gap", "f8", offsetof(ludo_contact, gap)},
        {"normal_force", "f8", offsetof(ludo_contact, normal_force)},
        {"tangent_force", "2f8", offsetof(ludo_contact, tangent_force)},
        {"slip", "2f8", offsetof(ludo_contact, slip)},
        {"friction", "f8", offsetof(ludo_contact, friction)},
        {"restitution", "f8", offsetof(ludo_contact, restitution)},
    };
    nb::list names, formats, offsets;
    for (const row &r : rows) {
        names.append(r.name);
        formats.append(r.format);
        offsets.append(r.offset);
    }
    nb::dict layout;
    layout["names"] = names;
    layout["formats"] = formats;
    layout["offsets"] = offsets;
    layout["itemsize"] = sizeof(ludo_contact);
    return layout;
}

/* All that a reader of the simulation has: it is asked for the number first. */
template <typename T>
static std::vector<T>
all_of(Simulation &s, ludo_status (*read)(ludo_sim *, T *, int32_t, int32_t *), const char *name)
{
    int32_t count = 0;
    check(read(s.sim(), nullptr, 0, &count), name);
    std::vector<T> out(static_cast<size_t>(count));
    check(read(s.sim(), out.data(), count, &count), name);
    return out;
}

static nb::bytes contacts(Simulation &s)
{
    const use guard(s.busy, "simulation");
    const auto out = all_of(s, ludo_sim_contacts, "contacts");
    return nb::bytes(out.data(), out.size() * sizeof(ludo_contact));
}

/* Pairs of geoms that overlap: (geom_a, geom_b, depth, held). */
static nb::list overlaps(Simulation &s)
{
    const use guard(s.busy, "simulation");
    const auto out = all_of(s, ludo_sim_overlaps, "overlaps");
    nb::list pairs;
    for (const ludo_overlap &o : out) {
        pairs.append(nb::make_tuple(o.geom_a, o.geom_b, o.depth, o.held));
    }
    return pairs;
}

static const field quality_fields[] = {
    LUDO_READ_FIELD(ludo_contact_quality, points),
    LUDO_READ_FIELD(ludo_contact_quality, penetration),
    LUDO_READ_FIELD(ludo_contact_quality, signorini),
    LUDO_READ_FIELD(ludo_contact_quality, friction_excess),
    LUDO_READ_FIELD(ludo_contact_quality, dissipation),
    LUDO_READ_FIELD(ludo_contact_quality, energy_gain),
    LUDO_READ_FIELD(ludo_contact_quality, retries),
    LUDO_READ_FIELD(ludo_contact_quality, relaxed),
    LUDO_READ_FIELD(ludo_contact_quality, pairs_not_simulated),
    LUDO_READ_FIELD(ludo_contact_quality, impacts),
    LUDO_READ_FIELD(ludo_contact_quality, impacts_at_knots),
};

static nb::dict contact_quality(Simulation &s)
{
    const use guard(s.busy, "simulation");
    ludo_contact_quality out = {};
    out.struct_size = sizeof out;
    check(ludo_sim_contact_quality(s.sim(), &out), "contacts");
    return struct_to_dict(fields_of(quality_fields), &out);
}

/* ---- whole mechanism ---- */

static nb::tuple energy(Simulation &s)
{
    const use guard(s.busy, "simulation");
    ludo_energy e = {};
    s.apply_controls();
    check(ludo_sim_energy(s.sim(), &e), "energy");
    return nb::make_tuple(e.kinetic, e.potential, e.springs, e.work, e.dissipated, e.contact);
}

static nb::tuple momentum(Simulation &s)
{
    const use guard(s.busy, "simulation");
    ludo_momentum p = {};
    check(ludo_sim_momentum(s.sim(), &p), "momentum");
    return nb::make_tuple(to_python(p.linear), to_python(p.angular));
}

static nb::tuple violation(Simulation &s)
{
    const use guard(s.busy, "simulation");
    ludo_violation x = {};
    check(ludo_sim_violation(s.sim(), &x), "violation");
    return nb::make_tuple(x.position, x.velocity, x.joint, x.loop);
}

static nb::tuple mobility(Simulation &s)
{
    const use guard(s.busy, "simulation");
    ludo_mobility x = {};
    check(ludo_sim_mobility(s.sim(), &x), "mobility");
    return nb::make_tuple(x.rows, x.rank, x.redundant, x.freedom);
}

static const field start_fields[] = {
    LUDO_READ_FIELD(ludo_start_report, position_correction),
    LUDO_READ_FIELD(ludo_start_report, velocity_correction),
    LUDO_READ_FIELD(ludo_start_report, released),
    LUDO_READ_FIELD(ludo_start_report, loop),
    LUDO_READ_FIELD(ludo_start_report, gap),
    LUDO_READ_FIELD(ludo_start_report, tilt),
    LUDO_READ_FIELD(ludo_start_report, left_out),
    LUDO_READ_FIELD(ludo_start_report, limited),
    LUDO_READ_FIELD(ludo_start_report, overlap),
    LUDO_READ_FIELD(ludo_start_report, overlap_a),
    LUDO_READ_FIELD(ludo_start_report, overlap_b),
    LUDO_READ_FIELD(ludo_start_report, overlap_held),
    LUDO_READ_FIELD(ludo_start_report, outside),
    LUDO_READ_FIELD(ludo_start_report, sleepless),
};

static nb::dict project(Simulation &s)
{
    const change guard(s);
    ludo_start_report report = {};
    report.struct_size = sizeof report;
    const ludo_status status = ludo_sim_project(s.sim(), &report);
    if (status == LUDO_OPEN_LOOP) {
        char where[256];
        const char *loop = ludo_model_loop_name(s.model().get(), report.loop);
        std::snprintf(where, sizeof where, "loop '%s', open by %.3g m and %.3g rad",
                      loop != nullptr ? loop : "", report.gap, report.tilt);
        raise_status(status, where);
    }
    check(status, "projection");
    return struct_to_dict(fields_of(start_fields), &report);
}

/* The largest change of a coordinate of each joint by the last projection. */
static array joints_moved(Simulation &s)
{
    const use guard(s.busy, "simulation");
    numbers moved(static_cast<size_t>(ludo_model_joint_count(s.model().get())));
    for (size_t i = 0; i < moved.size(); i++) {
        check(ludo_sim_joint_moved(s.sim(), static_cast<int32_t>(i), &moved[i]), "joint");
    }
    return make_array(moved.data(), {moved.size()});
}

static array momenta(Simulation &s)
{
    const use guard(s.busy, "simulation");
    numbers p = room_for(static_cast<size_t>(s.model().rates()));
    check(ludo_sim_momenta(s.sim(), p.data()), "momenta");
    return make_array(p.data(), {p.size()});
}

/* ---- limits of the step ---- */

static const field limits_fields[] = {
    LUDO_READ_FIELD(ludo_step_limits, integrator), LUDO_READ_FIELD(ludo_step_limits, dt),
    LUDO_READ_FIELD(ludo_step_limits, limited_by), LUDO_READ_FIELD(ludo_step_limits, bound),
    LUDO_READ_FIELD(ludo_step_limits, bounded_by), LUDO_READ_FIELD(ludo_step_limits, solved),
    LUDO_READ_FIELD(ludo_step_limits, pessimism),  LUDO_READ_FIELD(ludo_step_limits, practical),
    LUDO_READ_FIELD(ludo_step_limits, samples),    LUDO_READ_FIELD(ludo_step_limits, safety),
};

static nb::dict limit_to_dict(const ludo_limit &limit, const ludo_model *model)
{
    static const char *const kinds[] = {"proved", "sampled", "practical", "informative"};
    char at[512] = "";
    nb::dict out;
    ludo_node_format(model, &limit.at, at, sizeof at);
    out["name"] = limit.name;
    out["about"] = limit.about;
    out["at"] = to_text(at);
    out["kind"] = kinds[limit.kind];
    out["dt"] = limit.dt;
    out["samples"] = limit.samples;
    return out;
}

static nb::dict step_limit(Simulation &s)
{
    const use guard(s.busy, "simulation");
    const ludo_model *model = s.model().get();
    ludo_diagnostic why = {};
    ludo_step_limits x = {};
    x.struct_size = sizeof x;
    s.apply_controls();
    check(ludo_step_limit(s.sim(), &x, &why), "step limit", &why);
    nb::dict out = struct_to_dict(fields_of(limits_fields), &x);
    nb::list limits;
    for (int32_t i = 0; i < x.count; i++) {
        limits.append(limit_to_dict(x.limit[i], model));
    }
    char at[512] = "";
    ludo_node_format(model, &x.limited_at, at, sizeof at);
    out["limited_at"] = to_text(at);
    out["unbounded"] = x.unbounded;
    out["limits"] = limits;
    return out;
}

void bind_diagnostics(nb::class_<Simulation> &c)
{
    c.def("_contacts", contacts)
        .def("_overlaps", overlaps)
        .def("_contact_quality", contact_quality)
        .def("_energy", energy)
        .def("_momentum", momentum)
        .def("_violation", violation)
        .def("_mobility", mobility)
        .def("_project", project)
        .def("_joints_moved", joints_moved)
        .def("_momenta", momenta)
        .def("_step_limit", step_limit);
    c.attr("_contact_layout") = contact_layout();
}
