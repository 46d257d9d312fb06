/* SPDX-License-Identifier: Apache-2.0 */
#include "spec.h"
#include "elements.h"

#include <nanobind/stl/optional.h>

#include <optional>

static ludo_spec *create()
{
    ludo_spec *spec = nullptr;
    check(ludo_spec_create(nullptr, &spec), "description");
    return spec;
}

Spec::Spec() : Spec(create())
{
}

Spec::Spec(ludo_spec *owned) : spec_(owned, ludo_spec_destroy)
{
}

ludo_spec *Spec::changeable()
{
    if (holds_ > 0) {
        throw std::runtime_error("the description is in use: it is being read or set");
    }
    return spec_.get();
}

void Spec::take(Spec &from)
{
    (void)changeable();
    (void)from.changeable();
    spec_.swap(from.spec_);
}

/* ---- elements ---- */

static std::string element_label(const element_kind &kind, int32_t number)
{
    return std::string(kind.name) + " " + std::to_string(number);
}

static nb::dict get_element(const Spec &spec, const char *kind_name, int32_t number)
{
    const element_kind &kind = find_kind(kind_name);
    const Spec::hold held(spec);
    any_definition def;
    if (number < 0 || number >= kind.count(spec.get())) {
        throw nb::index_error(("no " + element_label(kind, number)).c_str());
    }
    check(kind.get(spec.get(), number, &def), kind.name);
    return struct_to_dict(kind.of, &def);
}

static int32_t add_element(Spec &spec, const char *kind_name, const nb::dict &values)
{
    const element_kind &kind = find_kind(kind_name);
    any_definition def;
    memory keep;
    int32_t number = -1;
    kind.defaults(&def);
    dict_to_struct(kind.of, values, &def, keep);
    check(kind.add(spec.changeable(), &def, &number), kind.name);
    return number;
}

/* Members that `values` lacks stay. */
static void set_element(Spec &spec, const char *kind_name, int32_t number, const nb::dict &values)
{
    const element_kind &kind = find_kind(kind_name);
    any_definition def;
    memory keep;
    {
        const Spec::hold held(spec); /* the definition points into it */
        check(kind.get(spec.get(), number, &def), element_label(kind, number).c_str());
        dict_to_struct(kind.of, values, &def, keep);
    }
    check(kind.set(spec.changeable(), number, &def), element_label(kind, number).c_str());
}

static void remove_element(Spec &spec, const char *kind_name, int32_t number)
{
    const element_kind &kind = find_kind(kind_name);
    check(kind.remove(spec.changeable(), number), element_label(kind, number).c_str());
}

static int32_t count_elements(const Spec &spec, const char *kind_name)
{
    return find_kind(kind_name).count(spec.get());
}

static int32_t find_element(const Spec &spec, const char *kind_name, const char *name)
{
    const element_kind &kind = find_kind(kind_name);
    return kind.find != nullptr ? kind.find(spec.get(), name) : -1;
}

/* ---- options, notes ---- */

static void set_name(Spec &spec, const std::string &name)
{
    check(ludo_spec_set_name(spec.changeable(), to_c(name, "name")), "name");
}

static void set_option(Spec &spec, const char *name, nb::handle value)
{
    const numbers x = read_numbers(value, -1, name);
    check(ludo_spec_set_option(spec.changeable(), name, x.data(), static_cast<int32_t>(x.size())),
          name);
}

static array gravity(const Spec &spec)
{
    ludo_vec3 g = {0.0, 0.0, 0.0};
    check(ludo_spec_gravity(spec.get(), &g), "gravity");
    return to_python(g);
}

static nb::tuple medium(const Spec &spec)
{
    ludo_medium m = ludo_medium_default();
    check(ludo_spec_medium(spec.get(), &m), "medium");
    return nb::make_tuple(m.density, m.viscosity, to_python(m.wind));
}

static nb::tuple note(const Spec &spec, int32_t number)
{
    const Spec::hold held(spec);
    ludo_note_info info = {};
    info.struct_size = sizeof info;
    check(ludo_spec_note(spec.get(), number, &info), "note");
    return nb::make_tuple(static_cast<int>(info.kind), get_value(info.place),
                          to_text(info.message));
}

static void add_note(Spec &spec, int kind, nb::handle place, const std::string &message)
{
    ludo_place at = {};
    memory keep;
    set_value(at, place, "place", keep);
    check(ludo_spec_add_note(spec.changeable(), static_cast<ludo_note_kind>(kind), at,
                             to_c(message, "note")),
          "note");
}

/* ---- whole descriptions ---- */

ludo_spec *copy_spec(const ludo_spec *spec)
{
    ludo_spec *copy = nullptr;
    check(ludo_spec_copy(spec, nullptr, &copy), "description");
    return copy;
}

