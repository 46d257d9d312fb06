// SPDX-License-Identifier: Apache-2.0
//
//     npm run demo
//
// Fills the built page with synthetic runs for development: dist/demo-*.html.

import { readFileSync, writeFileSync } from 'node:fs';
import { elements, Packer } from './fixtures';
import { doublePendulum, longChain, pageOf } from './mechanisms';

const form = readFileSync('dist/index.html', 'utf8');

for (const [name, make] of Object.entries({ pendulum: doublePendulum, chain: longChain })) {
  const packer = new Packer();
  const filled = elements(pageOf(make(packer)), packer);
  writeFileSync(`dist/demo-${name}.html`, form.replace('<!--ludo:page-->', () => filled));
}
