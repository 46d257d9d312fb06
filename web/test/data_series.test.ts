// SPDX-License-Identifier: Apache-2.0
//
// Interpolation of series.

import { expect, test } from 'vitest';
import { decodePage } from '../src/data/decode';
import { lastNotAbove } from '../src/data/search';
import type { Quantity } from '../src/data/series';
import { documentOf, Packer } from './fixtures';
import { pageOf } from './mechanisms';

async function curve(time: number[], value: number[], knots = time.length): Promise<Quantity> {
  const packer = new Packer();
  const series = {
    name: 'a', label: 'a', group: 'other' as const, unit: '', knots,
    time: packer.floats([time]), value: packer.floats([value]),
  };
  const run = { title: '', file: '', facts: null, model: null, film: null, series: [series] };
  return (await decodePage(documentOf(pageOf(run), packer))).runs[0].curves[0];
}

test('the index before a value is found in lists of any length', () => {
  for (let length = 1; length < 20; length++) {
    const list = Array.from({ length }, (_, k) => k);
    for (let value = -0.5; value < length; value += 0.5) {
      expect(lastNotAbove(list, value)).toBe(Math.max(Math.floor(value), 0));
    }
  }
});

test('a series without points has no values', async () => {
  const a = await curve([], []);
  expect([a.at(0), a.largest()]).toEqual([NaN, null]);
});

test('values are linear between points and constant outside', async () => {
  const a = await curve([0, 1, 3], [1, 2, -2]);
  expect([-1, 0, 0.5, 1, 2, 3, 4].map((t) => a.at(t))).toEqual([1, 1, 1.5, 2, 0, -2, -2]);
});

test('two points of one time are a jump, not a division by zero', async () => {
  const a = await curve([0, 1, 1, 2], [0, 0, 5, 5]);
  expect([0.5, 1, 1.5].map((t) => a.at(t))).toEqual([0, 5, 5]);
});

test('points beside a gap keep their values, the gap has none', async () => {
  const a = await curve([0, 1, 2], [1, NaN, 3]);
  expect([0, 0.5, 1, 2].map((t) => a.at(t))).toEqual([1, NaN, NaN, 3]);
});

test('the largest magnitude counts either sign', async () => {
  expect((await curve([0, 1, 2], [1, -7, 5])).largest()).toBe(1);
  expect((await curve([0, 1, 2], [1, -4, 5])).largest()).toBe(2);
  expect((await curve([0], [NaN])).largest()).toBeNull();
});

test('a series knows how many points were recorded', async () => {
  expect((await curve([0, 1], [0, 0])).knots).toBe(2);
  expect((await curve([0, 1], [0, 0], 3)).knots).toBe(3);
});
