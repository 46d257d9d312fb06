/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

#include <algorithm>

using array_in = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

static bool is_list(nb::handle value)
{
    return PySequence_Check(value.ptr()) && !PyUnicode_Check(value.ptr()) &&
           !PyBytes_Check(value.ptr());
}

static void append_number(nb::handle value, numbers &out, const char *name)
{
    const double x = PyFloat_AsDouble(value.ptr());
    if (x == -1.0 && PyErr_Occurred()) {
        PyErr_Clear();
        const std::string message =
            std::string(name) + ": expected numbers, not " + nb::cast<std::string>(nb::repr(value));
        raise_argument(message);
    }
    out.push_back(x);
}

/* Row-major numbers of nested sequences. */
static void append_numbers(nb::handle value, numbers &out, const char *name)
{
    array_in array;
    if (nb::try_cast(value, array)) {
        out.insert(out.end(), array.data(), array.data() + array.size());
    } else if (is_list(value)) {
        for (const nb::handle item : value) {
            append_numbers(item, out, name);
        }
    } else {
        append_number(value, out, name);
    }
}

numbers read_numbers(nb::handle value, int64_t count, const char *name)
{
    numbers out;
    append_numbers(value, out, name);
    if (count >= 0 && out.size() != static_cast<size_t>(count)) {
        const std::string message = std::string(name) + ": expected " + std::to_string(count) +
                                    (count == 1 ? " number, got " : " numbers, got ") +
                                    std::to_string(out.size());
        raise_argument(message);
    }
    return out;
}

void read_into(nb::handle value, double *out, size_t count, const char *name)
{
    const numbers x = read_numbers(value, static_cast<int64_t>(count), name);
    std::copy(x.begin(), x.end(), out);
}

ludo_vec3 read_vec3(nb::handle value, const char *name)
{
    double x[3];
    read_into(value, x, 3, name);
    return {x[0], x[1], x[2]};
}

ludo_quat read_quat(nb::handle value, const char *name)
{
    double x[4];
    read_into(value, x, 4, name);
    return {x[0], x[1], x[2], x[3]};
}

ludo_frame read_frame(nb::handle value, const char *name)
{
    ludo_frame frame = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    if (is_list(value) && nb::len(value) == 2) {
        frame.position = read_vec3(value[0], name);
        frame.orientation = read_quat(value[1], name);
    } else {
        frame.position = read_vec3(value, name);
    }
    return frame;
}

template <class T> static nb::object copy_array(const T *data, std::initializer_list<size_t> shape)
{
    size_t count = 1;
    for (const size_t n : shape) {
        count *= n;
    }
    T *copy = new T[count > 0 ? count : 1];
    if (count > 0) {
        std::copy(data, data + count, copy);
    }
    const nb::capsule owner(copy, [](void *p) noexcept { delete[] static_cast<T *>(p); });
    return nb::cast(nb::ndarray<nb::numpy, T>(copy, shape, owner));
}

array make_array(const double *data, std::initializer_list<size_t> shape)
{
    return nb::borrow<array>(copy_array(data, shape));
}

nb::object make_array(const int32_t *data, std::initializer_list<size_t> shape)
{
    return copy_array(data, shape);
}

array make_view(const double *data, std::initializer_list<size_t> shape, nb::handle owner)
{
    static const double none = 0.0; /* the address of an empty array */
    const double *address = data != nullptr ? data : &none;
    return nb::borrow<array>(nb::cast(nb::ndarray<nb::numpy, const double>(address, shape, owner)));
}

nb::object to_python(const ludo_frame &frame)
{
    return nb::module_::import_("ludo.values")
        .attr("Frame")(to_python(frame.position), to_python(frame.orientation));
}
