// SPDX-License-Identifier: Apache-2.0
//
// Energy taken by contacts, and influences that change momentum.

import { describe, expect, test } from 'vitest';
import { decodePage, type LoadedRun } from '../src/data/decode';
import { numberAt } from '../src/data/energy';
import { outsideInfluence } from '../src/data/momentum';
import type { Facts, Model, Run } from '../src/data/page';
import { summaryLines } from '../src/ui/summary_lines';
import { documentOf, Packer } from './fixtures';
import { doublePendulum, pageOf } from './mechanisms';
import { joint, model } from './scene/makers';

/** A pendulum of four frames, loaded after a change. */
async function pendulum(change: (run: Run, packer: Packer) => void): Promise<LoadedRun> {
  const packer = new Packer();
  const run = doublePendulum(packer, 0.003, 1);
  change(run, packer);
  return (await decodePage(documentOf(pageOf(run), packer))).runs[0];
}

const withSummary = (summary: Facts['summary']) => (run: Run): void => {
  run.facts = { ...run.facts!, summary };
};

/** The series of the energy that contacts took. */
const taken = (run: Run, packer: Packer, values: number[]): Run['series'][number] => ({
  name: 'contact_energy', label: '', group: 'contact', unit: 'J', knots: 4,
  time: run.series[0].time, value: packer.floats([values]),
});

function read(run: LoadedRun, title: string): string | undefined {
  return summaryLines.find((line) => line.title === title)?.read(run)?.text;
}

describe('the energy balance', () => {
  test('is the energy error of a run without contacts', async () => {
    const run = await pendulum(withSummary({
      energy: { final: 1, max_abs_error: 1e-9 }, contacts: { points_max: 0 },
    }));
    expect(run.curve('energy_error')).toBeDefined();
    expect(run.curve('contact_energy')).toBeUndefined();
    expect(read(run, 'taken by contacts, limits, friction')).toBeUndefined();
  });

  test.each<[string, (run: Run, packer: Packer) => void]>([
    ['contacts', withSummary({ energy: { final: 1, max_abs_error: null },
      contacts: { points_max: 2 } })],
    ['joint limits', withSummary({ energy: { final: 1, max_abs_error: null },
      contacts: { points_max: 0 } })],
    ['contacts, the energy being unknown', (run, packer) => {
      withSummary({ energy: { final: 1, max_abs_error: null }, contacts: { points_max: 2 } })(run);
      run.series.push(taken(run, packer, [NaN, NaN, NaN, NaN]));
    }],
    ['contacts, without a summary', (run, packer) => run.series.push({
      name: 'contact_points', label: '', group: 'contact', unit: '', knots: 4,
      time: run.series[0].time, value: packer.floats([[0, 0, 1, 0]]),
    })],
  ])('is the energy that %s took, with the other sign', async (_, change) => {
    const run = await pendulum((made, packer) => {
      made.series = made.series.map((series) => (series.name === 'energy_error'
        ? { ...series, value: packer.floats([[0, -1, -1, -3]]) } : series));
      change(made, packer);
    });
    expect(run.curve('energy_error')).toBeUndefined();
    expect(Array.from(run.curve('contact_energy')!.value)).toEqual([0, 1, 1, 3]);
    expect(read(run, 'taken by contacts, limits, friction')).toBe('3 J');
    expect(read(run, 'largest energy error')).toBeUndefined();
  });

  test('is the energy error of a run whose energy of contacts is recorded', async () => {
    const run = await pendulum((made, packer) => {
      withSummary({ energy: { final: 1, max_abs_error: 1e-9 }, contacts: { points_max: 2 } })(made);
      made.series.push(taken(made, packer, [0, 1, 1, 3]));
    });
    expect(run.curve('energy_error')).toBeDefined();
    expect(Array.from(run.curve('contact_energy')!.value)).toEqual([0, 1, 1, 3]);
    expect(read(run, 'taken by contacts, limits, friction')).toBe('3 J');
    expect(read(run, 'largest energy error')).toBeDefined();
  });

  test('has no energy of contacts where nothing acted', async () => {
    const run = await pendulum((made, packer) =>
      made.series.push(taken(made, packer, [0, 0, 0, 0])));
    expect(run.curve('energy_error')).toBeDefined();
    expect(run.curve('contact_energy')).toBeUndefined();
  });

  test('of a run that never started is no energy of contacts', async () => {
    const run = await pendulum(withSummary({ energy: { final: null, max_abs_error: null } }));
    expect(run.curve('contact_energy')).toBeUndefined();
  });

  test('reads numbers of the summary by their path', () => {
    const summary = { energy: { max_rise: 1e-12, final: null } };
    expect(numberAt(summary, 'energy', 'max_rise')).toBe(1e-12);
    expect(numberAt(summary, 'energy', 'final')).toBeNull();
    expect(numberAt(null, 'energy', 'final')).toBeNull();
  });
});

describe('momentum', () => {
  const influence = (of: Partial<Model>, bodies: Float64Array[] = []): string | null =>
    outsideInfluence({ model: model(of), contacts: { bodies } } as unknown as LoadedRun);
  const free = { joints: [joint({ type: 'free' })], gravity: [0, 0, 0] as Model['gravity'] };

  test('is conserved where nothing acts from outside', () => {
    expect(influence(free)).toBeNull();
    expect(influence(free, [Float64Array.of(0), Float64Array.of(1)])).toBeNull();
  });

  test('changes by joints, loops and springs to the world', () => {
    const attached = 'the mechanism is attached to the world';
    expect(influence({ ...free, joints: [joint()] })).toBe(attached);
    expect(influence({ ...free, loops: [{ name: '', type: 'ball', parent: 0, child: -1,
      anchor: null }] })).toBe(attached);
    expect(influence({ ...free, springs: [{ name: '', type: 'distance', sites: [0, 1], path: [] }],
      sites: [-1, 0].map((body) => ({ name: '', body, frame: [0, 0, 0, 1, 0, 0, 0] })) }))
      .toBe(attached);
  });

  test('changes by contacts with the world and by gravity', () => {
    expect(influence(free, [Float64Array.of(-1), Float64Array.of(0)])).toMatch(/touches the world/);
    expect(influence({ ...free, gravity: [0, 0, -9.81] })).toBe('gravity acts');
  });

  test('of a pendulum has no line in the summary', async () => {
    const run = await pendulum((made, packer) => made.series.push({
      name: 'momentum.x', label: '', group: 'momentum', unit: 'kg m/s', knots: 4,
      time: made.series[0].time, value: packer.floats([[0, 1, 2, 3]]),
    }));
    expect(read(run, 'change of momentum')).toBeUndefined();
    run.model!.joints[0].type = 'free';
    run.model!.gravity = [0, 0, 0];
    expect(read(run, 'change of momentum')).toBe('3 kg m/s');
  });
});
