// SPDX-License-Identifier: Apache-2.0
//
// The browser that looks at reports where nobody does: Chromium as the system has it, driven by
// playwright-core of web/node_modules (tools/build_page sees to it).
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const SOFTWARE = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Chromium without a window, which draws by software where nothing else is asked for; null where
 * there is none. LUDO_CHROMIUM names another one. */
export async function launchBrowser(...drawing) {
  const executablePath = [process.env.LUDO_CHROMIUM, ...PLACES].find((p) => p && existsSync(p));
  if (!executablePath) {
    return null;
  }
  const fromWeb = createRequire(new URL('../web/package.json', import.meta.url));
  return fromWeb('playwright-core').chromium.launch({
    executablePath,
    args: ['--no-sandbox', ...(drawing.length > 0 ? drawing : SOFTWARE)],
  });
}
