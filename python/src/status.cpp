/* SPDX-License-Identifier: Apache-2.0 */
#include "status.h"

#include <cstring>

nb::str to_text(const char *text)
{
    PyObject *const decoded =
        PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(std::strlen(text)), "replace");
    if (decoded == nullptr) {
        throw nb::python_error();
    }
    return nb::steal<nb::str>(decoded);
}

const char *to_c(const std::string &text, const char *name)
{
    if (text.find('\0') != std::string::npos) {
        raise_argument(std::string(name) + ": a text with a null character");
    }
    return text.c_str();
}

void raise_object(const nb::object &error)
{
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(error.ptr())), error.ptr());
    throw nb::python_error();
}

void raise_status(ludo_status status, const std::string &doing, const ludo_diagnostic *why)
{
    const bool placed = why != nullptr && why->message[0] != '\0';
    raise_object(nb::module_::import_("ludo.errors")
                     .attr("from_status")(
                         static_cast<int>(status), ludo_status_text(status), to_text(doing.c_str()),
                         to_text(placed ? why->message : ""), to_text(placed ? why->file : ""),
                         placed ? why->line : 0, placed ? why->column : 0));
}

void raise_argument(const std::string &message)
{
    raise_object(nb::module_::import_("ludo.errors").attr("ArgumentError")(message));
}

void use::raise_busy(const char *name)
{
    const std::string message = std::string("the ") + name +
                                " is in use: another thread, or an outer call, has not returned; "
                                "give each thread an object of its own";
    throw std::runtime_error(message);
}
