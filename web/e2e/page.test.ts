// SPDX-License-Identifier: Apache-2.0
//
// Use of a page: play, pause, step, seek, read. The page is synthetic, so that its contents are
// known.

import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { doublePendulum } from '../test/mechanisms';
import { synthetic } from './pages';
import { snapshot, launch, visit, type Visit } from './visit';
import { at, inked, instant, overflow, pick, picture, plot, reading } from './queries';

let browser: Browser;
let file: string;
let open: Visit;

beforeAll(async () => {
  file = synthetic('pendulum', doublePendulum);
  browser = await launch();
});

afterAll(() => browser.close());

beforeEach(async () => {
  open = await visit(browser, file);
});

afterEach(async () => {
  await open.page.context().close();
  expect(open.complaints).toEqual([]);
});

test('runs its own script and no injected one', async () => {
  const { page } = open;
  expect(await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.body.append(script);
    return document.title;
  })).toBe('double pendulum');
  await expect.poll(() => open.complaints.join()).toContain('Content Security Policy');
  open.complaints.length = 0;
});

test('contains the licences of its packages', () => {
  const text = readFileSync(file, 'utf8');
  for (const name of ['three', 'uplot']) {
    expect(text).toContain(readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim());
  }
});

test('plays and pauses', async () => {
  const { page } = open;
  const before = await picture(open);
  await page.getByRole('button', { name: 'Play' }).click();
  await at(open).toBeGreaterThan(0.3);
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await instant(open);
  expect((await picture(open)).equals(before)).toBe(false);
  await page.waitForTimeout(200);
  expect(await instant(open)).toBe(paused);
});

test('steps from frame to frame by buttons and keys', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Next frame' }).click();
  await at(open).toBeCloseTo(0.01, 6);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await at(open).toBeCloseTo(0.03, 6);
  await page.keyboard.press('ArrowLeft');
  await at(open).toBeCloseTo(0.02, 6);
  await page.keyboard.press('Backspace');
  await at(open).toBe(0);
});

test('seeks the time of the slider and draws it', async () => {
  const { page } = open;
  const before = await picture(open);
  const { x, y, width, height } = (await page.getByRole('slider', { name: 'Time' }).boundingBox())!;
  await page.mouse.move(x + 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
  await page.mouse.up();
  // the middle of 10 s; the half of a thumb is some pixels of 10 s / width
  await expect.poll(async () => Math.abs(await instant(open) - 5)).toBeLessThan(0.2);
  expect((await picture(open)).equals(before)).toBe(false);
});

test('changes its speed by keys', async () => {
  const { page } = open;
  const speed = async (): Promise<number> =>
    Number.parseFloat(await page.locator('output.speed').innerText());
  expect(await speed()).toBe(1);
  await page.keyboard.press('-');
  expect(await speed()).toBeLessThan(1);
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  expect(await speed()).toBeGreaterThan(1);
});

test('draws its plots and seeks the time of a click', async () => {
  const { page } = open;
  for (const id of ['error', 'energy', 'violation']) {
    await plot(open, id).scrollIntoViewIfNeeded();
    await expect.poll(() => inked(plot(open, id)), { message: id }).toBeGreaterThan(200);
  }
  const over = plot(open, 'energy').locator('.u-over');
  await over.scrollIntoViewIfNeeded();
  const { width, height } = (await over.boundingBox())!;
  await over.click({ position: { x: 0.25 * width, y: height / 2 } });
  // the plot begins at 0 s and ends at 10 s; a pixel is 10 s / width
  await expect.poll(async () => Math.abs(await instant(open) - 2.5)).toBeLessThan(20 / width);
  const mark = (await plot(open, 'energy').locator('.playhead').boundingBox())!;
  expect(Math.abs(mark.x - (await over.boundingBox())!.x - 0.25 * width)).toBeLessThan(3);
  await page.mouse.move(0, 0);
});

test('jumps to the largest energy error', async () => {
  const { page } = open;
  const button = plot(open, 'error').locator('[data-part=peak]');
  const time = Number(await button.getAttribute('data-time'));
  const value = Number(await button.getAttribute('data-value'));
  expect(value).not.toBe(0);
  await button.click();
  await at(open).toBeCloseTo(time, 3);
  await page.mouse.move(0, 0);
  // the reading is rounded for people
  await expect.poll(async () => Math.abs(await reading(open, 'energy_error') / value - 1))
    .toBeLessThan(1e-2);
});

test('finds a joint by some letters and plots it', async () => {
  const field = open.page.getByRole('combobox', { name: 'Find a quantity to plot' });
  await field.fill('hinge');
  await field.press('ArrowDown');
  const marked = open.page.locator(`#${await field.getAttribute('aria-activedescendant')}`);
  expect(await marked.getAttribute('aria-selected')).toBe('true');
  expect(await marked.innerText()).toContain('hinge');
  await pick(open, 'hinge1 rate', 'hinge1.rate');
  await expect.poll(() => inked(plot(open, 'picked-rad/s'))).toBeGreaterThan(200);
  expect(Number.isFinite(await reading(open, 'hinge1.rate'))).toBe(true);
});

test('downloads a plot as CSV', async () => {
  const { page } = open;
  const [download] = await Promise.all([page.waitForEvent('download'),
    page.getByRole('button', { name: 'Energy as CSV' }).click()]);
  expect(download.suggestedFilename()).toBe('energy.csv');
  const [head, ...rows] = readFileSync(await download.path(), 'utf8').trim().split('\n');
  expect(head).toBe('time,energy,kinetic,potential');
  expect(rows).toHaveLength(1001); // 10 s by 10 ms
});

test('plays by itself, except where reduced motion is preferred', async () => {
  await at(open).toBe(0);
  const moving = await visit(browser, file, { reducedMotion: 'no-preference' });
  await at(moving).toBeGreaterThan(0);
  await moving.page.context().close();
  expect(moving.complaints).toEqual([]);
});

test('orbits, pans and zooms by gestures', async () => {
  const { page } = open;
  const { x, y, width, height } = (await page.locator('.picture canvas').boundingBox())!;
  const [midX, midY] = [x + width / 2, y + height / 2];
  const drag = async (button: 'left' | 'middle' | 'right'): Promise<void> => {
    await page.mouse.move(midX, midY);
    await page.mouse.down({ button });
    await page.mouse.move(midX + 60, midY + 40, { steps: 3 });
    await page.mouse.up({ button });
  };
  const gestures = [() => drag('left'), () => drag('middle'), () => drag('right'),
    () => page.mouse.wheel(0, 200)];
  for (const gesture of gestures) {
    const before = await picture(open);
    await gesture();
    await expect.poll(async () => (await picture(open)).equals(before)).toBe(false);
  }
});

test('selects the body of a double click, and none beside it', async () => {
  const { page } = open;
  const selected = page.locator('[data-part=selected]');
  const { width, height } = (await page.locator('.picture canvas').boundingBox())!;
  const places = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].flatMap((part) =>
    [0.35, 0.45, 0.55, 0.65].map((down) => ({ x: part * width, y: down * height })));
  for (const position of places) { // the pendulum is somewhere in the middle
    await page.locator('.picture canvas').dblclick({ position });
    if (await selected.count() > 0) {
      break;
    }
  }
  expect(await selected.innerText()).toMatch(/^link[01]$/);
  await page.locator('.picture canvas').dblclick({ position: { x: 20, y: height - 20 } });
  await expect.poll(() => selected.count()).toBe(0);
});

