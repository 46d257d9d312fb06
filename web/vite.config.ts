// SPDX-License-Identifier: Apache-2.0
//
// Builds the page into one HTML file that asks nothing of the network: styles and script stand in
// it, and a policy by which browsers refuse all else. `ludo report` puts its data where the marker
// is.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const MARKER = '<!--ludo:page-->';

/** A script's text as HTML may hold it: nothing in it ends or comments out the element. */
function inlineable(script: string): string {
  return script.replace(/<(?=\/script|!--)/gi, '\\x3C');
}

/** What the page may do: run this script and no other, nothing from elsewhere. Styles may be
 * attributes: colours of lines are. */
function policy(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  const rules = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; `
    + "img-src data:; base-uri 'none'; form-action 'none'";
  return `<meta http-equiv="Content-Security-Policy" content="${rules}">`;
}

/** A comment with the licences of the packages that these modules are from: they ask to go with
 * every copy. */
function notices(modules: readonly string[]): string {
  const names = new Set(modules.flatMap((module) =>
    /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? []));
  const texts = [...names].sort().map((name) =>
    `${name}, in this page:\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()}`);
  if (texts.length === 0 || texts.some((text) => text.includes('--'))) {
    throw new Error('there are no licences, or one holds what would end its comment');
  }
  return `<!--\n${texts.join('\n\n')}\n-->`;
}

/** The page without the elements that would load its files, which stand in it instead. */
function joined(page: string, style: string, script: string, licences: string): string {
  const text = inlineable(script);
  const bare = page
    .replace(/\s*<script\b[^>]*\bsrc=[^>]*><\/script>/g, '')
    .replace(/\s*<link\b[^>]*\brel="(?:stylesheet|modulepreload)"[^>]*>/g, '');
  const whole = bare
    .replace('<meta charset="utf-8">', (first) => `${first}\n${policy(text)}`)
    .replace('</head>', () => `<style>${style}</style>\n</head>`)
    .replace('</body>', () => `${licences}\n<script type="module">${text}</script>\n</body>`);
  if (whole.split(MARKER).length !== 2) {
    throw new Error(`the page must hold ${MARKER} exactly once`);
  }
  if (!whole.includes(policy(text))) {
    throw new Error('the page has no place for its policy');
  }
  return whole;
}

/** Puts all that was built into the page. */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      let style = '';
      let script = '';
      const modules: string[] = [];
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === 'chunk') {
          script += part.code;
          modules.push(...part.moduleIds);
          delete bundle[name];
        } else if (name.endsWith('.css')) {
          style += String(part.source);
          delete bundle[name];
        }
      }
      const page = bundle['index.html'];
      if (page?.type !== 'asset' || Object.keys(bundle).length !== 1) {
        this.error(`files beside the page: ${Object.keys(bundle).join(' ')}`);
      }
      page.source = joined(String(page.source), style, script, notices(modules));
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [oneFile()],
  build: {
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    chunkSizeWarningLimit: 2000, // kB, of one file with three.js in it
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
  test: {
    include: ['**/*.test.ts'],
    // ms; the browser draws without a graphics card, maybe while others are at work, too
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
