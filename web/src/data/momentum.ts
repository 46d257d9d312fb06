// SPDX-License-Identifier: Apache-2.0
//
// Conservation of momentum: influences from outside the mechanism that change it.

import type { LoadedRun } from './decode';
import type { Model } from './page';

const WORLD = -1;

/** Whether joints, loops or springs connect a mechanism to the world; a free joint doesn't. */
function isAttached({ joints, loops, springs, sites }: Model): boolean {
  const joined = [...joints.filter(({ type }) => type !== 'free'), ...loops]
    .some(({ parent, child }) => parent === WORLD || child === WORLD);
  return joined || springs.some((spring) =>
    [...spring.sites ?? [], ...spring.path.flat()].some((site) => sites[site]?.body === WORLD));
}

/** The outside influence that changes the momentum of a run, in words; null: none is recorded. */
export function outsideInfluence({ model, contacts }: LoadedRun): string | null {
  if (model === null) {
    return null;
  }
  if (isAttached(model)) {
    return 'the mechanism is attached to the world';
  }
  if (contacts?.bodies.some((bodies) => bodies.includes(WORLD))) {
    return 'the mechanism touches the world';
  }
  return model.gravity.some((g) => g !== 0) ? 'gravity acts' : null;
}