/* A place as C has it; its prefix belongs to the argument. */
static ludo_attachment attachment(const std::string &prefix, int32_t parent, nb::handle frame)
{
    ludo_attachment at = ludo_attachment_default();
    at.prefix = to_c(prefix, "prefix");
    at.parent = parent;
    at.frame = read_frame(frame, "frame");
    return at;
}

static void append(Spec &spec, const Spec &other, const std::string &prefix, int32_t parent,
                   nb::handle frame)
{
    ludo_diagnostic why = {};
    const ludo_attachment at = attachment(prefix, parent, frame);
    check(ludo_spec_append(spec.changeable(), other.get(), &at, &why), "append", &why);
}

static void weigh(Spec &spec, int32_t body, int32_t first, int32_t last)
{
    ludo_diagnostic why = {};
    const int32_t groups[2] = {first, last};
    check(ludo_spec_weigh(spec.changeable(), body, groups, &why), "weigh", &why);
}

static nb::tuple weigh_geom(const Spec &spec, int32_t geom)
{
    ludo_diagnostic why = {};
    double mass = 0.0, inertia[6] = {};
    ludo_vec3 com = {0.0, 0.0, 0.0};
    check(ludo_spec_weigh_geom(spec.get(), geom, &mass, &com, inertia, &why), "weigh", &why);
    return nb::make_tuple(mass, to_python(com), make_array(inertia, {6}));
}

static int32_t repair_spec(Spec &spec, double density)
{
    ludo_diagnostic why = {};
    int32_t changed = 0;
    ludo_repair_options options = ludo_repair_options_default();
    options.density = density;
    check(ludo_spec_repair(spec.changeable(), &options, &changed, &why), "repair", &why);
    return changed;
}

/* ---- files ---- */

using optional_text = std::optional<std::string>;

/* Options of reading as C has them, and the texts that they point to. */
struct load_options {
    std::vector<std::string> texts;
    std::vector<const char *> folders;
    ludo_load_options c;
};

static void make_load_options(load_options &o, bool free_base, const optional_text &loops,
                              const std::vector<std::string> &package_dirs, bool allow_outside,
                              bool repair, const optional_text &srdf)
{
    o.c = ludo_load_options_default();
    o.c.base = free_base ? LUDO_BASE_FREE : LUDO_BASE_FIXED;
    o.texts = package_dirs;
    for (const std::string &folder : o.texts) {
        o.folders.push_back(to_c(folder, "package_dirs"));
    }
    o.c.package_dirs = o.folders.data();
    o.c.package_dir_count = static_cast<int32_t>(o.folders.size());
    o.c.allow_outside = allow_outside;
    o.c.repair = repair;
    o.c.loops = loops ? to_c(*loops, "loops") : nullptr;
    o.c.srdf = srdf ? to_c(*srdf, "srdf") : nullptr;
}

static Spec load_file(const std::string &path, bool free_base, const optional_text &loops,
                      const std::vector<std::string> &package_dirs, bool allow_outside, bool repair,
                      const optional_text &srdf)
{
    load_options o;
    ludo_diagnostic why = {};
    ludo_spec *out = nullptr;
    make_load_options(o, free_base, loops, package_dirs, allow_outside, repair, srdf);
    check(ludo_load_file(to_c(path, "path"), &o.c, nullptr, &out, &why), path.c_str(), &why);
    return Spec(out);
}

static Spec load_text(const std::string &text, const std::string &name, bool free_base,
                      const optional_text &loops, const std::vector<std::string> &package_dirs,
                      bool allow_outside, bool repair, const optional_text &srdf)
{
    load_options o;
    ludo_diagnostic why = {};
    ludo_spec *out = nullptr;
    make_load_options(o, free_base, loops, package_dirs, allow_outside, repair, srdf);
    check(ludo_load_string(text.data(), text.size(), to_c(name, "name"), &o.c, nullptr, &out, &why),
          name.c_str(), &why);
    return Spec(out);
}

static void append_file(Spec &spec, const std::string &path, const std::string &prefix,
                        int32_t parent, nb::handle frame, const nb::kwargs &reading)
{
    load_options o;
    ludo_diagnostic why = {};
    const auto loops = nb::cast<optional_text>(reading["loops"]); /* which the options point to */
    const auto srdf = nb::cast<optional_text>(reading["srdf"]);
    make_load_options(o, nb::cast<bool>(reading["free_base"]), loops,
                      nb::cast<std::vector<std::string>>(reading["package_dirs"]),
                      nb::cast<bool>(reading["allow_outside"]), nb::cast<bool>(reading["repair"]),
                      srdf);
    const ludo_attachment at = attachment(prefix, parent, frame);
    check(ludo_load_append(spec.changeable(), to_c(path, "path"), &o.c, &at, nullptr, &why),
          path.c_str(), &why);
}

