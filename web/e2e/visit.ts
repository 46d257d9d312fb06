// SPDX-License-Identifier: Apache-2.0
//
// A page opened from disk in a browser without a screen, and all that it complained about.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../../tools/browser.mjs';
import { folder } from './pages';

export async function launch(...drawing: string[]): Promise<Browser> {
  const browser = await launchBrowser(...drawing);
  if (browser === null) {
    throw new Error('there is no Chromium; LUDO_CHROMIUM can name one');
  }
  return browser;
}

/** The driver's, about pictures read back for screenshots. */
const OF_THE_DRIVER = /GL Driver Message|GPU stall due to ReadPixels/;

export interface Visit {
  page: Page;
  /** Errors, warnings and requests to anywhere but the file itself. */
  complaints: string[];
  /** What the page has taken of a processor until now [ms]; what else runs there doesn't count. */
  work(): Promise<number>;
}

/** Open a page and wait until it shows something or says why not; it doesn't play by itself. */
export async function visit(browser: Browser, file: string,
  options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 }, offline: true, reducedMotion: 'reduce', ...options,
  });
  context.setDefaultTimeout(60_000); // ms, as patient as the tests
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

/** Keep what the page looks like, for people to look at. */
export async function snapshot({ page }: Visit, name: string): Promise<Buffer> {
  mkdirSync(join(folder, 'shots'), { recursive: true });
  return page.screenshot({ path: join(folder, 'shots', `${name}.png`) });
}
