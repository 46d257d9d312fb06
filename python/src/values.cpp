/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

using array_in = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

static constexpr int deepest = 8;              /* lists in lists */
static constexpr size_t most_beyond = 1000000; /* numbers counted beyond those expected */

static bool is_text(nb::handle value)
{
    return PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr()) ||
           PyByteArray_Check(value.ptr());
}

static bool is_list(nb::handle value)
{
    return PySequence_Check(value.ptr()) && !is_text(value);
}

/* A scalar of NumPy. It has the interface of arrays, in which that of dates lacks strides, and
 * nanobind reads them. */
static bool is_scalar(nb::handle value)
{
    return PyObject_CheckBuffer(value.ptr()) && !PySequence_Check(value.ptr());
}

[[noreturn]] static void refuse(const char *name, const std::string &what)
{
    raise_argument(std::string(name) + ": expected " + what);
}

/* Whether the error of the interpreter says that a value is no number. */
static bool is_no_number()
{
    return PyErr_ExceptionMatches(PyExc_TypeError) || PyErr_ExceptionMatches(PyExc_ValueError) ||
           PyErr_ExceptionMatches(PyExc_OverflowError);
}

static double read_number(nb::handle value, const char *name)
{
    const double x = PyFloat_AsDouble(value.ptr());
    if (x == -1.0 && PyErr_Occurred()) {
        if (!is_no_number()) {
            throw nb::python_error();
        }
        PyErr_Clear();
        refuse(name, "numbers, not " + nb::cast<std::string>(nb::repr(value)));
    }
    return x;
}

/* An array of real numbers, converted if necessary. Texts have the interface of arrays. */
static bool read_array(nb::handle value, array_in &array, const char *name)
{
    nb::ndarray<nb::ro, nb::device::cpu> any;
    if (is_text(value) || is_scalar(value)) {
        return false;
    }
    if (nb::try_cast(value, array, false)) {
        return true;
    }
    if (!nb::try_cast(value, any)) {
        return false;
    }
    if (any.dtype().code == static_cast<uint8_t>(nb::dlpack::dtype_code::Complex)) {
        refuse(name, "real numbers");
    }
    return nb::try_cast(value, array);
}

/* Numbers being read: at most `limit` of them. */
struct reading {
    numbers out;
    size_t limit;
    const char *name;
};

/* Row-major numbers of nested sequences. */
static void append_numbers(reading &r, nb::handle value, int depth)
{
    array_in array;
    if (PyFloat_CheckExact(value.ptr())) {
        r.out.push_back(PyFloat_AsDouble(value.ptr()));
    } else if (read_array(value, array, r.name)) {
        r.out.insert(r.out.end(), array.data(), array.data() + array.size());
    } else if (is_list(value)) {
        if (depth == deepest) {
            refuse(r.name, "numbers, not lists in lists of more than 8 levels");
        }
        for (const nb::handle item : value) {
            append_numbers(r, item, depth + 1);
        }
    } else {
        r.out.push_back(read_number(value, r.name));
    }
    if (r.out.size() > r.limit) {
        refuse(r.name, "fewer numbers");
    }
}

numbers read_numbers(nb::handle value, int64_t count, const char *name)
{
    const bool counted = count >= 0;
    const size_t expected = static_cast<size_t>(count);
    reading r = {{}, counted ? expected + most_beyond : SIZE_MAX, name};
    r.out.reserve(1); /* an address, for none, too */
    append_numbers(r, value, 0);
    if (counted && r.out.size() != expected) {
        refuse(name, std::to_string(count) + (count == 1 ? " number, got " : " numbers, got ") +
                         std::to_string(r.out.size()));
    }
    return std::move(r.out);
}

numbers room_for(size_t count)
{
    numbers room;
    room.reserve(count + 1);
    room.resize(count);
    return room;
}

int32_t read_integer(double x, const char *name)
{
    if (!(x >= INT32_MIN && x <= INT32_MAX) || x != std::floor(x)) {
        refuse(name, "integers");
    }
    return static_cast<int32_t>(x);
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
        const numbers x = read_numbers(value, -1, name);
        if (x.size() != 3) {
            raise_argument(std::string(name) +
                           ": expected a position, 3 numbers, or (position, quaternion w x y z)");
        }
        frame.position = {x[0], x[1], x[2]};
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
