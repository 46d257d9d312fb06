/* SPDX-License-Identifier: Apache-2.0
 *
 * The description of a mechanism, as an object of Python. */
#ifndef LUDO_PYTHON_SPEC_H
#define LUDO_PYTHON_SPEC_H

#include "status.h"

#include <memory>

/* Owns a description. Bindings keep the GIL, so that one thread at a time uses it. */
class Spec
{
  public:
    Spec();
    explicit Spec(ludo_spec *owned);
    const ludo_spec *get() const
    {
        return spec_.get();
    }
    ludo_spec *get()
    {
        return spec_.get();
    }

    /* Exchange the descriptions of two objects. */
    void take(Spec &from)
    {
        spec_.swap(from.spec_);
    }

  private:
    std::unique_ptr<ludo_spec, decltype(&ludo_spec_destroy)> spec_;
};

void bind_spec(nb::module_ &m);

#endif
