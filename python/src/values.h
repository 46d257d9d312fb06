/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers, vectors, frames and arrays between C and Python. Vectors and quaternions become arrays
 * of NumPy; frames become ludo.Frame, a tuple (position, orientation). */
#ifndef LUDO_PYTHON_VALUES_H
#define LUDO_PYTHON_VALUES_H

#include "status.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <initializer_list>
#include <vector>

using numbers = std::vector<double>;

/* Zeros to write to; their address is not NULL for a count of 0 either. */
numbers room_for(size_t count);

/* An array of NumPy, as stubs name it. */
class array : public nb::object
{
    static bool is_any(PyObject *)
    {
        return true;
    }

  public:
    NB_OBJECT(array, nb::object, "numpy.typing.NDArray[numpy.float64]", is_any)
};

/* Read numbers: a number, a sequence of numbers (of sequences), or an array, in row-major order.
 * `count` of them, or any number if it is negative; else raises ValueError naming `name`. */
numbers read_numbers(nb::handle value, int64_t count, const char *name);

/* The same into memory of the caller. */
void read_into(nb::handle value, double *out, size_t count, const char *name);

/* The integer of a number that was read; raises ValueError naming `name`. */
int32_t read_integer(double x, const char *name);

ludo_vec3 read_vec3(nb::handle value, const char *name);
ludo_quat read_quat(nb::handle value, const char *name);

/* A frame: (position, orientation), or a position alone. */
ludo_frame read_frame(nb::handle value, const char *name);

/* A new array with a copy of numbers. */
array make_array(const double *data, std::initializer_list<size_t> shape);
nb::object make_array(const int32_t *data, std::initializer_list<size_t> shape);

/* A read-only array over memory that `owner` keeps alive. */
array make_view(const double *data, std::initializer_list<size_t> shape, nb::handle owner);

inline array to_python(ludo_vec3 v)
{
    const double x[3] = {v.x, v.y, v.z};
    return make_array(x, {3});
}

inline array to_python(ludo_quat q)
{
    const double x[4] = {q.w, q.x, q.y, q.z};
    return make_array(x, {4});
}

nb::object to_python(const ludo_frame &frame);

#endif
