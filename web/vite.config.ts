// SPDX-License-Identifier: Apache-2.0
//
// Builds the page as one HTML file that needs no network: it contains styles, script and a content
// security policy that refuses everything else. `ludo report` replaces the marker by its data.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const MARKER = '<!--ludo:page-->';

/** The text of a script, escaped for HTML: it neither ends nor comments out its element. */
function inlineable(script: string): string {
  return script.replace(/<(?=\/script|!--)/gi, '\\x3C');
}

/** The content security policy: this script and no other, nothing from elsewhere. Style attributes
 * are allowed, for the colours of lines. */
function policy(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  const rules = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; `
    + "img-src data:; base-uri 'none'; form-action 'none'";
  return `<meta http-equiv="Content-Security-Policy" content="${rules}">`;
}

/** A comment with the licences of the packages of these modules, which require it in each copy. */
function notices(modules: readonly string[]): string {
  const names = new Set(modules.flatMap((module) =>
    /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? []));
  const texts = [...names].sort().map((name) =>
    `${name}, in this page:\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()}`);
  if (texts.length === 0 || texts.some((text) => text.includes('--'))) {
    throw new Error('a licence is missing, or contains `--`, which would end its comment');
  }
  return `<!--\n${texts.join('\n\n')}\n-->`;
}

/** The page with its style sheet and script inline instead of elements that load them. */
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
    throw new Error('the page has no <meta charset> to put its policy after');
  }
  return whole;
}

/** A plugin that inlines all built files into the page. */
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
    // ms; the browser draws without a graphics card, possibly beside other processes
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
