// SPDX-License-Identifier: Apache-2.0
//
//     node bench/bench_report.mjs LUDO OUT.csv
//
// The cost of a report: chains of 10, 100 and 300 bodies, ten seconds at 1 kHz. Size of the page
// and time to write it; time from opening it in a browser to the first frame; frames per second
// during playback, and script time per frame. A headless browser renders in software: the frame
// rate then depends on processor cores, the script time does not.
//
// Without Chromium it prints a message and leaves OUT.csv unchanged.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

import { launchBrowser } from '../tools/browser.mjs';

const BODIES = [10, 100, 300];
const SECONDS = 10, STEP = 0.001;
const WATCHED = 4; // seconds of playback
const REPEATS = 3; // of opening; the best is reported

/** Links on hinges with alternating axes, in small motion. */
function chain(bodies) {
  let text = '';
  for (let k = bodies - 1; k >= 0; k--) {
    const axis = k % 2 ? '1 0 0' : '0 1 0', pos = k === 0 ? '0 0 0' : '0 0 -0.1';
    text = `<body name="link${k}" pos="${pos}"><joint name="joint${k}" axis="${axis}"/>` +
      `<geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.1"/>${text}</body>\n`;
  }
  return `<mujoco model="chain${bodies}"><compiler angle="radian"/>` +
    `<option timestep="${STEP}"/><default><geom contype="0" conaffinity="0"/></default>` +
    `<worldbody>${text}</worldbody></mujoco>\n`;
}

/** Duration of a call [s]. */
function timed(what) {
  const start = performance.now();
  what();
  return (performance.now() - start) / 1000;
}

/** In the page, before its scripts: record the time of the first draw call, count the frames with
 * draw calls, and sum their script times. */
function listen() {
  const seen = { first: null, pictures: 0, script: 0, drawn: false };
  globalThis.seen = seen;
  const drawing = ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'];
  for (const name of drawing) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...how) {
      seen.first ??= performance.now() / 1000;
      seen.drawn = true;
      return draw.apply(this, how);
    };
  }
  const next = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (call) => next((time) => {
    const start = performance.now();
    seen.drawn = false;
    call(time);
    if (seen.drawn) {
      seen.pictures++;
      seen.script += performance.now() - start;
    }
  });
}

async function opened(browser, page) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await tab.addInitScript(listen);
  await tab.goto(pathToFileURL(page).href);
  await tab.waitForFunction(() => globalThis.seen.first !== null);
  return tab;
}

/** Measurements of a page in a browser. */
async function watched(browser, page) {
  let open = Infinity;
  for (let k = 0; k < REPEATS; k++) {
    const tab = await opened(browser, page);
    open = Math.min(open, await tab.evaluate(() => globalThis.seen.first));
    await tab.close();
  }
  const tab = await opened(browser, page);
  const { pictures, script, time } = await tab.evaluate(async (seconds) => {
    const wait = (s) => new Promise((done) => setTimeout(done, 1000 * s));
    await wait(2); // settled
    const { seen } = globalThis, before = { ...seen }, start = performance.now();
    await wait(seconds);
    return {
      pictures: seen.pictures - before.pictures,
      script: seen.script - before.script,
      time: (performance.now() - start) / 1000,
    };
  }, WATCHED);
  await tab.close();
  return { open, rate: pictures / time, script: script / pictures };
}

function measured(ludo, folder, bodies) {
  const [model, recording, page] = ['m.xml', 'm.h5', 'm.html'].map((name) => join(folder, name));
  writeFileSync(model, chain(bodies));
  const simulate = timed(() => execFileSync(ludo, ['simulate', model, '--duration', SECONDS,
    '--qpos', 'joint0=0.4', '--qpos', 'joint1=0.3', '--output', recording, '--quiet']));
  const report = timed(() => execFileSync(ludo, ['report', recording, '-o', page]));
  return { page, simulate, report, bytes: statSync(page).size };
}

async function main(ludo, out) {
  const browser = await launchBrowser();
  if (!browser) {
    console.log('bench_report: Chromium is not installed; nothing was measured');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'ludo-report-'));
  const lines = [
    `# processor: ${cpus()[0].model}, ${cpus().length} cores`,
    `# busy with other work: load ${loadavg()[0].toFixed(1)} before it began`,
    `# date: ${new Date().toISOString().slice(0, 10)}`,
    `# ${execFileSync(ludo, ['--version'], { encoding: 'utf8' }).trim()}`,
    `# browser: Chromium ${browser.version()}, headless, WebGL by SwiftShader`,
    `# chains of hinges, ${SECONDS} s at dt ${STEP}; 1280 x 800`,
    'bodies,page_bytes,simulate_s,report_s,open_s,pictures_per_s,script_ms_per_picture',
  ];
  try {
    for (const bodies of BODIES) {
      const { page, simulate, report, bytes } = measured(ludo, folder, bodies);
      const { open, rate, script } = await watched(browser, page);
      lines.push([bodies, bytes, simulate.toFixed(3), report.toFixed(3), open.toFixed(3),
        rate.toFixed(1), script.toFixed(2)].join());
      console.log(lines.at(-1));
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
  writeFileSync(out, `${lines.join('\n')}\n`);
}

const [ludo, out] = process.argv.slice(2);
const usage = 'usage: node bench/bench_report.mjs LUDO FILE.csv';
if (ludo === '--help' || ludo === '-h') {
  console.log(usage);
  process.exit(0);
}
if (!out || process.argv.slice(2).some((argument) => argument.startsWith('-'))) {
  console.error(usage);
  process.exit(2);
}
await main(ludo, out);
