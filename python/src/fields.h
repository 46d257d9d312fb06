/* SPDX-License-Identifier: Apache-2.0
 *
 * Members of C structs as values of Python: a struct is an array of fields, and converts to a dict
 * and back by them. A new member of a struct is one line in its array. */
#ifndef LUDO_PYTHON_FIELDS_H
#define LUDO_PYTHON_FIELDS_H

#include "values.h"

#include <list>

/* Memory that members of a struct point to, until the library has copied it. */
struct memory {
    std::list<std::string> texts;
    std::list<numbers> reals;
    std::list<std::vector<int32_t>> integers;
    std::list<std::vector<ludo_tendon_term>> terms;
    std::list<std::vector<ludo_path_point>> paths;
};

/* A member of a struct. `set` is NULL for members that are only read. */
struct field {
    const char *name;
    nb::object (*get)(const void *from);
    void (*set)(void *to, nb::handle value, const char *name, memory &keep);
};

/* The fields of a struct. */
struct fields {
    const field *first;
    size_t count;
};

template <size_t N> constexpr fields fields_of(const field (&array)[N])
{
    return {array, N};
}

/* The struct as a dict. */
nb::dict struct_to_dict(const fields &of, const void *from);

/* Set members of a struct from a dict; raises TypeError for a key that is no member. */
void dict_to_struct(const fields &of, const nb::dict &values, void *to, memory &keep);

/* ---- conversions of a member, by its type ---- */

nb::object get_value(double x);
nb::object get_value(int32_t x);
nb::object get_value(bool x);
nb::object get_value(const char *x);
nb::object get_value(ludo_mesh_inertia x);
nb::object get_value(ludo_object x);
nb::object get_value(const ludo_place &x);
inline nb::object get_value(const ludo_vec3 &x)
{
    return to_python(x);
}
inline nb::object get_value(const ludo_quat &x)
{
    return to_python(x);
}
inline nb::object get_value(const ludo_frame &x)
{
    return to_python(x);
}
template <size_t N> nb::object get_value(const double (&x)[N])
{
    return make_array(x, {N});
}
template <size_t N, size_t M> nb::object get_value(const double (&x)[N][M])
{
    return make_array(&x[0][0], {N, M});
}

void set_value(double &to, nb::handle value, const char *name, memory &keep);
void set_value(int32_t &to, nb::handle value, const char *name, memory &keep);
void set_value(bool &to, nb::handle value, const char *name, memory &keep);
void set_value(const char *&to, nb::handle value, const char *name, memory &keep);
void set_value(ludo_mesh_inertia &to, nb::handle value, const char *name, memory &keep);
void set_value(ludo_object &to, nb::handle value, const char *name, memory &keep);
void set_value(ludo_place &to, nb::handle value, const char *name, memory &keep);
inline void set_value(ludo_vec3 &to, nb::handle value, const char *name, memory &)
{
    to = read_vec3(value, name);
}
inline void set_value(ludo_quat &to, nb::handle value, const char *name, memory &)
{
    to = read_quat(value, name);
}
inline void set_value(ludo_frame &to, nb::handle value, const char *name, memory &)
{
    to = read_frame(value, name);
}
template <size_t N> void set_value(double (&to)[N], nb::handle value, const char *name, memory &)
{
    read_into(value, to, N, name);
}
template <size_t N, size_t M>
void set_value(double (&to)[N][M], nb::handle value, const char *name, memory &)
{
    read_into(value, &to[0][0], N * M, name);
}

template <class T> struct member_of;
template <class S, class T> struct member_of<T S::*> {
    using in = S;
};

template <auto M> nb::object get_member(const void *from)
{
    return get_value(static_cast<const typename member_of<decltype(M)>::in *>(from)->*M);
}

template <auto M> void set_member(void *to, nb::handle value, const char *name, memory &keep)
{
    set_value(static_cast<typename member_of<decltype(M)>::in *>(to)->*M, value, name, keep);
}

/* Lines of an array of fields: a member that is read and set, or only read. */
/* clang-format off */
#define LUDO_FIELD(type, member)                                                                   \
    {#member, get_member<&type::member>, set_member<&type::member>}
#define LUDO_READ_FIELD(type, member)                                                              \
    {#member, get_member<&type::member>, nullptr}
/* clang-format on */

#endif
