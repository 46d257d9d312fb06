// SPDX-License-Identifier: Apache-2.0
//
// The browser's own screenshot of a page, without a driver. Virtual time runs ahead of animation
// frames: the screenshot may be taken before the first of them.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserPath } from '../../tools/browser.mjs';
import { doublePendulum } from '../test/mechanisms';
import { folder, synthetic } from './pages';
import { launch } from './visit';

const WIDTH = 1280, HEIGHT = 800;

let browser: Browser;
let file: string;

beforeAll(async () => {
  file = synthetic('screenshot', doublePendulum);
  browser = await launch();
});

afterAll(() => browser.close());

/** Take a screenshot after some virtual time [ms]; its bytes. */
function screenshot(budget: number): Buffer {
  const shots = join(folder, 'shots');
  const picture = join(shots, `virtual-time-${budget}.png`);
  mkdirSync(shots, { recursive: true });
  execFileSync(browserPath()!, [
    '--headless', '--no-sandbox', '--hide-scrollbars', `--window-size=${WIDTH},${HEIGHT}`,
    `--virtual-time-budget=${budget}`, `--screenshot=${picture}`, `file://${file}`,
  ], { stdio: 'ignore', timeout: 120_000 });
  return readFileSync(picture);
}

/** How many colours an area of a picture has. */
async function colours(picture: Buffer, x: number, y: number, width: number, height: number):
  Promise<number> {
  const page = await browser.newPage();
  const count = await page.evaluate(async ([source, ...area]) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    canvas.drawImage(image, 0, 0);
    return new Set(new Uint32Array(canvas.getImageData(...area).data.buffer)).size;
  }, [`data:image/png;base64,${picture.toString('base64')}`, x, y, width, height] as const);
  await page.close();
  return count;
}

test.each([1, 1000, 10_000])('a screenshot after %i ms has picture and plots', async (budget) => {
  const picture = screenshot(budget);
  // the shaded picture has thousands of colours; smoothed lines of the two upper plots have dozens,
  // a blank panel has one
  expect(await colours(picture, 100, 100, 500, 500)).toBeGreaterThan(500);
  expect(await colours(picture, 900, 215, 340, 130)).toBeGreaterThan(15);
  expect(await colours(picture, 900, 480, 340, 130)).toBeGreaterThan(15);
});
