/* SPDX-License-Identifier: Apache-2.0 */
#include "fields.h"

#include <cstring>

nb::dict struct_to_dict(const fields &of, const void *from)
{
    nb::dict out;
    for (size_t i = 0; i < of.count; i++) {
        out[of.first[i].name] = of.first[i].get(from);
    }
    return out;
}

static const field *find_field(const fields &of, const char *name)
{
    for (size_t i = 0; i < of.count; i++) {
        if (std::strcmp(of.first[i].name, name) == 0) {
            return &of.first[i];
        }
    }
    return nullptr;
}

static std::string names_of(const fields &of)
{
    std::string names;
    for (size_t i = 0; i < of.count; i++) {
        names += std::string(i > 0 ? ", " : "") + of.first[i].name;
    }
    return names;
}

void dict_to_struct(const fields &of, const nb::dict &values, void *to, memory &keep)
{
    for (const auto &[key, value] : values) {
        const std::string name = nb::cast<std::string>(key);
        const field *f = find_field(of, name.c_str());
        if (f == nullptr || f->set == nullptr) {
            const std::string message = "no member '" + name + "'; there are " + names_of(of);
            throw nb::type_error(message.c_str());
        }
        f->set(to, value, f->name, keep);
    }
}

nb::object get_value(double x)
{
    return nb::float_(x);
}

nb::object get_value(int32_t x)
{
    return nb::int_(x);
}

nb::object get_value(bool x)
{
    return nb::bool_(x);
}

nb::object get_value(const char *x)
{
    return x != nullptr ? nb::object(to_text(x)) : nb::none();
}

static const char *const mesh_inertias[] = {"convex", "exact", "legacy", "shell"};

nb::object get_value(ludo_mesh_inertia x)
{
    return nb::str(mesh_inertias[x]);
}

/* The words for kinds of objects. */
static const char *const objects[] = {"none", "body",  "center", "site",
                                      "geom", "joint", "spring", "actuator"};

nb::object get_value(ludo_object x)
{
    return nb::str(objects[x]);
}

nb::object get_value(const ludo_place &x)
{
    return nb::make_tuple(to_text(x.file != nullptr ? x.file : ""), x.line, x.column);
}

void set_value(double &to, nb::handle value, const char *name, memory &)
{
    read_into(value, &to, 1, name);
}

void set_value(int32_t &to, nb::handle value, const char *name, memory &)
{
    if (!nb::try_cast(value, to)) {
        raise_argument(std::string(name) + ": expected an integer");
    }
}

void set_value(bool &to, nb::handle value, const char *, memory &)
{
    const int truth = PyObject_IsTrue(value.ptr());
    if (truth < 0) {
        throw nb::python_error();
    }
    to = truth == 1;
}

void set_value(const char *&to, nb::handle value, const char *name, memory &keep)
{
    std::string text;
    if (value.is_none()) {
        to = nullptr;
    } else if (nb::try_cast(value, text)) {
        keep.texts.push_back(text);
        to = to_c(keep.texts.back(), name);
    } else {
        raise_argument(std::string(name) + ": expected a string");
    }
}

void set_value(ludo_mesh_inertia &to, nb::handle value, const char *name, memory &)
{
    std::string text;
    nb::try_cast(value, text);
    for (int i = 0; i < 4; i++) {
        if (text == mesh_inertias[i]) {
            to = static_cast<ludo_mesh_inertia>(i);
            return;
        }
    }
    raise_argument(std::string(name) + ": convex, exact, legacy or shell");
}

void set_value(ludo_object &to, nb::handle value, const char *name, memory &)
{
    std::string text;
    nb::try_cast(value, text);
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        if (text == objects[i]) {
            to = static_cast<ludo_object>(i);
            return;
        }
    }
    raise_argument(std::string(name) +
                   ": none, body, center, site, geom, joint, spring or actuator");
}

void set_value(ludo_place &to, nb::handle value, const char *name, memory &keep)
{
    if (!PySequence_Check(value.ptr()) || nb::len(value) != 3) {
        raise_argument(std::string(name) + ": expected (file, line, column)");
    }
    set_value(to.file, value[0], name, keep);
    set_value(to.line, value[1], name, keep);
    set_value(to.column, value[2], name, keep);
}
