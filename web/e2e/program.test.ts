// SPDX-License-Identifier: Apache-2.0
//
// Pages made by the program agree with its other outputs of the same run.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folder, ludo } from './pages';
import { snapshot, launch, visit, type Visit } from './visit';
import { at, inked, instant, overflow, pick, plot, reading } from './queries';

// closed loops, no contacts, 13 moving bodies; short enough to keep every knot
const RUN = [
  'simulate', 'examples/quadruped.xml', '--control-file', 'examples/quadruped_trot.csv',
  '--duration', '2',
];
const RATE = 'front_left_fore_knee.rate';

let browser: Browser;

const path = (name: string): string => join(folder, name);

beforeAll(async () => {
  browser = await launch();
  ludo(...RUN, '--quiet', '--output', path('quadruped.csv'));
});

afterAll(() => browser.close());

interface Summary {
  energy: { initial: number; final: number; contact: number; max_abs_error: number | null };
  constraints: { max_position_violation: number; max_velocity_violation: number };
}

async function looked(file: string, look: (open: Visit) => Promise<void>): Promise<void> {
  const open = await visit(browser, file);
  await look(open);
  await open.page.context().close();
  expect(open.complaints).toEqual([]);
}

/** The rows of a CSV file, by the names of the columns. */
function table(file: string): Record<string, number>[] {
  const [names, ...rows] = readFileSync(file, 'utf8').trim().split('\n')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(names.map((name, k) => [name, Number(row[k])])));
}

test('a report of a quadruped agrees with its summary and its CSV', async () => {
  const summary = JSON.parse(ludo(...RUN, '--output', path('quadruped.h5'), '--summary', '-')) as
    Summary;
  ludo('report', path('quadruped.h5'), '-o', path('quadruped.html'));
  expect(statSync(path('quadruped.html')).size).toBeLessThan(2e6);
  await looked(path('quadruped.html'), async (open) => {
    const largest = async (id: string): Promise<number> => Math.abs(Number(
      await plot(open, id).locator('[data-part=peak]').getAttribute('data-value')));
    // single precision, and another order of summation
    expect(await largest('error') / (summary.energy.max_abs_error ?? NaN)).toBeCloseTo(1, 5);
    const { max_position_violation: position, max_velocity_violation: velocity }
      = summary.constraints;
    expect(await largest('violation') / Math.max(position, velocity)).toBeCloseTo(1, 5);

    await plot(open, 'error').locator('[data-part=peak]').click();
    await open.page.mouse.move(0, 0);
    await at(open).toBeGreaterThan(0);
    await pick(open, 'front left fore knee rate', RATE);
    const time = await instant(open);
    const row = table(path('quadruped.csv')).find((candidate) =>
      Math.abs(candidate.time - time) < 1e-6);
    // shown with about four digits
    await expect.poll(async () => Math.abs(await reading(open, RATE) - row![RATE]))
      .toBeLessThan(1e-3 * Math.max(1, Math.abs(row![RATE])));
    await expect.poll(() => inked(plot(open, 'picked-rad/s'))).toBeGreaterThan(200);
    expect(await overflow(open)).toBe(0);
    await snapshot(open, 'quadruped');
  });
});

test('a report of impacts shows the energy that contacts took, and the energy error', async () => {
  const { energy } = JSON.parse(ludo('simulate', 'examples/bounce.xml', '--duration', '1',
    '--report', path('bounce.html'), '--summary', '-')) as Summary;
  expect(energy.max_abs_error).toBeLessThan(1e-3 * energy.contact);
  await looked(path('bounce.html'), async (open) => {
    const value = open.page.locator('[data-line="taken by contacts, limits, friction"] .value');
    await open.page.getByRole('tab', { name: 'Summary' }).click();
    // single precision
    expect(Number.parseFloat(await value.innerText()) / energy.contact).toBeCloseTo(1, 4);
    await open.page.getByRole('tab', { name: 'Plots' }).click();
    expect(await plot(open, 'contact-energy').locator('[data-part=note]').innerText())
      .toContain('dry friction');
    expect(await plot(open, 'error').count()).toBe(1);
    expect(await plot(open, 'momentum').locator('[data-part=note]').innerText())
      .toContain('Not conserved');
  });
});

test('simulate --report makes a page that plays', async () => {
  ludo('simulate', 'examples/four_bar.xml', '--duration', '10', '--quiet', '--report',
    path('four_bar.html'));
  await looked(path('four_bar.html'), async (open) => {
    await open.page.getByRole('button', { name: 'Play' }).click();
    await at(open).toBeGreaterThan(0.2);
    await snapshot(open, 'four_bar');
  });
});

test('compare shows runs of several time steps together', async () => {
  const steps = ['0.001', '0.002', '0.004'];
  const files = steps.map((step) => path(`double_pendulum_${step}.h5`));
  steps.forEach((step, k) => ludo('simulate', 'examples/double_pendulum.xml', '--duration', '3',
    '--dt', step, '--quiet', '--output', files[k]));
  ludo('compare', ...files, '-o', path('compare.html'));
  await looked(path('compare.html'), async (open) => {
    await open.page.getByRole('tab', { name: 'Compare' }).waitFor(); // panels are made
    await expect.poll(() => inked(open.page.locator('[data-plot]').first())).toBeGreaterThan(200);
    await snapshot(open, 'compare');
    for (const tab of await open.page.getByRole('tab').all()) {
      await tab.click();
      const panel = open.page.locator(`#${await tab.getAttribute('aria-controls')}`);
      expect(await panel.getByRole('alert').count()).toBe(0);
    }
    await open.page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(open)).toBe(0);
    await snapshot(open, 'compare-narrow');
  });
});
