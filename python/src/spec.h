/* SPDX-License-Identifier: Apache-2.0
 *
 * The description of a mechanism, as an object of Python. */
#ifndef LUDO_PYTHON_SPEC_H
#define LUDO_PYTHON_SPEC_H

#include "status.h"

#include <memory>

/* Owns a description. Bindings keep the GIL, so that one thread at a time uses it. Where code of
 * Python may run while memory of the description is read, it is held constant. */
class Spec
{
  public:
    Spec();
    explicit Spec(ludo_spec *owned);
    const ludo_spec *get() const
    {
        return spec_.get();
    }
    /* The description, to be changed; raises if it is held. */
    ludo_spec *changeable();

    /* Exchange the descriptions of two objects. */
    void take(Spec &from);

    /* Holds a description constant for a scope. */
    class hold
    {
      public:
        explicit hold(const Spec &spec) : spec_(spec)
        {
            spec_.holds_++;
        }
        ~hold()
        {
            spec_.holds_--;
        }
        hold(const hold &) = delete;
        hold &operator=(const hold &) = delete;

      private:
        const Spec &spec_;
    };

  private:
    mutable int holds_ = 0;
    std::unique_ptr<ludo_spec, decltype(&ludo_spec_destroy)> spec_;
};

/* A copy of a description. */
ludo_spec *copy_spec(const ludo_spec *spec);

void bind_spec(nb::module_ &m);

#endif
