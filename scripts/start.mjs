// `npm start`: builds Leafmark and opens a browser with it. Without a display, or with `--tour`, it
// runs a demonstration: it saves a page, cuts the network, reads the page and takes screenshots.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { build } from './set-up/extension.mjs';
import { asBrowserName } from './set-up/find-browser.mjs';
import { say } from './set-up/process.mjs';
import { hasDisplay } from './set-up/programs.mjs';
import { setUp } from './set-up.mjs';

const USAGE = 'npm start -- [--browser chromium|firefox] [--tour]';

/** Parses the arguments. Prints the usage and exits if they are wrong. */
function wishes() {
  try {
    const { values } = parseArgs({
      options: {
        browser: { type: 'string', default: 'chromium' },
        help: { type: 'boolean', short: 'h', default: false },
        tour: { type: 'boolean', default: !hasDisplay() },
      },
    });
    if (values.help) {
      say(USAGE);
      process.exit(0);
    }
    return { browser: asBrowserName(values.browser), isTour: values.tour };
  } catch (error) {
    say(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
}

const { browser, isTour } = wishes();
if (isTour && process.platform !== 'linux') {
  say(
    'The tour needs Linux and Xvfb. Without --tour the browser opens, and you can look yourself.',
  );
  process.exit(2);
}
if (!(await setUp({ browsers: [browser], needsDisplay: isTour }))) process.exit(1);
say('Building Leafmark…');
if (!(await build(browser))) process.exit(1);

// Imported only now because these modules need node_modules, which the set-up has just installed.
if (isTour) {
  const { tour } = await import('./start/tour.ts');
  process.exitCode = (await tour(browser)) ? 0 : 1;
} else {
  const { openForPerson } = await import('./start/open-for-person.ts');
  await openForPerson(browser);
}
