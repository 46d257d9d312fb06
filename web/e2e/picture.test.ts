// SPDX-License-Identifier: Apache-2.0
//
// Overlays of the picture: the name of the body under the mouse, the position of the selected body,
// the world axes; and the saved picture.

import { readFileSync } from 'node:fs';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { doublePendulum } from '../test/mechanisms';
import { synthetic } from './pages';
import { launch, visit, type Visit } from './visit';

let browser: Browser;
let file: string;
let open: Visit;

beforeAll(async () => {
  file = synthetic('pictured', doublePendulum);
  browser = await launch();
});

afterAll(() => browser.close());

beforeEach(async () => {
  open = await visit(browser, file);
  await open.page.locator('.triad').waitFor();
});

afterEach(async () => {
  await open.page.context().close();
  expect(open.complaints).toEqual([]);
});

const part = (name: string): Locator => open.page.locator(`[data-part=${name}]`);

/** Rest the mouse at points of the picture until one is on a body. */
async function rest(): Promise<void> {
  const { page } = open;
  const { x, y, width, height } = (await page.locator('.picture canvas').boundingBox())!;
  for (let k = 1; k < 40 && !(await part('hovered').isVisible()); k++) {
    await page.mouse.move(x + width / 2, y + height * k / 40);
    await page.waitForTimeout(150);
  }
}

test('a resting mouse shows the name of the body, a mouse that leaves hides it', async () => {
  await rest();
  expect(await part('hovered').textContent()).toMatch(/^(link0|link1|world)$/);
  await open.page.mouse.move(2, 2);
  await expect.poll(() => part('hovered').isVisible()).toBe(false);
});

test('shows and plots the position of the selected body', async () => {
  const { page } = open;
  await page.getByRole('tab', { name: 'Model' }).click();
  await page.locator('[data-body=link1]').click();
  const read = (): Promise<string> => part('whereabouts').innerText();
  const before = await read();
  expect(before).toMatch(/^x -?[\d.]+ +y -?[\d.]+ +z -?[\d.]+\sm +[\d.]+(e-\d+)? m\/s$/);
  await page.getByRole('slider', { name: 'Time' }).fill('1');
  await expect.poll(read).not.toBe(before);
  await page.getByRole('button', { name: 'plot', exact: true }).click();
  expect(await page.locator('[data-plot=picked-m] [data-line^="link1."]').count()).toBe(3);
});

test('world axes rotate with the camera', async () => {
  const { page } = open;
  const upright = (): Promise<string | null> =>
    page.locator('.axis-z line').getAttribute('y2');
  const before = await upright();
  expect(Number(before)).toBeLessThan(-15); // z is up, seen a little from above
  await page.locator('.picture canvas').focus();
  for (let k = 0; k < 3; k++) {
    await page.keyboard.press(']'); // front, side, top
  }
  await expect.poll(async () => Math.abs(Number(await upright())), { timeout: 20_000 })
    .toBeLessThan(0.1);
  expect(await page.locator('.triad').innerText()).toMatch(/grid [\d.]+ m/);
});

test('P saves the picture', async () => {
  const { page } = open;
  await page.locator('.picture canvas').focus();
  const [kept] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('p')]);
  expect(kept.suggestedFilename()).toBe('double pendulum 0.000 s.png');
  const bytes = readFileSync((await kept.path())!);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.length).toBeGreaterThan(10_000); // an empty one has some hundred
});
