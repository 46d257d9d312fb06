// SPDX-License-Identifier: Apache-2.0
//
// Time to open a page and cost of a frame: 100 bodies, 10 s at 1 kHz.

import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stage } from '../src/scene/stage';
import { folder, ludo } from './pages';
import { snapshot, launch, visit } from './visit';

const BODIES = 100;

/** A chain of rods, deflected by 60 degrees. */
function chain(): string {
  let bodies = '';
  for (let k = BODIES - 1; k >= 0; k--) {
    bodies = `<body name="link${k}" pos="0 0 ${k > 0 ? -0.1 : 0}"`
      + `${k === 0 ? ' euler="0 -60 0"' : ''}><joint name="hinge${k}" type="hinge" axis="0 1 0"/>`
      + '<geom type="capsule" fromto="0 0 0 0 0 -0.1" size="0.03" density="1000"/>'
      + `${bodies}</body>`;
  }
  return '<mujoco model="chain"><option timestep="0.001"/>'
    + `<worldbody>${bodies}</worldbody></mujoco>`;
}

let browser: Browser;
let file: string;

beforeAll(async () => {
  file = join(folder, 'chain.html');
  const [model, trajectory] = ['chain.xml', 'chain.h5'].map((name) => join(folder, name));
  ludo('--version'); // creates the folder
  writeFileSync(model, chain());
  ludo('simulate', model, '--duration', '10', '--quiet', '--output', trajectory);
  ludo('report', trajectory, '-o', file);
  browser = await launch();
});

afterAll(() => browser.close());

test('is below 2 MB', () => {
  expect(statSync(file).size).toBeLessThan(2e6);
});

test('opens within 2 s', async () => {
  const start = performance.now();
  const { page, complaints, work } = await visit(browser, file);
  await page.locator('[data-plot]').first().waitFor();
  const wall = performance.now() - start;
  const worked = await work();
  console.log(`opened in ${wall.toFixed(0)} ms, of which the page took ${worked.toFixed(0)} ms`);
  // the rest is the start of a window, drawing in software, and other processes
  expect(worked).toBeGreaterThan(0);
  expect(worked).toBeLessThan(1000);
  expect(complaints).toEqual([]);
  await page.context().close();
});

/** Script times of some frames [ms] and the time of all of them [s]; runs in the page. */
async function played(): Promise<{ scripts: number[]; seconds: number }> {
  const { stage } = (globalThis as unknown as { ludo: { stage: Pick<Stage, 'cost'> } }).ludo;
  const scripts: number[] = [];
  const start = performance.now();
  let seconds = 0;
  while (scripts.length < 9 || (scripts.length < 60 && seconds < 5)) {
    await new Promise(requestAnimationFrame);
    scripts.push(stage.cost().script);
    seconds = (performance.now() - start) / 1000;
  }
  return { scripts, seconds };
}

test('the script of a frame takes half of a sixtieth of a second at most', async () => {
  const open = await visit(browser, file);
  const { page } = open;
  await page.getByRole('button', { name: 'Play' }).click();
  const { scripts, seconds } = await page.evaluate(played);
  const script = scripts.sort((a, b) => a - b)[scripts.length >> 1];
  console.log(`script ${script.toFixed(2)} ms a frame; drawn in software `
    + `${(scripts.length / seconds).toFixed(1)} frames a second`);
  await snapshot(open, 'chain');
  // a frame has 16.7 ms; a graphics card draws in parallel
  expect(script).toBeLessThan(8);
  await page.context().close();
  expect(open.complaints).toEqual([]);
});
