// SPDX-License-Identifier: Apache-2.0
//
// Builds the page into one HTML file that asks nothing of the network: styles and script stand in
// it. `ludo report` puts its data where the marker is.

import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const MARKER = '<!--ludo:page-->';

/** A script's text as HTML may hold it: nothing in it ends or comments out the element. */
function inlineable(script: string): string {
  return script.replace(/<(?=\/script|!--)/gi, '\\x3C');
}

/** The page without the elements that would load its files, which stand in it instead. */
function joined(page: string, style: string, script: string): string {
  const bare = page
    .replace(/\s*<script\b[^>]*\bsrc=[^>]*><\/script>/g, '')
    .replace(/\s*<link\b[^>]*\brel="(?:stylesheet|modulepreload)"[^>]*>/g, '');
  const whole = bare
    .replace('</head>', () => `<style>${style}</style>\n</head>`)
    .replace('</body>', () => `<script type="module">${inlineable(script)}</script>\n</body>`);
  if (whole.split(MARKER).length !== 2) {
    throw new Error(`the page must hold ${MARKER} exactly once`);
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
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === 'chunk') {
          script += part.code;
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
      page.source = joined(String(page.source), style, script);
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
    testTimeout: 60_000, // ms; the browser draws without a graphics card
    hookTimeout: 120_000,
  },
});
