import { join } from 'node:path';
import process from 'node:process';
import type { Browser } from 'puppeteer-core';
import type { BrowserName } from '../../tests/e2e/support/browsers.ts';
import { placeOf } from '../../tests/e2e/support/find-by-role';
import { FirefoxChrome } from '../../tests/e2e/support/firefox-chrome.ts';
import { type LaunchOptions, launchChromium } from '../../tests/e2e/support/launch-chromium.ts';
import {
  FIREFOX_EXTENSION_ID,
  FIREFOX_UUID,
  launchFirefox,
} from '../../tests/e2e/support/launch-firefox.ts';
import { PageServer } from '../../tests/e2e/support/page-server.ts';
import { byBrowser } from '../../tests/e2e/support/screen-page';
import { until } from '../../tests/e2e/support/until';
import { SERVER_FOLDERS } from '../server/build.mjs';
import { build, builtExtension, SOURCES } from '../set-up/extension.mjs';
import { ROOT, run, say } from '../set-up/process.mjs';
import { type Companion, startCompanion } from './companion.ts';
import { watchSources } from './watch-sources.ts';

/** Fixed, so that saved pages and the server keep their addresses at the next start. */
const PAGES_PORT = 8437;
const COMPANION_PORT = 8438;

const SIGNED_IN_TEXT: Readonly<Record<SignedIn, string>> = {
  'signed-in': 'Leafmark is signed in to it',
  'signed-out': 'Leafmark was signed out, and “Sign in again” in the options signs in to it',
  offered: '“Sign in to the server on this computer” in the options signs in to it',
};

/**
 * Opens a browser with Leafmark, its own profile and pages to try, and waits until it is closed.
 * The profile is kept, so the library is available at the next start. With `isWatching` the
 * extension is the one that was built for development, and it and the server are built and loaded
 * again when their sources change.
 */
export async function openForPerson(name: BrowserName, { isWatching = false } = {}): Promise<void> {
  const pages = await PageServer.start(join(ROOT, 'tests', 'pages'), PAGES_PORT);
  // A library of unfinished code must not be the one that `npm start` keeps.
  const cache = join(ROOT, '.cache', ...(isWatching ? ['development'] : []));
  const companion = await startCompanion(join(cache, 'companion'), COMPANION_PORT);
  const extension = builtExtension(name, { forDevelopment: isWatching });
  companion.offerIn(extension);
  companion.allowIn(extension);
  const options = {
    extension,
    profile: join(cache, `${name}-profile`),
    env: process.env,
    proxy: null,
    window: null,
  };
  const { browser, origin } =
    name === 'chromium' ? await openChromium(options) : await openFirefox(options);
  const ended = new Promise((done) => browser.once('disconnected', done));
  const address = `http://localhost:${pages.port}/tour/index.html`;
  const [page] = await browser.pages();
  await page?.goto(address);
  const signedIn = await signInWhereNobodyIs(browser, origin);
  await page?.bringToFront();
  say(`Leafmark is the green leaf in the toolbar. Pages to try: ${address}`);
  say('  click the leaf         saves the page and opens the popup (or Alt+Shift+D)');
  say('  Alt+Shift+J            saves the page without the popup');
  say(`The companion server is at ${companion.base}: ${SIGNED_IN_TEXT[signedIn]}.`);
  say(
    `  Its own pages take the username ${companion.username} and the password ${companion.password}`,
  );
  say('Close the browser to stop. Your library is kept for the next start.');
  const stopWatching = isWatching
    ? rebuildOnChange({ name, browser, origin, extension, companion })
    : async () => {};
  process.once('SIGINT', () => void browser.close());
  await ended;
  pages.close();
  await stopWatching();
  await companion.stop();
}

/** A browser and the origin of the extension in it. */
interface Opened {
  readonly browser: Browser;
  readonly origin: string;
}

async function openChromium(options: LaunchOptions): Promise<Opened> {
  const { browser, id } = await launchChromium(options);
  return { browser, origin: `chrome-extension://${id}` };
}

async function openFirefox(options: LaunchOptions): Promise<Opened> {
  const browser = await launchFirefox(options);
  const window = await FirefoxChrome.of(browser, FIREFOX_EXTENSION_ID);
  await window.pinButton();
  return { browser, origin: `moz-extension://${FIREFOX_UUID}` };
}

