import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../support/project.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { act } from './act.ts';
import type { BrowserName } from './browsers.ts';
import { ChromiumRun } from './chromium.ts';
import { Display, SCREEN } from './display.ts';
import { FirefoxRun } from './firefox.ts';
import { addCompiled } from './launch-firefox.ts';
import { leafIn } from './leaf-on-screen.ts';
import type { PageServer } from './page-server.ts';
import { type Answer, answerPrompt } from './permission-prompt.ts';
import type { Badge, OwnPage, RealBrowser } from './real-browser.ts';
import type { ScreenPage } from './screen-page.ts';
import { until } from './until.ts';

/** Much longer than opening takes, so that a second press does not close what the first opened. */
const OPEN_TIMEOUT_MS = 10_000;
/** Much longer than loading a page of this machine takes. */
const NAVIGATION_TIMEOUT_MS = 10_000;
const PRIVATE_WINDOW_KEY = { chromium: 'ctrl+shift+n', firefox: 'ctrl+shift+p' } as const;
const POPUP_KEY = 'alt+shift+d';

export interface BrowserOptions {
  /** The folder of the built extension, by default that of the browser. */
  readonly extension?: string;
  /** The storage in KiB that Firefox gives to all sites and extensions together. */
  readonly storageKiB?: number;
}

/** Starts the browser with the built extension, a new profile and its own virtual display. */
export async function launchBrowser(
  name: BrowserName,
  server: PageServer,
  {
    extension = join(PROJECT_ROOT, '.output', name === 'chromium' ? 'chrome-mv3' : 'firefox-mv3'),
    storageKiB,
  }: BrowserOptions = {},
): Promise<RealBrowser> {
  const profile = temporaryFolder(`leafmark-${name}`);
  const display = await Display.open();
  const options = {
    extension,
    profile,
    downloads: join(profile, 'Downloads'),
    env: display.env,
    proxy: `127.0.0.1:${server.port}`,
    storageKiB,
    window: SCREEN,
  };
  const launch = () =>
    name === 'chromium'
      ? ChromiumRun.launch(options, display)
      : FirefoxRun.launch(options, display);
  try {
    if (name === 'firefox') await addCompiled(options);
    const run = await launch();
    await closeWelcome(run);
    return new LaunchedBrowser({ name, display, profile, launch }, run);
  } catch (error) {
    display.close();
    throw error;
  }
}

type Run = ChromiumRun | FirefoxRun;

/** A new extension opens the welcome page, which could cover the first page of a test. */
async function closeWelcome(run: Run): Promise<void> {
  const welcome = await until('the welcome page opens', () => findTab(run, /welcome\.html$/));
  await welcome.close();
}

/** Returns the tab whose address matches, or null. */
async function findTab(run: Run, address: RegExp): Promise<ScreenPage | null> {
  for (const page of await run.pages()) {
    // Firefox reports no navigation to an extension page over the protocol, so the page itself is
    // asked.
    const url = await page.evaluate(() => location.href).catch(() => '');
    if (address.test(url)) return page;
  }
  return null;
}

interface Start {
  readonly name: BrowserName;
  readonly display: Display;
  readonly profile: string;
  readonly launch: () => Promise<Run>;
}

class LaunchedBrowser implements RealBrowser {
  readonly name: BrowserName;
  readonly display: Display;
  readonly #start: Start;
  #run: Run;
  #isRunning = true;

  constructor(start: Start, run: Run) {
    this.name = start.name;
    this.display = start.display;
    this.#start = start;
    this.#run = run;
  }

  get origin(): string {
    return this.#run.origin;
  }

