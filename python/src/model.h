/* SPDX-License-Identifier: Apache-2.0
 *
 * A compiled model and the description that it was compiled from, as an object of Python. */
#ifndef LUDO_PYTHON_MODEL_H
#define LUDO_PYTHON_MODEL_H

#include "spec.h"

#include <memory>

/* A model, constant while an object uses it (`users`), and its description, for recorders. The two
 * are shared by the copies of a model that have not been changed. */
class Model
{
  public:
    explicit Model(const Spec &spec);
    Model(const Model &other); /* a copy to change */

    const ludo_model *get() const
    {
        return model_.get();
    }
    const ludo_spec *spec() const
    {
        return spec_->get();
    }
    /* The description, to be changed along with the model: other copies of it keep theirs. */
    Spec &description();

    /* The model, to be changed; raises if an object uses it. */
    ludo_model *changeable();

    int32_t positions() const
    {
        return ludo_model_position_count(get());
    }
    int32_t rates() const
    {
        return ludo_model_dof(get());
    }
    int32_t activations() const
    {
        return ludo_model_activation_count(get());
    }
    int32_t actuators() const
    {
        return ludo_model_actuator_count(get());
    }

    int users = 0;

  private:
    std::shared_ptr<Spec> spec_;
    std::unique_ptr<ludo_model, decltype(&ludo_model_destroy)> model_;
};

/* Keeps a model alive and constant: held by simulations and workspaces. Needs the GIL. */
class model_use
{
  public:
    explicit model_use(Model &model) : object_(nb::find(model)), model_(&model)
    {
        model_->users++;
    }
    ~model_use()
    {
        model_->users--;
    }
    model_use(const model_use &) = delete;
    model_use &operator=(const model_use &) = delete;

    Model &operator*() const
    {
        return *model_;
    }
    Model *operator->() const
    {
        return model_;
    }
    const nb::object &object() const
    {
        return object_;
    }

  private:
    nb::object object_;
    Model *model_;
};

/* Slots of a class whose objects use a model, by their member `model_object()`: the collector of
 * garbage sees cycles through the model. */
template <class T> int traverse_model(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    if (nb::inst_ready(self)) {
        Py_VISIT(nb::inst_ptr<T>(self)->model_object().ptr());
    }
    return 0;
}

template <class T> PyType_Slot *slots_with_model()
{
    static PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void *>(traverse_model<T>)},
                                  {0, nullptr}};
    return slots;
}

void bind_model(nb::module_ &m);

/* Information on elements (model_elements.cpp). */
void bind_model_elements(nb::module_ &m, nb::class_<Model> &c);

#endif