interface Development extends Opened {
  readonly name: BrowserName;
  /** The folder of the extension. */
  readonly extension: string;
  readonly companion: Companion;
}

/**
 * Builds and loads the server and the extension again when their sources change.
 *
 * @returns a function that ends this and waits for a build that is running
 */
function rebuildOnChange(development: Development): () => Promise<void> {
  const stop = watchSources(ROOT, ['server', ...SOURCES], {
    async onChange(changed) {
      const isIn = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`);
      const isOfServer = (path: string) => SERVER_FOLDERS.some((folder) => isIn(path, folder));
      if (changed.some(isOfServer)) await rebuildServer(development);
      // Somebody who has closed the browser during the first build waits for the end of the command.
      const { connected } = development.browser;
      if (connected && changed.some((path) => !isIn(path, 'server')))
        await rebuildExtension(development);
    },
    onError(error) {
      // Without the browser nothing can be loaded, and nobody waits for it.
      if (!development.browser.connected) return;
      say(`${error instanceof Error ? error.message : error}\nWaiting for the next change.`);
    },
  });
  say('Changes in the sources are built and loaded. Pages of the extension open again.');
  return stop;
}

/** @throws if the server does not build, which leaves it running as it is, or does not start */
async function rebuildServer({ companion }: Development): Promise<void> {
  say('Building the server…');
  const program = join(ROOT, 'scripts', 'server', 'build.mjs');
  const { code, output } = await run(process.execPath, [program], { quiet: true });
  if (code !== 0) throw new Error(`${output}\nThe server does not build and was not restarted.`);
  await companion.restart();
  say(`The server runs again at ${companion.base}.`);
}

/** @throws if the extension cannot be loaded */
async function rebuildExtension(development: Development): Promise<void> {
  const { name, browser, origin, extension, companion } = development;
  say('Building the extension…');
  if (!(await build(name, { forDevelopment: true }))) return;
  companion.offerIn(extension);
  companion.allowIn(extension);
  const isOwn = (url: string) => url.startsWith(`${origin}/`);
  const own = (await browser.pages()).map((page) => page.url()).filter(isOwn);
  // The browser stops the old worker, closes the pages of the extension and keeps its storage.
  await browser.installExtension(extension);
  const open = (await browser.pages()).map((page) => page.url());
  for (const url of own.filter((url) => !open.includes(url))) {
    // In Firefox a navigation to a page of the extension takes effect but never resolves.
    (await browser.newPage()).goto(url).catch(() => {});
  }
  say('The extension is loaded again.');
}

const OFFER = 'Sign in to the server on this computer';
/** The text that the options show for the account in use. */
const SIGNED_IN = 'Signed in since';
const SIGNED_OUT = 'Sign in again';

/**
 * The state of signing in. `signed-out` means that an account is stored without a session;
 * `offered` means that there is no account yet.
 */
export type SignedIn = 'signed-in' | 'signed-out' | 'offered';

/**
 * Signs in to the companion server with one click in the options if no account is in use. Returns
 * the state that the options show then. The extension at `origin` needs permission to access the
 * server, because a question of the browser would wait for a person.
 */
export async function signInWhereNobodyIs(browser: Browser, origin: string): Promise<SignedIn> {
  const page = await browser.newPage();
  const button = (name: string) =>
    page.evaluate(placeOf, { role: 'button', name }, 'find' as const);
  const isSignedIn = async () =>
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
    (await page.evaluate(() => document.body.innerText)).includes(SIGNED_IN);
  try {
    await page.bringToFront();
    // In Firefox a navigation to a page of the extension takes effect but never resolves.
    page.goto(`${origin}/options.html`).catch(() => {});
    const offer = await until('the options show who is signed in', async () => {
      if (await isSignedIn()) return 'signed-in';
      return (await button(SIGNED_OUT)) ? 'signed-out' : button(OFFER);
    });
    if (typeof offer === 'string') return offer;
    await byBrowser(page, offer, 'left');
    await until('an account is signed in', isSignedIn);
    return 'signed-in';
  } catch {
    return 'offered'; // The server is offered anyway, and the options show there why signing in failed.
  } finally {
    await page.close();
  }
}