test('follows a body and stops following', async () => {
  const { page } = open;
  await page.getByRole('tab', { name: 'Model' }).click();
  await page.locator('[data-body=link1]').dblclick();
  const followed = page.locator('[data-part=followed]');
  await expect.poll(() => followed.innerText()).toContain('link1');
  const before = await picture(open);
  await page.keyboard.press('ArrowRight');
  expect((await picture(open)).equals(before)).toBe(false);
  await page.keyboard.press('Escape');
  await expect.poll(() => followed.count()).toBe(0);
});

test('closes the menu of layers by Escape before it clears the selection', async () => {
  const { page } = open;
  await page.getByRole('tab', { name: 'Model' }).click();
  await page.locator('[data-body=link1]').click();
  await page.locator('summary[aria-label="Layers"]').click();
  const box = page.getByRole('checkbox', { name: 'joint axes' });
  const chosen = page.locator('[data-part=selected]');
  await box.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => box.isVisible()).toBe(false);
  expect(await chosen.count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => chosen.count()).toBe(0);
});

test('opens every tab', async () => {
  const { page } = open;
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    const panel = page.locator(`#${await tab.getAttribute('aria-controls')}`);
    expect(await panel.isVisible()).toBe(true);
    expect((await panel.innerText()).length).toBeGreaterThan(20);
    expect(await panel.getByRole('alert').count()).toBe(0);
    await snapshot(open, `tab-${(await tab.innerText()).toLowerCase()}`);
  }
});

test('lists its keys', async () => {
  await open.page.keyboard.press('F1');
  await open.page.getByRole('dialog').waitFor();
  await snapshot(open, 'keys');
  await open.page.keyboard.press('Escape');
  await open.page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('has a dark and a light theme', async () => {
  const { page } = open;
  const ground = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [first, shown] = [await ground(), await picture(open)];
  await page.keyboard.press('d');
  await expect.poll(ground).not.toBe(first);
  expect((await picture(open)).equals(shown)).toBe(false);
});

test.each([
  ['wide', 1280, 800], ['narrow', 390, 844],
])('fits a %s window in both themes', async (name, width, height) => {
  const { page } = open;
  await page.setViewportSize({ width, height });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.reload();
    await page.locator('[data-part=time]').waitFor();
    await page.getByRole('button', { name: 'Next frame' }).click();
    expect(await overflow(open)).toBe(0);
    await snapshot(open, `${name}-${colorScheme}`);
  }
});
