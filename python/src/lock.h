/* SPDX-License-Identifier: Apache-2.0
 *
 * Work of the library without the lock of the interpreter (GIL). */
#ifndef LUDO_PYTHON_LOCK_H
#define LUDO_PYTHON_LOCK_H

#include <nanobind/nanobind.h>

#include <chrono>
#include <thread>

/* Call `work` without the GIL. It calls C functions only, and throws nothing.
 *
 * An interpreter that ends unwinds the stacks of daemon threads, of Python up to 3.13, when they
 * ask for the GIL. That would end the process by std::terminate() where C++ is on the stack; here
 * it ends in the handler, where the thread sleeps until the process has ended. */
template <class F> void without_lock(F work)
{
    PyThreadState *const state = PyEval_SaveThread();
    try {
        work();
        PyEval_RestoreThread(state);
    } catch (...) {
        for (;;) {
            std::this_thread::sleep_for(std::chrono::hours(1));
        }
    }
}

#endif
