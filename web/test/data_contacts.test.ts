// SPDX-License-Identifier: Apache-2.0
//
// Contacts at the frames of a film, and the forces between bodies derived from them.

import { expect, test } from 'vitest';
import { decodePage, type LoadedRun } from '../src/data/decode';
import type { Run } from '../src/data/page';
import { quantitiesOf } from '../src/plots/traces';
import { forceScale } from '../src/scene/arrows';
import { documentOf, Packer } from './fixtures';
import { doublePendulum, pageOf } from './mechanisms';

// Four frames: nothing, two contacts of link0 on the world, one of link1 on link0, nothing.
const FIRST = [0, 0, 2, 3, 3];

async function touching(first = FIRST): Promise<LoadedRun> {
  const packer = new Packer();
  const run: Run = doublePendulum(packer, 0.003, 1);
  run.touches = {
    first: packer.floats([first]),
    bodies: packer.floats([[-1, -1, 1], [0, 0, 0]]),
    point: packer.floats([[0, 1, 2], [0, 0, 0], [0, 0, 1]]),
    normal: packer.floats([[0, 0, 3], [0, 0, 0], [5, 7, 0]]),
    friction: packer.floats([[1, -1, 0], [0, 0, 4], [0, 0, 0]]),
  };
  return (await decodePage(documentOf(pageOf(run), packer))).runs[0];
}

test('contacts at a time are those of the nearest frame', async () => {
  const { contacts } = await touching();
  expect(contacts?.time.length).toBe(4);
  expect(contacts?.at(0)).toEqual({ from: 0, to: 0 });
  expect(contacts?.at(0.0011)).toEqual({ from: 0, to: 2 });
  expect(contacts?.at(0.0016)).toEqual({ from: 2, to: 3 });
  expect(contacts?.at(9)).toEqual({ from: 3, to: 3 });
  expect(contacts?.most).toBe(2);
});

test('the force between two bodies is the sum over their contacts', async () => {
  const forces = quantitiesOf(await touching()).filter(({ name }) => name.endsWith('.force'));
  expect(forces.map(({ label }) => label)).toEqual([
    'contact force between world and link0', 'contact force between link0 and link1']);
  expect(Array.from(forces[0].value)).toEqual([0, 12, 0, 0]);
  expect(Array.from(forces[1].value)).toEqual([0, 0, 5, 0]);
});

test('a run without contacts has none', async () => {
  const packer = new Packer();
  const page = pageOf({ ...doublePendulum(packer, 0.003, 1), touches: null });
  expect((await decodePage(documentOf(page, packer))).runs[0].contacts).toBeNull();
});

test('contacts that do not fit the film are reported at their first use', async () => {
  for (const first of [[0, 0, 2, 3], [0, 0, 2, 1, 3], [0, 0, 2, 3, 4]]) {
    const { contacts } = await touching(first);
    expect(() => contacts?.at(0)).toThrow(/contacts of the film are damaged/);
  }
});

test('the arrow of the total weight has half the detail size', () => {
  expect(forceScale(2, 10, 7, 4) * 0.5 * 4).toBeCloseTo(20, 12);
  expect(forceScale(2, 0, 7, 4) * 0.5 * 4).toBeCloseTo(7, 12);
  expect(forceScale(0, 0, 0, 4)).toBe(1);
});
