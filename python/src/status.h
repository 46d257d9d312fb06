/* SPDX-License-Identifier: Apache-2.0
 *
 * A status of the library becomes an exception of the package (python/ludo/errors.py). */
#ifndef LUDO_PYTHON_STATUS_H
#define LUDO_PYTHON_STATUS_H

#include <ludo/ludo.h>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <string>

namespace nb = nanobind;

/* Text of the library; a character that was cut or is no UTF-8 is replaced. */
nb::str to_text(const char *text);

/* The characters of a text of Python; raises ValueError naming `name` for one that has a NUL. */
const char *to_c(const std::string &text, const char *name);

/* Raise the exception of a status. `doing`: what failed, such as "joint 'knee': position"; `why`
 * may be NULL. */
[[noreturn]] void raise_status(ludo_status status, const std::string &doing,
                               const ludo_diagnostic *why = nullptr);

/* Raise an exception object. */
[[noreturn]] void raise_object(const nb::object &error);

/* Raise ludo.ArgumentError. */
[[noreturn]] void raise_argument(const std::string &message);

/* Raise unless LUDO_OK. */
inline void check(ludo_status status, const char *doing, const ludo_diagnostic *why = nullptr)
{
    if (status != LUDO_OK) {
        raise_status(status, doing, why);
    }
}

/* Marks an object as used by this thread, for a scope; raises if another thread uses it, or an
 * outer call. */
class use
{
  public:
    explicit use(std::atomic<bool> &busy, const char *name) : busy_(busy)
    {
        if (busy_.exchange(true, std::memory_order_acquire)) {
            raise_busy(name);
        }
    }
    ~use()
    {
        busy_.store(false, std::memory_order_release);
    }
    use(const use &) = delete;
    use &operator=(const use &) = delete;

  private:
    [[noreturn]] static void raise_busy(const char *name);
    std::atomic<bool> &busy_;
};

#endif