  get downloads(): string {
    return join(this.#start.profile, 'Downloads');
  }

  async open(url: string, moment: 'loaded' | 'parsed' = 'loaded'): Promise<ScreenPage> {
    await this.#leavePopup();
    const opened = await this.#run.newPage();
    await opened.page.goto(url, { waitUntil: moment === 'loaded' ? 'load' : 'domcontentloaded' });
    return opened;
  }

  async openWindow(url: string): Promise<ScreenPage> {
    await this.#leavePopup();
    const opened = await this.#run.newPage('window');
    await opened.page.goto(url);
    return opened;
  }

  async openLoading(url: string, text: string): Promise<ScreenPage> {
    await this.#leavePopup();
    const opened = await this.#run.newPage();
    opened.page.goto(url).catch(() => {}); // It may close before it is loaded.
    await opened.sees(text);
    return opened;
  }

  async openOwn(page: OwnPage, hash = ''): Promise<ScreenPage> {
    await this.#leavePopup();
    return this.#run.openOwn(page, hash);
  }

  async runBehind<Args extends unknown[], T>(
    run: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<T> {
    const page = await this.#run.openBehind('icons/16.png');
    try {
      return await page.evaluate(run, ...args);
    } finally {
      await page.close();
    }
  }

  async closePages(): Promise<void> {
    const [, ...opened] = await this.#run.pages();
    for (const page of opened) await page.close();
  }

  tab(address: RegExp): Promise<ScreenPage> {
    return until(`a tab shows ${address}`, () => findTab(this.#run, address));
  }

  async enterInAddressBar(text: string): Promise<void> {
    await this.#leavePopup();
    await this.display.click(await this.#run.addressBarPlace());
    await this.display.key('ctrl+a');
    await this.display.type(text);
    await this.display.key('Return');
  }

  goTo(url: string): Promise<void> {
    return this.#arriveAt(url, () => this.enterInAddressBar(url));
  }

  async openPrivately(url: string): Promise<void> {
    await this.#run.allowPrivateWindows();
    await act(
      'a private window opens',
      () => this.press(PRIVATE_WINDOW_KEY[this.name]),
      () => this.#run.moveToPrivateWindow(),
      { repeatAfterMs: OPEN_TIMEOUT_MS },
    );
    await this.#arriveAt(url, async () => {
      await this.press('ctrl+l');
      await this.display.type(url);
      await this.press('Return');
    });
  }

  press(chord: string): Promise<void> {
    return this.display.key(chord);
  }

  async popup(by: 'key' | 'button' = 'key'): Promise<ScreenPage> {
    const hasOpened = async () => {
      const popup = await this.openPopup();
      return (await popup?.evaluate(() => document.hasFocus())) ? popup : null;
    };
    const open = () => (by === 'key' ? this.press(POPUP_KEY) : this.clickButton());
    return act('the popup opens and has the focus', open, hasOpened, {
      repeatAfterMs: OPEN_TIMEOUT_MS,
    });
  }

  async clickButton(): Promise<void> {
    await this.display.click(await this.#run.buttonPlace());
  }

  openPopup(): Promise<ScreenPage | null> {
    return this.#run.openPopup();
  }

  async closePopup(): Promise<void> {
    const isClosed = async () => (await this.openPopup()) === null;
    // The page would get the key: a popup closes by itself when the page takes the focus.
    if (await isClosed()) return;
    await act('the popup closes', () => this.press('Escape'), isClosed, { repeatAfterMs: 500 });
  }

  async chooseFromMenu(open: () => Promise<void>, position?: number): Promise<void> {
    const leaf = await act('the menu opens', open, () => leafIn(this.display, 'menu'), {
      repeatAfterMs: OPEN_TIMEOUT_MS,
    });
    await this.display.click(leaf);
    if (position === undefined) return;
    // The first key goes to the first entry of the submenu.
    await this.picture('menu');
    await this.display.key('Right', ...Array(position - 1).fill('Down'), 'Return');
  }

  async answer(answer: Answer, ask: () => Promise<void>): Promise<void> {
    const hasPrompt = () => this.#run.hasPrompt();
    await ask();
    await until('the browser shows its prompt', hasPrompt);
    await this.picture(`permission-${answer}`);
    await answerPrompt(this.display, this.name, hasPrompt, answer);
  }

  badge(): Promise<Badge> {
    return this.#run.badge();
  }

  stopWorker(): Promise<void> {
    return this.#run.stopWorker();
  }

  async renew(): Promise<void> {
    await this.closePages();
    await this.#run.reinstall();
    await closeWelcome(this.#run);
    rmSync(this.downloads, { recursive: true, force: true });
  }

  async picture(name: string): Promise<string> {
    const path = this.artifact(name);
    await this.display.picture(path);
    return path;
  }

  artifact(name: string): `${string}.png` {
    return `${join(PROJECT_ROOT, 'tests', '.artifacts', this.name, name)}.png`;
  }

  async kill(): Promise<void> {
    this.#isRunning = false;
    await this.#run.kill();
  }

  async restart(): Promise<void> {
    if (this.#isRunning) await this.#run.close();
    this.#run = await this.#start.launch();
    this.#isRunning = true;
  }

  async #arriveAt(url: string, enter: () => Promise<void>): Promise<void> {
    await act(`the tab shows ${url}`, enter, () => this.#run.shows(url), {
      repeatAfterMs: NAVIGATION_TIMEOUT_MS,
    });
  }

  /**
   * A tab that a person opens closes the popup. One that a program opens does not in every browser.
   */
  async #leavePopup(): Promise<void> {
    if (await this.openPopup()) await this.closePopup();
  }

  async close(): Promise<void> {
    if (this.#isRunning) await this.#run.close();
    this.#isRunning = false;
    this.display.close();
    rmSync(this.#start.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
