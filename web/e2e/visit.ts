// SPDX-License-Identifier: Apache-2.0
//
// Opens a page from disk in a headless browser and records its errors and warnings.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../../tools/browser.mjs';
import { folder } from './pages';

export async function launch(...drawing: string[]): Promise<Browser> {
  const browser = await launchBrowser(...drawing);
  if (browser === null) {
    throw new Error('there is no Chromium: install it, or set LUDO_CHROMIUM to its path');
  }
  return browser;
}

/** Warnings of the graphics driver about screenshots. */
const OF_THE_DRIVER = /GL Driver Message|GPU stall due to ReadPixels/;

export interface Visit {
  page: Page;
  /** Errors, warnings and requests to anywhere but the file itself. */
  complaints: string[];
  /** Processor time of the page until now [ms], without other processes. */
  work(): Promise<number>;
}

/** Open a page and wait until it shows a run or an error. It doesn't play by itself. */
export async function visit(browser: Browser, file: string,
  options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 }, offline: true, reducedMotion: 'reduce', ...options,
  });
  context.setDefaultTimeout(60_000); // ms, as the tests
  const page = await context.newPage();
  const watch = await context.newCDPSession(page);
  await watch.send('Performance.enable', { timeDomain: 'threadTicks' });
  const complaints: string[] = [];
  const url = pathToFileURL(file).href;
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !OF_THE_DRIVER.test(message.text())) {
      complaints.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    if (request.url() !== url && !/^(data|blob):/.test(request.url())) {
      complaints.push(`request: ${request.url()}`);
    }
  });
  await page.goto(url);
  await page.locator('#app > :not(.opening)').first().waitFor();
  const work = async (): Promise<number> => {
    const { metrics } = await watch.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
  return { page, complaints, work };
}

/** Save a screenshot for inspection. */
export async function snapshot({ page }: Visit, name: string): Promise<Buffer> {
  mkdirSync(join(folder, 'shots'), { recursive: true });
  return page.screenshot({ path: join(folder, 'shots', `${name}.png`) });
}
