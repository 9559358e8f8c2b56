import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import puppeteer, {
  type Browser,
  type BrowserContext,
  type Page,
  type Viewport,
} from 'puppeteer-core';
import { findBrowser } from '../../../scripts/set-up/find-browser.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts.ts';
import { act } from './act.ts';
import { type BrowserName, START_TIMEOUT_MS } from './browsers.ts';
import { ADA } from './companion-server.ts';
import { addKnownCompiled, NO_SPARE_PROCESS } from './firefox-profile.ts';
import { profileIsAtRest } from './profile-at-rest.ts';
import { until } from './until.ts';

const PICTURES = 'tests/.artifacts/web';

const DESK: Viewport = { width: 1280, height: 900 };

export interface WebBrowserOptions {
  /** A host name that leads to this machine. */
  readonly ownName?: string;
  /** The folder of the profile. It remains after the browser has ended. */
  readonly profile?: string;
  readonly prefs?: Readonly<Record<string, string | number | boolean>>;
  readonly viewport?: Viewport;
  /** More arguments of its command. */
  readonly args?: readonly string[];
  /** More variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * True if the browser reports requests. Otherwise, waiting for an idle network is only a pause.
   * Default: false in Firefox, whose first process needs a third of its time for it.
   */
  readonly reportsRequests?: boolean;
}

/** A browser without the extension, for the web app. */
export class WebBrowser {
  /** The errors in the consoles of its pages, and exceptions. */
  readonly errors: string[] = [];
  readonly #browser: Browser;
  readonly #profile: string;
  #context: BrowserContext;

  private constructor(browser: Browser, profile: string) {
    this.#browser = browser;
    this.#profile = profile;
    this.#context = browser.defaultBrowserContext();
  }

  static async launch(name: BrowserName, options: WebBrowserOptions = {}): Promise<WebBrowser> {
    const { profile = temporaryFolder(`leafmark-web-${name}`), prefs = {} } = options;
    const { ownName = '', args = [], env = {} } = options;
    const { viewport = DESK, reportsRequests = name === 'chromium' } = options;
    if (name === 'firefox') addKnownCompiled(profile);
    const isRoot = name === 'chromium' && process.getuid?.() === 0;
    const browser = await puppeteer.launch({
      browser: name === 'firefox' ? 'firefox' : 'chrome',
      executablePath: findBrowser(name) ?? '',
      timeout: START_TIMEOUT_MS,
      userDataDir: profile,
      defaultViewport: viewport,
      env: { ...process.env, ...env },
      args: [
        ...args,
        ...(isRoot ? ['--no-sandbox'] : []),
        ...(name === 'chromium' && ownName !== ''
          ? [`--host-resolver-rules=MAP ${ownName} 127.0.0.1`]
          : []),
      ],
      networkEnabled: reportsRequests,
      ...(name === 'firefox' && {
        extraPrefsFirefox: { ...NO_SPARE_PROCESS, 'network.dns.localDomains': ownName, ...prefs },
      }),
    });
    return new WebBrowser(browser, profile);
  }

  /** Begins with the storage of a new profile, in an instant. What has been there is closed. */
  async renew(): Promise<void> {
    const last = this.#context;
    this.#context = await this.#browser.createBrowserContext();
    if (last !== this.#browser.defaultBrowserContext()) await last.close();
    this.errors.length = 0;
  }

  /** Opens an address in a new tab. */
  async open(address: string): Promise<Page> {
    const page = await this.#context.newPage();
    page.setDefaultTimeout(CONDITION_TIMEOUT_MS);
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
    await page.goto(address);
    return page;
  }

  /** Writes a picture of the page for people. */
  async picture(page: Page, name: string): Promise<void> {
    await mkdir(PICTURES, { recursive: true });
    const path = join(PICTURES, `${name.replaceAll(/\W+/g, '-')}.png`) as `${string}.png`;
    // Otherwise the window of a phone would lose its touches.
    await page.screenshot({ path, captureBeyondViewport: false });
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    const program = this.#browser.process();
    const gone = new Promise((done) => program?.once('exit', done));
    program?.kill('SIGKILL');
    await gone;
    await profileIsAtRest(this.#profile);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await profileIsAtRest(this.#profile);
  }
}

const NAME_FIELD = 'input[autocomplete=username]';

/** Signs in on the page of the server, which is shown, and waits for the next page. */
export async function signIn(
  page: Page,
  { name, password }: { readonly name: string; readonly password: string } = ADA,
): Promise<void> {
  await page.waitForSelector(NAME_FIELD);
  const enter = async () => {
    for (const [field, text] of [
      [NAME_FIELD, name],
      ['input[type=password]', password],
    ] as const) {
      await page.$eval(field, (input) => (input as HTMLInputElement).select());
      await page.type(field, text);
    }
    await page.keyboard.press('Enter');
  };
  const isAccepted = async () => (await page.$(NAME_FIELD)) === null;
  await act('the password is accepted', enter, isAccepted, { repeatAfterMs: 10_000 });
}

/**
 * Waits until nobody is signed in. The app shows a link to the server's form, or, before its worker is
 * installed, the form itself.
 */
export const isSignedOut = async (page: Page): Promise<void> => {
  await page.waitForSelector('a[href*="/login"], input[autocomplete=username]');
};

/** Opens the server's form to sign in after a sign-out. */
export async function openSignIn(page: Page): Promise<void> {
  await isSignedOut(page);
  const link = await page.$('a[href*="/login"]');
  await link?.click();
}

/** Waits until a list shows these titles. */
export const seesTitles = (page: Page, titles: readonly string[]) =>
  until(`the list shows ${titles.join(', ')}`, async () => {
    const shown = await page.$$eval('.row-words a', (all) => all.map((each) => each.textContent));
    if (JSON.stringify(shown) === JSON.stringify(titles)) return true;
    throw new Error(await describeShown(page));
  });

/** Waits until the page shows this text. */
export const seesText = (page: Page, text: string) =>
  until(`the page shows "${text}"`, async () => {
    if (await page.evaluate((wanted) => document.body.textContent.includes(wanted), text)) {
      return true;
    }
    throw new Error(await describeShown(page));
  });

const SHOWN_LENGTH = 300;

/** Says for the message of a failed wait what the page shows instead. */
const describeShown = async (page: Page): Promise<string> => {
  const text = await page.evaluate(
    () => (document.getElementById('root') ?? document.body).textContent,
  );
  return `${page.url()} shows "${text.replace(/\s+/g, ' ').slice(0, SHOWN_LENGTH)}"`;
};

/**
 * Waits until a page has no request under way, so that a test may leave it: Firefox reports what it still loads
 * then as an error. The connection for the
 * server's events stays open. The browser has to report requests.
 */
export async function leave(page: Page): Promise<void> {
  // The code of this line comes after that of the list. On a busy machine, the network is quiet before.
  if ((await page.$('.row-words')) !== null) await page.waitForSelector('.sync-line');
  await page.waitForNetworkIdle({ concurrency: 1 });
}

/** Presses a button or a link with this name. */
export async function press(page: Page, name: string): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"])`).click();
}
