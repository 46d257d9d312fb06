// SPDX-License-Identifier: Apache-2.0
//
// Headless Chromium for tests and screenshots of reports: the installed browser, driven by
// playwright-core of web/node_modules (tools/build_page installs the packages).
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Options for drawing without a graphics card. */
const SOFTWARE = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Path of the browser: LUDO_CHROMIUM, or the first installed browser; undefined: none. */
export function browserPath() {
  return [process.env.LUDO_CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
}

/** Start the browser with options for drawing, by default software rendering; null: no browser is
 * installed. */
export async function launchBrowser(...drawing) {
  const executablePath = browserPath();
  if (!executablePath) {
    return null;
  }
  const fromWeb = createRequire(new URL('../web/package.json', import.meta.url));
  return fromWeb('playwright-core').chromium.launch({
    executablePath,
    args: ['--no-sandbox', ...(drawing.length > 0 ? drawing : SOFTWARE)],
  });
}
