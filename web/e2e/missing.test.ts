// SPDX-License-Identifier: Apache-2.0
//
// Pages with something missing: WebGL, parts of the run, bytes of the data.

import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Run } from '../src/data/page';
import { elements, Packer } from '../test/fixtures';
import { doublePendulum, pageOf } from '../test/mechanisms';
import { filled, synthetic } from './pages';
import { snapshot, launch, visit, type Visit } from './visit';
import { at, inked, instant, plot } from './queries';

async function inBrowser(drawing: readonly string[], file: string,
  look: (open: Visit) => Promise<void>): Promise<void> {
  const browser: Browser = await launch(...drawing);
  try {
    await look(await visit(browser, file));
  } finally {
    await browser.close();
  }
}

test('without WebGL plots and playback work', async () => {
  const file = synthetic('no-webgl', doublePendulum);
  await inBrowser(['--disable-3d-apis', '--disable-gpu'], file, async (open) => {
    await expect.poll(() => inked(plot(open, 'energy'))).toBeGreaterThan(200);
    expect(await open.page.locator('body').innerText()).toContain('WebGL');
    await open.page.keyboard.press('ArrowRight');
    await at(open).toBeCloseTo(0.01, 6);
    await snapshot(open, 'no-webgl');
    expect(open.complaints.filter((complaint) => !complaint.includes('WebGL'))).toEqual([]);
  });
});

test.each<[string, (packer: Packer) => Run]>([
  ['one knot', (packer) => doublePendulum(packer, 0)],
  ['no model', (packer) =>
    ({ ...doublePendulum(packer, 1), model: null, film: null, facts: null })],
  ['no curves', (packer) => ({ ...doublePendulum(packer, 1), series: [] })],
  ['only gaps', (packer) => {
    const run = doublePendulum(packer, 1);
    const gaps = packer.floats([Array(101).fill(NaN)]);
    return { ...run, series: run.series.map((series) => ({ ...series, value: gaps })) };
  }],
  ['no points', (packer) => {
    const run = doublePendulum(packer, 1);
    const none = packer.floats([[]]);
    return { ...run, series: run.series.map((series) => ({ ...series, time: none, value: none })) };
  }],
])('a run with %s is shown without errors', async (name, make) => {
  const file = synthetic(name.replace(' ', '-'), make);
  await inBrowser([], file, async (open) => {
    const { page } = open;
    await page.getByRole('tab', { name: 'Summary' }).waitFor();
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
    }
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowRight');
    expect(Number.isFinite(await instant(open))).toBe(true);
    await snapshot(open, name.replace(' ', '-'));
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(open.complaints).toEqual([]);
  });
});

function damaged(name: string, damage: (data: string) => string): string {
  const packer = new Packer();
  return filled(name, damage(elements(pageOf(doublePendulum(packer, 1)), packer)));
}

test.each([
  ['empty', () => '', 'holds no run'],
  ['cut', (data: string) => data.replace(/(.{500})<\/script>$/, '</script>'), 'damaged'],
  ['changed', (data: string) => data.replace('"format":1', '"format":1,,'), 'damaged'],
  ['later', (data: string) => data.replace('"format":1', '"format":2'), 'format 2'],
])('a page that is %s shows the error', async (name, damage, said) => {
  await inBrowser([], damaged(`damaged-${name}`, damage), async (open) => {
    await expect.poll(() => open.page.getByRole('alert').innerText()).toContain(said);
    await snapshot(open, `damaged-${name}`);
    expect(open.complaints).toEqual([]);
  });
});
