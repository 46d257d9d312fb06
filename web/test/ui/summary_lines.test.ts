// SPDX-License-Identifier: Apache-2.0

import { describe, expect, test } from 'vitest';
import type { LoadedRun } from '../../src/data/decode';
import type { Facts } from '../../src/data/page';
import { timeline } from '../../src/ui/app';
import { drift, summaryLines } from '../../src/ui/summary_lines';
import { stopReason } from '../../src/ui/stopped';
import { Made } from './curves';

const facts: Facts = {
  integrator: 'maximal', order: 2, dt: 0.01, steps: 1000, solves: 1000, iterations: 2500,
  subdivided: 0, wall: 0.5, version: '0.2.0', complete: true, message: '',
  summary: { energy: { max_rise: 1e-12, final: null } },
};

function run(curves: readonly Made[], of: Partial<Facts> | null = {}): LoadedRun {
  return {
    title: 'run', file: 'run.h5', facts: of && { ...facts, ...of }, model: null, motion: null,
    curves, curve: (name: string) => curves.find((curve) => curve.name === name),
  } as unknown as LoadedRun;
}

const line = (title: string) => summaryLines.find((candidate) => candidate.title === title)!;

describe('the summary', () => {
  test('has the largest energy error and its time', () => {
    const error = new Made('energy_error', 'error', [0, 1e-9, -3e-9, 2e-9], [0, 1, 2, 3], 'J');
    expect(line('largest energy error').read(run([error])))
      .toEqual({ text: '3e-9 J', full: '3e-9 J', at: 2 });
  });

  test('has the mean and the largest number of iterations', () => {
    const said = line('Newton iterations').read(run([new Made('iterations', 'solver', [0, 2, 4])]));
    expect(said?.text).toBe('mean 2.5, largest 4');
  });

  test('omits unknown values', () => {
    const known = summaryLines.filter(({ read }) => read(run([], null)) !== null);
    expect(known.map(({ title }) => title)).toEqual(['file']);
  });

  test('has no penetration where geoms are not simulated', () => {
    const curves = [new Made('contact_points', 'contact', [0, 4]),
      new Made('penetration', 'contact', [0, 1e-12], [0, 1], 'm')];
    const read = (pairs: number): string | undefined => line('largest penetration')
      .read(run(curves, { summary: { contacts: { pairs_not_simulated: pairs } } }))?.text;
    expect(read(0)).toBe('1e-12 m');
    expect(read(2)).toBe('unknown');
  });

  test('measures the change of a vector whose parts have different times', () => {
    const parts = [
      new Made('momentum.x', 'momentum', [1, 1, 4], [0, 1, 2]),
      new Made('momentum.y', 'momentum', [0, 4], [0, 2]),
    ];
    expect(drift(run(parts), 'momentum')).toMatchObject({ text: '5', at: 2 });
    expect(drift(run([]), 'momentum')).toBeNull();
  });

  test('has a distinct title for every line', () => {
    expect(new Set(summaryLines.map(({ title }) => title)).size).toBe(summaryLines.length);
  });
});

describe('a run', () => {
  test('that stopped has a reason', () => {
    expect(stopReason(run([], { message: 'too fast' }))).toBe('too fast');
    expect(stopReason(run([], { complete: false }))).toMatch(/not finished/);
    expect(stopReason(run([]))).toBeNull();
    expect(stopReason(run([], null))).toBeNull();
  });

  test('without a film has the times of its curves, and the longest run sets the time line', () => {
    const short = run([new Made('a', 'other', [0, 0], [0, 1])]);
    const long = run([new Made('a', 'other', [0, 0, 0], [0, 1, 5])]);
    expect([...Array.from(timeline({ generator: '', runs: [short, long], comparison: null }))])
      .toEqual([0, 1, 5]);
    expect(timeline({ generator: '', runs: [run([])], comparison: null })).toEqual([0]);
  });
});