struct warning {
    std::string file, message;
    int32_t line, column;
};

/* Called by C, through which no exception may pass. */
static void append_warning(void *user, ludo_place place, const char *message) noexcept
{
    static_cast<std::vector<warning> *>(user)->push_back(
        {place.file != nullptr ? place.file : "", message, place.line, place.column});
}

static nb::list save_file(const Spec &spec, const std::string &path, const char *format)
{
    ludo_diagnostic why = {};
    std::vector<warning> warnings;
    nb::list out;
    check(ludo_save_file(spec.get(), to_c(path, "path"), format, append_warning, &warnings, &why),
          path.c_str(), &why);
    for (const warning &w : warnings) {
        const ludo_place place = {w.file.c_str(), w.line, w.column};
        out.append(nb::make_tuple(get_value(place), to_text(w.message.c_str())));
    }
    return out;
}

/* ---- the class ---- */

static void bind_elements(nb::class_<Spec> &c)
{
    c.def("_get", get_element, nb::arg("kind"), nb::arg("number"))
        .def("_add", add_element, nb::arg("kind"), nb::arg("values"))
        .def("_set", set_element, nb::arg("kind"), nb::arg("number"), nb::arg("values"))
        .def("_remove", remove_element, nb::arg("kind"), nb::arg("number"))
        .def("_count", count_elements, nb::arg("kind"))
        .def("_find", find_element, nb::arg("kind"), nb::arg("name"))
        .def("_remove_subtree",
             [](Spec &s, int32_t body) {
                 check(ludo_spec_remove_subtree(s.changeable(), body), "body");
             })
        .def("_hold_joint",
             [](Spec &s, int32_t joint) {
                 check(ludo_spec_hold_joint(s.changeable(), joint), "joint");
             })
        .def("_held_count", [](const Spec &s) { return ludo_spec_held_count(s.get()); })
        .def("_held", [](const Spec &s, int32_t i) { return ludo_spec_held(s.get(), i); })
        .def("_weigh", weigh, nb::arg("body"), nb::arg("first"), nb::arg("last"))
        .def("_weigh_geom", weigh_geom, nb::arg("geom"))
        .def("_repair", repair_spec, nb::arg("density"))
        .def("_note_count", [](const Spec &s) { return ludo_spec_note_count(s.get()); })
        .def("_note", note, nb::arg("number"))
        .def("_remove_note",
             [](Spec &s, int32_t i) { check(ludo_spec_remove_note(s.changeable(), i), "note"); })
        .def("_add_note", add_note, nb::arg("kind"), nb::arg("place"), nb::arg("message"));
}

void bind_spec(nb::module_ &m)
{
    nb::class_<Spec> c(m, "Spec", "A description of a mechanism; ludo.Spec is for users.");
    c.def(nb::init<>());
    bind_elements(c);
    c.def_prop_ro("_name", [](const Spec &s) { return to_text(ludo_spec_name(s.get())); })
        .def("_set_name", set_name)
        .def_prop_ro("_gravity", gravity)
        .def_prop_ro("_medium", medium)
        .def_prop_ro("_timestep", [](const Spec &s) { return ludo_spec_timestep(s.get()); })
        .def_prop_ro("_merge", [](const Spec &s) { return ludo_spec_merge(s.get()); })
        .def_prop_ro("_spherical", [](const Spec &s) { return ludo_spec_spherical(s.get()); })
        .def("_set_option", set_option, nb::arg("name"), nb::arg("value"))
        .def("_copy", [](const Spec &s) { return Spec(copy_spec(s.get())); })
        .def(
            "_take", [](Spec &to, Spec &from) { to.take(from); }, nb::arg("source"))
        .def("_append", append, nb::arg("other"), nb::arg("prefix"), nb::arg("parent"),
             nb::arg("frame"))
        .def("_append_file", append_file, nb::arg("path"), nb::arg("prefix"), nb::arg("parent"),
             nb::arg("frame"), nb::arg("reading"))
        .def("_save_file", save_file, nb::arg("path"), nb::arg("format"));
    m.attr("kinds") = kind_names();
    m.def("load_file", load_file, nb::arg("path"), nb::arg("free_base"), nb::arg("loops").none(),
          nb::arg("package_dirs"), nb::arg("allow_outside"), nb::arg("repair"),
          nb::arg("srdf").none());
    m.def("load_text", load_text, nb::arg("text"), nb::arg("name"), nb::arg("free_base"),
          nb::arg("loops").none(), nb::arg("package_dirs"), nb::arg("allow_outside"),
          nb::arg("repair"), nb::arg("srdf").none());
}
