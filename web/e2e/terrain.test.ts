// SPDX-License-Identifier: Apache-2.0
//
// Terrain and contact patches in pages of the program.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MARKS } from '../src/scene/colours';
import { hill } from './hill';
import { folder, ludo } from './pages';
import { at, overflow, painted, picture } from './queries';
import { snapshot, launch, visit, type Visit } from './visit';

let browser: Browser;
let open: Visit;

const path = (name: string): string => join(folder, name);

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path('hill.xml'), hill());
  ludo('simulate', path('hill.xml'), '--duration', '2', '--quiet', '--report', path('hill.html'));
  ludo('simulate', 'tests/corpus/mjcf/hfield.xml', '--duration', '1', '--quiet', '--report',
    path('terrain.html'));
  browser = await launch();
});

afterAll(() => browser.close());

afterEach(async () => {
  await open.page.context().close();
  expect(open.complaints).toEqual([]);
});

async function openAt(name: string, time: string): Promise<void> {
  open = await visit(browser, path(name));
  await open.page.locator('.triad').waitFor();
  await open.page.getByRole('slider', { name: 'Time' }).fill(time);
  await at(open).toBeCloseTo(Number(time), 2);
}

/** Pixels of the picture in the colour of patches, of contact forces. */
const patched = async (): Promise<number> => painted(open, await picture(open), MARKS.patch);
const pushed = async (): Promise<number> => painted(open, await picture(open), MARKS.push);

test('a field of two cells is drawn, and hidden with the geometry', async () => {
  await openAt('terrain.html', '0.5');
  const { page } = open;
  const { x, y, width, height } = (await page.locator('.picture canvas').boundingBox())!;
  await page.mouse.move(x + width / 2, y + 0.68 * height); // the side towards the camera
  const hovered = page.locator('[data-part=hovered]');
  await expect.poll(() => hovered.textContent()).toBe('world');
  await snapshot(open, 'terrain');
  const drawn = await picture(open);
  await page.keyboard.press('g');
  await expect.poll(async () => (await picture(open)).equals(drawn)).toBe(false);
  await page.mouse.move(x + width / 2 + 1, y + 0.68 * height);
  await expect.poll(() => hovered.isVisible()).toBe(false);
});

test('bodies on a hill have patches, which a key and the menu hide', async () => {
  await openAt('hill.html', '2');
  const { page } = open, scale = page.locator('[data-part=scale]');
  await snapshot(open, 'hill');
  expect(await scale.innerText()).toContain('patch');
  expect(await patched()).toBeGreaterThan(100); // lines of three bodies at rest
  await page.keyboard.press('k');
  await expect.poll(patched).toBe(0);
  expect(await pushed()).toBeGreaterThan(20);
  await expect.poll(() => scale.innerText()).not.toContain('patch');
  await page.keyboard.press('c');
  await expect.poll(() => scale.isVisible()).toBe(false);
  await page.locator('summary[aria-label="Layers"]').click();
  await page.getByRole('checkbox', { name: 'contact patches' }).check();
  await expect.poll(patched).toBeGreaterThan(100);
  expect(await pushed()).toBe(0);
  await expect.poll(() => scale.innerText()).toMatch(/^patch\s+1 m is [\d.]+ N$/);
  await snapshot(open, 'hill-patches');
});

test('a narrow window has room for the legend', async () => {
  await openAt('hill.html', '1');
  const { page } = open;
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(open)).toBe(0);
  const legend = (await page.locator('[data-part=scale]').boundingBox())!;
  const triad = (await page.locator('.triad').boundingBox())!;
  expect(legend.height).toBeLessThan(30); // one line
  expect(legend.x).toBeGreaterThan(triad.x);
  await snapshot(open, 'hill-narrow');
});
