// SPDX-License-Identifier: Apache-2.0

import { describe, expect, test } from 'vitest';
import { aligned } from '../../src/plots/align';
import { csvOf } from '../../src/plots/csv';
import { plotKinds, shownBy } from '../../src/plots/list';
import { peakOf } from '../../src/plots/peak';
import { widened } from '../../src/plots/ranges';
import { findQuantities } from '../../src/plots/search';
import { jointRows } from '../../src/ui/joint_rows';
import { Made } from './curves';

const line = (quantity: Made) => ({ label: quantity.label, colour: '#fff', quantity });

describe('curves in one table', () => {
  test('keep every point of each, at different times', () => {
    const a = { time: [0, 1, 2], value: [1, 2, 3] };
    const b = { time: [0.5, 1], value: [7, 8] };
    const [times, ofA, ofB] = aligned([a, b], false);
    expect([...times]).toEqual([0, 0.5, 1, 2]);
    expect([...ofA]).toEqual([1, undefined, 2, 3]);
    expect([...ofB]).toEqual([undefined, 7, 8, undefined]);
  });

  test('have gaps for not-a-number', () => {
    expect([...aligned([{ time: [0, 1], value: [1, NaN] }], false)[1]]).toEqual([1, null]);
  });

  test('show magnitudes on a logarithmic axis, and zero as the smallest of them', () => {
    const curve = { time: [0, 1, 2, 3], value: [0, -1e-3, 1e-9, NaN] };
    expect([...aligned([curve], true)[1]]).toEqual([1e-9, 1e-3, 1e-9, null]);
    expect([...aligned([{ time: [0, 1], value: [0, 0] }], true)[1]]).toEqual([null, null]);
  });

  test('are written with all digits, and names with commas survive', () => {
    const text = csvOf([
      { name: 'a,"b"', time: [0, 1], value: [0.1 + 0.2, NaN] },
      { name: 'c', time: [1], value: [-5e-324] },
    ]);
    expect(text).toBe('time,"a,""b""",c\n0,0.30000000000000004,\n1,,-5e-324\n');
  });
});

describe('an axis', () => {
  test('shows rounding as a flat line', () => {
    const [low, high] = widened(9.81, 9.81 + 1e-14);
    expect(high - low).toBeCloseTo(9.81e-4, 9);
    expect((low + high) / 2).toBeCloseTo(9.81, 9);
  });

  test('has the range of its values where they are not flat', () => {
    expect(widened(-1e-12, 2e-12)).toEqual([-1e-12, 2e-12]);
    expect(widened(0, 0)).toEqual([0, 0]);
  });
});

describe('the largest magnitude', () => {
  test('is found over all lines of a plot, with its sign and time', () => {
    const lines = [[1, 2, 3], [0, -9, 1]].map((values) => line(new Made('a', 'other', values)));
    expect(peakOf(lines)).toMatchObject({ time: 1, value: -9 });
  });

  test('is absent where all points are gaps', () => {
    expect(peakOf([line(new Made('a', 'other', [NaN, NaN]))])).toBeNull();
  });
});

describe('the list of plots', () => {
  test('has a distinct id for every plot', () => {
    expect(new Set(plotKinds.map(({ id }) => id)).size).toBe(plotKinds.length);
  });

  test('omits quantities that are zero throughout, but not all', () => {
    const energy = plotKinds.find(({ id }) => id === 'energy')!;
    const some = [new Made('energy', 'energy', [1, 1]), new Made('springs', 'energy', [0, 0])];
    expect(shownBy(energy, some).map(({ name }) => name)).toEqual(['energy']);
    expect(shownBy(energy, some.slice(1)).map(({ name }) => name)).toEqual(['springs']);
    expect(shownBy(energy, [])).toEqual([]);
  });

  test('ignores a joint with the name of an energy', () => {
    const joint = new Made('energy_error', 'joint', [1]);
    expect(plotKinds.flatMap((kind) => shownBy(kind, [joint]))).toEqual([]);
  });
});

describe('searching', () => {
  const all = [
    new Made('elbow', 'joint'), new Made('elbow.rate', 'rate'),
    new Made('wrist.rate', 'rate'), new Made('elbow_left.rate', 'rate'),
  ];

  test('finds names with all words, whole words first', () => {
    expect(findQuantities('elbow rate', all).map(({ name }) => name))
      .toEqual(['elbow.rate', 'elbow_left.rate']);
  });

  test('knows words for groups of quantities', () => {
    expect(findQuantities('VELOCITY wri', all).map(({ name }) => name)).toEqual(['wrist.rate']);
  });

  test('lists all for an empty query, and none without a match', () => {
    expect(findQuantities(' ', all)).toHaveLength(4);
    expect(findQuantities('knee', all)).toEqual([]);
  });
});

describe('rows of joints', () => {
  test('hold all coordinates and rates of a joint', () => {
    const rows = jointRows([
      new Made('hip.0', 'joint'), new Made('hip.1', 'joint'), new Made('knee', 'joint'),
      new Made('hip.rate.0', 'rate'), new Made('knee.rate', 'rate'),
      new Made('knee.control', 'control'),
    ], ['hip', 'knee']);
    expect(rows.map(({ name, coordinates, rates }) => [name, coordinates.length, rates.length]))
      .toEqual([['hip', 2, 1], ['knee', 1, 1], ['knee', 1, 0]]);
  });

  test('keep a joint name that ends like a coordinate', () => {
    const rows = jointRows([new Made('a', 'joint'), new Made('a.0', 'joint')], ['a', 'a.0']);
    expect(rows.map(({ name }) => name)).toEqual(['a', 'a.0']);
  });
});
