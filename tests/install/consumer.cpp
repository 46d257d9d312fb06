/* SPDX-License-Identifier: Apache-2.0
 *
 * A user's program in C++, as consumer.c. */
#include <ludo/ludo.h>

#include <cstdio>
#include <memory>

template <typename T> using owned = std::unique_ptr<T, void (*)(T *)>;

int main()
{
    ludo_spec *spec = nullptr;
    ludo_model *model = nullptr;
    ludo_sim *sim = nullptr;
    ludo_body_def body = ludo_body_default();
    body.mass = body.inertia[0] = body.inertia[1] = body.inertia[2] = 1.0;
    bool ok = ludo_spec_create(nullptr, &spec) == LUDO_OK &&
              ludo_spec_add_body(spec, &body, nullptr) == LUDO_OK &&
              ludo_compile(spec, nullptr, &model, nullptr) == LUDO_OK &&
              ludo_sim_create(model, nullptr, nullptr, &sim, nullptr) == LUDO_OK;
    const owned<ludo_spec> spec_owner(spec, ludo_spec_destroy);
    const owned<ludo_model> model_owner(model, ludo_model_destroy);
    const owned<ludo_sim> sim_owner(sim, ludo_sim_destroy);
    for (int k = 0; k < 100 && ok; k++) {
        ok = ludo_step(sim, 0.01, nullptr) == LUDO_OK;
    }
    ludo_body_state state{};
    ok = ok && ludo_sim_body_state(sim, 0, &state) == LUDO_OK;
    std::printf("%s %.3f\n", ludo_version(), state.position.z);
    return ok ? 0 : 1;
}
