// `npm start`: builds Leafmark and opens a browser with it. Without a display, or with `--tour`, it
// runs a demonstration: it saves a page, cuts the network, reads the page and takes screenshots. `--pictures` takes those of the README and of the web app.
// `npm run dev` is the same with `--watch`: changed sources are built and loaded again.
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { build } from './set-up/extension.mjs';
import { asBrowserName } from './set-up/find-browser.mjs';
import { ROOT, say } from './set-up/process.mjs';
import { hasDisplay } from './set-up/programs.mjs';
import { setUp } from './set-up.mjs';

/** The names of Puppeteer's errors after somebody has closed the browser. */
const CLOSED = ['TargetCloseError', 'ConnectionClosedError'];
const USAGE = `npm start -- [--browser chromium|firefox] [--tour|--pictures]
npm run dev -- [--browser chromium|firefox]`;

/** Parses the arguments. Prints the usage and exits if they are wrong. */
function wishes() {
  try {
    const { values } = parseArgs({
      options: {
        browser: { type: 'string', default: 'chromium' },
        pictures: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        tour: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      say(USAGE);
      process.exit(0);
    }
    const { tour, watch, pictures } = values;
    return {
      browser: asBrowserName(values.browser),
      isTour: tour || pictures || (!watch && !hasDisplay()),
      isWatching: watch && !tour,
      pictures,
    };
  } catch (error) {
    say(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
}

const { browser, isTour, isWatching, pictures } = wishes();
if (isTour && process.platform !== 'linux') {
  say(
    'The tour needs Linux and Xvfb. Without --tour the browser opens, and you can look yourself.',
  );
  process.exit(2);
}
if (isWatching && !hasDisplay()) {
  say('npm run dev needs a display. With Xvfb: xvfb-run npm run dev');
  process.exit(2);
}
if (!(await setUp({ browsers: [browser], needsDisplay: isTour }))) process.exit(1);
say('Building Leafmark…');
if (!(await build(browser, { forDevelopment: isWatching }))) process.exit(1);

// Vite would set `development`, which the server and the extension would inherit and be built for.
process.env.NODE_ENV ??= 'production';
// The set-up has just installed Vite. It loads our TypeScript as it loads the extension.
const { runnerImport } = await import('vite');
/**
 * @template T
 * @param {string} name a file of `scripts/start`
 * @returns {Promise<T>}
 */
const load = async (name) => {
  const path = join(ROOT, 'scripts', 'start', name);
  const { module } = await runnerImport(path, { root: ROOT, configFile: false, logLevel: 'error' });
  return /** @type {T} */ (module);
};
if (isTour) {
  /** @type {typeof import('./start/tour.ts')} */
  const { tour } = await load('tour.ts');
  process.exitCode = (await tour(browser, pictures)) ? 0 : 1;
} else {
  /** @type {typeof import('./start/open-for-person.ts')} */
  const { openForPerson } = await load('open-for-person.ts');
  await openForPerson(browser, { isWatching }).catch((error) => {
    if (!CLOSED.includes(error.name)) throw error;
    say('The browser was closed before Leafmark was ready.');
    // The server and the pages would keep this process alive. The exit ends both.
    process.exit(1);
  });
}
