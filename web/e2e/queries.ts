// SPDX-License-Identifier: Apache-2.0
//
// Queries of a page: its time, picture, plots and values.

import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Visit } from './visit';

/** The time that the page shows [s]. */
export async function instant({ page }: Visit): Promise<number> {
  return Number(await page.locator('[data-part=time]').textContent());
}

/** Poll an expectation of the time. */
export function at(open: Visit): ReturnType<typeof expect.poll<number>> {
  return expect.poll(() => instant(open));
}

/** A screenshot of the picture. */
export async function picture({ page }: Visit): Promise<Buffer> {
  await page.evaluate(() => new Promise(requestAnimationFrame));
  return page.locator('.picture canvas').screenshot();
}

/** Width of the page beyond its window [pixels]. */
export function overflow({ page }: Visit): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

export function plot({ page }: Visit, id: string): Locator {
  return page.locator(`[data-plot="${id}"]`);
}

/** Number of drawn pixels of a plot: axes have some hundred, lines as many again. */
export async function inked(plot: Locator): Promise<number> {
  const canvas = plot.locator('canvas');
  return await canvas.count() === 0 ? 0 : canvas.first().evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(element as HTMLCanvasElement, 0, 0);
    const pixels = copy?.getImageData(0, 0, width, height).data ?? [];
    return pixels.filter((value, k) => k % 4 === 3 && value > 128).length;
  });
}

/** Search a quantity by some letters and plot it. */
export async function pick({ page }: Visit, letters: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Find a quantity to plot' }).fill(letters);
  await page.locator(`[role=option][data-name="${name}"]`).click();
}

/** Value of a quantity in the legend. */
export async function reading({ page }: Visit, name: string): Promise<number> {
  const text = await page.locator(`[data-line="${name}"]`).first().innerText();
  return Number(text.replace('−', '-').replace('·10', 'e').replace(/\s/g, ''));
}

/** Number of pixels of a colour in a screenshot. */
export function painted({ page }: Visit, picture: Buffer, colour: number): Promise<number> {
  return page.evaluate(async ([source, wanted]) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let k = 0; k < data.length; k += 4) {
      // one step of rounding
      count += [16, 8, 0].every((shift, c) =>
        Math.abs(data[k + c] - (wanted >> shift & 255)) < 2) ? 1 : 0;
    }
    return count;
  }, [`data:image/png;base64,${picture.toString('base64')}`, colour] as const);
}
